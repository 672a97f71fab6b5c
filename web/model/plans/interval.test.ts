import { expect, test } from 'vitest';
import fc from '../../base/property';
import { differenceOf, differenceOfRatios, isUnsure, type Part } from './interval';

test('the interval of a paired difference, as worked out by hand', () => {
  // Differences 1 2 3 4 5: mean 3, s = sqrt(2.5), half = 2.7764 * sqrt(2.5 / 5) = 1.9629.
  const found = differenceOf([11, 12, 13, 14, 15], [10, 10, 10, 10, 10]);
  expect(found).toMatchObject({ mean: 3, pairs: 5 });
  expect(found?.low).toBeCloseTo(3 - 1.9629, 3);
  expect(found?.high).toBeCloseTo(3 + 1.9629, 3);
  expect(found && isUnsure(found)).toBe(false);
});

test('the load that two runs share cancels out, window by window', () => {
  const load = Array.from({ length: 20 }, (_, i) => 100 * Math.sin(i) + 10 * i);
  const more = load.map((value, i) => value + 2 + (i % 2 === 0 ? 0.1 : -0.1));
  const found = differenceOf(more, load);
  expect(found?.mean).toBeCloseTo(2, 9);
  expect(found?.low).toBeGreaterThan(1.9);
  expect(differenceOf(load, load)).toMatchObject({ low: 0, high: 0 });
});

test('a difference may be chance where 0 is in the interval; few windows give none', () => {
  const found = differenceOf([1, -1, 1, -1, 1, -1], [0, 0, 0, 0, 0, 0]);
  expect(found && isUnsure(found)).toBe(true);
  expect(differenceOf([1, 2, 3, 4], [0, 0, 0, 0])).toBe(null);
  expect(differenceOf([1, 2, 3, 4, 5], [1, 2, 3, 4])).toBe(null);
});

/** Nearly normal numbers of variance 1, the same ones in every run: sums of twelve. */
function normals(seed: number): () => number {
  let state = seed;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return () => Array.from({ length: 12 }, random).reduce((sum, each) => sum + each, -6);
}

const even = (values: readonly number[]): Part[] => values.map((of) => ({ of, per: 1 }));
const zero = (n: number): Part[] => even(Array(n).fill(0));
const given = (found: ReturnType<typeof differenceOfRatios>) => {
  if (!found || found === 'dependent') throw new Error(`no interval: ${found}`);
  return found;
};

test('the interval of windows that do not depend on one another, by hand', () => {
  // ±1 in turns: neighbours correlate by less than 0. Each adds ±1/30, without its window ±1/29: 30/29² in all.
  const found = given(
    differenceOfRatios(even(Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 1 : -1))), zero(30)),
  );
  expect(found).toMatchObject({ pairs: 30, independent: 30 });
  expect(found.mean).toBeCloseTo(0, 12);
  expect(found.high).toBeCloseTo((2.045229642 * Math.sqrt(30)) / 29, 9);
});

test('windows that depend on one another are worth fewer, by hand; a trend is worth none', () => {
  // Pairs of equal windows: 16 neighbours alike, 15 not, 1/32; without the bias (1 + 1) / 28. Then 32² / 36.757 are independent.
  const twos = Array.from({ length: 32 }, (_, i) => (i % 4 < 2 ? 1 : -1));
  const found = given(differenceOfRatios(even(twos), zero(32)));
  expect(found).toMatchObject({ pairs: 32, independent: 27 });
  const r = 1 / 14;
  const bias = 1 - ((1 + r) / (1 - r) - 1) / 31;
  expect(found.high).toBeCloseTo((2.055529439 * Math.sqrt(32) * Math.sqrt(36.7569 / 32 / bias)) / 31, 5);
  const trend = Array.from({ length: 40 }, (_, i) => i);
  expect(differenceOfRatios(even(trend), zero(40))).toBe('dependent');
  // Equal runs differ by nothing, whatever their course.
  expect(differenceOfRatios(even(trend), even(trend))).toMatchObject({ mean: 0, low: 0, high: 0 });
  // Fewer than 30 do not show whether they depend.
  expect(differenceOfRatios(even(twos.slice(0, 29)), zero(29))).toBeNull();
  expect(differenceOfRatios(even(twos), zero(30))).toBeNull();
});

test('the difference is that of the two figures, and lies in its interval, whatever the sizes of the windows', () => {
  const part = fc.record({
    of: fc.double({ min: 0, max: 1e6, noNaN: true }),
    per: fc.integer({ min: 0, max: 500_000 }),
  });
  const parts = fc.array(part, { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(parts, parts, (mine, theirs) => {
      const ratio = (all: Part[]) =>
        all.reduce((sum, { of }) => sum + of, 0) / all.reduce((sum, { per }) => sum + per, 0);
      const found = differenceOfRatios(mine, theirs);
      if (!found || found === 'dependent') return;
      expect(found.mean).toBe(ratio(mine) - ratio(theirs));
      expect(found.low).toBeLessThanOrEqual(found.mean);
      expect(found.high).toBeGreaterThanOrEqual(found.mean);
    }),
    { numRuns: 2000 },
  );
});

/**
 * Of series of 40 windows whose neighbours correlate by `rho`, whose sizes have a standard deviation of `spread` in their logarithm, and
 * whose true ratio is 3: the share with an interval, and of these the share that holds it.
 */
function coverage(rho: number, spread: number, series: number): { given: number; held: number } {
  const normal = normals(7);
  let [given, held] = [0, 0];
  for (let n = 0; n < series; n += 1) {
    // x_i+1 = rho x_i + sqrt(1 - rho²) e, from its stationary distribution: the variance is 1.
    let x = normal();
    const windows = Array.from({ length: 40 }, () => {
      const per = Math.exp(spread * normal());
      const part = { of: per * (3 + x), per };
      x = rho * x + Math.sqrt(1 - rho ** 2) * normal();
      return part;
    });
    const found = differenceOfRatios(
      windows,
      windows.map(({ per }) => ({ of: 0, per })),
    );
    if (!found || found === 'dependent') continue;
    given += 1;
    if (found.low <= 3 && found.high >= 3) held += 1;
  }
  return { given: given / series, held: held / given };
}

test.each([
  [0, 0],
  [0.2, 0],
  [0.5, 0],
  [0, 1],
  [0.2, 1],
  [0.5, 1],
  [0, 1.5],
  [0.5, 1.5],
])(
  'windows that correlate by %d, of sizes that spread by %d: 92 to 98 in 100 intervals hold the ratio',
  (rho, spread) => {
    const { given, held } = coverage(rho, spread, 1500);
    expect(given).toBeGreaterThan(0.6);
    expect(held).toBeGreaterThan(0.92);
    expect(held).toBeLessThan(0.98);
  },
);

test('where windows resemble their neighbours most there is seldom an interval', () => {
  expect(coverage(0.9, 0, 500).given).toBeLessThan(0.3);
  expect(coverage(0.7, 0, 1000).held).toBeGreaterThan(0.88);
});

test('of 400 pairs of runs that do not differ, the interval of about 95 % has 0 in it', () => {
  const normal = normals(1);
  let unsure = 0;
  for (let pair = 0; pair < 400; pair += 1) {
    const run = () => Array.from({ length: 20 }, normal);
    const found = differenceOf(run(), run());
    if (found && isUnsure(found)) unsure += 1;
  }
  expect(unsure / 400).toBeGreaterThan(0.92);
  expect(unsure / 400).toBeLessThan(0.98);
});
