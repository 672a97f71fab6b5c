/**
 * The facts of a frame's events about the moment: the event that names it, and which events a step went through. Only
 * the frame's own window is read; nothing is folded here.
 */

import { momentOf } from '../../../model/sentences/current-event';
import type { Event } from '../../../protocol/generated/Event';
import type { Frame } from '../../../protocol/generated/Frame';

/** The events from the moment on, up to now: the moment and its bookkeeping. */
export function momentEvents(frame: Frame): Event[] {
  const index = momentOf(frame);
  return index < 0 ? [] : frame.window.slice(index, frame.in_window + 1);
}

/** The CMT entry that is on its way out, and the page whose mapping is being fetched. */
export function cmtEvents(frame: Frame): { victim: number | null; missing: number | null } {
  let victim: number | null = null;
  let missing: number | null = null;
  for (const event of frame.window.slice(0, frame.in_window + 1)) {
    if (event.t === 'cmt_victim') victim = event.lpn;
    if (event.t === 'cmt_evicted') victim = null;
    if (event.t === 'cmt_miss') missing = event.lpn;
    if (event.t === 'cmt_placed' && event.lpn === missing) missing = null;
  }
  return { victim, missing };
}

/** The pages that the walk along a chain has passed over, up to the block where it is now. */
export function walkOf(frame: Frame): number[] {
  const passed: number[] = [];
  for (let index = momentOf(frame) - 1; index >= 0; index -= 1) {
    const event = frame.window[index];
    if (event?.t !== 'chain_read') break;
    passed.push(event.ppn);
  }
  return passed;
}
