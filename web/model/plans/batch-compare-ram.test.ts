// @vitest-environment node
/** Comparisons of equal RAM and of the host's side, against what the engine makes of them. */
import { expect, test } from 'vitest';
import '../../protocol/runs/inline-needs';
import type { Statistics } from '../../protocol/generated/Statistics';
import { inlineRun, inlineSweepServer } from '../../protocol/runs/inline-runs';
import { runAll } from '../../protocol/runs/pool';
import { getAt, numberAt, parseDocument, type ScenarioDocument, setAt } from '../scenario/document';
import { bufferExampleText, channelsExampleText, exampleText } from '../scenario/examples';
import { bufferPages, mappingBytes } from '../scenario/needs';
import { FTLS, withFtl } from '../schemes';
import { BESIDE, besides, lackOf, PRESETS, pairBeside, type Variant, variantsOf } from './batch-compare';
import { canWait, hasHost } from './batch-compare-host';

const BUFFERED = parseDocument(bufferExampleText()) ?? {};
const HOSTED = parseDocument(channelsExampleText()) ?? {};
const example = (kind: (typeof FTLS)[number]) => parseDocument(exampleText(kind)) ?? {};
const behind = (document: ScenarioDocument, capacity: number) =>
  setAt(document, 'buffer', { kind: 'lru', capacity });

/** Each must come to a report: the scenario is one. */
async function reports(scenarios: readonly ScenarioDocument[]) {
  const all = new Map<
    number,
    NonNullable<Awaited<ReturnType<typeof outcomes>>[number]['outcome']['report']>
  >();
  for (const { index, outcome } of await outcomes(scenarios)) {
    if (!outcome.report) throw new Error(JSON.stringify([scenarios[index], outcome.failure]));
    all.set(index, outcome.report);
  }
  return scenarios.map((_, i) => all.get(i));
}

async function outcomes(scenarios: readonly ScenarioDocument[]) {
  const ended = [];
  for await (const each of runAll(
    inlineRun,
    scenarios.map((scenario) => ({ scenario: JSON.stringify(scenario) })),
  ))
    ended.push(each);
  return ended;
}

const scenariosOf = (variants: readonly Variant[]) => variants.map(({ scenario }) => scenario);

test('mapping tables and buffer take what the engine says they take', async () => {
  const all = FTLS.map((kind) => behind(example(kind), 3));
  for (const [i, report] of (await reports(all)).entries()) {
    const scenario = all[i] ?? {};
    expect(report?.buffer).toMatchObject({
      mapping_bytes: mappingBytes(scenario),
      buffer_bytes: 3 * numberAt(scenario, 'device.page_bytes', 0),
    });
  }
});

test('every buffer has the RAM that the scenario has, before every scheme', async () => {
  for (const kind of FTLS) {
    const base = behind(withFtl(example(kind), kind), 3);
    const variants = variantsOf('buffers', base);
    expect(variants.map(({ value }) => value)).toEqual([
      ...['none', 'lru', 'cflru', 'fab', 'bplru', 'pud_lru', 'gc_arm'],
      ...(kind === 'dftl' ? ['ap'] : []),
    ]);
    const [none, ...others] = await reports(scenariosOf(variants));
    expect(none?.buffer).toBeUndefined();
    const [first] = others;
    for (const report of others) {
      const { buffer } = report ?? {};
      if (kind !== 'dftl') expect(buffer?.mapping_bytes).toBe(first?.buffer?.mapping_bytes);
      expect((buffer?.mapping_bytes ?? 0) + (buffer?.buffer_bytes ?? 0)).toBe(
        mappingBytes(base) + 3 * numberAt(base, 'device.page_bytes', 4096),
      );
    }
  }
});

test('the buffer of the scenario runs as it does by itself, its parameters with it', async () => {
  const own = variantsOf('buffers', BUFFERED).find(({ value }) => value === 'pud_lru');
  expect(getAt(own?.scenario ?? {}, 'buffer.threshold')).toBe(0.01);
  const [alone, among] = await reports([BUFFERED, own?.scenario ?? {}]);
  expect(among?.state_hash).toBe(alone?.state_hash);
  const clean = variantsOf('buffers', BUFFERED).find(({ value }) => value === 'cflru');
  expect(getAt(clean?.scenario ?? {}, 'buffer.window')).toBe(2);
  const others = variantsOf('buffers', setAt(BUFFERED, 'buffer.battery_backed', false)).slice(1);
  for (const { scenario } of others) expect(getAt(scenario, 'buffer.battery_backed')).toBe(false);
});

