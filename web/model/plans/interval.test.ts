import { expect, test } from 'vitest';
import { differenceOf, differenceOfWindows, isUnsure } from './interval';

test('the interval of a paired difference, as worked out by hand', () => {
  // Differences 1 2 3 4 5: mean 3, s = sqrt(2.5), half = 2.776 * sqrt(2.5 / 5) = 1.9629.
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

test('windows that depend on one another are joined in pairs until they do not, by hand', () => {
  const none = (n: number) => Array(n).fill(0);
  // Pairs of equal windows: ratio 9 · 4 / 20 = 1.8, joined or not; at 20 the bound is 1.30.
  const even = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 1 : -1));
  expect(differenceOfWindows(even, none(20))).toMatchObject({ pairs: 20, mean: 0 });
  // Four of a kind: 4 · 4 / 20 = 0.8; in pairs ++--++--++, mean 0.2: 4 · 4 / 9.6 = 1.67, the bound is 1.065.
  const fours = Array.from({ length: 20 }, (_, i) => (i % 8 < 4 ? 1 : -1));
  const found = differenceOfWindows(fours, none(20));
  // r = (1 · 0.64 ...) of neighbours: 5 alike, 4 not: (3 · 0.64 + 2 · 1.44 - 4 · 0.96) / 9.6 = 0.1.
  const half = 2.262 * Math.sqrt(9.6 / 9 / 10) * Math.sqrt(1.1 / 0.9);
  expect(found).toMatchObject({ pairs: 10, mean: 0.2 });
  expect(found !== 'dependent' && found && found.high - found.mean).toBeCloseTo(half, 6);
  // A trend depends on the time however long the windows.
  const trend = Array.from({ length: 20 }, (_, i) => i);
  expect(differenceOfWindows(trend, none(20))).toBe('dependent');
  // Equal differences depend on nothing.
  expect(differenceOfWindows(trend, trend)).toMatchObject({ pairs: 20, low: 0, high: 0 });
});

test('windows that correlate with their neighbours: the intervals that are given hold the mean far more often', () => {
  const normal = normals(7);
  const [first, student] = [
    { given: 0, right: 0 },
    { given: 0, right: 0 },
  ];
  for (let pair = 0; pair < 2000; pair += 1) {
    // x_i+1 = 0.5 x_i + e, from its stationary distribution.
    let x = normal() / Math.sqrt(1 - 0.5 ** 2);
    const windows = Array.from({ length: 20 }, () => {
      x = 0.5 * x + normal();
      return x;
    });
    for (const [of, interval] of [
      [first, differenceOfWindows(windows, Array(20).fill(0))],
      [student, differenceOf(windows, Array(20).fill(0))],
    ] as const) {
      if (!interval || interval === 'dependent') continue;
      of.given += 1;
      if (isUnsure(interval)) of.right += 1;
    }
  }
  expect(student.right / student.given).toBeLessThan(0.78);
  expect(first.right / first.given).toBeGreaterThan(0.85);
  expect(first.given / 2000).toBeGreaterThan(0.9);
});

test('windows that are independent lose little: nearly all keep their interval, of which 95 % hold the mean', () => {
  const normal = normals(11);
  let [given, right] = [0, 0];
  for (let pair = 0; pair < 1000; pair += 1) {
    const found = differenceOfWindows(Array.from({ length: 20 }, normal), Array(20).fill(0));
    if (!found || found === 'dependent') continue;
    given += 1;
    if (isUnsure(found)) right += 1;
  }
  expect(given).toBeGreaterThan(980);
  expect(right / given).toBeGreaterThan(0.93);
  expect(right / given).toBeLessThan(0.98);
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
