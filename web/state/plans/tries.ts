/** Runs beside a comparison, made when someone asks for them: its scenarios with a setting changed. */
import type { Variant } from '../../model/plans/batch-compare';
import { runAll, type StartRun } from '../../protocol/runs/pool';
import { type Base, type BatchComparison, jobsOf, linkTo, stageOf } from './batch-compare';

/** The runs so far, after each of them. Rejects when `signal` ends them. */
export async function* runTries(
  start: StartRun,
  base: Base,
  variants: readonly Variant[],
  signal: AbortSignal,
): AsyncGenerator<readonly BatchComparison[]> {
  const runs = variants.map((variant): BatchComparison => {
    return { variant, link: linkTo(variant, base), stage: { is: 'waiting' } };
  });
  // One seed says enough of a change: its windows are compared with those of the run before.
  for await (const done of runAll(start, jobsOf({ ...base, seeds: 1 }, runs), { signal })) {
    const run = runs[done.index];
    const stage = stageOf(new Map([[0, done]]), 1);
    if (!run || !stage) continue;
    runs[done.index] = { ...run, stage };
    yield [...runs];
  }
}
