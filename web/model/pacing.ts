/**
 * How long things take on the stage, and how long Play stays at each of them: one table for the motion and for the playing, so that no
 * step is over before its motion is. Milliseconds at 1x; a hall takes `pace` times as long.
 */
import type { Event } from '../protocol/generated/Event';
import type { Grain } from '../protocol/generated/Grain';

export const MS = {
  /** The request that comes up nudges once. */
  nudge: 240,
  /** Outlines of a merge or GC that begins. */
  begin: 240,
  /** A block goes to another place: out of the pool, to the place of the data block, back to the pool. */
  place: 320,
  /** A copy: its source lifts, it flies, it lands; and the time between two copies. */
  lift: 90,
  copy: 420,
  land: 90,
  between: 60,
  /** A block is wiped. */
  erase: 520,
  /** An entry of a map flips. */
  flip: 160,
  /** A page of the host is written. */
  write: 420,
  /** Cells that changed without a motion, forward, and after going back or elsewhere. */
  flash: 90,
  cut: 120,
} as const;

/** Longest motion of a step that holds many things: the others of a request are not gone through one by one. */
const LONGEST = 1600;
/** Least time that Play stays at a part of a merge or GC, at the default speed: 250 ms to be seen, and some to be drawn. */
const LEAST = 300;
/** Steps a second that the table is made for: the default. */
const DEFAULT_SPEED = 2;
/** Play stays at a plain access so long, at the default speed. */
const PLAIN = 440;

/** A copy, read and program, is one thing. */
function partOf(event: Event, next: Event | undefined): number {
  switch (event.t) {
    case 'read':
      // The first half of a copy.
      return next?.t === 'program' && next.from === event.ppn ? 0 : MS.nudge;
    case 'program':
      return event.from === null ? MS.write : MS.lift + MS.copy + MS.land + MS.between;
    case 'erase':
      return event.cause === 'merge' ? MS.erase + MS.place : MS.erase + MS.between;
    case 'merge_begin':
    case 'gc_begin':
    case 'reclaim_begin':
    case 'inner_cleaning_begin':
    case 'wear_begin':
      return MS.begin + MS.place;
    case 'block_map_set':
      return MS.flip + MS.place;
    case 'gtd_set':
    case 'cmt_placed':
    case 'cmt_evicted':
    case 'merge_end':
    case 'gc_end':
      return MS.place;
    default:
      return 0;
  }
}

/** How long the motion of a step takes that went through these events, at 1x. */
export function motionMs(events: readonly Event[]): number {
  const writes = events.some(({ t }) => t === 'program');
  let sum = 0;
  events.forEach((event, index) => {
    // A program's companions, as its map entry, take no time of their own.
    const flash = event.t === 'read' || event.t === 'program' || event.t === 'erase';
    if (flash || !writes) sum += partOf(event, events[index + 1]);
  });
  return Math.min(LONGEST, Math.max(MS.nudge, sum));
}

/** Whether a step belongs to a merge, a GC or the like: what a student must see. */
function matters(event: Event, _: number, step: readonly Event[]): boolean {
  switch (event.t) {
    case 'program':
      return event.from !== null;
    case 'block_map_set':
      // A first write sets it along with its page.
      return !step.some(({ t }) => t === 'program');
    case 'erase':
    case 'merge_begin':
    case 'merge_end':
    case 'reclaim_begin':
    case 'reclaim_end':
    case 'gc_begin':
    case 'gc_end':
    case 'inner_cleaning_begin':
    case 'inner_cleaning_end':
    case 'compaction_begin':
    case 'compaction_end':
    case 'wear_begin':
    case 'wear_end':
    case 'log_block_chosen':
    case 'chain_chosen':
      return true;
    default:
      return false;
  }
}

/**
 * How long Play stays at a step, in milliseconds. A request takes its share of a second, whatever it holds. Finer steps take what
 * they need at the default speed: a plain access less than its share, the parts of a merge as long as their motions; other speeds
 * stretch or squeeze both alike.
 */
export function holdMs(events: readonly Event[], speed: number, grain: Grain, pace = 1): number {
  const share = 1000 / speed;
  if (grain === 'request') return share;
  const need = events.some(matters) ? Math.max(LEAST, motionMs(events)) : PLAIN;
  return (need * pace * DEFAULT_SPEED) / speed;
}

/** How a step gets to what it shows. */
export type Manner =
  /** All of its motion. */
  | 'whole'
  /** The motion in 80% of the time until the next step, without a lift. */
  | 'scaled'
  /** No motion: what changed flashes. */
  | 'flash'
  /** The state alone. */
  | 'state';

/** By the time from one step to the next; `need`: what its motion takes. */
export function mannerOf(interval: number, need: number): Manner {
  if (interval < 60) return 'state';
  if (interval < 250) return 'flash';
  return interval >= 600 || interval >= need ? 'whole' : 'scaled';
}

/** The share of the time between two steps that a scaled motion takes. */
export const SCALED = 0.8;
