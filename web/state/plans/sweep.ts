/**
 * A sweep: its plan's text, the traces it wants, how far its runs are. Results lie in the server's worker (`protocol/runs/sweep-client.ts`), which
 * keeps them, and knows which runs are missing; tables are asked for again when `version` has changed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { kept } from '../../base/keep';
import { saveAs } from '../../base/save';
import { sharedText } from '../../base/typed/shared-text';
import { isResults } from '../../model/plans/sweep-plan';
import type { TraceNamed } from '../../model/saved/share';
import { EngineFailure } from '../../protocol/engine/engine-client';
import type { PlanShown } from '../../protocol/generated/PlanShown';
import { type Job, type Runs, runAll, type StartRun } from '../../protocol/runs/pool';
import type { SweepQuestions, SweepResults } from '../../protocol/runs/sweep-client';
import type { Table, TableAsked } from '../../protocol/runs/sweep-table';
import type { TraceFile } from '../../protocol/traces/trace-import';
import { type FileFailure, planTraces, type TraceServices } from './plan-traces';

/** Under which the plan's text is kept: after a reload its sweep goes on. */
const KEPT = 'ftl-lab-sweep';
/** Jobs fetched from the server at a time. */
const AHEAD = 64;
/** While runs end, the table is made again this often. */
const TABLE_EVERY_MS = 500;
/** The part of a file that distinguishes results from a plan. */
const HEAD = 4096;

/** A sweep's needs from the page. */
export interface SweepServices extends TraceServices {
  server(): SweepResults;
  startRun: StartRun;
  /** Milliseconds. */
  now(): number;
  /** How many workers at most; without it, one for each core. */
  workers?: number | undefined;
}

export interface SweepState {
  text: string;
  /**
   * The error in the plan (`file: null`), in a file that was opened, or the reason for the end of the runs (`kind:
   * 'crash'`).
   */
  failure: FileFailure | null;
  /** The plan of `text`; `null` while it is not read or wrong. */
  plan: PlanShown | null;
  /** Names of traces that the plan wants and no one has given yet. Without them it is not known what its runs depend on. */
  wanted: readonly string[];
  /** The plan's traces that are here, as links name them; `null` for one that ships with the page, which a link need not name. */
  traces: ReadonlyMap<string, TraceNamed | null>;
  /** Files that a person has chosen for traces, by the name of the trace; for all plans that name it. */
  given: ReadonlyMap<string, File>;
  /** Results of a file that are shown without a plan, and their number. */
  alone: { name: string; results: number } | null;
  phase: 'idle' | 'reading' | 'running' | 'paused';
  /** Runs of the plan that have an outcome: of two runs of one scenario, both have when one was run. */
  done: number;
  /** Milliseconds until the end at the current pace; `null` while there is none. */
  left: number | null;
  /** The results that a file filled into the plan. */
  filled: number | null;
  /** Results could not be kept: the browser's database is closed or full. */
  unkept: boolean;
  /** Counts up with every change of the results. */
  version: number;
  /** Another tab has written another plan: nothing is kept until the person chooses. */
  other: boolean;

  setText(text: string): void;
  /** Takes the plan of the other tab, or keeps this one's. */
  chooseText(whose: 'mine' | 'theirs'): void;
  /** Reads the plan and looks up what is known of its runs. */
  check(): Promise<void>;
  /** Runs what is missing. */
  run(): Promise<void>;
  pause(): void;
  resume(): void;
  cancel(): void;
  /** A plan, lines of results or a table of them. Rejects if the file cannot be read. */
  openFile(file: File): Promise<void>;
  /** The file of a trace that the plan names. */
  giveTrace(name: string, file: File): Promise<void>;
  table(asked: TableAsked): Promise<Table | null>;
  write(as: 'lines' | 'csv' | 'result'): Promise<Blob | null>;
  forget(): Promise<void>;
}

export type SweepStore = StoreApi<SweepState>;

