/**
 * Questions to a worker, by name, and its answers: what the engine, the import, challenges, servers and the pool of runs travel by.
 *
 * ```ts
 * interface Sums { add: { asked: number[]; told: { done: number }; answer: number } }
 * serveWorker<Sums>(async () => ({ add: async (numbers, { tell, pause, signal }) => … }));   // in the worker
 * const sums = askWorker<Sums>(worker, 'adder');                                   // in the page
 * await sums.ask('add', [1, 2], { onTold, signal });
 * ```
 *
 * Questions are answered one after the other, but those that are named in `beside`. Each has exactly one answer: what it comes to, why
 * it was refused (an `EngineFailure`), or that it was cancelled. Anything else that is thrown is the end of the worker, whose memory is in
 * an unknown state then: whatever waits, and whatever is asked later, is rejected with an `EngineCrash`.
 */
import { EngineCrash, EngineFailure, SILENT } from '../engine/engine-client';
import type { Failure } from '../generated/Failure';
import { Heartbeat } from './heartbeat';

interface Question {
  asked: unknown;
  answer: unknown;
  /** The reports while it is under way. */
  told?: unknown;
}
type Questions<Q> = { [K in keyof Q]: Question };

export interface AskOptions<Told> {
  onTold?: ((told: Told) => void) | undefined;
  /** Abort it to cancel the question. Most are rejected with an `AbortError` then; a server may answer with what it has. */
  signal?: AbortSignal | undefined;
}

export interface Asks<Q extends Questions<Q>> {
  /** @throws EngineFailure if it is refused; EngineCrash if the worker has died or was closed. */
  ask<K extends keyof Q>(
    question: K,
    asked: Q[K]['asked'],
    options?: AskOptions<Q[K]['told']>,
  ): Promise<Q[K]['answer']>;
  /** Ends the worker, at once. */
  close(): void;
}

/** The tools for a question's answer. */
export interface Job<Told> {
  tell(told: Told): void;
  signal: AbortSignal;
  /** Lets messages in. */
  pause(): Promise<void>;
  /** Buffers of the answer that are handed over, not copied. */
  transfer: ArrayBuffer[];
}

/** Answers questions. */
export type Server<Q extends Questions<Q>> = {
  [K in keyof Q]: (asked: Q[K]['asked'], job: Job<Q[K]['told']>) => Q[K]['answer'] | Promise<Q[K]['answer']>;
};

/** Makes the server, when the first question comes. */
export type Load<Q extends Questions<Q>> = () => Promise<Server<Q>>;

type ToDesk =
  | { do: 'ask'; id: number; question: string; asked: unknown }
  | { do: 'cancel'; id: number }
  /** A sign of life is wanted: answered at once, also between the slices of a job. */
  | { do: 'ping' };

type FromDesk =
  | { is: 'told'; id: number; told: unknown }
  | { is: 'answer'; id: number; answer: unknown }
  | { is: 'failure'; id: number; failure: Failure }
  | { is: 'cancelled'; id: number }
  | { is: 'pong' }
  | { is: 'crash'; message: string };

/** One end of the wire. */
interface Wire {
  post(message: ToDesk): void;
  /** Hears whether an answer is waited for. */
  waiting(waits: boolean): void;
  /** Ends the other end. */
  close(): void;
}

/** `hear` gets what the other end says. */
export type Connect = (hear: (message: FromDesk) => void) => Wire;

interface Pending {
  question: string;
  asked: unknown;
  options: AskOptions<never>;
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** Asks through a wire. */
export class Caller<Q extends Questions<Q>> implements Asks<Q> {
  private readonly pending = new Map<number, Pending>();
  private readonly wire: Wire;
  private last = 0;
  /** Set once the worker is gone. */
  private gone: Error | null = null;

  /** `name`: as errors call it. */
  constructor(
    connect: Connect,
    private readonly name: string,
  ) {
    this.wire = connect((message) => this.hear(message));
  }

  ask<K extends keyof Q>(
    question: K,
    asked: Q[K]['asked'],
    options: AskOptions<Q[K]['told']> = {},
  ): Promise<Q[K]['answer']> {
    const { signal } = options;
    if (this.gone) return Promise.reject(this.gone);
    if (signal?.aborted) return Promise.reject(cancelled());
    this.last += 1;
    const id = this.last;
    const cancel = () => this.wire.post({ do: 'cancel', id });
    signal?.addEventListener('abort', cancel, { once: true });
    const named = String(question);
    const answer = new Promise<Q[K]['answer']>((resolve, reject) => {
      this.pending.set(id, { question: named, asked, options, resolve, reject });
    });
    this.wire.waiting(true);
    this.wire.post({ do: 'ask', id, question: named, asked });
    return answer.finally(() => signal?.removeEventListener('abort', cancel));
  }

  close(error: Error = new EngineCrash(`the ${this.name} was closed`)): void {
    this.end(error);
  }

  /** The worker has died of itself. */
  protected crashed(message: string, _eldest?: Pick<Pending, 'question' | 'asked'>): void {
    this.end(new EngineCrash(message));
  }

  /** Whether it was not at its end before. */
  protected end(error: Error): boolean {
    if (this.gone) return false;
    this.gone = error;
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
    this.wire.waiting(false);
    this.wire.close();
    return true;
  }

