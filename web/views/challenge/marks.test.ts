import { expect, test } from 'vitest';
import { marksOf } from './marks';

const total = (person: number, scheme: number) => ({ total: { person, scheme } });

test('marks are in order of cost, the least and the greatest near the edges', () => {
  const marks = marksOf(total(77, 82), { cost: 61, bound: 35, proven: false });
  expect(marks.map(({ is }) => is)).toEqual(['bound', 'best', 'you', 'scheme']);
  expect(marks.map(({ at }) => Math.round(at))).toEqual([8, 54, 83, 92]);
  expect(marks.map(({ above }) => above)).toEqual([true, false, true, false]);
});

test('names on one side never touch, and stay within the edges', () => {
  for (const [person, scheme, cost, bound] of [
    [62, 63, 61, 60],
    [100, 100, 100, 1],
    [1000, 1, 1, 1],
    [5, 5, 5, 5],
  ] as const) {
    const marks = marksOf(total(person, scheme), { cost, bound, proven: false });
    for (const side of [true, false]) {
      const [left, right] = marks.filter(({ above }) => above === side);
      expect((right?.named ?? 0) - (left?.named ?? 0)).toBeGreaterThanOrEqual(38);
      expect(left?.named).toBeGreaterThanOrEqual(15);
      expect(right?.named).toBeLessThanOrEqual(85);
    }
  }
});

test('a proven bound is one mark, and before the search there are two', () => {
  expect(marksOf(total(7, 7), { cost: 5, bound: 5, proven: true }).map(({ is }) => is)).toEqual([
    'proven',
    'you',
    'scheme',
  ]);
  expect(marksOf(total(7, 7), null).map(({ at }) => at)).toEqual([50, 50]);
});
