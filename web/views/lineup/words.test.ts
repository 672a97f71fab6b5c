import { expect, test } from 'vitest';
import type { Preset } from '../../model/line-up';
import type { FtlKind } from '../../model/schemes';
import type { Report } from '../../protocol/generated/Report';
import type { LinedUp } from '../../state/line-up';
import { chartsOf } from './charts';
import { differences, unsteady, variantName } from './words';

const run = (ftl: FtlKind, erases: number, merges: Partial<Report['merges']>, copied = 0): LinedUp => ({
  variant: { ftl, value: null, scenario: { logical_pages: 100 } },
  link: () => '',
  stage: {
    is: 'done',
    seconds: 1,
    report: {
      host: { writes: 250 },
      flash: {
        erases: { total: erases },
        programs: { gc: 0, merge: copied, wear: 0, translation: 0, translation_gc: 0 },
      },
      merges: { switch: 0, partial: 0, full: 0, full_merge_blocks: [], ...merges },
    } as unknown as Report,
  },
});

test('differences are said of each run but the one that erased least', () => {
  const full_merge_blocks: [number, number][] = [
    [1, 80],
    [21, 20],
  ];
  const runs = [run('page', 100, {}), run('fast', 1490, { full: 8865, full_merge_blocks }, 12_345)];
  expect(differences(runs, 'ftls')).toEqual([
    'FAST erased 14.9 times as much as Page (1,490 blocks, not 100): 8,865 full merges, 20% of their victims taking 21 or more, 12,345 pages copied.',
  ]);
  expect(differences([run('page', 0, {}), run('bast', 2, { partial: 1 })], 'ftls')).toEqual([
    'BAST erased 2 blocks, Page none: 1 partial merge.',
  ]);
  expect(differences([run('page', 200, {}), run('bast', 205, {})], 'ftls')).toEqual([
    'BAST erased 2.5% more than Page (205 blocks, not 200).',
  ]);
  expect(differences([run('page', 2, {}), run('bast', 2, {})], 'ftls')).toEqual([
    'BAST erased as much as Page (2 blocks).',
  ]);
  expect(differences([{ ...run('page', 1, {}), stage: { is: 'waiting' } }], 'ftls')).toEqual([]);
});

test('a run is called by what is varied', () => {
  const named = (value: number | string, preset: 'policies' | 'log_blocks' | 'sram' | 'spare') =>
    variantName({ ftl: 'fast', value, scenario: {} }, preset);
  expect(named('cost_benefit', 'policies')).toBe('FAST cost benefit');
  expect(named(1, 'log_blocks')).toBe('FAST, 1 log block');
  expect(named(4096, 'sram')).toBe('FAST, 4,096 CMT entries');
  expect(named(0.0701, 'spare')).toBe('FAST, 7.0% spare');
});

test('a run behind a buffer or a scheduler is called by it, one of RAM by all its RAM', () => {
  const named = (value: number | string, preset: Preset) =>
    variantName({ ftl: 'bast', value, scenario: {} }, preset);
  expect(named('pud_lru', 'buffers')).toBe('BAST behind PUD-LRU');
  expect(named('none', 'buffers')).toBe('BAST without a buffer');
  expect(named('ssd_zones', 'schedulers')).toBe('BAST behind SSD zones');
  expect(named(24_704, 'ram')).toBe('BAST with 24.13 KiB of RAM');
  expect(named(1, 'channels')).toBe('BAST on 1 channel');
  expect(named(16, 'depths')).toBe('BAST at queue depth 16');
});

/** A run with more in its report. */
const more = (base: LinedUp, value: string, report: object): LinedUp => ({
  ...base,
  variant: { ...base.variant, value },
  stage:
    base.stage.is === 'done'
      ? { ...base.stage, report: { ...base.stage.report, ...report } as Report }
      : base.stage,
});

const buffer = { write_hits: 100, read_hits: 1, destaged: 140, padded: 0, dirty: 10 };

