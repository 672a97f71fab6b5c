/** The decisions of a policy's run, as PolicyOutcome has them: six numbers each. */
import type { Decision } from '../../protocol/generated/Decision';
import type { Position } from '../../protocol/generated/Position';

/** The functions that decide, by number: sim::policy::FUNCTIONS. */
const FUNCTIONS = ['victim', 'logBlock', 'merge', 'eviction', 'superblock', 'chain', 'placement'] as const;

/** The function that answers a kind of decision. */
export const functionOf = (kind: Decision): (typeof FUNCTIONS)[number] =>
  kind === 'log_block' ? 'logBlock' : kind;

export interface Decided {
  request: number;
  /** Events of the request before it. */
  event: number;
  function: (typeof FUNCTIONS)[number];
  /** The FTL's own choice, and the policy's. */
  own: number;
  chosen: number;
  /** Candidates that the policy saw; 0: it asked for no list. */
  seen: number;
}

const WORDS = 6;

export const decisionCount = (columns: readonly number[]): number => Math.floor(columns.length / WORDS);

export function decisionAt(columns: readonly number[], n: number): Decided {
  const [request = 0, event = 0, kind = 0, own = 0, chosen = 0, seen = 0] = columns.slice(
    WORDS * n,
    WORDS * n + WORDS,
  );
  return { request, event, function: FUNCTIONS[kind] ?? 'victim', own, chosen, seen };
}

/** Where a decision is seen: after the event that tells it. */
export const seenAt = ({ request, event }: Pick<Decided, 'request' | 'event'>): Position => ({
  request,
  event: event + 1,
});

/** The last decision at a position or before it; −1 for none. */
export function lastDecision(columns: readonly number[], { request, event }: Position): number {
  let [low, high] = [0, decisionCount(columns)];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = decisionAt(columns, middle);
    const before = at.request < request || (at.request === request && at.event < event);
    if (before) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The next decision that differs from the FTL's own, after `from` or, `back`, before it; −1 for none. */
export function nextDifference(columns: readonly number[], from: number, back: boolean): number {
  const step = back ? -1 : 1;
  for (let n = from + step; n >= 0 && n < decisionCount(columns); n += step) {
    const { own, chosen } = decisionAt(columns, n);
    if (own !== chosen) return n;
  }
  return -1;
}
