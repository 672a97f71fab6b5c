import { expect, test } from 'vitest';
import fc from '../../../base/property';
import { follow, rangesOf, scrolledTo, share, unitsFrom } from './windows';

/** A section, its window somewhere, and what is wanted of it. */
const sections = fc
  .record({ all: fc.integer({ min: 2, max: 300 }), across: fc.integer({ min: 1, max: 20 }) })
  .chain(({ all, across }) =>
    fc.record({
      all: fc.constant(all),
      across: fc.constant(across),
      window: fc
        .tuple(fc.integer({ min: 1, max: all }), fc.nat(all))
        .map(([most, first]) => scrolledTo(first, unitsFrom(0, most), all)),
      must: fc.array(fc.nat(all - 1), { maxLength: 12 }),
      may: fc.array(fc.nat(all - 1), { maxLength: 12 }),
    }),
  );

test('a window shows what must be seen as far as it has room, in order, and stays when it does already', () => {
  fc.assert(
    fc.property(sections, ({ all, across, window, must, may }) => {
      const next = follow(window, must, may, all, across);
      expect(next.length).toBe(window.length);
      expect(
        next.every((unit, i) => unit >= 0 && unit < all && (i === 0 || unit > (next[i - 1] ?? -1))),
      ).toBe(true);
      for (const unit of [...new Set(must)].slice(0, window.length)) expect(next).toContain(unit);
      const wanted = [...new Set([...must, ...may])];
      const seen = wanted.filter((unit) => next.includes(unit)).length;
      expect(seen).toBeGreaterThanOrEqual(Math.min(wanted.length, window.length));
      expect(follow(next, must, may, all, across)).toBe(next);
    }),
  );
});

test('a near target moves a window by whole lines; distant ones are shown together', () => {
  const window = unitsFrom(0, 8);
  expect(follow(window, [9], [], 100, 4)).toEqual(unitsFrom(4, 8));
  expect(follow(unitsFrom(40, 8), [22], [], 100, 4)).toEqual(unitsFrom(20, 8));
  expect(follow(window, [2, 90], [50], 100, 4)).toEqual([0, 1, 2, 3, 4, 5, 50, 90]);
  // The end of a section is its last block, whatever a line holds.
  expect(follow(window, [98], [], 99, 4)).toEqual(unitsFrom(91, 8));
});

test('lines are shared so that no section lacks one that another could spare', () => {
  expect(share([60, 4, 1], [1, 1, 1], 7)).toEqual([3, 3, 1]);
  expect(share([60, 2], [1, 1], 7)).toEqual([5, 2]);
  // A chain of three lines is shown whole, even where there is no room for it.
  expect(share([30, 5], [3, 1], 2)).toEqual([3, 1]);
  const rows = fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(rows, fc.nat(100), (all, viewport) => {
      const shown = share(
        all,
        all.map(() => 1),
        viewport,
      );
      const sum = shown.reduce((a, b) => a + b, 0);
      const most = all.reduce((a, b) => a + b, 0);
      expect(sum).toBe(Math.max(all.length, Math.min(most, viewport)));
      shown.forEach((lines, i) => {
        expect(lines).toBeLessThanOrEqual(all[i] ?? 0);
        if (lines < (all[i] ?? 0)) for (const others of shown) expect(others - lines).toBeLessThanOrEqual(1);
      });
    }),
  );
});

test('the visible blocks are listed in runs', () => {
  expect(rangesOf([0, 1, 2, 7, 9, 10])).toEqual([
    [0, 2],
    [7, 7],
    [9, 10],
  ]);
});
