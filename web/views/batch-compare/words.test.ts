import { expect, test } from 'vitest';
import { type Preset, TRIMS_IGNORED } from '../../model/plans/batch-compare';
import { FTLS, type FtlKind } from '../../model/schemes';
import type { Report } from '../../protocol/generated/Report';
import type { Done } from '../../protocol/runs/pool';
import { type BatchComparison, stageOf } from '../../state/plans/batch-compare';
import { causes } from './answer/causes';
import { finding } from './answer/finding';
import { chartsOf } from './charts';
import { bestOf, ordered, unsteady, variantName } from './words';

const run = (
  ftl: FtlKind,
  erases: number,
  merges: Partial<Report['merges']>,
  copied = 0,
  windows: number[] = [],
): BatchComparison => ({
  variant: { ftl, value: null, scenario: { logical_pages: 100 } },
  link: () => '',
  stage: {
    is: 'done',
    seconds: 1,
    seeds: [],
    windows: windows.map((erases) => ({
      erases,
      requests: 50,
      answered: 50,
      service: 50,
      writes: 50,
      programs: 60,
      response: 50 * erases,
    })),
    report: {
      host: { writes: 250 },
      flash: {
        erases: { total: erases },
        reads: { total: 100 },
        programs: { gc: 0, merge: copied, wear: 0, translation: 0, translation_gc: 0 },
      },
      merges: { switch: 0, partial: 0, full: 0, full_merge_blocks: [], ...merges },
      service_us: { mean: 1 },
      response_us: { p99: 1 },
    } as unknown as Report,
  },
});

/** The words about the others, compared to the one at `of`. */
const saidOf = (runs: BatchComparison[], preset: Preset, of: number) =>
  causes(runs, preset, runs[of] as BatchComparison).map(({ name, said }) => `${name}: ${said}`);

test('every run but the baseline says how it differs', () => {
  const full_merge_blocks: [number, number][] = [
    [1, 80],
    [21, 20],
  ];
  const runs = [run('page', 100, {}), run('fast', 1490, { full: 8865, full_merge_blocks }, 12_345)];
  expect(saidOf(runs, 'ftls', 0)).toEqual([
    'FAST: 14.9 times the erases: 8,865 full merges (20% of the victims need 21 or more), 12,345 pages copied.',
  ]);
  expect(saidOf(runs, 'ftls', 1)).toEqual(['Page: 93% fewer erases.']);
  expect(saidOf([run('page', 0, {}), run('bast', 2, { partial: 1 })], 'ftls', 0)).toEqual([
    'BAST: 2 blocks erased: 1 partial merge.',
  ]);
  expect(saidOf([run('page', 200, {}), run('bast', 205, {})], 'ftls', 0)).toEqual([
    'BAST: 2.5% more erases.',
  ]);
  expect(saidOf([run('page', 2, {}), run('bast', 2, {})], 'ftls', 0)).toEqual([
    'BAST: Equal number of erases.',
  ]);
  expect(saidOf([{ ...run('page', 1, {}), stage: { is: 'waiting' } }], 'ftls', 0)).toEqual([]);
});

test('a difference comes with its interval; one that is not established elsewhere is one of these requests', () => {
  const course = (...values: number[]) => Array.from({ length: 40 }, (_, i) => values[i % 5] ?? 0);
  const page = run('page', 400, {}, 0, course(10, 10, 11, 9, 10));
  const found = finding(
    [page, run('bast', 600, {}, 0, course(15, 15, 16, 14, 15)), run('fast', 700, {})],
    'ftls',
  );
  expect(found?.title).toMatch(/^Page mapping .*BAST/);
  expect(found?.more).toContain(
    'Other stretches of the workload would show it, too: with 95% confidence the difference is 200 to 200 erases (40 windows, worth 40 independent ones).',
  );
  // Differences 5 -5 5 -5 6: mean 1.2, squares of 1030.4 in 40 windows, half 2.023 * sqrt(1030.4) / 39 = 1.665, of the run 48 and 67.
  const unsure = finding([page, run('bast', 448, {}, 0, course(15, 5, 16, 4, 16))], 'ftls');
  expect(unsure?.title).toBe('Page mapping needs the fewest erases. BAST needs 12% more.');
  expect(unsure?.more).toContain(
    'That holds for these requests, which both runs served. Other stretches of the workload may differ: with 95% confidence the difference is between −19 and 115 erases (40 windows, worth 40 independent ones).',
  );
  // Without windows nothing is said of it.
  expect(finding([run('page', 50, {}), run('bast', 56, {})], 'ftls')?.more.join(' ')).not.toMatch(
    /confidence/,
  );
});

