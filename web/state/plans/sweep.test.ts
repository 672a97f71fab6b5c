// @vitest-environment node
/** A sweep with the real module: stopped and gone on with, filled from files, its tables. */
import { expect, test } from 'vitest';
import { BUNDLED_TRACES } from '../../model/traces/bundled-traces';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { inlineSweepServer } from '../../protocol/runs/inline-runs';
import type { SweepResults } from '../../protocol/runs/sweep-client';
import type { SortedBy } from '../../protocol/runs/sweep-table';
import { heardRun } from './heard-run.fixture';
import { inlineSweep } from './inline-sweep';
import type { SweepServices, SweepStore } from './sweep';

const PLAN = JSON.stringify({
  format: 1,
  name: 'log blocks',
  scenario: {
    format: 1,
    seed: 7,
    device: { blocks: 40, pages_per_block: 8, page_bytes: 2048 },
    logical_pages: 240,
    ftl: { kind: 'bast', log_blocks: 2 },
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'hot_cold', r: 0.9, f: 0.1, requests: 200 },
  },
  over: { 'ftl.log_blocks': [2, 3, 900] },
  seeds: 4,
  illegal: 'skip',
});
const LOOK = { figures: ['write_amplification', 'host.writes'], each: false, by: null, from: 0, count: 10 };

/** A sweep; `ran` is called with every run that begins. */
function sweepOf(
  kept: Map<string, string>,
  ran: () => void = () => {},
  server = (): SweepResults => inlineSweepServer(kept),
  services: Partial<SweepServices> = {},
): SweepStore {
  return inlineSweep({ server, startRun: heardRun(ran), ...services });
}

async function checked(store: SweepStore, text = PLAN) {
  store.getState().setText(text);
  await store.getState().check();
  return store;
}

/** Whole and run. */
async function complete() {
  const store = await checked(sweepOf(new Map()));
  await store.getState().run();
  const { write, table } = store.getState();
  const [lines, csv] = [await write('lines'), await write('csv')];
  if (!lines || !csv) throw new Error('nothing was written');
  return { lines, csv, table: await table(LOOK), each: await table({ ...LOOK, each: true }) };
}

test('a sweep that was stopped goes on elsewhere with what is missing', async () => {
  const kept = new Map<string, string>();
  const first = await checked(sweepOf(kept));
  // A combination that is no scenario is known at once.
  expect(first.getState().done).toBe(4);
  first.subscribe(({ done, phase, cancel }) => done >= 7 && phase === 'running' && cancel());
  await first.getState().run();
  const { done, failure, phase } = first.getState();
  expect([failure, phase]).toEqual([null, 'idle']);
  expect(done).toBeGreaterThan(6);
  expect(done).toBeLessThan(12);

  let begun = 0;
  const second = await checked(sweepOf(kept, () => (begun += 1)));
  expect(second.getState().done).toBe(done);
  await second.getState().run();
  expect([begun, second.getState().done]).toEqual([12 - done, 12]);
  const whole = await complete();
  expect(await (await second.getState().write('lines'))?.text()).toBe(await whole.lines.text());
  await second.getState().forget();
  expect([kept.size, second.getState().done]).toEqual([0, 4]);
});

