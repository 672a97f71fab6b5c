import { expect, test } from 'vitest';
import { differenceOf, isUnsure } from './interval';

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

test('of 400 pairs of runs that do not differ, the interval of about 95 % has 0 in it', () => {
  let state = 1;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  // Sums of twelve are nearly normal.
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, each) => sum + each, -6);
  let unsure = 0;
  for (let pair = 0; pair < 400; pair += 1) {
    const run = () => Array.from({ length: 20 }, normal);
    const found = differenceOf(run(), run());
    if (found && isUnsure(found)) unsure += 1;
  }
  expect(unsure / 400).toBeGreaterThan(0.92);
  expect(unsure / 400).toBeLessThan(0.98);
});