/** The pace of runs, not counting pauses. */
class Pace {
  private since: number | null = null;
  private spent = 0;
  constructor(private readonly now: () => number) {
    this.go();
  }
  go(): void {
    this.since ??= this.now();
  }
  stop(): void {
    this.spent = this.elapsed();
    this.since = null;
  }
  left(done: number, rest: number): number | null {
    return done === 0 ? null : (this.elapsed() / done) * rest;
  }
  private elapsed(): number {
    return this.spent + (this.since === null ? 0 : this.now() - this.since);
  }
}

export function createSweep(services: SweepServices): SweepStore {
  const tracesOf = planTraces(services);
  let server: SweepResults | null = null;
  /** The files of the plan's traces, in its order. */
  let files: readonly TraceFile[] = [];
  /** The file under way; aborted by any later one, whose answers then are the ones that count. */
  let reading = new AbortController();
  let abort = new AbortController();
  /** Settled when the last runs have ended and their results are put. */
  let ended: Promise<void> = Promise.resolve();
  let runs: Runs | null = null;
  let pace: Pace | null = null;

  return createStore<SweepState>((set, get) => {
    const save = () => saveAs('plan.json', get().text, 'application/json');
    const shared = sharedText(KEPT, { what: 'text', save }, (other) => set({ other }));
    shared.listen();
    const changed = () => set(({ version }) => ({ version: version + 1 }));

    /** The server is gone, and what it held with it: nothing is shown, read or run any more until the plan is checked again. */
    const died = (error: unknown) => {
      server?.close();
      server = null;
      reading.abort();
      abort.abort();
      const failure = crash(error);
      set({ failure, plan: null, alone: null, wanted: [], filled: null, left: null, phase: 'idle' });
    };

    /** Asks the server, and hears if it dies of that. Rejects then too. */
    const ask = async <Q extends keyof SweepQuestions>(
      question: Q,
      asked: SweepQuestions[Q]['asked'],
    ): Promise<SweepQuestions[Q]['answer']> => {
      server ??= services.server();
      const mine = server;
      try {
        return await mine.ask(question, asked);
      } catch (error) {
        if (!(error instanceof EngineFailure) && mine === server) died(error);
        throw error;
      }
    };

    /** A question without a place of its own for what went wrong. Where the server died of it, the page says so already. */
    const unasked = (error: unknown): null => {
      if (error instanceof EngineFailure) set({ failure: { ...error.failure, file: null } });
      return null;
    };

    /** Begins to read a plan or results: ends what was being read, and runs. */
    const begin = (): AbortSignal => {
      reading.abort();
      abort.abort();
      reading = new AbortController();
      set({ phase: 'reading', failure: null, filled: null });
      return reading.signal;
    };

    /** The job has failed; if the server has died of it, the page says so already. */
    const refused = (signal: AbortSignal, error: unknown, file: string | null) => {
      if (signal.aborted) return;
      const failure = error instanceof EngineFailure ? { ...error.failure, file } : crash(error);
      set({ phase: 'idle', failure });
    };

    /** Runs what is missing, and puts what comes of it. */
    const runMissing = async (signal: AbortSignal): Promise<void> => {
      let todo: readonly number[] = [];
      const { plan } = get();
      async function* jobs(): AsyncGenerator<Job> {
        ({ missing: todo } = await ask('missing', {}));
        for (let at = 0; at < todo.length; at += AHEAD) {
          for (const { scenario, trace } of await ask('jobs', { runs: todo.slice(at, at + AHEAD) })) {
            const file = trace === null ? undefined : files[trace];
            const name = trace === null ? undefined : plan?.traces[trace]?.name;
            yield file && name ? { scenario, trace: { name, file } } : { scenario };
          }
        }
      }
      let results: { run: number; text: string }[] = [];
      let putting: Promise<void> | null = null;
      let ran = 0;
      let shown = services.now();
      /** Hands on what has come while the last results were put, and tells how far it is: runs may be short, and end a thousand times a second. */
      const put = async () => {
        while (results.length > 0) {
          const batch = results;
          results = [];
          const { kept, done } = await ask('put', { results: batch });
          const left = pace?.left(ran, todo.length - ran) ?? null;
          set({ done, left, ...(!kept && { unkept: true }) });
          if (services.now() - shown < TABLE_EVERY_MS) continue;
          shown = services.now();
          changed();
        }
        putting = null;
      };
      pace = new Pace(services.now);
      runs = runAll(services.startRun, jobs(), { signal, workers: services.workers });
      try {
        for await (const { index, outcome } of runs) {
          ran += 1;
          results.push({ run: todo[index] ?? 0, text: outcome.text });
          putting ??= put().catch((error) => {
            unasked(error);
            // Runs from here on could not be kept.
            abort.abort();
          });
        }
      } catch (error) {
        // The pool's own fault: what was run is in the server.
        if (!signal.aborted) set({ failure: crash(error) });
      }
      await putting;
      runs = null;
      pace = null;
      if (get().plan === plan && get().phase !== 'reading') set({ phase: 'idle', left: null });
      changed();
    };

    return {
      text: kept(KEPT) ?? '',
      other: shared.other,
      failure: null,
      plan: null,
      wanted: [],
      traces: new Map(),
      given: new Map(),
      alone: null,
      phase: 'idle',
      done: 0,
      left: null,
      filled: null,
      unkept: false,
      version: 0,

      setText(text) {
        reading.abort();
        abort.abort();
        set({ text, failure: null, plan: null, wanted: [], alone: null, filled: null, phase: 'idle' });
        shared.put(text === '' ? null : text);
      },

      chooseText(whose) {
        if (whose === 'mine') shared.mine(get().text);
        else get().setText(shared.theirs() ?? '');
      },

      async check() {
        const signal = begin();
        set({ alone: null });
        await ended;
        try {
          if (signal.aborted) return;
          const plan = await ask('open', { text: get().text });
          if (signal.aborted) return;
          const { given } = get();
          const traces = await tracesOf(plan.traces, given, signal);
          const { hashes, wanted, failure, named } = traces;
          const { done } = wanted.length > 0 ? { done: 0 } : await ask('settle', { hashes });
          if (signal.aborted) return;
          files = traces.files;
          // A file that could not be read is none: another is asked for.
          const good = new Map([...given].filter(([name]) => !wanted.includes(name)));
          set({ plan, wanted, failure, traces: named, given: good, done, phase: 'idle' });
          changed();
        } catch (error) {
          if (!signal.aborted) set({ plan: null, wanted: [] });
          refused(signal, error, null);
        }
      },

      async run() {
        const { plan, phase, wanted, done } = get();
        if (!plan || phase !== 'idle' || wanted.length > 0 || done === plan.runs) return;
        abort = new AbortController();
        set({ phase: 'running', failure: null, filled: null, left: null });
        ended = runMissing(abort.signal);
        await ended;
      },

      pause() {
        if (get().phase !== 'running') return;
        runs?.pause();
        pace?.stop();
        set({ phase: 'paused' });
      },
      resume() {
        if (get().phase !== 'paused') return;
        runs?.resume();
        pace?.go();
        set({ phase: 'running' });
      },
      cancel() {
        abort.abort();
      },

      async openFile(file) {
        const head = await file.slice(0, HEAD).text();
        if (!isResults(head)) {
          get().setText(await file.text());
          return get().check();
        }
        const signal = begin();
        await ended;
        try {
          if (signal.aborted) return;
          const { plan, wanted } = get();
          const read = await ask('read', { file, fill: plan !== null && wanted.length === 0 });
          if (signal.aborted) return;
          if (read.filled !== null) set({ filled: read.filled, done: read.done });
          else set({ alone: { name: file.name, results: read.results }, plan: null, wanted: [] });
          set({ phase: 'idle' });
          changed();
        } catch (error) {
          refused(signal, error, file.name);
        }
      },

      async giveTrace(name, file) {
        set(({ given }) => ({ given: new Map(given).set(name, file) }));
        await get().check();
      },

      table: (asked) => ask('table', asked).catch(unasked),
      write: (as) => ask('write', { as }).catch(unasked),
      async forget() {
        await ask('forget', {}).catch(unasked);
        if (get().plan) await get().check();
      },
    };
  });
}

/** The thrown error, as a failure to be shown. */
function crash(error: unknown): FileFailure {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'crash', message, remedy: '', field: null, line: null, column: null, file: null };
}