test('DFTL without a buffer has all RAM for mappings; a CMT that evicts by group does so for GC-ARM alone', async () => {
  const base = setAt(example('dftl'), 'buffer', { kind: 'gc_arm', capacity: 2 });
  const variants = variantsOf('buffers', setAt(base, 'ftl.cmt_policy', 'groups'));
  const policies = variants.map(({ scenario }) => getAt(scenario, 'ftl.cmt_policy'));
  expect(policies).toEqual([...Array(6).fill(undefined), 'groups', undefined]);
  const [none] = await reports(scenariosOf(variants));
  // 24 logical pages: each is cached once it was asked for.
  expect(none?.cmt.evictions_clean).toBe(0);
  expect(none?.cmt.evictions_dirty).toBe(0);
  expect(none?.cmt.misses).toBeLessThanOrEqual(24);
});

test('sizes of RAM go up to a buffer for all pages, and hold what they say', async () => {
  for (const base of [
    BUFFERED,
    behind(example('dftl'), 4),
    setAt(behind(example('page'), 8), 'buffer', { kind: 'cflru', capacity: 8, window: 6 }),
  ]) {
    const variants = variantsOf('ram', base);
    expect(variants.length).toBeGreaterThanOrEqual(4);
    expect(variants.length).toBeLessThanOrEqual(8);
    const all = await reports(scenariosOf(variants));
    for (const [i, report] of all.entries())
      expect((report?.buffer?.mapping_bytes ?? 0) + (report?.buffer?.buffer_bytes ?? 0)).toBe(
        variants[i]?.value,
      );
    const pages = variants.map(({ scenario }) => bufferPages(scenario));
    expect(pages).toEqual([...pages].sort((a, b) => a - b));
    expect(pages).toContain(bufferPages(base));
  }
});

test('all schemes at equal RAM: what their tables leave is the buffer’s', async () => {
  const base = setAt(BUFFERED, 'buffer', { kind: 'cflru', capacity: 1, window: 1 });
  const variants = variantsOf('ftls_ram', base);
  expect(variants.map(({ ftl }) => ftl)).toEqual(FTLS);
  const bytes = variants.map(({ scenario }) => scenario.ram_bytes);
  expect(new Set(bytes).size).toBe(1);
  for (const report of await reports(scenariosOf(variants))) {
    const taken = (report?.buffer?.mapping_bytes ?? 0) + (report?.buffer?.buffer_bytes ?? 0);
    expect(taken).toBeLessThanOrEqual(Number(bytes[0]));
    expect(taken).toBeGreaterThan(Number(bytes[0]) - 2048);
  }
});

test('schedulers, channels and depths serve the same requests side by side', async () => {
  for (const preset of ['schedulers', 'channels', 'depths'] as const) {
    expect(lackOf(preset, HOSTED)).toBeNull();
    const variants = variantsOf(preset, HOSTED);
    const all = await reports(scenariosOf(variants));
    for (const report of all) expect(report?.parallel?.requests).toBe(200);
    const channels = all.map((report) => report?.parallel?.channels.length);
    expect(channels).toEqual(variants.map(({ value }) => (preset === 'channels' ? value : 2)));
    expect(new Set(all.map((report) => report?.response_us.mean)).size).toBeGreaterThan(2);
  }
  expect(variantsOf('depths', HOSTED).map(({ value }) => value)).toEqual([1, 2, 4, 8, 16]);
  // Its own has its parameters.
  const zones = variantsOf('schedulers', HOSTED).find(({ value }) => value === 'ssd_zones');
  expect(getAt(zones?.scenario ?? {}, 'host.scheduler')).toEqual({ kind: 'ssd_zones', zones: 4 });
});

test('one channel, one request at a time: still the model of the others', async () => {
  const base = { ...example('page'), host: { queue_depth: 2 } };
  const [first] = await reports(scenariosOf(variantsOf('depths', base)));
  expect(first?.parallel).toBeDefined();
});

