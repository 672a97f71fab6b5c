/**
 * The engine's half: performs commands, jobs in slices, hears cancellation between slices. It knows neither workers nor wasm: the
 * worker and the inline engine both wrap it. A slice is about 10 ms while a person waits for the outcome, 50 ms once a job has
 * shown that it is long.
 */

import type { Command } from '../generated/Command';
import type { Failure } from '../generated/Failure';
import type { Frame } from '../generated/Frame';
import type { Reply } from '../generated/Reply';
import { Slices } from '../rpc/slices';
import type { Job, Server } from '../rpc/worker-rpc';
import type { TraceFile } from '../traces/trace-import';
import { answerOf, EngineFailure, type FrameWindow, type FrameWithCells } from './engine-client';
import type { EngineQuestions } from './port-engine';

/** The class `Engine` of the wasm package. Its methods throw when the engine panics. */
export interface WasmEngine {
  command(json: string): string;
  slice(operations: number): string;
  attach(name: string, file: TraceReader): string;
  /** Serves the command `frame`; its answer says where the columns of pages and, if asked for, of heat lie in the wasm memory. */
  frame(json: string, heat: boolean): string;
}

export interface EngineModule {
  engine: WasmEngine;
  /** The wasm memory: its buffer changes when it grows. */
  memory: { readonly buffer: ArrayBufferLike };
}

/** How the engine reads a columnar trace file: at once, while it runs. */
export interface TraceReader {
  size(): number;
  read(at: number, length: number): Uint8Array;
}

/** A column in the wasm memory: address in bytes, 32-bit words. */
type Place = [address: number, words: number];
type FrameAnswer = { ok: { frame: Frame }; cells: Place; heat?: Place };
type Asked<Q extends keyof EngineQuestions> = EngineQuestions[Q]['asked'];

const PATIENT_MS = 50;
const WAITING_MS = 10;
/** A job that has run this long is bulk work: fewer, longer slices. */
const BULK_AFTER_MS = 200;
/** All blocks, all of a small page map. */
const EVERY_BLOCK = 0xffffffff;
const SMALL_PAGE_MAP = 4096;

/** The command for what is to be drawn in a slot. */
export function frameCommand(slot: number, window: FrameWindow = {}): Command & { type: 'frame' } {
  return {
    type: 'frame',
    slot,
    from_block: window.fromBlock ?? 0,
    to_block: window.toBlock ?? EVERY_BLOCK,
    from_lpn: window.fromLpn ?? 0,
    lpns: window.lpns ?? SMALL_PAGE_MAP,
    ppn: window.ppn ?? null,
    lpn: window.lpn ?? null,
  };
}

export class EngineServer implements Server<EngineQuestions> {
  private readonly slices = new Slices(2000);

  /** `read` opens a columnar trace file. */
  constructor(
    private readonly module: EngineModule,
    private readonly read: (file: TraceFile) => TraceReader,
  ) {}

  async command(asked: Asked<'command'>, { tell, signal, pause }: Job<unknown>): Promise<Reply> {
    const { engine } = this.module;
    const perform = (command: Command) => answerOf<Reply>(engine.command(JSON.stringify(command)));
    let reply = perform(asked);
    const began = performance.now();
    while (reply.type === 'progress' && !reply.done) {
      tell(reply);
      await pause();
      if (signal.aborted) {
        perform({ type: 'cancel' });
        throw signal.reason;
      }
      const target = performance.now() - began > BULK_AFTER_MS ? PATIENT_MS : WAITING_MS;
      const slice = (operations: number) => engine.slice(operations);
      reply = answerOf<Reply>(this.slices.run(target, slice, () => false));
    }
    return reply;
  }

  async repeat({ command, times }: Asked<'repeat'>, job: Job<unknown>): Promise<Reply> {
    let reply = await this.command(command, job);
    let rested = performance.now();
    for (let done = 1; done < times; done += 1) {
      if (reply.type !== 'progress' || reply.hit !== null) break;
      if (performance.now() - rested > PATIENT_MS) {
        await job.pause();
        // The run is where it got to, as after any other that was cancelled.
        job.signal.throwIfAborted();
        rested = performance.now();
      }
      reply = await this.command(command, job);
    }
    return reply;
  }

  attach({ name, file }: Asked<'attach'>): null {
    answerOf<Reply>(this.module.engine.attach(name, this.read(file)));
    return null;
  }

  frame({ slot, window }: Asked<'frame'>, { transfer }: Job<unknown>): FrameWithCells {
    const { engine, memory } = this.module;
    const json = engine.frame(JSON.stringify(frameCommand(slot, window)), window.heat ?? false);
    const answer = JSON.parse(json) as FrameAnswer | { err: Failure };
    if ('err' in answer) throw new EngineFailure(answer.err);
    /** Copied into a buffer that can be sent. */
    const column = ([address, words]: Place) => {
      const copied = new Uint32Array(memory.buffer as ArrayBuffer, address, words).slice();
      transfer.push(copied.buffer);
      return copied;
    };
    const { ok, cells, heat } = answer;
    return { frame: ok.frame, cells: column(cells), heat: heat ? column(heat) : null };
  }
}
