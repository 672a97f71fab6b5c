/** The first request that costs two simulations differently: both are run from their beginning, in lockstep. */

import type { RequestShown } from '../generated/RequestShown';
import { ask, type EngineClient, type JobOptions } from './engine-client';

/** The cost of a request, in flash operations. */
export interface Cost {
  reads: number;
  programs: number;
  erases: number;
}

export interface Divergence {
  /** The left one's. */
  request: RequestShown;
  /** The right one's, if it is another: schedulers give requests to the device in an order of their own. */
  other: RequestShown | null;
  left: Cost;
  right: Cost;
}

/** Flash operations between two looks at whether it was cancelled: some hundredths of a second. */
const OPERATIONS = 100_000;
/** Numbers in a cost. */
const WORDS = 3;

export interface DivergenceOptions extends JobOptions {
  /** Differences of earlier requests are passed over; none by default. */
  from?: number;
}

/**
 * Looks for it in slots `left` and `right`; `null` if there is none. Both are then right before that request, or at
 * the end; where they got to, if it is cancelled or one of them cannot go on.
 */
export async function firstDivergence(
  client: EngineClient,
  left: number,
  right: number,
  { signal, onProgress, from = 0 }: DivergenceOptions = {},
): Promise<Divergence | null> {
  const goTo = (slot: number, request: number) =>
    ask(client, 'progress', {
      type: 'run',
      slot,
      target: { to: 'position', position: { request, event: 0 } },
    });
  const { total } = await goTo(left, 0);
  /** Costs told and not compared yet, of requests from `at` on. */
  const ahead = new Map<number, number[]>([
    [left, []],
    [right, []],
  ]);
  let at = 0;
  const costs = async (slot: number): Promise<number[]> => {
    const known = ahead.get(slot) ?? [];
    if (known.length > 0) return known;
    const reply = await ask(client, 'costs', { type: 'costs', slot, from: at, operations: OPERATIONS });
    ahead.set(slot, reply.costs);
    return reply.costs;
  };
  /** The request that comes next, with a slot right before it. */
  const next = async (slot: number, request: number): Promise<RequestShown> => {
    await goTo(slot, request);
    const { frame } = await client.frame(slot);
    const shown = frame.queue.find(({ index }) => index === request);
    if (!shown) throw new Error(`the engine does not show request ${request}, which comes next`);
    return shown;
  };
  try {
    for (;;) {
      signal?.throwIfAborted();
      onProgress?.({
        type: 'progress',
        done: false,
        doing: 'compare',
        requests: at,
        total,
        found: false,
        hit: null,
      });
      const [l, r] = [await costs(left), await costs(right)];
      const words = Math.min(l.length, r.length);
      if (words === 0) return null;
      const passed = (from - at) * WORDS;
      const differs = l.findIndex((count, i) => i >= passed && i < words && count !== r[i]);
      if (differs >= 0) {
        const first = differs - (differs % WORDS);
        at += first / WORDS;
        const [request, its] = [await next(left, at), await next(right, at)];
        const same = (['op', 'lpn', 'pages'] as const).every((of) => request[of] === its[of]);
        return { request, other: same ? null : its, left: costAt(l, first), right: costAt(r, first) };
      }
      at += words / WORDS;
      ahead.set(left, l.slice(words));
      ahead.set(right, r.slice(words));
    }
  } finally {
    await goTo(left, at);
    await goTo(right, at);
  }
}

function costAt(costs: number[], word: number): Cost {
  const [reads = 0, programs = 0, erases = 0] = costs.slice(word);
  return { reads, programs, erases };
}
