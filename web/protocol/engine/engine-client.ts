/**
 * The one door to the engine. `PortEngine` implements it, over a worker (the page) or in the same thread (tests,
 * `npm run lesson`); both run the same wasm.
 *
 * Commands are queued and run in order. A command that is a job (open, run, diverge) is run in slices, so
 * that progress is heard and it can be cancelled; its promise resolves with the job's last reply.
 */
import type { Command } from '../generated/Command';
import type { Failure } from '../generated/Failure';
import type { Frame } from '../generated/Frame';
import type { Preview } from '../generated/Preview';
import type { Reply } from '../generated/Reply';
import type { ImportedTrace, ImportOptions, TraceFile, TraceOpen } from '../traces/trace-import';

/** The reply that carries `type`, e.g. `ReplyOf<'frame'>`. */
export type ReplyOf<T extends Reply['type']> = Extract<Reply, { type: T }>;

/** How a job is: also the last reply of most jobs. */
export type Progress = ReplyOf<'progress'>;

/** The wishes of a job's caller. */
export interface JobOptions {
  /** Called after each slice. */
  onProgress?: (progress: Progress) => void;
  /** Abort it to cancel the job: the promise rejects with an `AbortError`; the run is where it got to. */
  signal?: AbortSignal;
  /** Does a run this many times, up to where a breakpoint stops it. The reply is that of the last. */
  times?: number;
}

/** Which part of the device a frame carries. Absent fields mean: all of a small device. */
export interface FrameWindow {
  fromBlock?: number;
  toBlock?: number;
  fromLpn?: number;
  lpns?: number;
  /** A page, or a logical page, that is asked for by itself: `frame.pages`. */
  ppn?: number | null;
  lpn?: number | null;
  /** Whether the heat columns of the whole device come along. */
  heat?: boolean;
}

/**
 * A frame with its page columns (`CELL_WORDS` words per page, see `cell.ts`). If asked for, it also has the heat
 * columns of the whole device (`HEAT_WORDS` words per block and a byte per page, see `heat.ts`).
 */
export interface FrameWithCells {
  frame: Frame;
  cells: Uint32Array;
  heat: Uint32Array | null;
}

/** The engine refused a command: nothing changed. `failure` says where, why and what to do. */
export class EngineFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
    this.name = 'EngineFailure';
  }
}

/** The answers of the wasm package: a refusal is thrown. */
export function answerOf<T>(json: string): T {
  const answer = JSON.parse(json) as { ok: T } | { err: Failure };
  if ('err' in answer) throw new EngineFailure(answer.err);
  return answer.ok;
}

/** The engine died (a panic, a killed worker). Every pending promise is rejected with this. */
export class EngineCrash extends Error {
  constructor(
    message: string,
    /** The command under way, as JSON without the scenario's text; `null` between commands. */
    readonly doing: string | null = null,
    /** The commands before it and itself, eldest first. */
    readonly recent: readonly string[] = [],
    /** The remedy, where one is known. */
    readonly remedy = '',
  ) {
    super(message);
    this.name = 'EngineCrash';
  }
}

/** How the message of a crash begins when the engine died without a word. */
export const SILENT = 'the engine gave no sign of life';

export interface EngineClient {
  /** Sends a command. Rejects with {@link EngineFailure} or {@link EngineCrash}. */
  request(command: Command, options?: JobOptions): Promise<Reply>;
  /** Fetches what is to be drawn in a slot. */
  frame(slot: number, window?: FrameWindow): Promise<FrameWithCells>;
  /** Imports a trace, beside the engine, and attaches it to the engine. */
  importTrace(
    source: Blob | string,
    open: TraceOpen,
    pageBytes: number,
    options?: ImportOptions,
  ): Promise<ImportedTrace>;
  /** The first lines of a trace and their meaning, beside the engine. */
  previewTrace(source: Blob | string, open: TraceOpen): Promise<Preview>;
  /** Lets scenarios name an imported trace: after a crash, say, or in a second engine. */
  attach(name: string, file: TraceFile): Promise<void>;
  /** Called when the engine dies by itself, also while no one waits for it. */
  onCrash: ((crash: EngineCrash) => void) | null;
  /** Ends the engine; pending promises are rejected. */
  close(): void;
}

/** Sends a command whose reply must be of one type. */
export async function ask<T extends Reply['type']>(
  client: EngineClient,
  type: T,
  command: Command,
  options?: JobOptions,
): Promise<ReplyOf<T>> {
  const reply = await client.request(command, options);
  if (reply.type !== type) throw new EngineCrash(`expected a reply "${type}", got "${reply.type}"`);
  return reply as ReplyOf<T>;
}
