/**
 * Whether a run has settled, by the criterion of the SNIA Performance Test Specification (SSS PTS 2.0.1, 2.1.24) on its
 * write amplification: over the last 5 rounds its range is at most 20 % of their average, and the line of least squares
 * through them rises or falls by at most 10 % of it. A round is a twentieth of the page writes, two windows of 40. And
 * before the last rounds the host has written as many pages as there are logical ones: free blocks of the beginning may have taken the
 * writes up to there.
 */

const LAST = 5;
const RANGE = 0.2;
const SLOPE = 0.1;
/** Windows of a round. */
const ROUND = 2;

/** Programs of all causes, and page writes of the host. */
export interface Written {
  programs: number;
  writes: number;
}

export interface Settling {
  steady: boolean;
  /** Of the last rounds together. */
  amplification: number;
  /** Largest less least, and what the line rises from the first to the last, as shares of the average. */
  range: number;
  slope: number;
  /** How many times the host had written the capacity before the last rounds. */
  written: number;
}

/** Of the windows of a run on a device with `capacity` logical pages; `null` where one of the last rounds writes nothing, or there are too few. */
export function settling(windows: readonly Written[], capacity: number): Settling | null {
  const rounds = Array.from({ length: Math.floor(windows.length / ROUND) }, (_, i) =>
    added(windows.slice(i * ROUND, (i + 1) * ROUND)),
  );
  const last = rounds.slice(-LAST);
  const values = last.map(({ programs, writes }) => programs / writes);
  if (last.length < LAST || !values.every(Number.isFinite)) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / LAST;
  if (mean === 0) return null;
  const middle = (LAST - 1) / 2;
  // The squares of -2, -1, 0, 1, 2 add up to 10.
  const perRound = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0) / 10;
  const range = (Math.max(...values) - Math.min(...values)) / mean;
  const slope = (perRound * (LAST - 1)) / mean;
  const written = added(rounds.slice(0, -LAST)).writes / Math.max(1, capacity);
  const all = added(last);
  return {
    steady: written >= 1 && range <= RANGE && Math.abs(slope) <= SLOPE,
    amplification: all.programs / all.writes,
    ...{ range, slope, written },
  };
}

function added(windows: readonly Written[]): Written {
  return windows.reduce(
    (sum, { programs, writes }) => ({ programs: sum.programs + programs, writes: sum.writes + writes }),
    { programs: 0, writes: 0 },
  );
}
