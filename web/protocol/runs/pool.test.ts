// @vitest-environment node
/** The pool with the real module: what it gives is what `ftl-lab sweep` prints, whatever happens to its workers. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { EngineCrash } from '../engine/engine-client';
import { inlineEngine } from '../engine/inline-engine';
import { exampleOf, FTL_KINDS } from '../ftls.fixture';
import type { ScenarioFtl } from '../generated/ScenarioFtl';
import type { Caller } from '../rpc/worker-rpc';
import { DEFAULT_OPTIONS } from '../traces/trace-options';
import { inlineRun } from './inline-runs';
import { type Done, type Job, type PoolOptions, runAll, type StartRun } from './pool';
import type { RunQuestions } from './run-server';

const RUST = join(import.meta.dirname, '../../../wasm-sim');
const EXE = join(RUST, 'target/debug', process.platform === 'win32' ? 'ftl-lab.exe' : 'ftl-lab');

const SCENARIO = {
  format: 1,
  device: { blocks: 60, pages_per_block: 8, page_bytes: 2048, program_order: 'any' },
  logical_pages: 240,
  ftl: {},
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'hot_cold', r: 0.9, f: 0.1, requests: 400 },
};
const OPTIONS: Partial<Record<ScenarioFtl['kind'], object>> = {
  bast: { log_blocks: 2 },
  fast: { log_blocks: 3 },
  dftl: { cmt_entries: 32 },
  page: {},
  superblock: {
    blocks_per_superblock: 2,
    update_blocks_per_superblock: 2,
    update_blocks: 4,
    cached_superblocks: 2,
  },
  last: { log_blocks: 6, seq_log_blocks: 2, k: 10, seq_threshold: 4096 },
  block: {},
  replacement: {},
};
const FTLS = FTL_KINDS.map((kind) => ({ kind, ...(OPTIONS[kind] ?? exampleOf(kind)) }));

/** A run of BAST, distinguished by its seed. */
const job = (seed: number): Job => ({
  scenario: JSON.stringify({ ...SCENARIO, seed, ftl: { kind: 'bast', log_blocks: 2 } }),
});
const JOBS = Array.from({ length: 12 }, (_, i) => job(i));

/** The outcomes in the order of the jobs. */
async function all(start: StartRun, jobs: Iterable<Job>, options?: PoolOptions): Promise<Done['outcome'][]> {
  const outcomes: Done['outcome'][] = [];
  for await (const { index, outcome } of runAll(start, jobs, options)) {
    expect(outcomes[index]).toBeUndefined();
    outcomes[index] = outcome;
  }
  return outcomes;
}

/** Workers that hear what they are asked through `meddle`, which may kill them: then nothing more is heard of them. */
function meddled(
  meddle: (
    question: keyof RunQuestions,
    asked: { scenario?: string },
    crash: () => void,
    worker: number,
  ) => void,
): StartRun {
  let workers = 0;
  return async () => {
    workers += 1;
    const worker = workers;
    const asks = (await inlineRun()) as Caller<RunQuestions>;
    const crash = () => asks.close(new EngineCrash('killed'));
    return {
      ask(question, asked, options) {
        meddle(question, Object(asked), crash, worker);
        return asks.ask(question, asked, options);
      },
      close: () => asks.close(),
    };
  };
}

const seedOf = ({ scenario = '{}' }) => JSON.parse(scenario).seed as number;

beforeAll(() => {
  execFileSync('cargo', ['native-test', '--no-run', '--test', 'command_line'], {
    cwd: RUST,
    stdio: 'inherit',
  });
});

