/**
 * A worker's half of the pool (`pool.ts`): one run at a time, in slices, so that it hears when it is to wait. It knows neither
 * workers nor wasm: `worker/run.worker.ts` and `inline-runs.ts` both wrap it.
 */
import { messageOf, type TraceReader } from './runner';
import type { TraceFile } from './trace-import';

/** What a worker of the pool is told. */
export type ToRun =
  /** A columnar trace file that the scenarios behind it may name. */
  | { do: 'attach'; name: string; file: TraceFile }
  | { do: 'run'; job: number; scenario: string /** The trace it names. */; trace: string | null }
  /** Nothing is to be done until `resume`, not even the rest of a run. */
  | { do: 'pause' }
  | { do: 'resume' }
  | { do: 'ping' };

/** What it answers. After a crash it is dead. */
export type FromRun =
  /** The module is loaded. */
  | { is: 'ready' }
  | { is: 'progress'; job: number; stand: Stand }
  /** What a run came to, as a line of results has it. */
  | { is: 'outcome'; job: number; text: string }
  | { is: 'pong' }
  | { is: 'crash'; message: string };

/** How far a run is. */
export interface Stand {
  /** `precondition` or `run`. */
  doing: string;
  /** Requests done, of how many. */
  requests: number;
  total: number;
}

/** The class `Runs` of the wasm package. Its methods throw when the engine panics. */
export interface RunsModule {
  attach(name: string, file: TraceReader): string | undefined;
  start(scenario: string): string | undefined;
  slice(operations: number): string | undefined;
  doing(): string;
  requests(): number;
  total(): number;
}

export interface RunHost {
  /** Loads the module; what it resolves with makes a `Runs` that knows no trace. */
  load(): Promise<() => RunsModule>;
  /** Opens a columnar trace file for reading. */
  read(file: TraceFile): TraceReader;
  post(message: FromRun): void;
  /** Milliseconds. */
  now(): number;
  /** Lets waiting messages in. */
  pause(): Promise<void>;
}

/** Nobody waits for a single run: slices may be long, but a pause is to be felt at once. */
const SLICE_MS = 50;
/** About 10 ms on a slow machine before the code is optimised. */
const FIRST_SLICE = 20_000;

export class RunLoop {
  private readonly make: Promise<() => RunsModule>;
  /** Made with the first message that needs it. */
  private module: RunsModule | null = null;
  private operations = FIRST_SLICE;
  /** While it waits: what lets it go on. */
  private held: { resumed: Promise<void>; resume: () => void } | null = null;
  /** Attachments and runs, each after the one before. */
  private line: Promise<void>;
  /** Files that are no traces, by name: the outcome of every run that names one. */
  private readonly refused = new Map<string, string>();
  private dead = false;

  constructor(private readonly host: RunHost) {
    this.make = host.load();
    this.line = this.make.then(() => host.post({ is: 'ready' }));
    this.line.catch((error) => this.die(error));
  }

  receive(message: ToRun): void {
    if (message.do === 'ping') this.host.post({ is: 'pong' });
    else if (message.do === 'resume') this.resume();
    else if (message.do === 'pause') this.hold();
    else {
      this.line = this.line.then(() => this.perform(message));
      // A trap: the module's memory is in an unknown state and must not be touched again.
      this.line.catch((error) => this.die(error));
    }
  }

  private async perform(message: Extract<ToRun, { do: 'attach' | 'run' }>): Promise<void> {
    const make = await this.make;
    this.module ??= make();
    const { module } = this;
    if (message.do === 'attach') {
      const refusal = module.attach(message.name, this.host.read(message.file));
      if (refusal === undefined) this.refused.delete(message.name);
      else this.refused.set(message.name, refusal);
      return;
    }
    await this.held?.resumed;
    const { job, trace } = message;
    let text = (trace === null ? undefined : this.refused.get(trace)) ?? module.start(message.scenario);
    while (text === undefined) {
      await this.host.pause();
      await this.held?.resumed;
      text = this.slice(module);
      const stand = { doing: module.doing(), requests: module.requests(), total: module.total() };
      if (text === undefined) this.host.post({ is: 'progress', job, stand });
    }
    this.host.post({ is: 'outcome', job, text });
  }

  private slice(module: RunsModule): string | undefined {
    const began = this.host.now();
    const text = module.slice(this.operations);
    const took = this.host.now() - began;
    // Of a run that has ended the slice was not a whole one. Bounded: the system may have taken the time.
    const factor = Math.min(4, Math.max(0.25, SLICE_MS / Math.max(took, 0.1)));
    if (text === undefined) this.operations = Math.round(Math.max(200, this.operations * factor));
    return text;
  }

  private hold(): void {
    if (this.held) return;
    let resume = () => {};
    const resumed = new Promise<void>((resolve) => {
      resume = resolve;
    });
    this.held = { resumed, resume };
  }

  private resume(): void {
    this.held?.resume();
    this.held = null;
  }

  private die(error: unknown): void {
    if (this.dead) return;
    this.dead = true;
    this.host.post({ is: 'crash', message: messageOf(error) });
  }
}
