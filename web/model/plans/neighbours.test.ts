// @vitest-environment node
/** Neighbours of every FTL, with the real engine's needs. */
import { expect, test } from 'vitest';
import '../../protocol/runs/inline-needs';
import type { Statistics } from '../../protocol/generated/Statistics';
import { inlineRun } from '../../protocol/runs/inline-runs';
import { runAll } from '../../protocol/runs/pool';
import { getAt, numberAt, type ScenarioDocument, setAt } from '../scenario/document';
import { bufferPages, minimumBlocks } from '../scenario/needs';
import { FTLS } from '../schemes';
import { variantsOf } from './batch-compare';
import { type Neighbour, neighboursOf } from './neighbours';

const BASE: ScenarioDocument = {
  format: 1,
  device: { blocks: 40, pages_per_block: 8, page_bytes: 2048 },
  logical_pages: 240,
  ftl: { kind: 'dftl', cmt_entries: 32, entries_per_translation_page: 64, gc_policy: 'greedy' },
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'uniform', requests: 200 },
};
const of = (kind: string) => {
  const found = variantsOf('ftls', BASE).find(({ ftl }) => ftl === kind);
  if (!found) throw new Error(kind);
  return found.scenario;
};
const named = ({ change }: Neighbour) =>
  'value' in change
    ? `${change.of} ${typeof change.value === 'number' ? Math.round(change.value * 100) / 100 : change.value}`
    : change.of;
const told = (kind: string) => neighboursOf(of(kind)).map(named);
const sizes = (document: ScenarioDocument, setting: string) =>
  neighboursOf(document).flatMap(({ change }) =>
    change.of === setting && 'value' in change ? change.value : [],
  );

test('sizes of an FTL are doubled and halved; one that cleans gets every other policy', () => {
  // 30 logical blocks of 40: 20 and 5 spare blocks.
  const policies = ['windowed_greedy', 'fifo', 'cost_benefit', 'cat', 'd_choices', 'random'].map(
    (p) => `policy ${p}`,
  );
  expect(sizes(BASE, 'cmt')).toEqual([64, 16]);
  expect(sizes(BASE, 'policy')).toHaveLength(policies.length);
  expect(told('page').filter((each) => each.startsWith('policy'))).toEqual(policies);
  expect(told('page')).toContain('spare 0.4');
  expect(told('page').some((each) => each.startsWith('cmt') || each.startsWith('logs'))).toBe(false);
  expect(told('fast').filter((each) => each.startsWith('logs'))).toHaveLength(2);
});

test('a CMT is doubled up to an entry for each logical page, and not beyond', () => {
  const cached = (cmt_entries: number) => setAt(BASE, 'ftl.cmt_entries', cmt_entries);
  expect([120, 121, 239, 240, 300].map((entries) => sizes(cached(entries), 'cmt'))).toEqual([
    [240, 60],
    [240, 60],
    [240, 119],
    [120],
    [150],
  ]);
});

test('the protected share of a cache stays what it is', () => {
  const [twice] = neighboursOf({ ...BASE, ftl: { ...Object(BASE.ftl), cmt_protected: 0.25 } });
  expect(twice?.scenario.ftl).toMatchObject({ cmt_entries: 64 });
  expect(Object(twice?.scenario.ftl).cmt_protected).toBe(0.25);
});

test('a write buffer is tried from one page up, and one that is there at twice and half its size', () => {
  // A quarter of the logical pages is 60.
  expect(sizes(of('page'), 'buffer')).toEqual([1, 8]);
  const buffered = (capacity: number) => ({ ...of('page'), buffer: { kind: 'fab', capacity } });
  expect([1, 5, 200, 240].map((pages) => sizes(buffered(pages), 'buffer'))).toEqual([
    [2],
    [10, 2],
    [240, 100],
    [120],
  ]);
});

test('a buffer has the pages that it is named by, however RAM is given; the mapping tables stay as they are', () => {
  const whole = setAt(BASE, 'ram_bytes', 64 * 2048);
  const shared = setAt(whole, 'ftl.cmt_entries', undefined);
  for (const base of [BASE, whole, shared, { ...whole, buffer: { kind: 'cflru', window: 8 } }]) {
    const tried = neighboursOf(base).filter(({ change }) => change.of === 'buffer');
    expect(tried.length).toBeGreaterThan(1);
    for (const { change, scenario } of tried) {
      expect(bufferPages(scenario)).toBe('value' in change && change.value);
      expect(numberAt(scenario, 'buffer.window', 1)).toBeLessThanOrEqual(bufferPages(scenario));
      expect(getAt(scenario, 'ftl.cmt_entries')).toBe(getAt(base, 'ftl.cmt_entries'));
    }
  }
});

