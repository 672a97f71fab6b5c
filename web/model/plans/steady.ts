/**
 * Whether a run has settled, by the criterion of the SNIA Performance Test Specification (SSS PTS 2.0.1, 2.1.24) on its
 * write amplification: over the last 5 windows its range is at most 20 % of their average, and the line of least squares
 * through them rises or falls by at most 10 % of it.
 */

const LAST = 5;
const RANGE = 0.2;
const SLOPE = 0.1;

export interface Settling {
  steady: boolean;
  /** Largest less least, and what the line rises from the first to the last, as shares of the average. */
  range: number;
  slope: number;
}

/** Of a value in every window; `null` where one of the last has none, or there are too few. */
export function settling(windows: readonly number[]): Settling | null {
  const last = windows.slice(-LAST);
  if (last.length < LAST || !last.every(Number.isFinite)) return null;
  const mean = last.reduce((sum, value) => sum + value, 0) / LAST;
  if (mean === 0) return null;
  const middle = (LAST - 1) / 2;
  // The squares of -2, -1, 0, 1, 2 add up to 10.
  const perWindow = last.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0) / 10;
  const range = (Math.max(...last) - Math.min(...last)) / mean;
  const slope = (perWindow * (LAST - 1)) / mean;
  return { steady: range <= RANGE && Math.abs(slope) <= SLOPE, range, slope };
}