test('GC of a block is not a merge', () => {
  expect(saidOf([run('fast', 4, {}), run('dftl', 8, { partial: 7, switch: 1 })], 'ftls', 0)).toEqual([
    'DFTL: 2.0 times the erases.',
  ]);
});

/** With the slowest 1% of its requests. */
const tailed = (base: BatchComparison, p99: number, copies = 0): BatchComparison =>
  base.stage.is === 'done'
    ? {
        ...base,
        stage: {
          ...base.stage,
          report: {
            ...base.stage.report,
            response_us: { mean: p99 / 4, p99 },
            flash: {
              ...base.stage.report.flash,
              programs: { ...base.stage.report.flash.programs, gc: copies },
            },
          } as Report,
        },
      }
    : base;

test('the finding names the best run, how near the next is, whose tail is longer, and the last', () => {
  const runs = [
    tailed(run('block', 12_406, {}), 1_960_800, 3750),
    tailed(run('fast', 2306, {}), 26_300),
    tailed(run('page', 2250, {}), 16_500),
  ];
  expect(finding(runs, 'ftls')).toEqual({
    title: 'Page mapping needs the fewest erases. FAST needs 2.5% more.',
    more: [
      'They erase 2,250 and 2,306 blocks.',
      'But FAST has a longer tail: its slowest 1% of requests take 26.3 ms or more, against 16.5 ms or more with page mapping.',
      'Block mapping needs 5.5 times as many erases and copies 15 pages per page written.',
    ],
  });
  expect(finding(runs.slice(0, 2), 'ftls')?.title).toBe(
    'FAST needs the fewest erases. Block mapping needs 5.4 times as many.',
  );
  expect(finding(runs.slice(0, 1), 'ftls')).toBeNull();
  const superblock = [tailed(run('superblock', 9, {}), 200), tailed(run('page', 3, {}), 100)];
  expect(finding(superblock, 'ftls')?.more.join(' ')).toContain('But the superblock FTL has a longer tail');
  const none = [tailed(run('page', 0, {}), 100), tailed(run('bast', 3, {}), 100)];
  expect(finding(none, 'ftls')?.title).toBe('Page mapping erases no block. BAST erases 3 blocks.');
});

test('where no run erases a block, responses rank the runs; nothing is said of what was not counted', () => {
  const reading = (ftl: FtlKind, mean: number, reads: number): BatchComparison => {
    const base = run(ftl, 0, {});
    if (base.stage.is !== 'done') return base;
    const { flash } = base.stage.report;
    const report = {
      ...base.stage.report,
      ...{
        host: { writes: 0 },
        response_us: { mean, p99: mean },
        flash: { ...flash, reads: { total: reads } },
      },
    };
    return { ...base, stage: { ...base.stage, report: report as Report } };
  };
  const runs = [reading('page', 25, 100), reading('dftl', 50, 200), reading('fast', 100, 400)];
  expect(finding(runs, 'ftls')).toEqual({
    title: 'Page mapping responds fastest. DFTL takes 2.0 times as long.',
    more: [
      'Their mean response times are 25 µs and 50 µs.',
      'But DFTL has a longer tail: its slowest 1% of requests take 50 µs or more, against 25 µs or more with page mapping.',
      'FAST takes 4.0 times as long.',
    ],
  });
  expect(saidOf(runs, 'ftls', 0)).toEqual([
    'DFTL: 2.0 times the response time: 200 pages read from flash.',
    'FAST: 4.0 times the response time: 400 pages read from flash.',
  ]);
  const bars = runs.map(({ variant: { ftl }, stage }) => ({
    ...{ name: ftl, link: '', ftl },
    report: { ...(stage.is === 'done' ? stage.report : ({} as Report)), write_amplification: null },
  }));
  expect(chartsOf(bars, 'Run', 'host').map(({ id }) => id)).toEqual(['response', 'erases']);
  // Nothing more of it would settle.
  expect(unsteady(runs, { document: {}, trace: null })).toBeNull();
  // With writes erases are counted, also where the first three are equal.
  const tied = [run('page', 3, {}), run('fast', 3, {}), run('bast', 3, {}), run('block', 9, {})];
  expect(finding(tied, 'ftls')?.title).toBe(
    '3 runs tie for the fewest erases, among them page mapping and FAST.',
  );
});

