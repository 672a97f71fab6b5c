import { expect, test } from 'vitest';
import type { Lanes } from '../../protocol/generated/Lanes';
import { lanesOf, lanesTable, requestAt, timelineLayout } from './layout';
import { latestWins } from './seek';

const lanes: Lanes = {
  requests: 100,
  requests_per_bin: 10,
  filled: 6,
  host: [10, 9, 8, 7, 6, 5, 0, 0, 0, 0],
  copies: [0, 0, 4, 16, 0, 1, 0, 0, 0, 0],
  gc: [0, 0, 1, 2, 0, 1, 0, 0, 0, 0],
  switch: Array(10).fill(0),
  partial: Array(10).fill(0),
  full: Array(10).fill(0),
  erases: [0, 0, 1, 2, 0, 1, 0, 0, 0, 0],
  translation: Array(10).fill(0),
};

test('bars stand in their lane, in order, and only where the run has been', () => {
  const sheet = timelineLayout(lanes, lanesOf('page'), 620, 13, 10);
  expect(sheet.lanes.map((lane) => lane.id)).toEqual(['host', 'gc', 'copies', 'erases']);
  expect(sheet.filled).toBeCloseTo(10 + 600 * 0.6);
  for (const lane of sheet.lanes) {
    for (const [index, bar] of lane.bars.entries()) {
      expect(bar.y).toBeGreaterThanOrEqual(lane.top - 0.01);
      expect(bar.y + bar.h).toBeCloseTo(lane.base);
      expect(bar.x + bar.w).toBeLessThanOrEqual(sheet.filled);
      const next = lane.bars[index + 1];
      if (next) expect(bar.x + bar.w).toBeLessThanOrEqual(next.x);
    }
  }
  expect(sheet.lanes[2]?.total).toBe(21);
  expect(sheet.lanes[2]?.bars.length).toBe(3);
});

test('of one scheme there are only the lanes it can fill', () => {
  expect(lanesOf('bast')).toContain('full');
  expect(lanesOf('bast')).not.toContain('translation');
  expect(lanesOf('fast')).toEqual(lanesOf('bast'));
  expect(lanesOf('replacement')).not.toContain('full');
  expect(lanesOf('block')).not.toContain('partial');
  expect(lanesOf('dftl')).toContain('translation');
  expect(lanesOf('page')).not.toContain('switch');
});

test('a point of the track is a request, and the edges hold', () => {
  expect(requestAt(10, 620, 10, 100)).toBe(0);
  expect(requestAt(310, 620, 10, 100)).toBe(50);
  expect(requestAt(900, 620, 10, 100)).toBe(100);
  expect(requestAt(-5, 620, 10, 100)).toBe(0);
});

test('while a seek is under way only the latest of those asked for follows', async () => {
  const gone: number[] = [];
  const open: (() => void)[] = [];
  const seek = latestWins((request) => {
    gone.push(request);
    return new Promise((resolve) => open.push(resolve));
  });
  for (const request of [1, 2, 3, 4]) seek(request);
  expect(gone).toEqual([1]);
  open[0]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(gone).toEqual([1, 4]);
  open[1]?.();
  await new Promise((resolve) => setTimeout(resolve));
  expect(gone).toEqual([1, 4]);
});

test('the table has every event of the lanes, in no more rows than are read', () => {
  const ids = lanesOf('page');
  const rows = lanesTable(lanes, ids, 4);
  expect(rows.map(({ from, to }) => [from, to])).toEqual([
    [1, 20],
    [21, 40],
    [41, 60],
  ]);
  expect(rows.map(({ counts }) => counts)).toEqual([
    [19, 0, 0, 0],
    [15, 3, 20, 3],
    [11, 1, 1, 1],
  ]);
  expect(lanesTable({ ...lanes, filled: 0 }, ids, 4)).toEqual([]);
});
