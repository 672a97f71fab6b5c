import { expect, test } from 'vitest';
import type { Lanes } from '../../protocol/generated/Lanes';
import { schemeOf } from '../../schemes';
import { followed, lanesTable, requestAt, type Sheet, timelineLayout, toldBins, zoomed } from './layout';
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
  cmt_misses: Array(10).fill(0),
};

const NONE = {
  host: 0,
  copies: 0,
  gc: 0,
  switch: 0,
  partial: 0,
  full: 0,
  erases: 0,
  translation: 0,
  cmt_misses: 0,
};

const sheet = (more: Partial<Sheet> = {}) =>
  timelineLayout({
    ...{ lanes, ids: schemeOf('page').lanes, span: [0, 100], width: 600, lane: 20, axis: 20 },
    ...{ done: 40, inside: false, hiddenFrom: null, soFar: NONE },
    ...more,
  });

test('bars are in their lane, in order, and only as far as the run has been', () => {
  const { lanes: drawn } = sheet();
  expect(drawn.map((lane) => lane.id)).toEqual(['host', 'victims', 'copies', 'erases', 'wa']);
  for (const lane of drawn) {
    for (const [index, bar] of lane.bars.entries()) {
      expect(bar.y).toBeGreaterThanOrEqual(lane.top - 0.01);
      expect(bar.y + bar.h).toBeCloseTo(lane.base);
      expect(bar.x + bar.w).toBeLessThanOrEqual(360);
      const next = lane.bars[index + 1];
      if (next) expect(bar.x + bar.w).toBeLessThanOrEqual(next.x);
    }
  }
  expect(drawn[2]?.bars).toHaveLength(3);
});

test('requests that the run has visited but not played again look different', () => {
  const played = (more: Partial<Sheet>) =>
    sheet(more).lanes[0]?.bars.filter((bar) => bar.is === 'played').length;
  expect(played({ done: 40 })).toBe(4);
  expect(played({ done: 40, inside: true })).toBe(5);
  const each = { ...lanes, requests: 10, requests_per_bin: 1 };
  const now = sheet({ lanes: each, span: [0, 10], done: 2, inside: true }).lanes[0]?.bars;
  expect(now?.map(({ is }) => is)).toEqual(['played', 'played', 'now', 'coming', 'coming', 'coming']);
  const { line } = sheet({ done: 40 });
  expect([line.played.length, line.coming.length]).toEqual([4, 3]);
});

test('of the request under way as much is full as has happened', () => {
  const each = { ...lanes, requests: 10, requests_per_bin: 1 };
  const soFar = { ...NONE, host: 19, copies: 3, erases: 1 };
  const { lanes: drawn } = sheet({ lanes: each, span: [0, 10], done: 2, inside: true, soFar });
  const now = (id: string) => drawn.find((lane) => lane.id === id)?.bars.find(({ is }) => is === 'now');
  expect([now('host')?.share, now('copies')?.share, now('erases')?.share]).toEqual([0, 0.75, 1]);
  expect(drawn[2]?.bars.filter(({ is, share }) => is !== 'now' && share !== undefined)).toEqual([]);
});

test('an open question hides what follows', () => {
  const { lanes: drawn, line, hidden } = sheet({ hiddenFrom: 40 });
  expect(drawn[0]?.bars).toHaveLength(4);
  expect(line.coming).toHaveLength(1);
  expect(hidden).toBe(240);
});

test('a request that writes nothing is an outline, where each request has its own bar', () => {
  const each = { ...lanes, requests: 10, requests_per_bin: 1, host: [1, 0, 2, 0, 1, 1, 0, 0, 0, 0] };
  const { lanes: drawn } = sheet({ lanes: each, span: [0, 10], done: 6 });
  expect(drawn[0]?.bars.map(({ hollow }) => hollow === true)).toEqual([
    false,
    true,
    false,
    true,
    false,
    false,
  ]);
  expect(drawn.slice(1).flatMap(({ bars }) => bars.filter(({ hollow }) => hollow))).toEqual([]);
  const [write, read] = drawn[0]?.bars ?? [];
  expect(read?.h).toBeLessThan(write?.h ?? 0);
  expect(sheet().lanes[0]?.bars.some(({ hollow }) => hollow)).toBe(false);
});

test('the table shows no more than the lanes do', () => {
  expect(toldBins(lanes, null)).toBe(6);
  expect(toldBins(lanes, 40)).toBe(4);
  expect(toldBins(lanes, 1000)).toBe(6);
});

test('of merges the more expensive kind is higher', () => {
  const one = [1, ...Array(9).fill(0)];
  const zero = Array(10).fill(0);
  const heightOf = (kind: 'switch' | 'partial' | 'full') => {
    const merges = { ...lanes, switch: zero, partial: zero, full: zero, [kind]: one };
    return sheet({ lanes: merges, ids: schemeOf('bast').lanes }).lanes[1]?.bars[0]?.h ?? 0;
  };
  expect(heightOf('switch')).toBeLessThan(heightOf('partial'));
  expect(heightOf('partial')).toBeLessThan(heightOf('full'));
});

test('of one scheme there are only the lanes it can fill', () => {
  expect(schemeOf('bast').lanes).toContain('merges');
  expect(schemeOf('bast').lanes).not.toContain('map');
  expect(schemeOf('fast').lanes).toEqual(schemeOf('bast').lanes);
  expect(schemeOf('dftl').lanes).toContain('map');
  expect(schemeOf('page').lanes).not.toContain('merges');
});

test('a point of the track is a request, and the edges hold', () => {
  expect(requestAt(0, 600, [0, 100], 100)).toBe(0);
  expect(requestAt(300, 600, [0, 100], 100)).toBe(50);
  expect(requestAt(900, 600, [0, 100], 100)).toBe(100);
  expect(requestAt(-5, 600, [20, 40], 100)).toBe(20);
});

test('the visible part grows and shrinks around the pointer, stays inside the run, and follows the run', () => {
  expect(zoomed([0, 100], 0.5, 40, 100)).toEqual([20, 70]);
  expect(zoomed([20, 70], 4, 40, 100)).toEqual([0, 100]);
  const [from, to] = zoomed([0, 100], 0.01, 99, 100);
  expect(to - from).toBe(10);
  expect(to).toBeLessThanOrEqual(100);
  expect(followed([20, 40], 30, 100)).toEqual([20, 40]);
  expect(followed([20, 40], 60, 100)).toEqual([55, 75]);
  expect(followed([20, 40], 100, 100)).toEqual([80, 100]);
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
  const ids = schemeOf('page').lanes;
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
