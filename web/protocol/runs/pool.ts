/**
 * A pool of workers that run scenarios to their ends: sweeps, comparisons in bulk. Each worker holds the module `sweep` of the
 * wasm package, which has every scheme and keeps no history; what a run comes to is, byte for byte, what `ftl-lab sweep` says.
 *
 * ```ts
 * const runs = runAll(startRun, [{ scenario, trace: { name, file } }, …], { onProgress, signal });
 * for await (const { index, outcome } of runs) {       // in the order in which they end
 *   if (outcome.report) draw(index, outcome.report); else tell(index, outcome.failure);
 * }
 * runs.pause(); runs.resume();                          // also in the middle of a run
 * ```
 *
 * `jobs` may be an (async) iterable, which is asked for the next job only when a worker is free. A trace's file is sent to a worker
 * once. Nothing is begun before the loop is. A worker that dies is replaced and its run begun again, once; when
 * that dies too, the run's outcome is a failure of the kind `engine`, as on the command line. Aborting `signal`, or leaving the loop,
 * ends the workers at once.
 */
import { EngineCrash } from '../engine/engine-client';
import type { Failure } from '../generated/Failure';
import type { Report } from '../generated/Report';
import type { Asks } from '../rpc/worker-rpc';
import type { TraceFile } from '../traces/trace-import';
import type { Ran, RunQuestions, Stand } from './run-server';

/** One run. */
export interface Job {
  /** The scenario's text. */
  scenario: string;
  /** The trace that it names, as imported (`ImportedTrace.file`), under the name by which it names it. */
  trace?: { name: string; file: TraceFile };
}

/**
 * The outcome of a run; `text` as a line of results has it: `"report":{…}` or `"failure":{…}`. `windows`: its parts, none where
 * it has too few requests.
 */
type Outcome = { text: string; windows: readonly Window[] } & (
  | { report: Report; failure: null }
  | { report: null; failure: Failure }
);

/** A part of a run: the same requests in every run of a workload. */
export interface Window {
  requests: number;
  /** Host page writes. */
  writes: number;
  /** Programs and erases of all causes. */
  programs: number;
  erases: number;
  /** Requests answered, with queues not all of those done, and the sums of their service and response times, us. */
  answered: number;
  service: number;
  response: number;
}

/** Figures of a mark of `Runs.marks`. */
const OF_MARK = 7;

/** The windows between marks, which count from the beginning of the run. */
function windowsOf(marks: ArrayLike<number>): Window[] {
  const at = (mark: number, figure: number) => (mark < 0 ? 0 : (marks[mark * OF_MARK + figure] ?? 0));
  return Array.from({ length: marks.length / OF_MARK }, (_, mark) => {
    const of = (figure: number) => at(mark, figure) - at(mark - 1, figure);
    return {
      requests: of(0),
      writes: of(1),
      programs: of(2),
      erases: of(3),
      answered: of(4),
      service: of(5),
      response: of(6),
    };
  });
}

export interface Done {
  /** Which of the jobs, from 0. */
  index: number;
  outcome: Outcome;
  /** Wall-clock time since a worker got it, including the work of other runs at the same time. */
  seconds: number;
}

/** How far the runs are. */
interface PoolProgress {
  done: number;
  /** Those under way, by worker. */
  running: { index: number; stand: Stand }[];
}

export interface PoolOptions {
  /** Heard when a run begins and ends, and some times a second while one is under way. */
  onProgress?: (progress: PoolProgress) => void;
  /** Abort it to end the workers: the loop ends with an `AbortError`. */
  signal?: AbortSignal;
  /** How many workers at most; without it, one for each core of the machine. */
  workers?: number | undefined;
}

export interface Runs extends AsyncIterable<Done> {
  /** How long the runs have taken so far, to the end of the latest that has ended. */
  seconds(): number;
  pause(): void;
  resume(): void;
}