test('blocks are twice and half as large on a device of the same capacity', () => {
  const blocks = neighboursOf(of('page')).filter(({ change }) => change.of === 'block');
  const before = Object(of('page').device);
  expect(blocks.map(({ scenario }) => scenario.device)).toEqual([
    { ...before, pages_per_block: 16, blocks: before.blocks / 2 },
    { ...before, pages_per_block: 4, blocks: before.blocks * 2 },
  ]);
  expect(sizes(setAt(of('page'), 'device.pages_per_block', 7), 'block')).toEqual([14]);
});

test('the addresses of a trace are moved to where writes begin with a page', () => {
  const traced = (shift?: number): ScenarioDocument => ({
    ...of('page'),
    workload: { kind: 'trace', path: 'a.csv', ...(shift !== undefined && { shift_bytes: shift }) },
  });
  const starts = (usual_start: number, page_bytes = 2048) =>
    ({ usual_start, page_bytes, trims: 0 }) as Statistics;
  const moved = (document: ScenarioDocument, statistics: Statistics | null) =>
    neighboursOf(document, statistics).flatMap(({ change, scenario }) =>
      change.of === 'shift' ? [[change.value, getAt(scenario, 'workload.shift_bytes')]] : [],
    );
  expect(moved(traced(), starts(1536))).toEqual([[512, 512]]);
  expect(moved(traced(1024), starts(1536))).toEqual([[2560, 2560]]);
  // They begin with a page, moved or not; the statistics are of other pages, or of no trace.
  expect(moved(traced(), starts(0))).toEqual([]);
  expect(moved(traced(512), starts(1536))).toEqual([]);
  expect(moved(traced(), starts(1536, 4096))).toEqual([]);
  expect(moved(traced(), null)).toEqual([]);
  expect(moved(of('page'), starts(1536))).toEqual([]);
});

test('trims are ignored where there are any, and used where they were ignored', () => {
  const changed = (workload: ScenarioDocument, trims?: number) =>
    neighboursOf(
      { ...of('page'), workload },
      trims === undefined ? null : ({ trims, usual_start: 0, page_bytes: 2048 } as Statistics),
    ).flatMap(({ change, scenario }) =>
      change.of === 'trims' ? [[change.value, getAt(scenario, 'workload.ignore_trims')]] : [],
    );
  expect(changed({ kind: 'trace', path: 'a.csv' }, 3)).toEqual([['ignored', true]]);
  expect(changed({ kind: 'trace', path: 'a.csv', ignore_trims: true }, 3)).toEqual([['used', undefined]]);
  expect(changed({ kind: 'trace', path: 'a.csv' }, 0)).toEqual([]);
  expect(changed({ kind: 'ops', ops: 'w0,t1' })).toEqual([['ignored', true]]);
  expect(changed({ kind: 'ops', ops: 'w0 r1' })).toEqual([]);
  expect(changed({ kind: 'uniform', requests: 9, trim_fraction: 0.1 })).toEqual([['ignored', true]]);
  expect(changed({ kind: 'uniform', requests: 9 })).toEqual([]);
});

test('page mapping gets frontiers that it does not have', () => {
  const apart = (document: ScenarioDocument) =>
    neighboursOf(document)
      .map(named)
      .filter((each) => each === 'gc_frontier' || each === 'hot_cold');
  expect(apart(of('page'))).toEqual(['gc_frontier', 'hot_cold']);
  expect(apart(setAt(of('page'), 'ftl.separate_gc_frontier', true))).toEqual(['hot_cold']);
  expect(apart(setAt(of('page'), 'ftl.hot_cold', {}))).toEqual(['gc_frontier']);
  expect(apart(of('dftl'))).toEqual([]);
});

test('every neighbour of every FTL runs, on the same logical pages and on a device that its scheme needs', async () => {
  const all = FTLS.flatMap((kind) => neighboursOf(of(kind)));
  expect(new Set(all.map(({ scenario }) => numberAt(scenario, 'logical_pages', 0)))).toEqual(new Set([240]));
  for (const { scenario } of all) {
    expect(numberAt(scenario, 'device.blocks', 0)).toBeGreaterThanOrEqual(minimumBlocks(scenario));
    expect(numberAt(scenario, 'ftl.cmt_entries', 0)).toBeLessThanOrEqual(240);
  }
  const jobs = all.map(({ scenario }) => ({ scenario: JSON.stringify(scenario) }));
  const refused: unknown[] = [];
  for await (const { index, outcome } of runAll(inlineRun, jobs))
    if (outcome.failure) refused.push([all[index]?.change, outcome.failure.message]);
  expect(refused).toEqual([]);
});
