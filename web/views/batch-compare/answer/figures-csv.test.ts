import { expect, test } from 'vitest';
import type { Report } from '../../../protocol/generated/Report';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { figureLines, figuresCsv } from './figures-csv';

/** 40 windows of 100 writes in two requests, half of them with `more` programs. */
const run = (ftl: 'page' | 'fast', more: number): BatchComparison => ({
  variant: { ftl, value: null, scenario: {} },
  link: () => '',
  stage: {
    is: 'done',
    seconds: 1,
    seeds: [],
    report: {
      ...{ write_amplification: 1 + more / 200, host: { writes: 4000 }, scenario_hash: `hash of ${ftl}` },
      flash: { programs: { total: 4000 + 20 * more }, erases: { total: 40 } },
      ...{ service_us: { mean: 250 }, response_us: { mean: 300 } },
    } as Report,
    windows: Array.from({ length: 40 }, (_, i) => ({
      ...{ requests: 2, answered: 2, writes: 100, erases: 1, service: 500, response: 600 },
      programs: 100 + (i % 2) * more,
    })),
  },
});

test('a line a figure of each run: its value, its difference with the interval, or why there is none', () => {
  const [page, fast] = [run('page', 0), run('fast', 10)];
  const lines = figuresCsv(figureLines([page, fast], 'ftls', page, '0123456789abcdef'))
    .trim()
    .split('\n');
  const cells = lines.map((line) => line.split(','));
  expect(lines).toHaveLength(1 + 2 * 4);
  expect(cells.every((line) => line.length === cells[0]?.length)).toBe(true);
  expect(lines[1]).toBe('Page,write_amplification,1,,,,,,,,,true,hash of page,0123456789abcdef');
  const [name, figure, value, difference, low, high, ...rest] = cells[5] ?? [];
  expect([name, figure, value, Number(difference)]).toEqual([
    'FAST',
    'write_amplification',
    '1.05',
    expect.closeTo(0.05),
  ]);
  expect(Number(low)).toBeLessThan(0.05);
  expect(Number(high)).toBeGreaterThan(0.05);
  expect(rest).toEqual(['windows', '40', '40', '', '', 'true', 'hash of fast', '0123456789abcdef']);
  expect(lines[7]).toBe('FAST,mean_service_us,250,0,0,0,windows,40,40,,,true,hash of fast,0123456789abcdef');
  // Too few windows for an interval.
  const { stage } = fast;
  if (stage.is !== 'done') throw new Error('a run that is done');
  const short = { ...fast, stage: { ...stage, windows: stage.windows.slice(0, 20) } };
  expect(
    figuresCsv(figureLines([short], 'ftls', page, null))
      .trim()
      .split('\n')[1],
  ).toMatch(/^FAST,write_amplification,1.05,,,,windows,,,windows,/);
});

test('with seeds a run is steady where it is with each of them', () => {
  const page = run('page', 0);
  if (page.stage.is !== 'done') throw new Error('a run that is done');
  const { stage } = page;
  const rising = stage.windows.map((part, i) => ({ ...part, programs: 100 + 5 * i }));
  const steady = (...windowsOfSeeds: (typeof stage.windows)[]) => {
    const seeds = windowsOfSeeds.map(() => stage.report);
    const [line] = figureLines([{ ...page, stage: { ...stage, seeds, windowsOfSeeds } }], 'ftls', page, null);
    return line?.steady;
  };
  expect(steady(stage.windows, stage.windows)).toBe(true);
  expect(steady(stage.windows, rising)).toBe(false);
  expect(steady(stage.windows, stage.windows.slice(0, 4))).toBe(null);
});
