/**
 * Rounds of "be the FTL": what the module `round` of the wasm package answers, through a worker of its own, so that a search
 * keeps no one waiting. Loaded with the first round.
 */
import { EngineCrash, EngineFailure } from './engine-client';
import type { Failure } from './generated/Failure';
import type { Optimum } from './generated/Optimum';
import type { RoundCommand } from './generated/RoundCommand';
import type { RoundReply } from './generated/RoundReply';
import type { RoundShown } from './generated/RoundShown';

/** States that a search looks at unless others are asked for: those of `ftl-lab play`. */
export const STATES = 20_000;
/** States between two looks at whether it is enough: some milliseconds. */
const SLICE = 100;

export interface Rounds {
  /**
   * Where a round's file stands; `rest`: the scheme decides what is left open.
   * @throws EngineFailure if the file is wrong or one of its choices cannot be made.
   */
  look(file: string, rest?: boolean): Promise<RoundShown>;
  /** The least that any choices cost, or what was found of it when `signal` said that it is enough. */
  solve(file: string, options?: SolveOptions): Promise<Optimum>;
  close(): void;
}

interface SolveOptions {
  states?: number;
  signal?: AbortSignal;
  onFound?: (found: Optimum) => void;
}

/** `Rounds` of the wasm package. */
export interface RoundsModule {
  command(json: string): string;
  slice(states: number): string;
}

function answerOf(json: string): RoundReply {
  const answer = JSON.parse(json) as { ok: RoundReply } | { err: Failure };
  if ('err' in answer) throw new EngineFailure(answer.err);
  return answer.ok;
}

const command = (lab: RoundsModule, asked: RoundCommand) => answerOf(lab.command(JSON.stringify(asked)));

export function look(lab: RoundsModule, file: string, rest: boolean): RoundShown {
  const reply = command(lab, { type: 'look', file, rest });
  if (reply.type !== 'round') throw new EngineCrash(`expected a round, got "${reply.type}"`);
  return reply.round;
}

/** Slice by slice. `pause` lets others in; `enough` is asked after each. */
export async function solve(
  lab: RoundsModule,
  file: string,
  states: number,
  job: { pause: () => Promise<void>; enough: () => boolean; onFound: (found: Optimum) => void },
): Promise<Optimum> {
  let reply = command(lab, { type: 'solve', file, states });
  while (reply.type === 'searching') {
    job.onFound(reply.found);
    await job.pause();
    reply = job.enough() ? command(lab, { type: 'enough' }) : answerOf(lab.slice(SLICE));
  }
  if (reply.type !== 'optimum') throw new EngineCrash(`expected an optimum, got "${reply.type}"`);
  return reply.found;
}

export type ToRounds =
  | { do: 'look'; id: number; file: string; rest: boolean }
  | { do: 'solve'; id: number; file: string; states: number }
  | { do: 'enough' };

export type FromRounds =
  | { is: 'round'; id: number; round: RoundShown }
  | { is: 'searching'; id: number; found: Optimum }
  | { is: 'optimum'; id: number; found: Optimum }
  | { is: 'failure'; id: number; failure: Failure }
  | { is: 'crash'; message: string };

/** Through a worker that runs `worker/round.worker.ts`. It ends with the rounds. */
export function workerRounds(worker: Worker): Rounds {
  interface Pending {
    resolve: (answer: never) => void;
    reject: (error: Error) => void;
    onFound?: ((found: Optimum) => void) | undefined;
  }
  const pending = new Map<number, Pending>();
  let last = 0;
  let gone: Error | null = null;
  const post = (message: ToRounds) => worker.postMessage(message);
  const end = (error: Error) => {
    gone ??= error;
    worker.terminate();
    for (const { reject } of pending.values()) reject(gone);
    pending.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<FromRounds>) => {
    if (data.is === 'crash') return end(new EngineCrash(data.message));
    const waits = pending.get(data.id);
    if (data.is === 'searching') return waits?.onFound?.(data.found);
    pending.delete(data.id);
    if (data.is === 'failure') waits?.reject(new EngineFailure(data.failure));
    else waits?.resolve((data.is === 'round' ? data.round : data.found) as never);
  };
  worker.onerror = (event) => end(new EngineCrash(event.message || 'the round did not start'));
  worker.onmessageerror = () => end(new EngineCrash('a message from the round was unreadable'));
  const ask = <T>(message: (id: number) => ToRounds, onFound?: (found: Optimum) => void) =>
    new Promise<T>((resolve, reject) => {
      if (gone) return reject(gone);
      last += 1;
      pending.set(last, { resolve: resolve as (answer: never) => void, reject, onFound });
      post(message(last));
    });
  return {
    look: (file, rest = false) => ask<RoundShown>((id) => ({ do: 'look', id, file, rest })),
    solve(file, { states = STATES, signal, onFound } = {}) {
      signal?.addEventListener('abort', () => post({ do: 'enough' }), { once: true });
      return ask<Optimum>((id) => ({ do: 'solve', id, file, states }), onFound);
    },
    close: () => end(new EngineCrash('the round was closed')),
  };
}
