/**
 * Whether this window is the projector's of a lecture, for the parts of the page that then hold back: an offer of an
 * update, the header, keys. All else of a lecture is in `classroom/lecture`, which is loaded with a lesson.
 *
 * The address names the lecture (`?lecture=…`), so that a window finds back into it when it is loaded again.
 */
import { createStore } from 'zustand/vanilla';

interface LectureState {
  on: boolean;
  /** A student's question: the lab is free, and one key leads back. */
  exploring: boolean;
  /** The lesson is shown again after a question, at this step (`null`: any). The stage returns to its position by itself. */
  returning: { step: string | null } | null;
  /** The lab is on its way back from a question: what is measured now is not what the room will see. */
  restoring: boolean;
  /** How many times the lab came back from a question: what was measured on its way there is not what the room sees. */
  returns: number;
}

/** The lecture that the address names as this window's, in a part; `null` for none. */
export function lectureInAddress(part: 'lecture' | 'presenter'): string | null {
  return new URLSearchParams(globalThis.location?.search ?? '').get(part);
}

export const lectureMode = createStore<LectureState>()(() => ({
  on: lectureInAddress('lecture') !== null,
  exploring: false,
  returning: null,
  restoring: false,
  returns: 0,
}));
