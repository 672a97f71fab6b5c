/**
 * A sprite that takes no part in a merge or a GC steps back: the pages of its blocks fade. A veil over each of these
 * blocks does it, one sprite, so that the pages under it stay as they are; their labels are written once more on it,
 * for they are to be read.
 */
import { blocksOfWork } from '../../../model/why/cost';
import type { Frame } from '../../../protocol/generated/Frame';
import { wantedOf } from './focus';
import { momentEvents } from './frame-events';

/** The blocks that the work under way is about; `null`: there is none, and nothing fades. */
export function takingPart(frame: Frame, pagesPerBlock: number): ReadonlySet<number> | null {
  const { merge, reclaim, gc, inner, wear } = frame;
  if (!(merge ?? reclaim ?? gc ?? inner ?? wear)) return null;
  const { must } = wantedOf(frame, pagesPerBlock);
  // A page that waits for its turn is lettered and stays.
  const waiting = reclaim ? [...reclaim.merged, ...reclaim.skipped].flatMap(({ data }) => data ?? []) : [];
  // While a victim is chosen all that could be take part.
  const choice = momentEvents(frame).flatMap((event) => ('candidates' in event ? event.candidates : []));
  return new Set([...must, ...waiting, ...blocksOfWork(frame, pagesPerBlock), ...choice.map(({ id }) => id)]);
}