test('more channels that raise the write amplification are said to', () => {
  const on = (value: number, amplification: number): BatchComparison => {
    const base = more(run('page', 10, {}), '', {
      ...times(3000, 0, 0.4),
      write_amplification: amplification,
    });
    return { ...base, variant: { ...base.variant, value } };
  };
  const said = (...runs: BatchComparison[]) => finding(runs, 'channels')?.more.join(' ');
  expect(said(on(4, 2.44), on(1, 1.54), on(16, 3.34))).toContain(
    'With more channels the write amplification is higher: 1.54 with 1 channel, 3.34 with 16 channels.',
  );
  expect(said(on(1, 1.54), on(4, 2.44), on(16, 1.545))).not.toContain('channels the write amplification');
});

test('each FTL has a name for sentences', () => {
  for (const ftl of FTLS) {
    const other = ftl === 'page' ? 'bast' : 'page';
    const { title } = finding([tailed(run(ftl, 1, {}), 1), tailed(run(other, 9, {}), 1)], 'ftls') ?? {};
    expect(title, ftl).toMatch(/^[A-Z]\w.* needs the fewest erases\. /);
    expect(title).not.toContain('batch_');
  }
});

test('the best come first, unless what is varied has an order', () => {
  const runs = [run('page', 3, {}), run('fast', 1, {}), run('bast', 2, {})];
  expect(ordered(runs, 'ftls').map(({ variant }) => variant.ftl)).toEqual(['fast', 'bast', 'page']);
  const counted = runs.map((each, i) => ({ ...each, variant: { ...each.variant, value: i } }));
  expect(ordered(counted, 'log_blocks')).toEqual(counted);
});

/** Its write amplification so far, and with the pages that its write buffer owes. */
const owing = (base: BatchComparison, amplification: number, drained: number): BatchComparison => {
  const { stage } = base;
  if (stage.is !== 'done') return base;
  const report = {
    ...stage.report,
    ...{ write_amplification: amplification, write_amplification_drained: drained },
  };
  return { ...base, stage: { ...stage, report } };
};

test('where a write buffer owes pages, runs are ranked by their write amplification with these', () => {
  const late = owing(run('fast', 1, {}), 0.5, 1.8);
  const none = owing(run('page', 9, {}), 1.2, 1.2);
  const runs = [late, none, owing(run('block', 4, {}), 3, 3.6)];
  // FAST has the fewest erases: half of its pages are not written yet.
  expect(ordered(runs, 'ftls').map(({ variant }) => variant.ftl)).toEqual(['page', 'fast', 'block']);
  expect(bestOf(runs, 'ftls')).toBe(1);
  expect(finding(runs, 'ftls')).toMatchObject({
    title: 'Page mapping has the lowest write amplification. That of FAST is 1.5 times as high.',
    more: [
      expect.stringMatching(/^Their write amplifications are 1\.20 and 1\.80, /),
      expect.stringMatching(/^Block mapping has 3\.0 times the write amplification /),
    ],
  });
  expect(saidOf(runs, 'ftls', 1)).toEqual([
    'FAST: 1.5 times the write amplification: 1 block erased.',
    'Block: 3.0 times the write amplification: 4 blocks erased.',
  ]);
  const bars = runs.map(({ variant: { ftl }, stage }) => ({
    ...{ name: ftl, link: '', ftl },
    report: stage.is === 'done' ? stage.report : (null as never),
  }));
  const [first] = chartsOf(bars, 'Run', 'owed');
  expect(first?.spec.series[0]?.points.map(({ y }) => y)).toEqual([1.8, 1.2, 3.6]);
  expect(first?.spec.name).toBe('Write amplification, buffer written out');
  // A hundredth is not worth another order.
  const near = [owing(run('fast', 1, {}), 1.3, 1.305), owing(run('page', 9, {}), 1.2, 1.2)];
  expect(ordered(near, 'ftls').map(({ variant }) => variant.ftl)).toEqual(['fast', 'page']);
  // Runs that are about response times stay ranked by these.
  expect(finding(runs, 'schedulers')?.title ?? '').not.toContain('amplification');
});

test('a run is called by what is varied', () => {
  const named = (value: number | string, preset: 'policies' | 'log_blocks' | 'sram' | 'spare') =>
    variantName({ ftl: 'fast', value, scenario: {} }, preset);
  expect(named('cost_benefit', 'policies')).toBe('FAST cost benefit');
  expect(named(1, 'log_blocks')).toBe('FAST, 1 log block');
  expect(named(4096, 'sram')).toBe('FAST, 4,096 CMT entries (32.0 KiB)');
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
  expect(named(TRIMS_IGNORED, 'trims')).toBe('BAST without trims');
});

