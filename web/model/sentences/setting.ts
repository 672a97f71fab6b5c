/** The material of the sentences, and the data that they read. */
import type { Decision } from '../../protocol/generated/Decision';
import type { Event } from '../../protocol/generated/Event';
import type { Role } from '../../protocol/generated/Role';

/** A message: its key, and what goes into it. */
export interface Said {
  key: string;
  values: Record<string, string | number>;
}

export interface Explanation {
  /** The event in one sentence. */
  title: Said;
  /** Why: one or two sentences. */
  why: Said[];
  /** The rule of the FTL, in our own words. */
  rule: Said | null;
  /** The paper's section or the slide. */
  source: Said | null;
}

/** The facts that a sentence needs besides the event. */
export interface Setting {
  /** Scheme: `page`, `bast`, `fast`, `dftl`. */
  ftl: string;
  /** Kind of the write buffer in front; absent or `null`: none. */
  buffer?: string | null;
  pagesPerBlock: number;
  /** S of a superblock FTL. */
  blocksPerSuperblock: number;
  /** How GC chooses its victim: `greedy`, `fifo`, ... */
  policy: string;
  /** Whether GC waits until a page has no other place than the block in reserve. */
  onDemand?: boolean;
  /** How DFTL chooses the CMT entry that leaves: `slru`, `lru`, `lfu`, `groups`. */
  cmtPolicy: string;
  /** The events of the request, and which of them is meant. */
  events: readonly Event[];
  index: number;
  /** The current role of a block. */
  roleOf: (pbn: number) => Role | null;
}

export function said(key: string, values: Record<string, string | number> = {}): Said {
  return { key, values };
}

/** `B8.2`: page 2 of block 8. */
export function place(ppn: number, pagesPerBlock: number): string {
  return `B${Math.floor(ppn / pagesPerBlock)}.${ppn % pagesPerBlock}`;
}

/**
 * The choice of a person, or of their policy, that the event carries out in the place of the FTL's own; `null`: the FTL's reason
 * holds, which it does too where both choose the same.
 */
export function choiceBefore(
  { events, index }: Pick<Setting, 'events' | 'index'>,
  kind: Decision,
): Extract<Event, { t: 'intervened' }> | null {
  for (let at = index - 1; at >= 0; at -= 1) {
    const event = events[at];
    if (event?.t !== 'intervened') return null;
    if (event.kind === kind) return event.chosen === event.instead_of ? null : event;
  }
  return null;
}

/** The event of that kind that happened last before the current one. */
export function lastBefore<T extends Event['t']>(
  setting: Setting,
  ...kinds: T[]
): Extract<Event, { t: T }> | null {
  for (let index = setting.index - 1; index >= 0; index -= 1) {
    const event = setting.events[index];
    if (event && (kinds as string[]).includes(event.t)) return event as Extract<Event, { t: T }>;
  }
  return null;
}
