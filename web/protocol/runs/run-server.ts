/**
 * A worker's half of the pool (`pool.ts`): one run at a time, in slices, so that it hears when it is to wait. It knows neither
 * workers nor wasm: `worker/run.worker.ts` and `inline-runs.ts` both wrap it.
 */
import { EngineFailure } from '../engine/engine-client';
import type { TraceReader } from '../engine/engine-server';
import type { Failure } from '../generated/Failure';
import { Slices } from '../rpc/slices';
import type { Job, Server } from '../rpc/worker-rpc';
import type { TraceFile } from '../traces/trace-import';

/** The questions to a worker of the pool. */
export interface RunQuestions {
  /** The engine's module, compiled; asked first. */
  load: { asked: WebAssembly.Module | null; answer: null };
  /** A columnar trace file that the scenarios behind it may name. */
  attach: { asked: { name: string; file: TraceFile }; answer: null };
  /** Answered with the outcome of the run, as a line of results has it, and with its windows. */
  run: {
    asked: { scenario: string /** The trace it names. */; trace: string | null };
    told: Stand;
    answer: Ran;
  };
  /** Where the policy whose choices a scenario has loses, as a PolicyLosses in JSON (SPEC 13.6). */
  losses: { asked: { scenario: string }; told: { done: number; total: number }; answer: string };
  /** Whether nothing is to be done, not even the rest of a run. */
  hold: { asked: boolean; answer: null };
}

/** `marks`: the ends of its windows, as the module's `Runs.marks` has them. */
export interface Ran {
  text: string;
  marks: ArrayLike<number>;
}

/** How far a run is. */
export interface Stand {
  /** `precondition` or `run`. */
  doing: string;
  /** Requests done, of how many. */
  requests: number;
  total: number;
}

/** The class `Runs` of the wasm package. Its methods throw when the engine panics. */
interface RunsModule {
  attach(name: string, file: TraceReader): string | undefined;
  start(scenario: string): string | undefined;
  slice(operations: number): string | undefined;
  marks(): Float64Array;
  doing(): string;
  requests(): number;
  total(): number;
}

/** The class `PolicyComparison` of the wasm package. It throws a Failure in JSON. */
interface ComparisonModule {
  slice(requests: number): boolean;
  done(): number;
  total(): number;
  losses(): string;
}

type Asked<Q extends keyof RunQuestions> = RunQuestions[Q]['asked'];

/** The answers that do not wait for runs. */
export const BESIDE_RUNS = ['hold'] as const;
/** No one waits for a single run: slices may be long, but a pause is to be felt at once. */
const SLICE_MS = 50;

export class RunServer implements Server<RunQuestions> {
  private module: RunsModule | null = null;
  private readonly slices = new Slices(20_000);
  /** While it waits: what lets it go on. */
  private held: { resumed: Promise<void>; resume: () => void } | null = null;
  /** Files that are no traces, by name: the outcome of every run that names one. */
  private readonly refused = new Map<string, string>();

  /** `make` loads the module; `read` opens a columnar trace file; `compare` begins to look for losses. */
  constructor(
    private readonly make: (module: WebAssembly.Module | null) => Promise<RunsModule>,
    private readonly read: (file: TraceFile) => TraceReader,
    private readonly compare: (scenario: string) => ComparisonModule,
  ) {}

  async load(module: Asked<'load'>): Promise<null> {
    this.module = await this.make(module);
    return null;
  }

  attach({ name, file }: Asked<'attach'>): null {
    const refusal = this.module?.attach(name, this.read(file));
    if (refusal === undefined) this.refused.delete(name);
    else this.refused.set(name, refusal);
    return null;
  }

  async run({ scenario, trace }: Asked<'run'>, { tell, pause }: Job<Stand>): Promise<Ran> {
    const { module } = this;
    if (!module) throw new Error('a run was asked for before the module');
    await this.held?.resumed;
    let text = (trace === null ? undefined : this.refused.get(trace)) ?? module.start(scenario);
    while (text === undefined) {
      await pause();
      await this.held?.resumed;
      const slice = (operations: number) => module.slice(operations);
      text = this.slices.run(SLICE_MS, slice, (outcome) => outcome !== undefined);
      const stand = { doing: module.doing(), requests: module.requests(), total: module.total() };
      if (text === undefined) tell(stand);
    }
    return { text, marks: module.marks() };
  }

  async losses(
    { scenario }: Asked<'losses'>,
    { tell, pause, signal }: Job<RunQuestions['losses']['told']>,
  ): Promise<string> {
    try {
      const comparison = this.compare(scenario);
      // A request with a choice that is tried costs some thousand others.
      while (!comparison.slice(20)) {
        tell({ done: comparison.done(), total: comparison.total() });
        await pause();
        signal.throwIfAborted();
      }
      return comparison.losses();
    } catch (error) {
      throw typeof error === 'string' ? new EngineFailure(JSON.parse(error) as Failure) : error;
    }
  }

  hold(held: Asked<'hold'>): null {
    this.held?.resume();
    this.held = null;
    if (!held) return null;
    let resume = () => {};
    const resumed = new Promise<void>((resolve) => {
      resume = resolve;
    });
    this.held = { resumed, resume };
    return null;
  }
}
