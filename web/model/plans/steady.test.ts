import { expect, test } from 'vitest';
import { settling, type Written } from './steady';

/** Windows of 100 page writes, two to a round of this write amplification. */
const rounds = (...amplifications: number[]): Written[] =>
  amplifications.flatMap((wa) => [
    { writes: 100, programs: 100 * wa - 30 },
    { writes: 100, programs: 100 * wa + 30 },
  ]);

test('only the last five rounds count, of two windows each', () => {
  expect(settling(rounds(9, 1, 2, 2, 2, 2, 2), 100)).toEqual({
    ...{ steady: true, amplification: 2, range: 0, slope: 0, written: 4 },
  });
});

/** By hand: mean 2, range 0.4 / 2; (−2·−0.2 + −1·0.2 + 0 + 1·−0.2 + 2·0.2) / 10 · 4 / 2 = 0.08. */
test('a swing of 20 % of the average is steady, a larger one is not', () => {
  const told = settling(rounds(1, 1.8, 2.2, 2, 1.8, 2.2), 200);
  expect(told?.range).toBeCloseTo(0.2);
  expect(told?.slope).toBeCloseTo(0.08);
  expect(settling(rounds(1, 1.81, 2.19, 2, 1.81, 2.19), 200)?.steady).toBe(true);
  expect(settling(rounds(1, 1.7, 2.3, 2, 1.7, 2.3), 200)?.steady).toBe(false);
});

/** From 1.88 to 2.12 in a line: the range of 12 % is fine, the rise of 12 % is not. */
test('a slow rise is not steady, up or down', () => {
  const rising = [1.88, 1.94, 2, 2.06, 2.12];
  expect(settling(rounds(1, ...rising), 200)?.slope).toBeCloseTo(0.12);
  expect(settling(rounds(1, ...rising), 200)?.steady).toBe(false);
  expect(settling(rounds(1, ...rising.toReversed()), 200)?.steady).toBe(false);
  expect(settling(rounds(1, 1.92, 1.96, 2, 2.04, 2.08), 200)?.steady).toBe(true);
});

test('free blocks of the beginning make no steady state: the capacity is written before', () => {
  const flat = rounds(1, 1, 1, 1, 1, 1);
  expect(settling(flat, 200)).toMatchObject({ steady: true, written: 1 });
  expect(settling(flat, 201)).toMatchObject({ steady: false, range: 0 });
});

test('the amplification is that of all pages of the last rounds, and not the mean of the rounds', () => {
  const uneven = [...rounds(1, 2, 2, 2, 2), { writes: 600, programs: 1200 }, { writes: 200, programs: 800 }];
  expect(settling(uneven, 0)?.amplification).toBeCloseTo(3600 / 1600);
});

test('without writes in the last windows nothing is said', () => {
  expect(
    settling([...rounds(1, 1, 1, 1), { writes: 0, programs: 0 }, { writes: 0, programs: 0 }], 0),
  ).toBeNull();
  expect(settling([], 0)).toBeNull();
});
