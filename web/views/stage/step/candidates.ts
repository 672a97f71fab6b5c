/** While a victim is cleaned: what could have been it, in the order of the policy's score, in the line of the maps. */
import type { Candidate } from '../../../protocol/generated/Candidate';
import type { Frame } from '../../../protocol/generated/Frame';
import { candidateKey } from '../scene/keys';
import type { Moment } from '../scene/marks';
import { blockName } from '../scene/names';
import { type Sprite, sprite, words, Z } from '../scene/sprite';

export interface Ranked {
  victim: number;
  /** The victim first, then the best of the others. */
  candidates: readonly Candidate[];
  /** How many there were to choose from. */
  choices: number;
}

/** `null`: nothing is being cleaned. */
export function rankedOf({ gc, inner, window, in_window }: Frame): Ranked | null {
  const victim = gc?.pbn ?? inner?.pbn;
  if (victim === undefined || victim === null) return null;
  for (let index = in_window; index >= 0; index -= 1) {
    const event = window[index];
    if ((event?.t !== 'gc_begin' && event?.t !== 'inner_cleaning_begin') || event.pbn !== victim) continue;
    return { victim, candidates: event.candidates, choices: event.choices };
  }
  return null;
}

/** The figure that ranks a candidate: its valid pages, or a score that weighs them. */
export function figureOf({ valid, score }: Candidate, weighed: boolean): string {
  if (!weighed) return String(valid);
  return score > 1e300 ? '∞' : String(Number(score.toPrecision(2)));
}

/** Policies that count pages or the time have whole numbers as scores. */
export function isWeighed(candidates: readonly Candidate[]): boolean {
  return candidates.some(({ score }) => score > 1e300 || !Number.isInteger(score));
}

export function candidates({ layout, words: w }: Moment, ranked: Ranked, out: Sprite[]): void {
  const { label, candidates: strip, pagesPerBlock } = layout;
  if (!strip) return;
  out.push(sprite('title:candidates', strip.title, Z.text, words(w.candidates, label, false, 'ink-2')));
  const { chips } = strip;
  const crowded = ranked.choices > chips.length;
  const shown = ranked.candidates.slice(0, crowded ? chips.length - 1 : chips.length);
  const weighed = isWeighed(ranked.candidates);
  shown.forEach((candidate, index) => {
    const rect = chips[index];
    if (!rect) return;
    const { id, valid } = candidate;
    const look = {
      kind: 'candidate',
      name: blockName(id),
      figure: figureOf(candidate, weighed),
      share: valid / pagesPerBlock,
      chosen: id === ranked.victim,
      font: label,
    } as const;
    out.push(sprite(candidateKey(id), rect, Z.chip, look, { kind: 'block', pbn: id }));
  });
  const last = chips[shown.length];
  if (ranked.choices > shown.length && last) {
    const look = words(w.plus(ranked.choices - shown.length), label, false, 'ink-2');
    out.push(sprite('candidates:more', last, Z.text, { ...look, mono: true }));
  }
}
