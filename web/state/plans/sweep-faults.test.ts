// @vitest-environment node
/** The reaction of a sweep when its workers die, its server, or a file is gone. */
import { expect, test } from 'vitest';
import { EngineCrash } from '../../protocol/engine/engine-client';
import type { Caller } from '../../protocol/rpc/worker-rpc';
import { inlineRun, inlineSweepServer } from '../../protocol/runs/inline-runs';
import type { StartRun } from '../../protocol/runs/pool';
import type { RunQuestions } from '../../protocol/runs/run-server';
import type { SweepQuestions, SweepResults } from '../../protocol/runs/sweep-client';
import { inlineSweep } from './inline-sweep';

const PLAN = JSON.stringify({
  format: 1,
  scenario: {
    format: 1,
    device: { blocks: 40, pages_per_block: 8 },
    logical_pages: 240,
    ftl: { kind: 'bast', log_blocks: 2 },
    workload: { kind: 'uniform', requests: 200 },
  },
  seeds: 12,
});
const LOOK = { figures: ['host.writes'], by: null, each: false, from: 0, count: 10 };

/** Servers of which the first dies when it is asked what `deadly` says; from then on it answers nothing, as a worker that is gone. */
function mortal(kept: Map<string, string>, deadly: (question: keyof SweepQuestions) => boolean) {
  let servers = 0;
  return (): SweepResults => {
    servers += 1;
    const first = servers === 1;
    const whole = inlineSweepServer(kept);
    let gone: Error | null = null;
    return {
      async ask(question, asked) {
        if (first && deadly(question)) gone ??= new Error('killed');
        if (gone) throw gone;
        const answer = await whole.ask(question, asked);
        if (gone) throw gone;
        return answer;
      },
      close() {
        gone ??= new Error('the server was closed');
      },
    };
  };
}

async function swept(server: () => SweepResults, startRun: StartRun = inlineRun) {
  const store = inlineSweep({ server, startRun });
  store.getState().setText(PLAN);
  await store.getState().check();
  return store;
}

test('workers that cannot be had end the runs, not the server: they are run when they can', async () => {
  let there = false;
  const startRun: StartRun = () => (there ? inlineRun() : Promise.reject(new EngineCrash('no script')));
  const store = await swept(() => inlineSweepServer(new Map()), startRun);
  await store.getState().run();
  expect(store.getState()).toMatchObject({ phase: 'idle', done: 0, failure: { message: 'no script' } });
  there = true;
  await store.getState().run();
  expect(store.getState()).toMatchObject({ phase: 'idle', done: 12, failure: null });
  const table = await store.getState().table(LOOK);
  expect(table?.shown[0]).toMatchObject({ missing: 0, means: [{ mean: 200 }] });
});

test('workers that die in the middle are said to have, and what was run is kept', async () => {
  const kept = new Map<string, string>();
  let runs = 0;
  let workers = 0;
  // The first dies of its tenth run, the others cannot be had.
  const startRun: StartRun = async () => {
    workers += 1;
    const crash = new EngineCrash('out of memory');
    if (workers > 1) throw crash;
    const asks = (await inlineRun()) as Caller<RunQuestions>;
    return {
      ask(question, asked, options) {
        if (question === 'run') runs += 1;
        if (runs === 10) asks.close(crash);
        return asks.ask(question, asked, options);
      },
      close: () => asks.close(),
    };
  };
  // Slow, so that a put is under way when the pool gives up.
  const server = (): SweepResults => {
    const whole = inlineSweepServer(kept);
    return {
      close: () => whole.close(),
      async ask(question, asked) {
        await new Promise((resolve) => setImmediate(resolve));
        return whole.ask(question, asked);
      },
    };
  };
  const store = await swept(server, startRun);
  await store.getState().run();
  expect(store.getState()).toMatchObject({ phase: 'idle', failure: { message: 'out of memory' } });
  expect([kept.size, store.getState().done]).toEqual([9, 9]);
});

test('a server that dies of what is looked at ends the runs; the plan checked again goes on', async () => {
  const kept = new Map<string, string>();
  const store = await swept(mortal(kept, (question) => question === 'table'));
  const stop = store.subscribe(({ done, table }) => {
    if (done <= 3) return;
    stop();
    void table(LOOK);
  });
  await store.getState().run();
  expect(store.getState()).toMatchObject({ phase: 'idle', plan: null, failure: { message: 'killed' } });
  expect(kept.size).toBeGreaterThan(3);
  expect(kept.size).toBeLessThan(12);
  await store.getState().check();
  expect(store.getState()).toMatchObject({ done: kept.size, failure: null });
  await store.getState().run();
  expect(store.getState().done).toBe(12);
  expect(kept.size).toBe(12);
});

test('any failure of a server is reported, and rejects nothing', async () => {
  for (const deadly of ['open', 'settle', 'missing', 'jobs', 'write', 'forget', 'read'] as const) {
    const store = await swept(mortal(new Map(), (question) => question === deadly));
    await store.getState().run();
    await store.getState().write('csv');
    await store.getState().openFile(new File(['run,seed,failure\n'], 'r.csv'));
    await store.getState().forget();
    const { phase, plan, alone, failure } = store.getState();
    const last = deadly === 'forget' || deadly === 'read';
    // A worker that died before is there again, with the file that was opened since.
    expect([deadly, phase, plan, alone?.results, failure?.message]).toEqual(
      last ? [deadly, 'idle', null, undefined, 'killed'] : [deadly, 'idle', null, 0, undefined],
    );
  }
});

test('a file that is gone is no end of the server', async () => {
  const store = await swept(() => inlineSweepServer(new Map()));
  const file = new File(['{"format":1,"engine":'], 'r.jsonl');
  file.text = () => Promise.reject(new DOMException('it was moved', 'NotReadableError'));
  await store.getState().openFile(file);
  expect(store.getState()).toMatchObject({ phase: 'idle', failure: { kind: 'command', file: 'r.jsonl' } });
  await store.getState().run();
  expect(store.getState()).toMatchObject({ done: 12, failure: null });
});

test('nothing is run of a plan that is not open', async () => {
  await expect(inlineSweepServer(new Map()).ask('jobs', { runs: [0] })).rejects.toThrow('no plan is open');
});