test('the parts that a scenario lacks for a preset', () => {
  const offered = (document: ScenarioDocument) =>
    PRESETS.filter((preset) => lackOf(preset, document) === null);
  const always = ['ftls', 'policies', 'log_blocks', 'sram', 'spare', 'buffers'];
  expect(offered(example('bast')).sort()).toEqual(always.sort());
  expect(lackOf('ram', example('bast'))).toBe('buffer');
  expect(lackOf('ftls_ram', BUFFERED)).toBeNull();
  expect(lackOf('schedulers', BUFFERED)).toBe('host');
  const full = setAt(HOSTED, 'host.queue_depth', 10);
  expect(canWait(full)).toBe(false);
  expect(lackOf('schedulers', full)).toBe('waiting');
  const one = setAt(HOSTED, 'host.outstanding', 1);
  expect(lackOf('depths', one)).toBe('queue');
  expect(lackOf('channels', setAt(HOSTED, 'ftl.gc_trigger', 'on_demand'))).toBe('reserve');
  // Of a trace its statistics say it; where they are not known, it may have trims.
  const traced = setAt(example('page'), 'workload', { kind: 'trace', path: 'a.csv' });
  const of = (trims: number) => lackOf('trims', traced, { trims } as Statistics);
  expect([lackOf('trims', HOSTED), lackOf('trims', traced), of(0), of(1)]).toEqual([
    'trims',
    null,
    'trims',
    null,
  ]);
  expect(hasHost({ host: { scheduler: 'noop', channels: 1, queue_depth: 1 } })).toBe(false);
  expect(hasHost({ host: { scheduler: { kind: 'cfq' } } })).toBe(true);
});

test('side by side: not what the scenario is itself, on devices of one size, with as much RAM', async () => {
  const names = (document: ScenarioDocument) =>
    BESIDE.map((preset) => besides(preset, document).map(({ value }) => value));
  expect(names(BUFFERED)).toEqual([['none', 'lru', 'cflru', 'fab', 'bplru', 'gc_arm'], [], []]);
  const [, schedulers, channels] = names(HOSTED);
  expect([schedulers, channels]).toEqual([
    ['noop', 'deadline', 'cfq', 'anticipatory'],
    [1, 4, 8],
  ]);
  // Eight frontiers need more blocks; the left one gets them too.
  const [, , eight] = besides('channels', HOSTED);
  if (!eight) throw new Error('no eight channels');
  const pair = pairBeside('channels', eight, HOSTED);
  expect(pair.grown).toBe(true);
  expect(getAt(pair.left, 'device.blocks')).toBe(getAt(pair.right, 'device.blocks'));
  expect(getAt(pair.left, 'host.channels')).toBe(2);
  for (const report of await reports([pair.left, pair.right])) expect(report?.parallel?.requests).toBe(200);

  const dftl = example('dftl');
  const [lru] = besides('buffers', dftl);
  if (!lru) throw new Error('no buffer');
  const { left, right, enriched } = pairBeside('buffers', lru, dftl);
  expect([lru.value, enriched, left.ram_bytes]).toEqual(['lru', true, right.ram_bytes]);
  const bast = pairBeside('buffers', lru, example('bast'));
  expect([bast.enriched, bast.grown, bast.refilled]).toEqual([false, false, false]);
});

const BUFFERS: (ScenarioDocument | undefined)[] = [
  undefined,
  { kind: 'cflru', capacity: 9, window: 7 },
  { kind: 'gc_arm', capacity: 6, step_bytes: 4096 },
  { kind: 'pud_lru', capacity: 1, battery_backed: false },
];
const HOSTS = [undefined, { channels: 4, queue_depth: 2, outstanding: 9, scheduler: { kind: 'cfq' } }];

test('whatever is before a scheme, all that is offered are scenarios', async () => {
  const sheet = inlineSweepServer(new Map());
  for (const kind of FTLS)
    for (const buffer of BUFFERS)
      for (const host of HOSTS) {
        const document = setAt(setAt(example(kind), 'buffer', buffer), 'host', host);
        // Frontiers on four channels need more than the example of page mapping has.
        const base = setAt(document, 'device.blocks', 20);
        const pairs = BESIDE.flatMap((preset) =>
          besides(preset, base).map((variant) => pairBeside(preset, variant, base)),
        );
        const offered = [
          ...PRESETS.filter((preset) => lackOf(preset, base) === null).flatMap((preset) =>
            scenariosOf(variantsOf(preset, base)),
          ),
          ...pairs.flatMap(({ left, right }) => [left, right]),
        ];
        // Read, not run; a failure names what is wrong, and where.
        for (const scenario of offered)
          await sheet.ask('open', { text: JSON.stringify({ format: 1, scenario }) });
      }
});
