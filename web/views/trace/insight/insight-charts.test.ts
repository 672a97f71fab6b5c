import { expect, test } from 'vitest';
import type { TraceLocality } from '../../../protocol/generated/TraceLocality';
import { courseChart, distanceChart, sizeChart, stretchName } from './insight-charts';

const bins = (at: Record<number, number>) => Array.from({ length: 15 }, (_, k) => at[k] ?? 0);
const locality: TraceLocality = {
  stack: { first: 4, bins: [1, 0, 2] },
  rewrite: { first: 1, bins: [1] },
  hot: [],
  sizes: { read: bins({ 3: 2, 9: 1, 14: 5 }), write: bins({ 12: 7 }) },
  course: [
    { read: 0, written: 3, first: 2 },
    { read: 1, written: 0, first: 0 },
  ],
  stretch: 10,
};
const pointsOf = ({ series }: ReturnType<typeof distanceChart>, of: number) =>
  series[of]?.points.map(({ x, y }) => [x, y]);

test('distances are drawn as shares of all accesses, those of a first time with them', () => {
  const chart = distanceChart(locality);
  expect(pointsOf(chart, 0)).toEqual([
    [1, 1 / 7],
    [2, 1 / 7],
    [4, 3 / 7],
  ]);
  expect(pointsOf(chart, 1)).toEqual([[1, 1 / 2]]);
});

test('neighbours on the axis of shares look different', () => {
  const { show } = distanceChart(locality).y;
  expect([0, 0.005, 0.01, 0.015, 0.2].map((share) => show?.(share))).toEqual([
    '0%',
    '0.5%',
    '1%',
    '1.5%',
    '20%',
  ]);
});

test('requests smaller than a sector count as one of a sector', () => {
  const chart = sizeChart(locality);
  expect(pointsOf(chart, 0)).toEqual(
    [512, 1024, 2048, 4096, 8192, 16384].map((x) => [x, x === 4096 ? 7 : 0]),
  );
  expect(pointsOf(chart, 1)?.[0]).toEqual([512, 3]);
  expect(pointsOf(chart, 1)?.at(-1)).toEqual([16384, 5]);
});

test('the course begins with the number of the first request in the file', () => {
  const chart = courseChart(locality, 101);
  expect(pointsOf(chart, 0)).toEqual([
    [101, 3],
    [111, 0],
  ]);
  expect(pointsOf(chart, 2)).toEqual([
    [101, 2],
    [111, 0],
  ]);
});

test('each stretch of a trace is called by a request of its own: of long ones by the round number before it', () => {
  const names = (stretch: number, first: number) => [0, 1, 2, 3].map((i) => stretchName(i, stretch, first));
  expect(names(1, 1)).toEqual([1, 2, 3, 4]);
  expect(names(1000, 1)).toEqual([1, 1000, 2000, 3000]);
  expect(names(1, 501)).toEqual([501, 502, 503, 504]);
});
