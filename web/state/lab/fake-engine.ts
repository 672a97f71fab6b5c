/**
 * An engine for tests of the store: simulations of `REQUESTS` requests with `EVENTS` events each, in which
 * nothing happens but going somewhere. A scenario whose text holds `bad` is refused, one that holds `slow` opens for ever, and of
 * one that holds `deadly` it dies.
 */
import {
  type EngineClient,
  EngineCrash,
  EngineFailure,
  type JobOptions,
} from '../../protocol/engine/engine-client';
import type { Command } from '../../protocol/generated/Command';
import type { Frame } from '../../protocol/generated/Frame';
import type { Reply } from '../../protocol/generated/Reply';

export const REQUESTS = 10;
const EVENTS = 3;

export class FakeEngine implements EngineClient {
  readonly sent: string[] = [];
  /** Position of each slot as `request * EVENTS + event`; a slot that is not open has none. */
  readonly at = new Map<number, number>();
  /** A run to the end hangs until it is cancelled. */
  hangs = false;
  /** Dies when a run is at or goes past this request. */
  deadlyAt = Number.POSITIVE_INFINITY;
  onCrash: EngineClient['onCrash'] = null;
  /** The cause of its death. */
  private dead: EngineCrash | null = null;

  async request(command: Command, options: JobOptions = {}): Promise<Reply> {
    if (this.dead) throw this.dead;
    this.sent.push(name(command));
    await Promise.resolve();
    if ('scenario' in command && command.scenario.includes('deadly')) {
      this.die();
      throw this.dead;
    }
    switch (command.type) {
      case 'open':
        if (command.scenario.includes('bad')) throw refused('seed');
        if (command.scenario.includes('slow')) await cancelled(options.signal);
        this.at.set(command.slot, 0);
        return { type: 'opened', slot: command.slot, summary: summary(command.scenario) };
      case 'fork':
        this.at.set(command.into, this.at.get(command.slot) ?? 0);
        return { type: 'opened', slot: command.into, summary: summary('fork') };
      case 'check':
        if (command.scenario.includes('bad')) throw refused('seed');
        return { type: 'checked', summary: summary(command.scenario) };
      case 'run':
        for (let left = (options.times ?? 1) - 1; left > 0; left -= 1) await this.run(command, options);
        return this.run(command, options);
      case 'lanes':
        return { type: 'lanes', lanes: { requests: REQUESTS, requests_per_bin: 1, filled: 0 } as never };
      case 'costs':
        return { type: 'costs', costs: [] };
      case 'close':
        this.at.delete(command.slot);
        return { type: 'done' };
      default:
        return { type: 'done' };
    }
  }

  async frame(slot: number) {
    if (this.dead) throw this.dead;
    this.sent.push(`frame ${slot}`);
    const at = this.at.get(slot) ?? 0;
    const position = { request: Math.floor(at / EVENTS), event: at % EVENTS };
    return {
      frame: {
        slot,
        position,
        requests: REQUESTS,
        tables: { page_map: null },
        first_event: 0,
        in_window: 0,
        window: [],
      } as unknown as Frame,
      cells: new Uint32Array(),
      heat: null,
    };
  }

  async previewTrace() {
    return { format: 'ops' as const, lines: [] };
  }

  async importTrace(source: Blob | string, open: { name: string }) {
    if (source === 'bad') throw refused('line');
    // The worker of imports, not this engine.
    if (source === 'deadly') throw new EngineCrash('the import ran out of memory');
    const file = new Uint8Array();
    return {
      trace: { name: open.name, statistics: {}, import: { hash: 'h' } } as never,
      file,
      fit: async () => ({}) as never,
      locality: async () => ({}) as never,
      close: () => undefined,
    };
  }

  async attach(name: string) {
    this.sent.push(`attach ${name}`);
  }

  /** Dies while no one waits for it. */
  die(): void {
    this.dead = new EngineCrash('a trap');
    this.onCrash?.(this.dead);
  }

  close(): void {
    this.dead = new EngineCrash('closed');
  }

  private run({ slot, target }: Extract<Command, { type: 'run' }>, options: JobOptions): Promise<Reply> {
    const from = this.at.get(slot) ?? 0;
    const to = destination(from, target);
    if (Math.max(from, to) >= this.deadlyAt * EVENTS) {
      this.dead = new EngineCrash('a trap');
      return Promise.reject(this.dead);
    }
    if (target.to === 'end' && this.hangs) {
      options.onProgress?.({
        type: 'progress',
        done: false,
        doing: 'run',
        requests: 1,
        total: REQUESTS,
        found: false,
        hit: null,
      });
      return new Promise((_, reject) => {
        options.signal?.addEventListener('abort', () => {
          this.at.set(slot, EVENTS);
          reject(new DOMException('cancelled', 'AbortError'));
        });
      });
    }
    this.at.set(slot, Math.min(REQUESTS * EVENTS, Math.max(0, to)));
    return Promise.resolve({
      type: 'progress',
      done: true,
      doing: 'run',
      requests: 0,
      total: REQUESTS,
      found: true,
      hit: null,
    });
  }
}

/** Rejects once it is cancelled. */
function cancelled(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

function destination(from: number, target: Extract<Command, { type: 'run' }>['target']): number {
  switch (target.to) {
    case 'end':
      return REQUESTS * EVENTS;
    case 'position':
      return target.position.request * EVENTS + target.position.event;
    case 'next':
      return from + 2;
    case 'step': {
      if (target.grain !== 'request') return from + (target.back ? -1 : 1);
      return target.back ? (Math.ceil(from / EVENTS) - 1) * EVENTS : (Math.floor(from / EVENTS) + 1) * EVENTS;
    }
  }
}

function name(command: Command): string {
  if (command.type === 'run') return `run ${command.slot} ${command.target.to}`;
  return 'slot' in command ? `${command.type} ${command.slot}` : command.type;
}

function summary(text: string) {
  return { name: text, canonical: text, hash: text } as never;
}

function refused(field: string): EngineFailure {
  return new EngineFailure({
    kind: 'scenario',
    message: 'no',
    remedy: 'do',
    field,
    line: null,
    column: null,
  });
}
