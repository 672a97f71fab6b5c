/** Running a design, on the workload that is shown or on the hidden one, and judging it. */
import type { EngineClient } from '../../protocol/engine/engine-client';
import { evaluatePlain, type Plain, type Scope, type Value } from '../language/evaluate';
import type { Lesson } from '../language/lesson';
import type { Verdict } from '../play/grade';
import { type Station, station, truthOf } from '../play/walk';
import { type Design, type Settings, withSettings } from './design';

/** The scenario of a workload, without settings; `null`: the lesson has none of this name. */
export function scenarioOf(
  lesson: Lesson,
  { shown, hidden }: Design,
  which: 'shown' | 'hidden',
): { [key: string]: Value } | null {
  const other = which === 'hidden';
  const json = lesson.scenarios.get(other && typeof hidden === 'string' ? hidden : shown)?.json;
  if (json && other && typeof hidden === 'number') return { ...json, seed: hidden };
  return json ? { ...json } : null;
}

/** From start to end with these settings. Rejects as the engine does where it refuses them. */
export async function runDesign(
  lesson: Lesson,
  design: Design,
  which: 'shown' | 'hidden',
  settings: Settings,
  client: EngineClient,
  signal?: AbortSignal,
): Promise<Station> {
  const json = scenarioOf(lesson, design, which);
  if (!json) throw new Error('the design has no scenario');
  return station(client, withSettings(json, settings), [{ to: 'start' }], [{ to: 'end' }], signal);
}

/** Judges a run: the first condition that does not hold says why. */
export function gradeDesign({ meets }: Design, scope: Scope): Verdict {
  for (const { is, otherwise } of meets)
    if (truthOf(is, scope) !== true) return { right: false, hint: otherwise };
  return { right: true };
}

/** The figures of a run, as its row in the table of runs shows them. */
export function figuresOf({ figures }: Design, scope: Scope): Plain[] {
  return figures.map(({ value }) => {
    try {
      return evaluatePlain(value.expression, scope);
    } catch {
      // The check has seen every figure on both workloads; a run that wrote nothing has no amplification.
      return null;
    }
  });
}
