/**
 * The loop that runs the engine: takes messages in order, runs jobs in slices, hears cancellation between
 * slices. It knows neither workers nor wasm: the worker and the inline engine both wrap it.
 *
 * Slices are counted in flash operations (the engine has no clock), and this loop fits the count to the time:
 * about 10 ms while a person waits for the outcome, 50 ms once a job has shown that it is long.
 */
import type { FromEngine, ToEngine } from './envelope';
import type { Command } from './generated/Command';
import type { Failure } from './generated/Failure';
import type { Reply } from './generated/Reply';
import type { TraceFile } from './trace-import';

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

export interface RunnerHost {
  /** Loads the engine; called once. */
  load(): Promise<EngineModule>;
  /** Opens a columnar trace file for reading. */
  read(file: TraceFile): TraceReader;
  post(message: FromEngine, transfer: ArrayBuffer[]): void;
  /** Milliseconds. */
  now(): number;
  /** Lets waiting messages in. */
  pause(): Promise<void>;
}

type Answer = { ok: Reply } | { err: Failure };
/** A column in the wasm memory: address in bytes, 32-bit words. */
type Place = [address: number, words: number];
type FrameAnswer = { ok: Reply; cells: Place; heat?: Place } | { err: Failure };
type Task = Exclude<ToEngine, { do: 'cancel' } | { do: 'recycle' } | { do: 'ping' }>;

const PATIENT_MS = 50;
const WAITING_MS = 10;
/** A job that has run this long is bulk work: fewer, longer slices. */
const BULK_AFTER_MS = 200;
/** First guess: about 10 ms on a slow machine before the engine's code is optimised. */
const FIRST_SLICE = 2_000;
/** Buffers kept for frames to come: the page holds at most three of each kind, so more would never be used. */
const KEPT_BUFFERS = 8;
/** All blocks, all of a small page map. */
const EVERY_BLOCK = 0xffffffff;
const SMALL_PAGE_MAP = 4096;

export class Runner {
  private readonly queue: Task[] = [];
  private readonly cancelled = new Set<number>();
  private readonly buffers: ArrayBuffer[] = [];
  private current: number | null = null;
  private dead = false;
  private operations = FIRST_SLICE;
  private loaded: Promise<EngineModule> | undefined;

  constructor(private readonly host: RunnerHost) {}

  /** Takes a message; answers come through `host.post`. */
  receive(message: ToEngine): void {
    if (this.dead) return;
    if (message.do === 'ping') {
      this.host.post({ is: 'pong' }, []);
    } else if (message.do === 'recycle') {
      if (this.buffers.length < KEPT_BUFFERS) this.buffers.push(message.buffer);
    } else if (message.do === 'cancel') {
      this.cancel(message.id);
    } else {
      this.queue.push(message);
      if (this.current === null) void this.drain();
    }
  }

  private cancel(id: number): void {
    if (id === this.current) {
      this.cancelled.add(id);
      return;
    }
    const at = this.queue.findIndex((task) => task.id === id);
    // Not there: it was answered while the cancellation travelled.
    if (at < 0) return;
    this.queue.splice(at, 1);
    this.host.post({ is: 'cancelled', id }, []);
  }

  private async drain(): Promise<void> {
    for (;;) {
      const task = this.queue.shift();
      if (!task) return;
      this.current = task.id;
      try {
        await this.perform(task);
      } catch (error) {
        // A trap: the engine's memory is in an unknown state and must not be touched again.
        this.dead = true;
        this.queue.length = 0;
        this.host.post({ is: 'crash', message: messageOf(error) }, []);
        return;
      } finally {
        this.cancelled.delete(task.id);
        this.current = null;
      }
    }
  }

  private async perform(task: Task): Promise<void> {
    this.loaded ??= this.host.load();
    const module = await this.loaded;
    const { engine } = module;
    if (task.do === 'attach') {
      this.answer(task.id, read(engine.attach(task.name, this.host.read(task.file))));
      return;
    }
    if (task.do === 'frame') {
      this.frame(task, module);
      return;
    }
    let answer = command(engine, task.command);
    const began = this.host.now();
    while ('ok' in answer && answer.ok.type === 'progress' && !answer.ok.done) {
      this.host.post({ is: 'progress', id: task.id, progress: answer.ok }, []);
      await this.host.pause();
      if (this.cancelled.has(task.id)) {
        command(engine, { type: 'cancel' });
        this.host.post({ is: 'cancelled', id: task.id }, []);
        return;
      }
      answer = this.slice(engine, began);
    }
    this.answer(task.id, answer);
  }

  private slice(engine: WasmEngine, jobBegan: number): Answer {
    const began = this.host.now();
    const target = began - jobBegan > BULK_AFTER_MS ? PATIENT_MS : WAITING_MS;
    const answer = read(engine.slice(this.operations));
    const took = this.host.now() - began;
    // Bounded, so that one slice interrupted by the system does not make the next a tenth of it.
    const factor = Math.min(4, Math.max(0.25, target / Math.max(took, 0.1)));
    this.operations = Math.round(Math.min(50_000_000, Math.max(200, this.operations * factor)));
    return answer;
  }

  private frame(
    { id, slot, window }: Extract<Task, { do: 'frame' }>,
    { engine, memory }: EngineModule,
  ): void {
    const asked: Command = {
      type: 'frame',
      slot,
      from_block: window.fromBlock ?? 0,
      to_block: window.toBlock ?? EVERY_BLOCK,
      from_lpn: window.fromLpn ?? 0,
      lpns: window.lpns ?? SMALL_PAGE_MAP,
      ppn: window.ppn ?? null,
      lpn: window.lpn ?? null,
    };
    const answer = JSON.parse(engine.frame(JSON.stringify(asked), window.heat ?? false)) as FrameAnswer;
    if ('err' in answer) {
      this.answer(id, answer);
      return;
    }
    const cells = this.copy(memory, answer.cells);
    if (!answer.heat) {
      this.host.post({ is: 'reply', id, reply: answer.ok, cells }, [cells.buffer]);
      return;
    }
    const heat = this.copy(memory, answer.heat);
    this.host.post({ is: 'reply', id, reply: answer.ok, cells, heat }, [cells.buffer, heat.buffer]);
  }

  /** A column of the wasm memory, copied into a buffer that can be sent. */
  private copy(memory: EngineModule['memory'], [address, words]: Place): Uint32Array<ArrayBuffer> {
    const copied = new Uint32Array(this.buffer(words * 4), 0, words);
    copied.set(new Uint32Array(memory.buffer, address, words));
    return copied;
  }

  /** A recycled buffer that is large enough and not much too large, or a new one. */
  private buffer(bytes: number): ArrayBuffer {
    const at = this.buffers.findIndex((kept) => kept.byteLength >= bytes && kept.byteLength <= 2 * bytes);
    const [found] = at < 0 ? [] : this.buffers.splice(at, 1);
    return found ?? new ArrayBuffer(bytes);
  }

  private answer(id: number, answer: Answer): void {
    if ('ok' in answer) this.host.post({ is: 'reply', id, reply: answer.ok }, []);
    else this.host.post({ is: 'failure', id, failure: answer.err }, []);
  }
}

function command(engine: WasmEngine, command: Command): Answer {
  return read(engine.command(JSON.stringify(command)));
}

function read(json: string): Answer {
  return JSON.parse(json) as Answer;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * A pause through a MessageChannel: unlike a timer it is not held back to 4 ms, and unlike a microtask it lets
 * messages in.
 */
export function channelPause(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  // In Node an open port would keep the process alive.
  (port1 as unknown as { unref?: () => void }).unref?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}