/** A run with more in its report. */
const more = (base: BatchComparison, value: string, report: object): BatchComparison => ({
  ...base,
  variant: { ...base.variant, value },
  stage:
    base.stage.is === 'done'
      ? { ...base.stage, report: { ...base.stage.report, ...report } as Report }
      : base.stage,
});

const buffer = { write_hits: 100, read_hits: 1, destaged: 140, padded: 0, owed: 10 };

test('behind write buffers: hits, what left for flash and what is still there', () => {
  const runs = [
    more(run('bast', 20, {}), 'none', {}),
    more(run('bast', 10, { partial: 2 }, 6), 'bplru', { buffer: { ...buffer, padded: 31 } }),
    more(run('bast', 15, {}), 'lru', { buffer }),
  ];
  expect(saidOf(runs, 'buffers', 1)).toEqual([
    'BAST without a buffer: 2.0 times the erases.',
    'BAST behind LRU: 1.5 times the erases: 40.0% of the page writes hit the buffer, 1 page read from the buffer, 140 pages destaged, 10 pages left in the buffer.',
  ]);
});

const times = (mean: number, wait: number, busy: number) => ({
  service_us: { mean: mean - wait },
  response_us: { mean, p99: 4 * mean },
  parallel: { busy, wait_us: { mean: wait } },
});

test('behind schedulers: the fastest response, and how long requests wait with the others', () => {
  const runs = [
    more(run('page', 10, {}), 'noop', times(3000, 1800, 0.415)),
    more(run('page', 11, {}, 7), 'deadline', times(2000, 0, 0.5)),
    more(run('page', 9, {}, 5), 'cfq', times(2100, 20.5, 0.5)),
  ];
  expect(saidOf(runs, 'schedulers', bestOf(runs, 'schedulers'))).toEqual([
    'Page behind Noop: 1.5 times the response time: 1,800 µs of it in the queue, p99 12.0 ms, channels busy for 41.5% of the time, 10 blocks erased.',
    'Page behind CFQ: 5.0% longer response time: 20.5 µs of it in the queue, p99 8,400 µs, channels busy for 50.0% of the time, 9 blocks erased, 5 pages copied.',
  ]);
  // By what else they differ, erases come first.
  expect(saidOf(runs, 'policies', bestOf(runs, 'policies'))[0]).toBe(
    'Page noop: 11% more erases: mean response time 3,000 µs, 1,800 µs of it in the queue, p99 12.0 ms, channels busy for 41.5% of the time.',
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
  const charts = chartsOf([{ name: 'BPLRU', link: '#/', ftl: 'bast', report: stage.report }], 'Run');
  const parts = (id: string) =>
    charts.find((chart) => chart.id === id)?.spec.series.map(({ name, points }) => [name, points[0]?.y]);
  expect(parts('traffic')).toEqual([
    ['host data (destaged if there is a buffer)', 60],
    ['GC and merges', 15],
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

test('over seeds the headline ranks by their means, as the interval does, and says so', () => {
  /** As a run with these erases seed by seed ends. */
  const seeded = (ftl: FtlKind, erases: readonly number[]): BatchComparison => {
    const of = run(ftl, 0, {});
    const done = erases.map((each, index): [number, Done] => {
      const { stage } = run(ftl, each, {});
      const report = stage.is === 'done' ? stage.report : ({} as Report);
      return [index, { index, seconds: 1, outcome: { text: '', windows: [], report, failure: null } }];
    });
    return { ...of, stage: stageOf(new Map(done), erases.length) ?? of.stage };
  };
  // With its own seed FAST needs less than page mapping, with all others more.
  const runs = [seeded('page', [100, 101, 99, 100, 100]), seeded('fast', [90, 141, 149, 150, 150])];
  expect(ordered(runs, 'ftls').map(({ variant }) => variant.ftl)).toEqual(['page', 'fast']);
  const found = finding(runs, 'ftls');
  // Differences −10 40 50 50 50: mean 36, s 26.08, half 2.776 · 26.08 / √5 = 32.4.
  expect(found).toEqual({
    title: 'Page mapping needs the fewest erases. FAST needs 36% more.',
    more: [
      'They erase 100 and 136 blocks.',
      'With 95% confidence the difference is 4 to 68 erases (5 seeds, the same for each run).',
      'Every figure is the mean over 5 seeds.',
    ],
  });
  expect(saidOf(runs, 'ftls', 0)).toEqual(['FAST: 36% more erases.']);
});
