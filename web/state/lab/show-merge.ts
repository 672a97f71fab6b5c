/** A full merge, shown by itself and over again: the first page plays it. */
import { BEFORE_MERGE, FULL_MERGE } from '../../model/full-merge';
import type { LabStore } from './lab';

/** Copies after which it stops for a person who wants no motion: half of them. */
const STILL_AT = 4;
/** How long is rested, in milliseconds: before it begins, after each action, and when it is over. */
const REST = { before: 1600, between: 900, after: 3200 };

export interface Showing {
  /** Resolves after so long, and not before it is seen; rejects when it has ended. */
  rest(ms: number): Promise<void>;
  /** Nothing moves: it goes to the middle of the merge and stays. */
  still: boolean;
}

/** Opens the merge in a lab of its own. Ends by `rest`, or with the still picture. */
export async function showMerge(lab: LabStore, { rest, still }: Showing): Promise<void> {
  if ((await lab.getState().open(0, FULL_MERGE)).is !== 'done') return;
  for (;;) {
    await lab.getState().run({ to: 'position', position: BEFORE_MERGE });
    if (!still) await rest(REST.before);
    for (;;) {
      const frame = lab.getState().slots[0]?.current.frame;
      // The engine is gone.
      if (!frame) return;
      if (still && frame.report.flash.programs.merge >= STILL_AT) return;
      if (frame.position.request >= frame.requests) break;
      await lab.getState().step(false, 'action');
      if (!still) await rest(REST.between);
    }
    await rest(REST.after);
  }
}