test('behind write buffers: hits, what left for flash and what is still there', () => {
  const runs = [
    more(run('bast', 20, {}), 'none', {}),
    more(run('bast', 10, { partial: 2 }, 6), 'bplru', { buffer: { ...buffer, padded: 31 } }),
    more(run('bast', 15, {}), 'lru', { buffer }),
  ];
  expect(differences(runs, 'buffers')).toEqual([
    'BAST without a buffer erased 2.0 times as much as BAST behind BPLRU (20 blocks, not 10).',
    'BAST behind LRU erased 1.5 times as much as BAST behind BPLRU (15 blocks, not 10): 40.0% of the page writes hit the buffer, 1 page read from it, 140 pages destaged, 10 pages left in the buffer.',
  ]);
});

const times = (mean: number, wait: number, busy: number) => ({
  service_us: { mean: mean - wait },
  response_us: { mean, p99: 4 * mean },
  parallel: { busy, wait_us: { mean: wait } },
});

test('behind schedulers: who answers soonest, and how long the others let wait', () => {
  const runs = [
    more(run('page', 10, {}), 'noop', times(3000, 1800, 0.415)),
    more(run('page', 11, {}, 7), 'deadline', times(2000, 0, 0.5)),
    more(run('page', 9, {}, 5), 'cfq', times(2100, 20.5, 0.5)),
  ];
  expect(differences(runs, 'schedulers')).toEqual([
    'Page behind Noop answered 1.5 times as slowly as Page behind Deadline (3,000 µs in the mean, not 2,000 µs): 1,800 µs of it in the queue, p99 12.0 ms, channels busy for 41.5% of the time, 10 blocks erased.',
    'Page behind CFQ answered 5.0% more slowly than Page behind Deadline (2,100 µs in the mean, not 2,000 µs): 20.5 µs of it in the queue, p99 8,400 µs, channels busy for 50.0% of the time, 9 blocks erased, 5 pages copied.',
  ]);
  // By what else they differ, erases come first.
  expect(differences(runs, 'policies')[0]).toBe(
    'Page noop erased 1.1 times as much as Page cfq (10 blocks, not 9): 3,000 µs to an answer in the mean, 1,800 µs of it in the queue, p99 12.0 ms, channels busy for 41.5% of the time.',
  );
});

test('charts: what is programmed by cause, one upon another, and a response as wait and service', () => {
  const programs = {
    total: 100,
    host: 60,
    gc: 10,
    merge: 5,
    wear: 0,
    translation: 0,
    translation_gc: 0,
    pad: 25,
    recovery: 0,
  };
  const { stage } = more(run('bast', 10, {}), 'bplru', {
    ...times(3000, 1800, 0.4),
    ...{ buffer, flash: { programs, erases: { total: 10 } }, write_amplification: 0.4 },
  });
  if (stage.is !== 'done') throw new Error('not done');
  const charts = chartsOf([{ name: 'BPLRU', link: '#/', report: stage.report }], 'Run');
  const parts = (id: string) =>
    charts.find((chart) => chart.id === id)?.spec.series.map(({ name, points }) => [name, points[0]?.y]);
  expect(parts('traffic')).toEqual([
    ['data of the host, destaged where there is a buffer', 60],
    ['cleaning and merges', 15],
    ['padding', 25],
  ]);
  expect(parts('response')).toEqual([
    ['service', 1200],
    ['wait', 1800],
  ]);
  expect(parts('buffer-hits')?.[0]?.[1]).toBe(0.4);
  expect(parts('channels-busy')?.[0]?.[1]).toBe(0.4);
  expect(parts('merges')).toBeUndefined();
});

test('a warning where the host wrote too little to settle', () => {
  const base = { document: {}, trace: null };
  expect(unsteady([run('page', 1, {})], base)).toContain('2.5 times');
  const steady = { document: { precondition: [{ kind: 'steady_state' }] }, trace: null };
  expect(unsteady([run('page', 1, {})], steady)).toBeNull();
  expect(unsteady([{ ...run('page', 1, {}), stage: { is: 'waiting' } }], base)).toBeNull();
});
