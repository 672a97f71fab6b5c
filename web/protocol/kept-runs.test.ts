// @vitest-environment node
/** Workers that outlive their loops: who gets them, what they remember, when they end. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inlineEngine } from './inline-engine';
import { inlineRun } from './inline-runs';
import { keptRuns } from './kept-runs';
import { type Job, type PoolOptions, runAll, type StartRun } from './pool';
import { DEFAULT_OPTIONS } from './trace-options';

const KEEP_MS = 1000;
const scenario = (workload: object, seed = 1) =>
  JSON.stringify({
    ...{ format: 1, seed, logical_pages: 96, device: { blocks: 20, pages_per_block: 8, page_bytes: 2048 } },
    ...{ ftl: { kind: 'fast', log_blocks: 3 }, workload },
  });
const JOBS: Job[] = [1, 2, 3, 4].map((seed) => ({
  scenario: scenario({ kind: 'uniform', requests: 400 }, seed),
}));

let begun: number;
let ended: number;
/** Says of each worker how it dies. */
let crash: (() => void)[];
const counted: StartRun = (hear) => {
  begun += 1;
  const port = inlineRun(hear);
  crash.push(() => hear({ is: 'crash', message: 'killed' }));
  const close = () => {
    ended += 1;
    port.close();
  };
  return { ...port, close };
};

async function all(start: StartRun, jobs: Job[], options: PoolOptions = { workers: 2 }): Promise<string[]> {
  const texts: string[] = [];
  for await (const { index, outcome } of runAll(start, jobs, options)) texts[index] = outcome.text;
  return texts;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [begun, ended, crash] = [0, 0, []];
});
afterEach(() => void vi.useRealTimers());

test('a loop takes the workers of the one before, and comes to the same', async () => {
  const { start } = keptRuns(counted, KEEP_MS);
  const first = await all(start, JOBS);
  expect(await all(start, JOBS)).toEqual(first);
  expect([begun, ended]).toEqual([2, 0]);
});

test('workers made ready are those that the loop takes', async () => {
  const { start, ready } = keptRuns(counted, KEEP_MS);
  ready(2);
  ready(2);
  await all(start, JOBS);
  expect([begun, ended]).toEqual([2, 0]);
});

test('warm-ups go to the first workers, once, and nobody hears of them', async () => {
  const cold = await all(inlineRun, JOBS);
  const heard: string[] = [];
  const warmed: string[] = [];
  const { start, ready } = keptRuns((hear) => {
    const port = counted((message) => {
      heard.push(message.is);
      hear(message);
    });
    return {
      ...port,
      post(message) {
        if (message.do === 'warm') warmed.push(message.scenario);
        port.post(message);
      },
    };
  }, KEEP_MS);
  ready(2, ['first', JOBS[0]?.scenario ?? '']);
  ready(3, ['no more']);
  expect(warmed).toEqual(['first', JOBS[0]?.scenario]);
  expect(await all(start, JOBS, { workers: 3 })).toEqual(cold);
  expect(heard.filter((is) => is === 'outcome')).toHaveLength(JOBS.length);
});

test('a warm-up that would take hours does not keep a run waiting', async () => {
  const { start, ready } = keptRuns(counted, KEEP_MS);
  ready(1, [scenario({ kind: 'uniform', requests: 4_000_000_000 })]);
  expect(await all(start, JOBS, { workers: 1 })).toHaveLength(4);
  expect([begun, ended]).toEqual([1, 0]);
});

test('those that nobody uses are ended', async () => {
  const { start } = keptRuns(counted, KEEP_MS);
  await all(start, JOBS);
  vi.advanceTimersByTime(KEEP_MS - 1);
  await all(start, JOBS);
  vi.advanceTimersByTime(KEEP_MS - 1);
  expect(ended).toBe(0);
  vi.advanceTimersByTime(1);
  expect(ended).toBe(2);
  await all(start, JOBS);
  expect(begun).toBe(4);
});

test('a run that is cancelled ends its worker', async () => {
  const { start } = keptRuns(counted, KEEP_MS);
  const long = { scenario: scenario({ kind: 'uniform', requests: 100_000 }) };
  const abort = new AbortController();
  const options = { workers: 1, signal: abort.signal, onProgress: () => abort.abort() };
  await expect(all(start, [long], options)).rejects.toThrow('cancelled');
  expect([begun, ended]).toEqual([1, 1]);
});

test('a pause is not left to the next loop', async () => {
  const { start } = keptRuns(counted, KEEP_MS);
  const [job] = JOBS;
  const none = new Promise<never>(() => {});
  const asked = vi.fn(async () => (asked.mock.calls.length > 1 || !job ? none : { value: job }));
  const runs = runAll(start, { [Symbol.asyncIterator]: () => ({ next: asked }) }, { workers: 1 });
  for await (const _ of runs) {
    runs.pause();
    break;
  }
  expect(await all(start, JOBS, { workers: 1 })).toHaveLength(4);
  expect([begun, ended]).toEqual([1, 0]);
});

test('one that dies while it waits is replaced', async () => {
  const { start } = keptRuns(counted, KEEP_MS);
  const first = await all(start, JOBS);
  crash[0]?.();
  expect(ended).toBe(1);
  expect(await all(start, JOBS)).toEqual(first);
  expect(begun).toBe(3);
});

test('the traces of one loop are unknown to the next', async () => {
  const engine = inlineEngine();
  const lines = Array.from({ length: 200 }, (_, i) => `${i * 1000} 0 ${((i * 7) % 90) * 4} 4 0`).join('\n');
  const { file } = await engine.importTrace(lines, { name: 't', options: DEFAULT_OPTIONS }, 2048);
  engine.close();
  const { start } = keptRuns(counted, KEEP_MS);
  const job = { scenario: scenario({ kind: 'trace', path: 't', mapping: 'wrap' }) };
  const [withIt] = await all(start, [{ ...job, trace: { name: 't', file } }], { workers: 1 });
  expect(withIt).toMatch(/^"report"/);
  const [without] = await all(start, [job], { workers: 1 });
  expect(without).toMatch(/^"failure".*"workload\.path"/);
  expect(begun).toBe(1);
});
