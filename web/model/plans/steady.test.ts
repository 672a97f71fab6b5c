import { expect, test } from 'vitest';
import { settling } from './steady';

test('only the last five windows count', () => {
  expect(settling([9, 1, 2, 2, 2, 2, 2])).toEqual({ steady: true, range: 0, slope: 0 });
});

/** By hand: mean 2, range 0.4 / 2; (−2·−0.2 + −1·0.2 + 0 + 1·−0.2 + 2·0.2) / 10 · 4 / 2 = 0.08. */
test('a swing of 20 % of the average is steady, a larger one is not', () => {
  const told = settling([1.8, 2.2, 2, 1.8, 2.2]);
  expect(told?.range).toBeCloseTo(0.2);
  expect(told?.slope).toBeCloseTo(0.08);
  expect(settling([1.81, 2.19, 2, 1.81, 2.19])?.steady).toBe(true);
  expect(settling([1.7, 2.3, 2, 1.7, 2.3])?.steady).toBe(false);
});

/** From 1.88 to 2.12 in a line: the range of 12 % is fine, the rise of 12 % is not. */
test('a slow rise is not steady, up or down', () => {
  const rising = [1.88, 1.94, 2, 2.06, 2.12];
  expect(settling(rising)?.slope).toBeCloseTo(0.12);
  expect(settling(rising)?.steady).toBe(false);
  expect(settling(rising.toReversed())?.steady).toBe(false);
  expect(settling([1.92, 1.96, 2, 2.04, 2.08])?.steady).toBe(true);
});

test('without writes in the last windows nothing is said', () => {
  expect(settling([1, 1, 1, 1, Number.NaN])).toBeNull();
  expect(settling([])).toBeNull();
});
