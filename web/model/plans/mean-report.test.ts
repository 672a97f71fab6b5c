import { expect, test } from 'vitest';
import type { Report } from '../../protocol/generated/Report';
import { meanReport } from './mean-report';

const report = (erases: number, more: object = {}) =>
  ({
    ...{ format: 1, state_hash: `of ${erases}`, write_amplification: erases / 10 },
    flash: { erases: { total: erases } },
    merges: { switch: 0, full_merge_blocks: [] },
    ...more,
  }) as unknown as Report;

test('every figure is the mean over the seeds, at every depth; the rest is as with the first', () => {
  const found = meanReport([report(10), report(13), report(16)]);
  expect(found).toMatchObject({ format: 1, state_hash: 'of 10', flash: { erases: { total: 13 } } });
  expect(found.write_amplification).toBeCloseTo(1.3, 9);
});

test('a workload became steady where it did with every seed', () => {
  const steady = (reached: boolean) => report(1, { steady: { reached, window: 3, passes: 1 } });
  expect(meanReport([steady(true), steady(true)]).steady?.reached).toBe(true);
  expect(meanReport([steady(true), steady(false)]).steady?.reached).toBe(false);
});

test('victims are counted together by the number of their blocks', () => {
  const merges = (full_merge_blocks: [number, number][]) => ({ merges: { switch: 2, full_merge_blocks } });
  const found = meanReport([
    report(
      1,
      merges([
        [1, 4],
        [3, 2],
      ]),
    ),
    report(
      1,
      merges([
        [2, 6],
        [3, 4],
      ]),
    ),
  ]);
  expect(found.merges).toEqual({
    switch: 2,
    full_merge_blocks: [
      [1, 2],
      [2, 3],
      [3, 3],
    ],
  });
});

test('a part that only some reports have is the mean of those', () => {
  const overload = { arrivals_us: 100, done_us: 300, times: 3 };
  const found = meanReport([report(1, { write_amplification: null }), report(20, { overload })]);
  expect(found).toMatchObject({ overload, write_amplification: 2 });
  expect(meanReport([report(1, { write_amplification: null })]).write_amplification).toBeNull();
});
