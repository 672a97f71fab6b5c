/**
 * Whether two runs of the same requests differ for other requests of the kind, too: a 95 % confidence interval of their difference.
 *
 * **By replications.** A generated workload is run with several seeds, the same for each of the two. Let d_i be the difference in
 * pair i of k, and s their standard deviation. The expected difference lies within t(k-1) s / sqrt(k) of their mean, with a
 * probability of 95 % (Law, Simulation Modeling and Analysis, 5th edition, section 10.2.1).
 *
 * **By windows.** A run is cut into windows of equally many page writes, the same requests in both runs. Its figure is a ratio of sums
 * over them, as programs of page writes are, and the difference is that of the two figures, to the last digit. Window i of k has
 *
 * - p_i, its share of what is divided by, the mean of both runs';
 * - c_i, its part of the difference: (of_i - R per_i) / sum(per) of the first run less that of the second, R being the run's
 *   figure (Cochran, Sampling Techniques, 3rd edition, chapter 6). All c_i add up to 0.
 *
 * Neighbours depend on one another as in an autoregression of order 1. The correlation r is that of neighbouring c_i / p_i, less its bias
 * (Marriott and Pope, Biometrika 41, 1954), and at least 0. Then all windows are worth n = 1 / sum(p_i p_j r^|i-j|) independent ones.
 * The variance of the difference is sum((c_i / (1 - p_i))^2), as the jackknife has it, times sum(p_i p_j r^|i-j|) / sum(p_i^2), over
 * the bias that the dependence gives a sum of squares. The half width is t(n-1) times its root.
 * Where n is below {@link FEWEST}, there is no interval. How often the interval holds the truth is measured: SPEC 11.15.
 */

import { kindOf, numberAt, type ScenarioDocument, setAt } from '../scenario/document';

/** Quantiles of Student's t at 0.975 for 1 to 39 degrees of freedom. */
const T_975 = [
  12.706204736, 4.30265273, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252, 2.306004135,
  2.262157163, 2.228138852, 2.20098516, 2.17881283, 2.160368656, 2.144786688, 2.131449546, 2.119905299,
  2.109815578, 2.10092204, 2.093024054, 2.085963447, 2.079613845, 2.073873068, 2.06865761, 2.063898562,
  2.059538553, 2.055529439, 2.051830516, 2.048407142, 2.045229642, 2.042272456, 2.039513446, 2.036933343,
  2.034515297, 2.032244509, 2.030107928, 2.028094001, 2.026192463, 2.024394164, 2.02269092,
];

/** Fewest pairs, or independent windows, of which an interval is said, and the seeds that are offered. */
export const FEWEST = 5;
/** Fewest windows: fewer do not show how much neighbours depend on one another. */
const FEWEST_WINDOWS = 30;
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
  /** Those that it is of. */
  pairs: number;
  /** How many independent ones they are worth, rounded down. */
  independent: number;
}

/** Of the differences `mine - theirs` of independent pairs; `null` where there are too few, or too many for the table. */
export function differenceOf(mine: readonly number[], theirs: readonly number[]): Interval | null {
  const pairs = mine.length;
  const t = T_975[pairs - 2];
  if (pairs !== theirs.length || pairs < FEWEST || t === undefined) return null;
  const differences = mine.map((value, i) => value - (theirs[i] ?? 0));
  const mean = sum(differences) / pairs;
  const squares = sum(differences.map((each) => (each - mean) ** 2));
  const half = t * Math.sqrt(squares / (pairs - 1) / pairs);
  return { mean, low: mean - half, high: mean + half, pairs, independent: pairs };
}

/** The part of a window in both sums of a ratio. */
export interface Part {
  of: number;
  per: number;
}

/**
 * Of the ratios of two runs, from their windows one after another. `dependent`: the windows are worth too few independent ones. `null`:
 * there are too few or too many. A run of which nothing is divided by has no ratio: the mean is no number then.
 */
export function differenceOfRatios(
  mine: readonly Part[],
  theirs: readonly Part[],
): Interval | 'dependent' | null {
  const k = mine.length;
  if (k !== theirs.length || k < FEWEST_WINDOWS || k > MOST_SEEDS) return null;
  const [a, b] = [ratioOf(mine), ratioOf(theirs)];
  const mean = a.ratio - b.ratio;
  const shares = a.shares.map((share, i) => (share + (b.shares[i] ?? 0)) / 2);
  const adds = a.adds.map((add, i) => add - (b.adds[i] ?? 0));
  const r = correlation(adds.map((add, i) => (shares[i] ? add / shares[i] : 0)));
  const together = sum(shares.map((p, i) => p * sum(shares.map((q, j) => q * r ** Math.abs(i - j)))));
  // The shares add up to 1 but for their last digits.
  const independent = Math.floor(1 / together + 1e-9);
  if (independent < FEWEST) return 'dependent';
  // The sum of squares about a mean is too small by this where neighbours are alike.
  const bias = 1 - ((1 + r) / (1 - r) - 1) / (k - 1);
  const squares = sum(adds.map((add, i) => (add / (1 - (shares[i] ?? 0))) ** 2));
  const variance = (squares * together) / sum(shares.map((share) => share ** 2)) / bias;
  const half = (T_975[Math.min(independent, k) - 2] ?? 0) * Math.sqrt(variance);
  return { mean, low: mean - half, high: mean + half, pairs: k, independent };
}

/** A ratio of sums, the share of each part in what is divided by, and what it adds to the ratio beyond its share. */
function ratioOf(parts: readonly Part[]) {
  const per = sum(parts.map((part) => part.per));
  const ratio = sum(parts.map((part) => part.of)) / per;
  return {
    ratio,
    shares: parts.map((part) => part.per / per),
    adds: parts.map((part) => (part.of - ratio * part.per) / per),
  };
}

/** Of neighbours, without the bias of so few, and at least 0; 0 where all are equal. */
function correlation(values: readonly number[]): number {
  const k = values.length;
  const mean = sum(values) / k;
  const from = values.map((each) => each - mean);
  const squares = sum(from.map((each) => each ** 2));
  if (!(squares > 0)) return 0;
  const found = sum(from.slice(1).map((each, i) => each * (from[i] ?? 0))) / squares;
  return Math.min(Math.max((k * found + 1) / (k - 4), 0), 0.999);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

/** Whether the interval has 0 in it: the difference is not established beyond these requests. */
export function isUnsure({ low, high }: Interval): boolean {
  return low <= 0 && high >= 0;
}
