import { expect, test } from 'vitest';
import { closedFormOf } from './closed-form';

const scenario = (changes: object = {}, workload: object = {}, ftl: object = {}) =>
  JSON.stringify({
    device: { blocks: 100, pages_per_block: 64 },
    logical_pages: 5760,
    buffer: { kind: 'none' },
    ...changes,
    ftl: { kind: 'page', gc_policy: 'greedy', gc_threshold: 2, separate_gc_frontier: false, ...ftl },
    workload: {
      kind: 'uniform',
      pages: 1,
      range: [0, 5760],
      trim_fraction: 0,
      read_fraction: 0.5,
      ...workload,
    },
  });

test('uniform and hot/cold traffic under greedy and FIFO GC have their equations', () => {
  expect(closedFormOf(scenario())).toEqual({ equation: '15', alpha: 98 / 90, pagesPerBlock: 64, r: 1, f: 1 });
  expect(closedFormOf(scenario({}, {}, { gc_policy: 'fifo' }))).toMatchObject({
    equation: '4',
    pagesPerBlock: 0,
  });
  const hot = { kind: 'hot_cold', r: 0.9, f: 0.1 };
  expect(closedFormOf(scenario({}, hot))).toMatchObject({ equation: '16', r: 0.9, f: 0.1 });
  expect(closedFormOf(scenario({}, hot, { gc_policy: { kind: 'fifo' } }))?.equation).toBe('14');
});

test('under FIFO a page that was trimmed last is spare space', () => {
  // Half of the requests read; of the others one in five trims.
  const form = closedFormOf(scenario({}, { trim_fraction: 0.1 }, { gc_policy: 'fifo_full' }));
  expect(form?.equation).toBe('4');
  expect(form?.alpha).toBeCloseTo(98 / 72, 12);
});

test.each([
  ['another FTL', scenario({}, {}, { kind: 'dftl' })],
  ['another policy', scenario({}, {}, { gc_policy: 'cost_benefit' })],
  ['two frontiers', scenario({}, {}, { separate_gc_frontier: true })],
  ['hot and cold blocks', scenario({}, {}, { hot_cold: { classifier: 'oracle' } })],
  ['wear leveling', scenario({}, {}, { wear_leveling: { threshold: 5 } })],
  ['a write buffer', scenario({ buffer: { kind: 'lru', capacity: 8 } })],
  ['another workload', scenario({}, { kind: 'zipf', theta: 1 })],
  ['requests of several pages', scenario({}, { pages: { min: 1, max: 2 } })],
  ['trims under greedy GC', scenario({}, { trim_fraction: 0.1 })],
  [
    'trims of hot and cold pages',
    scenario({}, { kind: 'hot_cold', r: 0.9, f: 0.1, trim_fraction: 0.1 }, { gc_policy: 'fifo' }),
  ],
  ['trims alone', scenario({}, { trim_fraction: 0.5 }, { gc_policy: 'fifo' })],
  ['pages that are never written', scenario({}, { range: [0, 5000] })],
  ['no spare block besides the free list', scenario({ logical_pages: 6272 }, { range: [0, 6272] })],
  ['no scenario', '[]'],
])('%s: no closed form', (_, text) => {
  expect(closedFormOf(text)).toBeNull();
});