test('a paused sweep resumes where it stopped', async () => {
  const store = await checked(sweepOf(new Map()));
  const phases: string[] = [];
  store.subscribe(({ phase }) => phases.at(-1) !== phase && phases.push(phase));
  const running = store.getState().run();
  store.getState().pause();
  for (let i = 0; i < 300; i += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(store.getState()).toMatchObject({ phase: 'paused', done: 4 });
  store.getState().resume();
  await running;
  expect(store.getState()).toMatchObject({ done: 12, failure: null });
  expect(phases).toEqual(['running', 'paused', 'running', 'idle']);
});

test('when the server dies the runs are stopped, and what was kept is there for the next', async () => {
  const kept = new Map<string, string>();
  let puts = 0;
  let servers = 0;
  const server = () => {
    servers += 1;
    const whole = inlineSweepServer(kept);
    const ask: SweepResults['ask'] = (question, asked) => {
      if (question === 'put' && servers === 1) puts += 1;
      return puts === 2 ? Promise.reject(new Error('killed')) : whole.ask(question, asked);
    };
    return { ask, close: () => whole.close() };
  };
  const store = await checked(sweepOf(kept, undefined, server));
  await store.getState().run();
  expect(store.getState()).toMatchObject({ phase: 'idle', plan: null, failure: { kind: 'crash' } });
  expect(store.getState().failure?.message).toBe('killed');
  puts = 0;
  await store.getState().check();
  expect(store.getState()).toMatchObject({ failure: null, done: 4 + kept.size });
  expect(kept.size).toBeGreaterThan(0);
  await store.getState().run();
  expect(store.getState()).toMatchObject({ failure: null, done: 12 });
});

test('runs of one scenario have results when one of them was run', async () => {
  const twice = PLAN.replace('"over"', '"list":[{},{"ftl.kind":"bast"}],"over"');
  let begun = 0;
  const store = await checked(
    sweepOf(new Map(), () => (begun += 1)),
    twice,
  );
  expect([store.getState().plan?.runs, store.getState().done]).toEqual([24, 8]);
  await store.getState().run();
  expect([begun, store.getState().done]).toEqual([8, 24]);
});

test('results are shown by themselves where the plan is not read, or other than it was', async () => {
  const { lines, table } = await complete();
  const file = new File([lines], 'r.jsonl');
  const bare = (rows: typeof table) => rows?.shown.map((row) => ({ ...row, scenario: null }));
  const traced = PLAN.replace(/"workload":\{[^}]*\}/, '"workload":{"kind":"trace","path":"mine.csv"}');
  for (const [text, edited] of [
    [PLAN.replace('[2,3,900]', '[5]'), `${PLAN} `],
    [PLAN.replace('[2,3,900]', '[5]'), '{'],
    [traced, null],
  ] as const) {
    const store = await checked(sweepOf(new Map()), text);
    if (edited !== null) store.getState().setText(edited);
    if (edited === '{') await store.getState().check();
    await store.getState().openFile(file);
    expect(store.getState()).toMatchObject({ failure: null, plan: null, filled: null, phase: 'idle' });
    expect(store.getState().alone).toEqual({ name: 'r.jsonl', results: 12 });
    expect(bare(await store.getState().table(LOOK))).toEqual(bare(table));
  }
});

test('means are taken over seeds, with their intervals; every run can be seen', async () => {
  const { table, each } = await complete();
  expect(table?.rows).toBe(3);
  expect(each?.rows).toBe(12);
  const [two, , illegal] = table?.shown ?? [];
  const values = each?.shown.slice(0, 4).map(({ means }) => means[0]?.mean ?? 0) ?? [];
  expect(two?.means[0]?.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 4, 12);
  expect(two?.means[1]).toEqual({ mean: 200, half: 0 });
  expect(two?.means[0]?.half).toBeGreaterThan(0);
  expect([two?.set, two?.missing]).toEqual([[['ftl.log_blocks', '2']], 0]);
  expect(JSON.parse(two?.scenario ?? '')).toMatchObject({ seed: 7, ftl: { log_blocks: 2 } });
  expect([illegal?.scenario, illegal?.means]).toEqual([null, [null, null]]);
  expect(illegal?.runs[0]?.failure).toContain('900');
  expect(table?.figures).toContain('flash.erases.total');
});

test('lines and tables that were saved are shown by themselves, and lines fill a plan', async () => {
  const { lines, csv, table } = await complete();
  const bare = (rows: typeof table) => rows?.shown.map((row) => ({ ...row, scenario: null }));
  for (const [name, blob] of [
    ['r.jsonl', lines],
    ['r.csv', csv],
  ] as const) {
    const store = sweepOf(new Map());
    await store.getState().openFile(new File([blob], name));
    expect(store.getState()).toMatchObject({ failure: null, alone: { name, results: 12 } });
    expect(bare(await store.getState().table(LOOK))).toEqual(bare(table));
  }

  const store = await checked(sweepOf(new Map()));
  const some = (await lines.text()).split('\n').slice(0, 5).join('\n');
  await store.getState().openFile(new File([`${some}\n`], 'some.jsonl'));
  expect(store.getState()).toMatchObject({ filled: 5, done: 9, alone: null });
});

