import { expect, test } from 'vitest';
import '../../protocol/runs/inline-needs';
import { getAt, numberAt, parseDocument, setAt } from '../scenario/document';
import { bufferExampleText, channelsExampleText, exampleText } from '../scenario/examples';
import { minimumBlocks } from '../scenario/needs';
import { FTLS } from '../schemes';
import { traceScenario } from '../traces/trace-device';
import { lackOf, PRESETS, type Preset, variantsOf } from './batch-compare';
import { cleaningOf } from './cleaning';
import { leastOf, tailOf, timesWritten } from './costs';

const DEVICE = {
  pageBytes: 4096,
  pagesPerBlock: 16,
  logicalPages: 1024,
  blocks: 72,
  mapping: 'wrap',
  allowAliasing: true,
  readFirst: false,
  filled: true,
} as const;
const TRACE = traceScenario({ name: 't' }, 'page', DEVICE, FTLS);

const values = (preset: Preset, document = TRACE) => variantsOf(preset, document).map(({ value }) => value);

test('all FTLs get the device that the trace dialog would give each of them', () => {
  const variants = variantsOf('ftls', TRACE);
  expect(variants.map(({ ftl }) => ftl)).toEqual(FTLS);
  for (const { ftl, scenario } of variants) {
    expect({ ...scenario, name: '' }).toEqual({
      ...traceScenario({ name: 't' }, ftl, DEVICE, FTLS),
      name: '',
    });
  }
});

test.each(PRESETS)('%s: two scenarios or more, legal, of the same logical pages and requests', (preset) => {
  const texts = [...FTLS.map(exampleText), bufferExampleText(), channelsExampleText()];
  const all = [TRACE, ...texts.map((text) => parseDocument(text) ?? {})];
  const offered = all.filter((document) => lackOf(preset, document) === null);
  expect(offered.length).toBeGreaterThan(0);
  for (const document of offered) {
    const variants = variantsOf(preset, document);
    expect(variants.length).toBeGreaterThanOrEqual(2);
    expect(variants.length).toBeLessThanOrEqual(Math.max(8, FTLS.length));
    for (const { scenario } of variants) {
      expect(numberAt(scenario, 'device.blocks', 0)).toBeGreaterThanOrEqual(minimumBlocks(scenario));
      const used = setAt(scenario, 'workload.ignore_trims', undefined);
      expect(used.workload).toEqual(document.workload);
      expect(scenario.name).toContain(String(document.name ?? ''));
      expect(scenario.logical_pages).toBe(variants[0]?.scenario.logical_pages);
      expect(scenario.initial).toBeUndefined();
    }
    expect(new Set(variants.map(({ scenario }) => JSON.stringify(scenario))).size).toBe(variants.length);
  }
});

test('values vary by halves, up to the maximum', () => {
  expect(values('log_blocks')).toEqual([3, 7]);
  expect(values('sram')).toEqual([8, 16, 32, 64, 128, 256, 512, 1024]);
  // A size of one's own is among them, in the place of the smallest.
  const own = variantsOf('sram', { ...TRACE, ftl: { kind: 'dftl', cmt_entries: 100, cmt_protected: 0.25 } });
  expect(own.map(({ value }) => value)).toEqual([16, 32, 64, 100, 128, 256, 512, 1024]);
  const asked = variantsOf('sram', TRACE, 100).map(({ value }) => value);
  expect(asked).toEqual(own.map(({ value }) => value));
  for (const { scenario } of own) expect(getAt(scenario, 'ftl.cmt_protected')).toBe(0.25);
  expect(values('policies')).toContain('cost_benefit');
  const spare = variantsOf('spare', TRACE);
  expect(spare.length).toBe(8);
  expect(spare.at(-1)?.value).toBeCloseTo(0.35, 1);
  const [small, large] = [spare[0], spare.at(-1)].map((each) => getAt(each?.scenario ?? {}, 'device.blocks'));
  expect(Number(large)).toBeGreaterThan(Number(small));
});

test('the tail: the most blocks that a fifth of the victims took', () => {
  expect(tailOf([])).toBeNull();
  expect(
    tailOf([
      [1, 80],
      [20, 15],
      [30, 5],
    ]),
  ).toEqual({ blocks: 20, share: 0.2 });
  expect(tailOf([[2, 1]])).toEqual({ blocks: 2, share: 1 });
});

test('the least value, and how often the logical pages were written', () => {
  expect(leastOf([null, 9, 4, 4])).toBe(2);
  expect(leastOf([null])).toBe(-1);
  const report = { host: { writes: 300 } } as Parameters<typeof timesWritten>[1];
  expect(timesWritten({ logical_pages: 100 }, report)).toBe(3);
  expect(
    timesWritten({ logical_pages: 100, warmup_requests: 500, workload: { requests: 1000 } }, report),
  ).toBe(6);
});

test('all FTLs that clean do so by one policy: that of the scenario', () => {
  const cleaning = (ftl: object, preset: Preset = 'ftls') =>
    cleaningOf(variantsOf(preset, { ...TRACE, ftl: { ...ftl } }).map(({ scenario }) => scenario));
  expect(cleaning({ kind: 'fast', log_blocks: 3 })).toEqual([{ policy: 'greedy', ftls: ['page', 'dftl'] }]);
  expect(cleaning({ kind: 'page' })).toEqual([{ policy: 'greedy', ftls: ['page', 'dftl'] }]);
  // DFTL's own, where the scenario does not say.
  expect(cleaning({ kind: 'dftl' })).toEqual([{ policy: 'cost_benefit', ftls: ['page', 'dftl'] }]);
  const windowed = { kind: 'page', gc_policy: { kind: 'windowed_greedy', w: 9 } };
  expect(cleaning(windowed)).toEqual([{ policy: 'windowed_greedy (w: 9)', ftls: ['page', 'dftl'] }]);
  // DFTL lacks this one: it is named.
  expect(cleaning({ kind: 'page', gc_policy: 'fifo_full' })).toEqual([
    { policy: 'fifo_full', ftls: ['page'] },
    { policy: 'greedy', ftls: ['dftl'] },
  ]);
});
