/**
 * Whether two runs of the same requests differ, or only seem to: a 95 % confidence interval of their difference.
 *
 * By batch means: a run is cut into windows of equally many requests. The windows of two runs hold the same requests, so their figures
 * are compared in pairs. Or by replications: a generated workload is run with several seeds, the same for each of the two. Let d_i
 * be the difference in pair i of k, and s their standard deviation. The expected difference lies within
 * t(k-1) s / sqrt(k) of their mean, with a probability of 95 % (Law, Simulation Modeling and Analysis, 5th edition, sections
 * 9.5.3 and 10.2.1). The windows must be long enough to be nearly independent; none is left out, so that the mean is the difference
 * that the runs show.
 */

import { kindOf, numberAt, type ScenarioDocument, setAt } from '../scenario/document';

/** Quantiles of Student's t at 0.975 for 1 to 30 degrees of freedom (any table, e.g. Law, table T.1). */
const T_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Fewest pairs of which an interval is said, and the seeds that are offered. */
export const FEWEST = 5;
/** Most pairs: of more the table has no quantile. */
export const MOST_SEEDS = T_975.length + 1;

/** A scenario with its seed or, from 1 on, with one of the next. */
export function withSeed(document: ScenarioDocument, i: number): ScenarioDocument {
  return i === 0 ? document : setAt(document, 'seed', numberAt(document, 'seed', 1) + i);
}

/** Whether another seed gives other requests: they are drawn, and not given. */
export function isDrawn(document: ScenarioDocument): boolean {
  return !['trace', 'ops'].includes(kindOf(document, 'workload'));
}

export interface Interval {
  mean: number;
  low: number;
  high: number;
  pairs: number;
}

/** Of the differences `mine - theirs`, pair by pair; `null` where there are too few, or too many for the table. */
export function differenceOf(mine: readonly number[], theirs: readonly number[]): Interval | null {
  const pairs = mine.length;
  const t = T_975[pairs - 2];
  if (pairs !== theirs.length || pairs < FEWEST || t === undefined) return null;
  const differences = mine.map((value, i) => value - (theirs[i] ?? 0));
  const mean = differences.reduce((sum, each) => sum + each, 0) / pairs;
  const squares = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const half = t * Math.sqrt(squares / (pairs - 1) / pairs);
  return { mean, low: mean - half, high: mean + half, pairs };
}

/** Whether the difference may be chance: the interval has 0 in it. */
export function isUnsure({ low, high }: Interval): boolean {
  return low <= 0 && high >= 0;
}
