/** Runs beside a comparison, made when someone asks for them: its scenarios with a setting changed. */
import type { Variant } from '../../model/plans/batch-compare';
import { runAll, type StartRun } from '../../protocol/runs/pool';
import { type Base, type BatchComparison, jobsOf, linkTo } from './batch-compare';

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
  for await (const { index, outcome, seconds } of runAll(start, jobsOf(base, runs), { signal })) {
    const run = runs[index];
    if (!run) continue;
    runs[index] = {
      ...run,
      stage: outcome.report
        ? { is: 'done', report: outcome.report, windows: outcome.windows, seconds }
        : { is: 'failed', failure: outcome.failure },
    };
    yield [...runs];
  }
}
