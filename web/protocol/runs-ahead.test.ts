// @vitest-environment node
/** Runs that nobody has asked for yet: who gets them, and what ends them. */
import { expect, test, vi } from 'vitest';
import { inlineRun } from './inline-runs';
import { type Job, type Runs, runAll, type StartRun } from './pool';
import { runsAhead } from './runs-ahead';

const job = (seed: number): Job => ({
  scenario: JSON.stringify({
    ...{ format: 1, seed, logical_pages: 96, device: { blocks: 20, pages_per_block: 8, page_bytes: 2048 } },
    ...{ ftl: { kind: 'fast', log_blocks: 3 }, workload: { kind: 'uniform', requests: 400 } },
  }),
});
const JOBS = [1, 2, 3, 4, 5].map(job);

/** Workers that say what was done with them. */
function counted() {
  const said = { begun: 0, closed: 0, runs: 0, outcomes: 0 };
  let heard = () => {};
  const first = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const start: StartRun = (hear) => {
    said.begun += 1;
    const port = inlineRun((message) => {
      hear(message);
      if (message.is !== 'outcome') return;
      said.outcomes += 1;
      heard();
    });
    return {
      post(message) {
        if (message.do === 'run') said.runs += 1;
        port.post(message);
      },
      close() {
        said.closed += 1;
        port.close();
      },
    };
  };
  return { said, start, first };
}

async function texts(runs: Runs | null): Promise<string[]> {
  const all: string[] = [];
  if (runs) for await (const { index, outcome } of runs) all[index] = outcome.text;
  return all;
}

test('whoever asks for them finds them done', async () => {
  const { said, start } = counted();
  const ahead = runsAhead();
  ahead.begin(start, JOBS);
  await vi.waitFor(() => expect(said.outcomes).toBe(JOBS.length));
  const onProgress = vi.fn();
  const runs = ahead.take(
    JOBS.map(({ scenario }) => ({ scenario })),
    { onProgress },
  );
  expect(onProgress).toHaveBeenCalledWith({ done: JOBS.length, running: [] });
  const seconds = runs?.seconds() ?? 0;
  expect(seconds).toBeGreaterThan(0);
  expect(await texts(runs)).toEqual(await texts(runAll(inlineRun, JOBS)));
  expect(runs?.seconds()).toBe(seconds);
  expect(said.runs).toBe(JOBS.length);
  // They are somebody's now.
  expect(ahead.take(JOBS, {})).toBeNull();
});

test('under way, they go on with a worker for each core', async () => {
  const { said, start, first } = counted();
  const runs = runAll(start, JOBS, { workers: 4 });
  runs.begin(2);
  await first;
  expect(said.begun).toBe(2);
  const ended = texts(runs);
  // One more at once, before another run has ended.
  expect(said.begun).toBe(3);
  expect(await ended).toEqual(await texts(runAll(inlineRun, JOBS)));
  expect(said.runs).toBe(JOBS.length);
});

test.each([
  ['other scenarios', [...JOBS.slice(1), job(6)]],
  ['fewer', JOBS.slice(1)],
  ['another trace', JOBS.map((each) => ({ ...each, trace: { name: 't', file: new Uint8Array() } }))],
])('%s are not those that were begun, which end', async (_, others) => {
  const { said, start, first } = counted();
  const ahead = runsAhead();
  ahead.begin(start, JOBS);
  await first;
  expect(ahead.take(others, {})).toBeNull();
  expect(said.closed).toBe(said.begun);
  expect(ahead.take(JOBS, {})).toBeNull();
});

test('dropped, or begun anew, their workers end at once', async () => {
  const { said, start, first } = counted();
  const ahead = runsAhead();
  ahead.begin(start, JOBS);
  await first;
  const before = said.begun;
  ahead.begin(start, JOBS.slice(1));
  expect([said.closed, said.begun > before]).toEqual([before, true]);
  ahead.drop();
  expect(said.closed).toBe(said.begun);
});

test('whoever took them ends them as any others', async () => {
  const { said, start, first } = counted();
  const ahead = runsAhead();
  ahead.begin(start, JOBS);
  const abort = new AbortController();
  const runs = ahead.take(JOBS, { signal: abort.signal });
  await first;
  abort.abort();
  await expect(texts(runs)).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(said.closed).toBe(said.begun);
});
