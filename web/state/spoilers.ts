/**
 * While a lesson's question is open, the marks that would give its answer away are not shown: the next page to leave
 * the write buffer. The facts that the person works it out from, the pages, their order and counters, stay.
 */
import type { Frame } from '../protocol/generated/Frame';
import type { LabState, SlotState } from './lab/lab';

/** The frame without the mark. */
export function unmarked<F extends Pick<Frame, 'buffer'>>(frame: F): F {
  const { buffer } = frame;
  return !buffer || buffer.next === null ? frame : { ...frame, buffer: { ...buffer, next: null } };
}

/** One for each slot state: a selector picks stable values. */
const covered = new WeakMap<SlotState, SlotState>();

/** A slot as it is to be seen, `null` while nothing is open in it. */
export function withoutSpoilers(lab: Pick<LabState, 'slots' | 'asking'>, slot: number): SlotState | null {
  const state = lab.slots[slot] ?? null;
  if (!state?.current.frame.buffer || !lab.asking) return state;
  const known = covered.get(state);
  if (known) return known;
  const { current, previous, serial } = state;
  const made: SlotState = {
    ...state,
    current: { ...current, frame: unmarked(current.frame) },
    previous: previous && { ...previous, frame: unmarked(previous.frame) },
    // Drawn again when the question is answered, also where the frame stays the same. Real ones are never negative.
    serial: -1 - serial,
  };
  covered.set(state, made);
  return made;
}