/** Starts a worker, which has loaded its module then. Rejects where it cannot be had. */
export type StartRun = () => Promise<Asks<RunQuestions>>;

/** More would hardly be faster on machines that people have, and each holds a device in memory. */
const MOST_WORKERS = 16;

/** How many workers a pool has: one for each core. */
function poolSize(cores = globalThis.navigator?.hardwareConcurrency): number {
  return Math.min(Math.max(cores || 1, 1), MOST_WORKERS);
}

export function runAll(
  start: StartRun,
  jobs: Iterable<Job> | AsyncIterable<Job>,
  options: PoolOptions = {},
): Runs {
  const pool = new Pool(start, jobs, options);
  return {
    seconds: () => pool.seconds(),
    pause: () => pool.hold(true),
    resume: () => pool.hold(false),
    [Symbol.asyncIterator]: () => pool.results(),
  };
}

/** The text of a line: `"report":{…}` or `"failure":{…}`. */
function outcomeOf({ text, marks }: Ran): Outcome {
  const said = JSON.parse(`{${text}}`) as { report?: Report; failure?: Failure };
  if (said.report) return { text, windows: windowsOf(marks), report: said.report, failure: null };
  if (said.failure) return { text, windows: [], report: null, failure: said.failure };
  throw new Error(`this is no outcome: ${text.slice(0, 100)}`);
}

interface Task {
  index: number;
  job: Job;
  /** When a worker got it, in milliseconds. */
  began: number;
  /** Whether a worker has died of it, or under it. */
  again: boolean;
}

interface Worker {
  /** Until it is there: `null`. */
  asks: Asks<RunQuestions> | null;
  task: Task | null;
  stand: Stand;
  /** The traces it was sent. */
  traces: Map<string, TraceFile>;
}

/** A worker that is dead says so when it is asked for something else. */
const hold = (asks: Asks<RunQuestions>, held: boolean) => void asks.ask('hold', held).catch(() => {});

const AT_START: Stand = { doing: 'precondition', requests: 0, total: 0 };