test('an error has its line, and nothing is changed', async () => {
  const store = await checked(sweepOf(new Map()));
  const { version } = store.getState();
  await store.getState().openFile(new File(['run,seed,failure,x\n0,1,,2\n1,2\n'], 'cut.csv'));
  expect(store.getState().failure).toMatchObject({ line: 3, file: 'cut.csv' });
  await store.getState().openFile(new File(['{"format":1,"engine":3}\n'], 'bad.jsonl'));
  expect(store.getState().failure).toMatchObject({ line: 1, file: 'bad.jsonl' });
  expect(store.getState()).toMatchObject({ version, done: 4 });
  await checked(store, PLAN.replace('"skip"', '"refuse"'));
  expect(store.getState().failure).toMatchObject({ kind: 'scenario', line: 1, file: null });
  expect(store.getState().plan).toBeNull();
});

test('a table is sorted by settings, seeds and figures; what has none comes last either way', async () => {
  const store = await checked(sweepOf(new Map()));
  await store.getState().run();
  const first = async (by: SortedBy, each = false) => {
    const table = await store.getState().table({ ...LOOK, by, each });
    return table?.shown.map(({ set, runs }) => (each ? runs[0]?.seed : set[0]?.[1]));
  };
  const by = { column: 'setting', path: 'ftl.log_blocks', descending: true } as const;
  expect(await first(by)).toEqual(['900', '3', '2']);
  expect(await first({ ...by, descending: false })).toEqual(['2', '3', '900']);
  // More log blocks, less copying; 900 are no scenario.
  const wa = { column: 'figure', path: 'write_amplification' } as const;
  expect(await first({ ...wa, descending: false })).toEqual(['3', '2', '900']);
  expect(await first({ ...wa, descending: true })).toEqual(['2', '3', '900']);
  const seeds = await first({ column: 'seed', path: '', descending: true }, true);
  expect(seeds?.slice(0, 4)).toEqual(['10', '10', '10', '9']);
});

test('links to rows can name the trace that the plan runs, unless it ships with the page', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${i * 1000} 0 ${((i * 7) % 90) * 4} 4 0`).join('\n');
  const file = new File([lines], 'own.trace');
  const engine = inlineEngine();
  const store = sweepOf(new Map(), undefined, undefined, {
    importTrace: (source, open, bytes) => engine.importTrace(source, open, bytes),
    bundled: async () => file,
  });
  const plan = JSON.parse(PLAN);
  const [ships] = BUNDLED_TRACES;
  const paths = ['own.trace', ships?.file ?? ''];
  plan.scenario.workload = { kind: 'trace', path: paths[0], mapping: 'wrap' };
  plan.over = { 'workload.path': paths };
  await checked(store, JSON.stringify(plan));
  expect(store.getState().wanted).toEqual(['own.trace']);
  await store.getState().giveTrace('own.trace', file);
  const { traces } = store.getState();
  expect([...traces.keys()]).toEqual(paths);
  expect(traces.get('own.trace')).toMatchObject({
    name: 'own.trace',
    bytes: file.size,
    hash: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(traces.get(paths[1] ?? '')).toBeNull();
  engine.close();
});

test('figures that only some runs have can be asked for where these are shown', async () => {
  const plan = JSON.parse(PLAN);
  const host = { merge: true, channels: 2, outstanding: 4 };
  const list = [
    {},
    { buffer: { kind: 'lru', capacity: 4 } },
    { host },
    { buffer: { kind: 'fab', capacity: 4 }, host },
  ];
  const store = await checked(sweepOf(new Map()), JSON.stringify({ ...plan, over: {}, seeds: 1, list }));
  await store.getState().run();
  const { table, write } = store.getState();
  const figures = (await table(LOOK))?.figures ?? [];
  expect(figures).toEqual(expect.arrayContaining(['buffer.padded', 'parallel.wait_us.mean', 'cmt.hits']));
  expect(new Set(figures).size).toBe(figures.length);
  // As in the table that is saved, where lists and texts are too.
  const [head = ''] = ((await (await write('csv'))?.text()) ?? '').split('\n');
  const columns = head.split(',').filter((path) => figures.includes(path));
  expect(columns).toEqual(figures);
  const first = (await table({ ...LOOK, count: 1 }))?.figures ?? [];
  expect(first).not.toContain('buffer.padded');
});
