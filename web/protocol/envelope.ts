/**
 * What travels between a client and the place where the engine runs (a worker, or the same thread).
 *
 * Every message to the engine has an `id`; each gets exactly one closing answer (`reply`, `failure` or
 * `cancelled`) with that id, after any number of `progress`. `crash` closes everything.
 */
import type { FrameWindow, Progress } from './engine-client';
import type { Command } from './generated/Command';
import type { Failure } from './generated/Failure';
import type { Reply } from './generated/Reply';
import type { TraceFile } from './trace-import';

export type ToEngine =
  | { do: 'command'; id: number; command: Command }
  /** The frame of a slot, with its page columns. */
  | { do: 'frame'; id: number; slot: number; window: FrameWindow }
  /** A columnar trace file that scenarios may name. */
  | { do: 'attach'; id: number; name: string; file: TraceFile }
  /** Cancel message `id`, queued or under way. Not answered itself. */
  | { do: 'cancel'; id: number }
  /** A sign of life is wanted: answered at once, also between the slices of a job. */
  | { do: 'ping' }
  /** A buffer to be used again. Not answered. */
  | { do: 'recycle'; buffer: ArrayBuffer };

export type FromEngine =
  | {
      is: 'reply';
      id: number;
      reply: Reply;
      cells?: Uint32Array<ArrayBuffer>;
      heat?: Uint32Array<ArrayBuffer>;
    }
  | { is: 'progress'; id: number; progress: Progress }
  | { is: 'failure'; id: number; failure: Failure }
  | { is: 'cancelled'; id: number }
  | { is: 'pong' }
  | { is: 'crash'; message: string };

/** One end of the wire. */
export interface Port {
  post(message: ToEngine, transfer: ArrayBuffer[]): void;
  /** Told whenever answers begin or cease to be waited for. */
  waiting?(waits: boolean): void;
  /** Ends the other end, if it is ours to end. */
  close(): void;
}
