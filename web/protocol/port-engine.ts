/** The client's half of the envelope: promises for messages, the same over a worker and in one thread. */
import {
  type EngineClient,
  EngineCrash,
  EngineFailure,
  type FrameWindow,
  type FrameWithCells,
  type JobOptions,
  type Progress,
} from './engine-client';
import type { FromEngine, Port, ToEngine } from './envelope';
import type { Command } from './generated/Command';
import type { Reply } from './generated/Reply';
import type { ImportedTrace, ImportOptions, ImportTrace, TraceFile, TraceOpen } from './trace-import';

interface Pending {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  onProgress?: (progress: Progress) => void;
}

interface Answer {
  reply: Reply;
  cells?: Uint32Array<ArrayBuffer>;
  heat?: Uint32Array<ArrayBuffer>;
}

/** Messages that are answered, without their id. */
type Question =
  | { do: 'command'; command: Command }
  | { do: 'frame'; slot: number; window: FrameWindow }
  | { do: 'attach'; name: string; file: TraceFile };

/** Buffers smaller than this are cheaper to make anew than to send back. */
const WORTH_RECYCLING = 64 * 1024;
/** Commands that a report of a crash tells: some steps, with what is asked after each. */
const REMEMBERED = 32;

export class PortEngine implements EngineClient {
  onCrash: EngineClient['onCrash'] = null;
  private readonly pending = new Map<number, Pending>();
  private readonly port: Port;
  private lastId = 0;
  /** The youngest commands, eldest first. */
  private readonly recent: string[] = [];
  /** Set once the engine is gone: every later question is answered with it. */
  private gone: EngineCrash | null = null;

  /** `connect` gets the function that hears the engine. */
  constructor(
    connect: (hear: (message: FromEngine) => void) => Port,
    private readonly importer: ImportTrace,
  ) {
    this.port = connect((message) => this.hear(message));
  }

  async request(command: Command, options: JobOptions = {}): Promise<Reply> {
    return (await this.ask({ do: 'command', command }, options)).reply;
  }

  async frame(slot: number, window: FrameWindow = {}): Promise<FrameWithCells> {
    const { reply, cells, heat } = await this.ask({ do: 'frame', slot, window });
    if (reply.type !== 'frame') throw new EngineCrash(`expected a frame, got "${reply.type}"`);
    return { frame: reply.frame, cells: cells ?? new Uint32Array(), heat: heat ?? null };
  }

  recycle(columns: Uint32Array): void {
    const { buffer } = columns;
    if (this.gone || !(buffer instanceof ArrayBuffer) || buffer.byteLength < WORTH_RECYCLING) return;
    this.port.post({ do: 'recycle', buffer }, [buffer]);
  }

  async importTrace(
    source: Blob | string,
    open: TraceOpen,
    pageBytes: number,
    options?: ImportOptions,
  ): Promise<ImportedTrace> {
    const blob = typeof source === 'string' ? new Blob([source]) : source;
    const imported = await this.importer(blob, open, pageBytes, options);
    await this.attach(imported.trace.name, imported.file);
    return imported;
  }

  async attach(name: string, file: TraceFile): Promise<void> {
    await this.ask({ do: 'attach', name, file });
  }

  close(): void {
    this.end(new EngineCrash('the engine was closed'));
  }

  private ask(question: Question, { onProgress, signal }: JobOptions = {}): Promise<Answer> {
    if (this.gone) return Promise.reject(this.gone);
    if (signal?.aborted) return Promise.reject(abortError());
    this.lastId += 1;
    const id = this.lastId;
    const cancel = () => this.port.post({ do: 'cancel', id }, []);
    const answer = new Promise<Answer>((resolve, reject) => {
      this.pending.set(id, { question, resolve, reject, onProgress });
    });
    signal?.addEventListener('abort', cancel, { once: true });
    if (question.do === 'command') this.remember(textOf(question.command));
    this.port.waiting?.(true);
    this.port.post({ ...question, id } as ToEngine, []);
    return answer.finally(() => signal?.removeEventListener('abort', cancel));
  }

  private hear(message: FromEngine): void {
    if (message.is === 'crash') {
      const crash = new EngineCrash(message.message, this.doing(), this.recent);
      if (this.end(crash)) this.onCrash?.(crash);
      return;
    }
    if (message.is === 'pong') return;
    const pending = this.pending.get(message.id);
    if (!pending) return;
    if (message.is === 'progress') {
      pending.onProgress?.(message.progress);
      return;
    }
    this.pending.delete(message.id);
    if (this.pending.size === 0) this.port.waiting?.(false);
    if (message.is === 'reply') pending.resolve(message);
    else if (message.is === 'failure') pending.reject(new EngineFailure(message.failure));
    else pending.reject(abortError());
  }

  /** Questions are answered in order: the eldest is the one under way. */
  private doing(): string | null {
    const [eldest] = this.pending.values();
    if (!eldest) return null;
    const { question } = eldest;
    if (question.do !== 'command') return question.do;
    return textOf(question.command);
  }

  private remember(command: string): void {
    this.recent.push(command);
    if (this.recent.length > REMEMBERED) this.recent.shift();
  }

  /** Whether it was not at its end before. */
  private end(crash: EngineCrash): boolean {
    if (this.gone) return false;
    this.gone = crash;
    for (const { reject } of this.pending.values()) reject(crash);
    this.pending.clear();
    this.port.close();
    return true;
  }
}

/** A command as it is told when the engine dies: the scenario's text is told elsewhere. */
function textOf(command: Command): string {
  return JSON.stringify(command, (key, value) => (key === 'scenario' ? undefined : value));
}

function abortError(): DOMException {
  return new DOMException('the job was cancelled', 'AbortError');
}
