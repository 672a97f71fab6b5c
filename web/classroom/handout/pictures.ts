/**
 * The content of a handout: the lesson walked on an engine, with the stage at its key steps and the points of its
 * charts.
 */

import { type StartChallenges, scoreOf, withChoices } from '../../lesson/language/challenge';
import { chartValue, type Points, pointsOf } from '../../lesson/language/chart';
import type { Scope } from '../../lesson/language/evaluate';
import { asks, beforehand, type Lesson, type Step } from '../../lesson/language/lesson';
import { freshVariant } from '../../lesson/play/grade';
import { type Stations, scopeAt, type Variant, walk } from '../../lesson/play/walk';
import { isLarge } from '../../model/large';
import { ask, type EngineClient, type FrameWithCells } from '../../protocol/engine/engine-client';
import type { ChallengeShown } from '../../protocol/generated/ChallengeShown';
import type { Position } from '../../protocol/generated/Position';
import type { Summary } from '../../protocol/generated/Summary';
import { unmarked } from '../../state/spoilers';
import { dealt, type Sheet } from './sheets';

/** The stage at a position. */
export type Shot = Pick<FrameWithCells, 'frame' | 'cells'> & { summary: Summary };

export interface HandoutPictures {
  stations: Stations;
  /** By step: what a reader sees who is to answer, and what holds then. */
  before: Map<string, Shot>;
  after: Map<string, Shot>;
  points: Map<string, Points>;
  /** Sheet A or B; `null`: all questions, as the lesson asks them. */
  is: Sheet | null;
  /** The variants that a sheet asks in the place of the lesson's own questions. */
  variants: Map<string, Variant>;
  /** The questions of the sheet; `null`: all. */
  asked: readonly string[] | null;
  /** The best choices of rounds, once they were looked for. */
  best: Map<string, ChallengeShown>;
}

export interface Wanted {
  sheet?: { is: Sheet; seed: string } | null;
  /** Given where the answers are printed, too. */
  challenges?: StartChallenges | null;
}

/** Steps whose picture tells something: where a question is put, and where what was to happen has happened. */
function isKey(step: Step, index: number): boolean {
  return asks(step) || step.becomes.length > 0 || index === 0;
}

/** Rejects as `walk` does. A picture that the page before showed already is not shown again. */
export async function picturesOf(
  lesson: Lesson,
  client: EngineClient,
  signal: AbortSignal,
  { sheet: wanted = null, challenges = null }: Wanted = {},
): Promise<HandoutPictures> {
  const stations = await walk(lesson, client, signal);
  const sheet: HandoutPictures = {
    stations,
    before: new Map(),
    after: new Map(),
    points: new Map(),
    variants: new Map(),
    is: wanted?.is ?? null,
    asked: wanted && dealt(lesson, stations)[wanted.is],
    best: new Map(),
  };
  if (wanted) await draw(wanted);
  if (challenges) await solve(challenges);
  let shown = '';
  for (const [index, step] of lesson.steps.entries()) {
    signal.throwIfAborted();
    const station = sheet.variants.get(step.id)?.station ?? stations.get(step.id);
    if (step.chart) sheet.points.set(step.id, await pointsOf(lesson, step.chart, client, signal));
    if (!station || !isKey(step, index)) continue;
    const { source, begin, end } = station;
    const { position } = beforehand(step) ? begin : end;
    const place = `${source} ${JSON.stringify(position)}`;
    if (place !== shown) await take(sheet.before, step, source, position);
    shown = place;
    if (step.predict) await take(sheet.after, step, source, end.position);
  }
  return sheet;

  async function draw({ is, seed }: { is: Sheet; seed: string }) {
    const rules = { seed: `${seed}/${is}`, shared: seed, attempts: null, hints: true };
    for (const step of lesson.steps) {
      const { predict } = step;
      if (!predict?.variants) continue;
      const asked = { ...step, predict };
      const variant = await freshVariant({ ...lesson, rules }, stations, asked, 1, client, signal);
      if (variant) sheet.variants.set(step.id, variant);
    }
  }

  async function solve(start: StartChallenges) {
    const rounds = lesson.steps.filter(({ challenge }) => challenge);
    if (rounds.length === 0) return;
    const module = await start();
    try {
      for (const step of rounds) {
        const [station, scope] = [stations.get(step.id), scopeOf(lesson, sheet, step, 'begin')];
        if (!step.challenge || !station || !scope) continue;
        signal.throwIfAborted();
        const scored = await scoreOf(module, step.challenge, station, scope);
        if (!('best' in scored)) continue;
        sheet.best.set(step.id, await module.look(withChoices(scored.file, scored.best.choices), true));
      }
    } finally {
      module.close();
    }
  }

  async function take(into: Map<string, Shot>, step: Step, source: string, position: Position) {
    const { summary } = await ask(client, 'opened', { type: 'open', slot: 0, scenario: source }, { signal });
    // A large device is a heat map, which shows little on paper.
    if (isLarge(summary)) return;
    await client.request({ type: 'run', slot: 0, target: { to: 'position', position } }, { signal });
    const { frame, cells } = await client.frame(0);
    const asking = into === sheet.before && step.predict !== null;
    into.set(step.id, { summary, frame: asking ? unmarked(frame) : frame, cells: cells.slice() });
  }
}

/** The state that a step's texts see: `begin` while its question is open, `end` once it is answered. */
export function scopeOf(
  lesson: Lesson,
  sheet: HandoutPictures,
  step: Step,
  when: 'begin' | 'end',
): Scope | null {
  const variant = sheet.variants.get(step.id);
  const station = variant?.station ?? sheet.stations.get(step.id);
  if (step.on && !station) return null;
  if (variant) return scopeAt(lesson, sheet.stations, step, station, when, { draw: variant.drawn });
  const points = sheet.points.get(step.id);
  const charted =
    when === 'end' && step.chart && points ? { chart: chartValue(step.chart, points) } : undefined;
  return scopeAt(lesson, sheet.stations, step, station, when, charted);
}
