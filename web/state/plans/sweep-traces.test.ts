// @vitest-environment node
/** The traces of a sweep with the real import: asked for, given in any order, refused, taken from the lab. */
import { expect, test } from 'vitest';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import type { ImportTrace } from '../../protocol/traces/trace-import';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import { inlineSweep } from './inline-sweep';
import type { TraceOfLab } from './plan-traces';

const SCENARIO = {
  format: 1,
  device: { blocks: 40, pages_per_block: 8, page_bytes: 2048 },
  logical_pages: 240,
  ftl: { kind: 'bast', log_blocks: 2 },
  workload: { kind: 'trace', path: 'a' },
};
const ONE = JSON.stringify({ format: 1, scenario: SCENARIO });
const TWO = JSON.stringify({ format: 1, scenario: SCENARIO, over: { 'workload.path': ['a', 'b'] } });
const LOOK = { figures: ['host.writes'], by: null, each: false, from: 0, count: 10 };

/** A trace of `n` writes of one page each. */
const writes = (n: number) =>
  Array.from({ length: n }, (_, i) => `${i * 1000} 0 ${((i * 7) % 50) * 4} 4 0\n`).join('');
const file = (name: string, n: number) => new File([writes(n)], name);

const engine = inlineEngine();

/** `wait` is waited for with each import; `ofLab` is what the lab holds. */
function sweepOf(text: string, wait: () => Promise<void> = async () => {}, ofLab: TraceOfLab | null = null) {
  const imports: string[] = [];
  const importTrace: ImportTrace = async (source, open, pageBytes, options) => {
    imports.push(open.name);
    await wait();
    return engine.importTrace(await source.text(), open, pageBytes, options);
  };
  const store = inlineSweep({ importTrace, ofLab: (name) => (name === 'a' ? ofLab : null) });
  store.getState().setText(text);
  const means = async () => (await store.getState().table(LOOK))?.shown.map((row) => row.means[0]?.mean);
  return { store, imports, means };
}

/** Imports that wait as long as `held`, and what lets the last of them go on. */
function gate() {
  const gate = {
    held: false,
    go: () => {},
    wait: () =>
      new Promise<void>((resolve) => {
        if (gate.held) gate.go = resolve;
        else resolve();
      }),
  };
  return gate;
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('traces are asked for, and may be given while another is read', async () => {
  const held = gate();
  const { store, means } = sweepOf(TWO, held.wait);
  await store.getState().check();
  expect(store.getState()).toMatchObject({ failure: null, wanted: ['a', 'b'], done: 0 });
  await store.getState().run();
  expect(store.getState()).toMatchObject({ phase: 'idle', done: 0 });

  held.held = true;
  const first = store.getState().giveTrace('a', file('a.txt', 100));
  await turn();
  held.held = false;
  await store.getState().giveTrace('b', file('b.txt', 300));
  held.go();
  await first;
  expect(store.getState()).toMatchObject({ failure: null, wanted: [], phase: 'idle' });
  await store.getState().run();
  expect(store.getState()).toMatchObject({ failure: null, done: 2 });
  expect(await means()).toEqual([100, 300]);
});

test('a file that another has taken the place of while it was read is not settled', async () => {
  const held = gate();
  const { store, means } = sweepOf(ONE, held.wait);
  await store.getState().check();
  held.held = true;
  const first = store.getState().giveTrace('a', file('9.txt', 9));
  await turn();
  held.held = false;
  await store.getState().giveTrace('a', file('5.txt', 5));
  await store.getState().run();
  held.go();
  await first;
  expect(await means()).toEqual([5]);
  expect(store.getState()).toMatchObject({ failure: null, done: 1, phase: 'idle' });
});

test('a wrong file is refused with its line, and another can be chosen; a good one too', async () => {
  const { store, imports, means } = sweepOf(ONE);
  await store.getState().check();
  await store.getState().giveTrace('a', new File([`${writes(3)}hello\n`], 'bad.txt'));
  const { plan, wanted, failure, given } = store.getState();
  expect([plan?.runs, wanted, given.size]).toEqual([1, ['a'], 0]);
  expect(failure).toMatchObject({ line: 4, file: 'bad.txt' });
  await store.getState().giveTrace('a', file('9.txt', 9));
  expect(store.getState()).toMatchObject({ wanted: [], failure: null });
  expect(store.getState().given.get('a')?.name).toBe('9.txt');
  await store.getState().run();
  expect(await means()).toEqual([9]);
  await store.getState().giveTrace('a', file('5.txt', 5));
  expect(store.getState()).toMatchObject({ wanted: [], done: 0 });
  await store.getState().run();
  expect(await means()).toEqual([5]);
  // A plan that is checked again does not import its traces again.
  await store.getState().check();
  expect([imports.length, store.getState().done]).toEqual([3, 1]);
});

test('a trace that the lab has imported is not imported again, unless the plan reads it differently', async () => {
  const source = file('a', 20);
  const open = { name: 'a', options: DEFAULT_OPTIONS };
  const { trace, file: columns } = await engine.importTrace(await source.text(), open, 2048);
  const { format, hash } = trace.import;
  const lab = { file: source, options: DEFAULT_OPTIONS, format, columns, hash };
  const { store, imports, means } = sweepOf(ONE, undefined, lab);
  await store.getState().check();
  await store.getState().run();
  expect([imports, await means()]).toEqual([[], [20]]);

  const formats = { 'workload.trace_format': ['mqsim', 'disksim'] };
  store.getState().setText(JSON.stringify({ format: 1, scenario: SCENARIO, over: formats }));
  await store.getState().check();
  expect([format, imports.length]).toEqual(['mqsim', 1]);
});
