import { expect, test } from 'vitest';
import type { Lanes } from '../../protocol/generated/Lanes';
import { barsOf, chartOf, rowsOf, samplesOf, wholeOf } from './layout';

/** 32 bins of 10 requests: windows are two bins wide. */
function lanes(host: number[], copies: number[], translation: number[] = []): Lanes {
  const none: number[] = [];
  return {
    ...{ requests: 320, requests_per_bin: 10, filled: host.length },
    ...{ host, copies, translation },
    ...{ gc: none, switch: none, partial: none, full: none, erases: none, cmt_misses: none },
  };
}

test('a sample is the programs for each host write in the window that ends there', () => {
  expect(samplesOf(lanes([10, 10, 10], [0, 20, 30], [0, 0, 10]))).toEqual([
    { written: 20, amplification: 2 },
    { written: 30, amplification: 4 },
  ]);
});

test('behind a write buffer programs are counted as such: fewer than writes where pages are rewritten in it', () => {
  const samples = samplesOf({ ...lanes([10, 10, 10], [0, 0, 0]), programs: [2, 8, 0] });
  expect(samples.map(({ amplification }) => amplification)).toEqual([0.5, 0.4]);
  const { up } = chartOf(samples, null, 30, { left: 0, right: 100, top: 0, bottom: 50 });
  expect(up[0]?.value).toBe(0);
});

test('where nothing was written there is no amplification', () => {
  expect(samplesOf(lanes([0, 0, 0, 5], [0, 0, 0, 5]))).toEqual([{ written: 5, amplification: 2 }]);
  expect(samplesOf(lanes([], []))).toEqual([]);
});

test('bins that the run has not been to count for nothing', () => {
  expect(samplesOf({ ...lanes([10, 10, 10], [0, 0, 90]), filled: 2 })).toEqual([
    { written: 20, amplification: 1 },
  ]);
});

test('a table has few rows, and the last sample is one', () => {
  const samples = Array.from({ length: 41 }, (_, i) => ({ written: i, amplification: 1 }));
  const rows = rowsOf(samples, 10);
  expect(rows.map(({ written }) => written)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40]);
  expect(rowsOf(samples.slice(0, 3), 10)).toHaveLength(3);
});

test('the axis is as long as the run will be', () => {
  expect(wholeOf(lanes([10, 6], [0, 0]))).toBe(256);
  expect(wholeOf(lanes([], []))).toBe(0);
});

test('curve and prediction share a scale', () => {
  const room = { left: 0, right: 100, top: 0, bottom: 100 };
  const chart = chartOf(
    [
      { written: 0, amplification: 1 },
      { written: 50, amplification: 5 },
    ],
    3,
    100,
    room,
  );
  expect(chart.path).toBe('M0.0,100.0L50.0,0.0');
  expect(chart.predicted).toBe(50);
  expect(chart.across).toEqual([
    { x: 0, value: 0 },
    { x: 100, value: 100 },
  ]);
  // A prediction above everything measured is still inside.
  expect(chartOf([{ written: 0, amplification: 1 }], 9, 100, room).predicted).toBeGreaterThanOrEqual(0);
});

test('log blocks by the logical blocks merged for them: a bar a count, or a range where there are many', () => {
  expect(barsOf([], 8)).toEqual([]);
  expect(
    barsOf(
      [
        [1, 3],
        [3, 1],
      ],
      8,
    ),
  ).toEqual([
    { from: 1, to: 1, count: 3, share: 0.75 },
    { from: 2, to: 2, count: 0, share: 0 },
    { from: 3, to: 3, count: 1, share: 0.25 },
  ]);
  const many = Array.from({ length: 20 }, (_, index) => [index + 1, 2] as const);
  const bars = barsOf(many, 8);
  expect(bars.map(({ from, to }) => [from, to])).toEqual([
    [1, 3],
    [4, 6],
    [7, 9],
    [10, 12],
    [13, 15],
    [16, 18],
    [19, 21],
  ]);
  expect(bars.map(({ count }) => count)).toEqual([6, 6, 6, 6, 6, 6, 4]);
});
