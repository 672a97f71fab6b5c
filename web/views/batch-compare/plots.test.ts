import { expect, test } from 'vitest';
import { axisOf, roomFor } from './plots';

test('an axis is logarithmic where values span more than 8 times', () => {
  expect(axisOf([1, 8], [0, 100])).toMatchObject({ log: false });
  const { log, place } = axisOf([1, 10], [0, 100]);
  expect(log).toBe(true);
  expect(place(10)).toBeCloseTo(100);
  expect(place(1)).toBeGreaterThan(0);
});

test('an axis of nothing, or from nothing on, is linear from 0', () => {
  const { log, place } = axisOf([0, 900], [10, 110]);
  expect(log).toBe(false);
  expect([place(0), place(900)]).toEqual([10, 110]);
  expect(axisOf([0, 0], [10, 110]).place(0)).toBe(10);
});

test('ticks are few enough to be read', () => {
  expect(axisOf([1, 2000], [0, 200]).ticks.length).toBeLessThanOrEqual(5);
  expect(axisOf([2250, 4000], [0, 200]).ticks.length).toBeGreaterThan(1);
});

test('the longest figure has room behind its dot', () => {
  expect(roomFor(['12', '1,152,126'], 7, 14)).toBe(14 + 9 * 7);
  expect(roomFor(['12'], 7, 14)).toBe(roomFor(['1.45'], 7, 14));
});