class Pool {
  private readonly source: AsyncIterator<Job> | Iterator<Job>;
  private readonly workers = new Set<Worker>();
  private most: number;
  private asked = 0;
  private done = 0;
  /** No jobs are left. */
  private drained = false;
  /** Runs that a worker died under. */
  private readonly again: Task[] = [];
  private held = false;
  /** When the runs began and the latest of them ended, in milliseconds. */
  private readonly time = { began: 0, ended: 0 };
  private closed = false;
  /** The reason for the end of all of it. */
  private fault: { error: unknown } | null = null;
  private readonly ended: Done[] = [];
  /** Wakes the callers that wait for the next result. */
  private wake = () => {};
  /** Jobs are taken one after the other. */
  private taking: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly start: StartRun,
    jobs: Iterable<Job> | AsyncIterable<Job>,
    private readonly options: PoolOptions,
  ) {
    this.source = Symbol.asyncIterator in jobs ? jobs[Symbol.asyncIterator]() : jobs[Symbol.iterator]();
    this.most = Math.max(1, options.workers ?? poolSize());
  }

  private begin(): void {
    this.time.began = performance.now();
    this.time.ended = this.time.began;
    const { signal } = this.options;
    signal?.addEventListener('abort', this.abort, { once: true });
    if (signal?.aborted) this.abort();
    else void this.hire();
  }

  seconds(): number {
    return (this.time.ended - this.time.began) / 1000;
  }

  async *results(): AsyncGenerator<Done> {
    try {
      this.begin();
      for (;;) {
        const next = this.ended.shift();
        if (next) {
          yield next;
          continue;
        }
        if (this.fault) throw this.fault.error;
        if (this.drained && this.workers.size === 0) return;
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    } finally {
      this.close();
      await this.source.return?.();
    }
  }

  /** The workers at once, also while the loop is busy. */
  private readonly abort = () => {
    this.fail(new DOMException('the runs were cancelled', 'AbortError'));
    this.close();
  };

  private close(): void {
    this.options.signal?.removeEventListener('abort', this.abort);
    this.closed = true;
    for (const worker of this.workers) this.dismiss(worker);
  }

  private dismiss(worker: Worker): void {
    if (this.workers.delete(worker)) worker.asks?.close();
  }

  hold(held: boolean): void {
    this.held = held;
    for (const { asks } of this.workers) if (asks) hold(asks, held);
  }

  private fail(error: unknown): void {
    this.fault ??= { error };
    this.wake();
  }

  /** One worker more, which takes jobs as long as there are any; with the first it hires the next. */
  private async hire(): Promise<void> {
    // A listener to progress may have ended all.
    if (this.closed) return;
    const worker: Worker = { asks: null, task: null, stand: AT_START, traces: new Map() };
    this.workers.add(worker);
    try {
      for (;;) {
        const task = await this.next();
        if (!task || this.closed) break;
        const outcome = outcomeOf(await this.run(worker, task));
        worker.task = null;
        this.end(task, outcome);
      }
      this.dismiss(worker);
    } catch (error) {
      this.dismiss(worker);
      if (!this.closed) this.bury(worker, error);
    }
    this.wake();
  }

  private async run(worker: Worker, task: Task): Promise<Ran> {
    task.began = performance.now();
    worker.task = task;
    worker.stand = AT_START;
    const starting = worker.asks ?? this.start();
    this.tell();
    if (!this.drained && this.workers.size < this.most) void this.hire();
    const asks = await starting;
    if (this.closed) {
      asks.close();
      throw new EngineCrash('the runs have ended');
    }
    if (!worker.asks && this.held) hold(asks, true);
    worker.asks = asks;
    const { trace, scenario } = task.job;
    if (trace && worker.traces.get(trace.name) !== trace.file) {
      worker.traces.set(trace.name, trace.file);
      await asks.ask('attach', trace);
    }
    const onTold = (stand: Stand) => {
      worker.stand = stand;
      this.tell();
    };
    return asks.ask('run', { scenario, trace: trace?.name ?? null }, { onTold });
  }

  private next(): Promise<Task | null> {
    const taken = this.taking.then(async () => {
      const again = this.again.shift();
      if (again || this.drained) return again ?? null;
      const { done, value } = await this.source.next();
      if (done) {
        this.drained = true;
        return this.again.shift() ?? null;
      }
      this.asked += 1;
      return { index: this.asked - 1, job: value, began: 0, again: false };
    });
    this.taking = taken.catch((error) => this.fail(error));
    return taken.catch(() => null);
  }

  /** A worker has died: its run is begun again in another, once. */
  private bury({ task, asks }: Worker, error: unknown): void {
    if (!asks) {
      // Nothing was run: it is the worker that cannot be had. Those that are there go on without it.
      if (task) this.again.push(task);
      this.most -= 1;
      if (this.workers.size === 0)
        this.fail(error instanceof EngineCrash ? error : new EngineCrash(String(error)));
      return;
    }
    if (task && !task.again) this.again.push({ ...task, again: true });
    else if (task) {
      const failure: Failure = {
        kind: 'engine',
        message: 'the run met a bug in FTL Lab',
        remedy: 'Please report it with the scenario.',
        field: null,
        line: null,
        column: null,
      };
      const text = `"failure":${JSON.stringify(failure)}`;
      this.end(task, { text, windows: [], report: null, failure });
    }
    void this.hire();
  }

  private end({ index, began }: Task, outcome: Outcome): void {
    this.done += 1;
    this.time.ended = performance.now();
    this.ended.push({ index, outcome, seconds: (this.time.ended - began) / 1000 });
    this.tell();
    this.wake();
  }

  private tell(): void {
    const running = [...this.workers].flatMap(({ task, stand }) =>
      task ? [{ index: task.index, stand }] : [],
    );
    this.options.onProgress?.({ done: this.done, running });
  }
}