test('every scheme comes to the same bytes as on the command line', async () => {
  const plan = { format: 1, scenario: SCENARIO, over: { ftl: FTLS }, seeds: 3 };
  const args = ['sweep', '-', '--json'];
  const printed = execFileSync(EXE, args, {
    input: JSON.stringify(plan),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines = printed.trimEnd().split('\n');
  const jobs = FTLS.flatMap((ftl) =>
    [1, 2, 3].map((seed) => ({ scenario: JSON.stringify({ ...SCENARIO, seed, ftl }) })),
  );
  const outcomes = await all(inlineRun, jobs, { workers: 3 });
  const said = lines.map((line) => line.slice(line.indexOf('"report"'), -1));
  expect(outcomes.map(({ text }) => text)).toEqual(said);
});

/** Each has a scheduler of its own. `interarrival_ms` is for those that are not closed loops. */
const HOSTS = [
  { channels: 4, queue_depth: 8 },
  { channels: 2, dies: 2, queue_depth: 4, scheduler: 'deadline', arrivals: 'poisson' },
  { channels: 4, queue_depth: 2, scheduler: { kind: 'cfq', quantum: 2 }, outstanding: 16 },
  { channels: 3, queue_depth: 3, scheduler: 'anticipatory', merge: false },
  { channels: 4, queue_depth: 8, scheduler: { kind: 'ssd_zones', zones: 4 }, outstanding: 32 },
];

test('so does every scheme on several channels, behind every scheduler', async () => {
  const workload = {
    kind: 'hot_cold',
    r: 0.9,
    f: 0.1,
    requests: 400,
    read_fraction: 0.4,
    interarrival_ms: 0.2,
  };
  const scenario = { ...SCENARIO, device: { ...SCENARIO.device, timing: 'hu' }, workload };
  const plan = { format: 1, scenario, over: { ftl: FTLS, host: HOSTS } };
  const printed = execFileSync(EXE, ['sweep', '-', '--json'], {
    input: JSON.stringify(plan),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = printed.split('\n').map((line) => line.slice(line.indexOf('"report"'), -1));
  const jobs = FTLS.flatMap((ftl) =>
    HOSTS.map((host) => ({ scenario: JSON.stringify({ ...scenario, ftl, host }) })),
  );
  const outcomes = await all(inlineRun, jobs, { workers: 2 });
  expect(outcomes.map(({ text }) => text)).toEqual(said.slice(0, -1));
  for (const { report } of outcomes) expect(report?.parallel?.requests).toBe(400);
});

test('an engine of the stage refuses a host that is spelt wrong, with the field and what to do', async () => {
  const engine = inlineEngine();
  for (const [host, field, message, remedy] of [
    ['{"channels": 0}', 'host.channels', '`host.channels` is 0', 'Give at least 1.'],
    [
      '{"scheduler": "cqf"}',
      'host.scheduler',
      'unknown scheduler `cqf`',
      'Did you mean `cfq`? Known here: noop, deadline, cfq, anticipatory, ssd_zones.',
    ],
  ]) {
    for (const ftl of FTLS) {
      const scenario = `{"host": ${host},\n${JSON.stringify({ ...SCENARIO, ftl }).slice(1)}`;
      const refusal = await engine
        .request({ type: 'open', slot: 0, scenario })
        .catch((error) => error.failure);
      expect(refusal).toMatchObject({ field, message, remedy, line: 1, column: 11 });
    }
  }
  engine.close();
});

test('a run whose worker dies is run again', async () => {
  const before = await all(inlineRun, JOBS, { workers: 2 });
  const killed = new Set<number>();
  const start = meddled((question, asked, crash) => {
    const seed = seedOf(asked);
    if (question !== 'run' || seed % 5 !== 3 || killed.has(seed)) return;
    killed.add(seed);
    crash();
  });
  expect(await all(start, JOBS, { workers: 2 })).toEqual(before);
  expect([...killed]).toEqual([3, 8]);
});

test('a run that two workers die of is reported, and the others are run', async () => {
  const start = meddled((question, asked, crash) => {
    if (question === 'run' && seedOf(asked) === 3) crash();
  });
  const outcomes = await all(start, JOBS, { workers: 2 });
  expect(outcomes.map(({ report }) => report !== null)).toEqual(JOBS.map((_, i) => i !== 3));
  expect(outcomes[3]?.failure).toMatchObject({ kind: 'engine', message: 'the run met a bug in FTL Lab' });
});

test('workers that cannot be had end the runs with the reason', async () => {
  const start: StartRun = () => Promise.reject(new EngineCrash('no script'));
  await expect(all(start, JOBS, { workers: 3 })).rejects.toThrow('no script');
});

test('a trace is sent to a worker once, and a scenario that names none says so', async () => {
  const engine = inlineEngine();
  const lines = Array.from({ length: 3000 }, (_, i) => `${i * 1000} 0 ${((i * 7) % 900) * 4} 4 0`).join('\n');
  const { file } = await engine.importTrace(lines, { name: 't', options: DEFAULT_OPTIONS }, 2048);
  engine.close();
  const scenario = JSON.stringify({
    ...SCENARIO,
    ftl: { kind: 'dftl', cmt_entries: 32 },
    workload: { kind: 'trace', path: 't', mapping: 'wrap', aliasing: 'allow' },
  });
  const sent: number[] = [];
  const start = meddled((question, _asked, _crash, worker) => {
    if (question === 'attach') sent.push(worker);
  });
  const trace = { name: 't', file };
  const outcomes = await all(start, [...Array(5).fill({ scenario, trace })], { workers: 2 });
  expect(outcomes.map(({ report, failure }) => failure ?? report?.host.writes)).toEqual(Array(5).fill(3000));
  expect(sent.sort()).toEqual([1, 2]);
  const [without] = await all(start, [{ scenario }]);
  expect(without?.failure).toMatchObject({ kind: 'trace', field: 'workload.path' });
});

test('nothing ends while the runs are paused', async () => {
  let done = 0;
  const runs = runAll(inlineRun, JOBS, { workers: 2, onProgress: (progress) => (done = progress.done) });
  const ended = (async () => {
    const indices: number[] = [];
    for await (const { index } of runs) {
      indices.push(index);
      if (indices.length === 4) {
        runs.pause();
        // A job under way when the message reached them may still end.
        await turns(50);
        const standing = done;
        await turns(300);
        expect(done).toBe(standing);
        runs.resume();
      }
    }
    return indices.sort((a, b) => a - b);
  })();
  expect(await ended).toEqual(JOBS.map((_, i) => i));
});

test('an abort ends the workers, and they take no further jobs', async () => {
  const abort = new AbortController();
  let asked = 0;
  let closed = 0;
  const start: StartRun = async () => {
    const asks = await inlineRun();
    const close = () => {
      closed += 1;
      asks.close();
    };
    return { ask: (...asked) => asks.ask(...asked), close };
  };
  async function* jobs() {
    for (;;) {
      asked += 1;
      yield job(asked);
    }
  }
  const heard: number[] = [];
  await expect(
    (async () => {
      for await (const { index } of runAll(start, jobs(), { workers: 2, signal: abort.signal })) {
        heard.push(index);
        if (heard.length === 5) abort.abort();
      }
    })(),
  ).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  const before = asked;
  await turns(100);
  expect([asked, closed]).toEqual([before, 2]);
});

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('every run reports its start, however short it is', async () => {
  const begun = new Set<number>();
  const onProgress: PoolOptions['onProgress'] = ({ running }) => {
    for (const { index } of running) begun.add(index);
  };
  // Workers that tell nothing while they run.
  const silent: StartRun = async () => {
    const asks = await inlineRun();
    return { ask: (question, asked) => asks.ask(question, asked), close: () => asks.close() };
  };
  await all(silent, JOBS, { onProgress, workers: 3 });
  expect([...begun].sort((a, b) => a - b)).toEqual(JOBS.map((_, i) => i));
});