  private hear(message: FromDesk): void {
    if (message.is === 'pong') return;
    if (message.is === 'crash') {
      const [eldest] = this.pending.values();
      this.crashed(message.message, eldest);
      return;
    }
    const pending = this.pending.get(message.id);
    if (!pending) return;
    if (message.is === 'told') {
      pending.options.onTold?.(message.told as never);
      return;
    }
    this.pending.delete(message.id);
    if (this.pending.size === 0) this.wire.waiting(false);
    if (message.is === 'answer') pending.resolve(message.answer as never);
    else pending.reject(message.is === 'failure' ? new EngineFailure(message.failure) : cancelled());
  }
}

const cancelled = () => new DOMException('the job was cancelled', 'AbortError');

type Ask<Q> = { id: number; question: keyof Q; asked: never };

/** The receiver of messages. After a crash it answers nothing. */
function serve<Q extends Questions<Q>>(
  load: Load<Q>,
  beside: readonly (keyof Q)[],
  post: (message: FromDesk, transfer: ArrayBuffer[]) => void,
): (message: ToDesk) => void {
  /** Those without an answer. */
  const jobs = new Map<number, { abort: AbortController; begun: boolean }>();
  let loaded: Promise<Server<Q>> | null = null;
  const pause = channelPause();
  let line: Promise<void> = Promise.resolve();
  let dead = false;

  const perform = async ({ id, question, asked }: Ask<Q>) => {
    const job = jobs.get(id);
    if (dead || !job) return;
    job.begun = true;
    const { signal } = job.abort;
    const transfer: ArrayBuffer[] = [];
    const tell = (told: unknown) => post({ is: 'told', id, told }, []);
    try {
      loaded ??= load();
      const server = await loaded;
      const answer = await server[question](asked, { tell, signal, pause, transfer });
      post({ is: 'answer', id, answer }, transfer);
    } catch (error) {
      if (error instanceof EngineFailure) post({ is: 'failure', id, failure: error.failure }, []);
      else if (error === signal.reason) post({ is: 'cancelled', id }, []);
      else {
        dead = true;
        post({ is: 'crash', message: messageOf(error) }, []);
      }
    }
    jobs.delete(id);
  };

  return (message) => {
    if (dead) return;
    if (message.do === 'ping') return post({ is: 'pong' }, []);
    if (message.do === 'ask') {
      jobs.set(message.id, { abort: new AbortController(), begun: false });
      const asked = message as unknown as Ask<Q>;
      if (beside.includes(asked.question)) void perform(asked);
      else line = line.then(() => perform(asked));
      return;
    }
    const job = jobs.get(message.id);
    // Not there: it was answered while the cancellation travelled.
    if (!job) return;
    job.abort.abort();
    if (job.begun) return;
    jobs.delete(message.id);
    post({ is: 'cancelled', id: message.id }, []);
  };
}

/** In a worker: answers the page. `beside`: questions that do not wait for those before them. */
export function serveWorker<Q extends Questions<Q>>(load: Load<Q>, beside: readonly (keyof Q)[] = []): void {
  // The page's types declare a window; this is a worker's global.
  const self = globalThis as unknown as {
    onmessage: ((event: MessageEvent<ToDesk>) => void) | null;
    postMessage(message: FromDesk, transfer: ArrayBuffer[]): void;
  };
  const receive = serve(load, beside, (message, transfer) => self.postMessage(message, transfer));
  self.onmessage = ({ data }) => receive(data);
}

/** In the page: a worker, which ends with it. `heart`: that it is silent for long means that it is dead; it must `pause` then. */
export function overWorker(worker: Worker, name: string, { heart = false } = {}): Connect {
  return (hear) => {
    const crash = (message: string) => hear({ is: 'crash', message });
    const beat = heart
      ? new Heartbeat(
          () => worker.postMessage({ do: 'ping' } satisfies ToDesk),
          (seconds) => crash(`${SILENT} for ${seconds} seconds`),
        )
      : null;
    worker.onmessage = ({ data }: MessageEvent<FromDesk>) => {
      beat?.heard();
      hear(data);
    };
    // A script that does not load has no message; an error outside of a question has one.
    worker.onerror = (event) => crash(event.message || `the ${name} did not start`);
    worker.onmessageerror = () => crash(`a message from the ${name} was unreadable`);
    return {
      post: (message) => worker.postMessage(message),
      waiting: (waits) => beat?.waiting(waits),
      close: () => worker.terminate(),
    };
  };
}

export function askWorker<Q extends Questions<Q>>(
  worker: Worker,
  name: string,
  options?: { heart?: boolean },
): Caller<Q> {
  return new Caller<Q>(overWorker(worker, name, options), name);
}

/** In this very thread, for unit tests and the command line of lessons. As through a worker: never answered inside the call that asked. */
export function inThread<Q extends Questions<Q>>(load: Load<Q>, beside: readonly (keyof Q)[] = []): Connect {
  return (hear) => {
    let open = true;
    const receive = serve(load, beside, (message) => queueMicrotask(() => open && hear(message)));
    return {
      post: (message) => queueMicrotask(() => open && receive(message)),
      waiting: () => {},
      close: () => {
        open = false;
      },
    };
  };
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
