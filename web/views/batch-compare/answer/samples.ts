/** The parts of two runs that are compared in pairs. */
import { differenceOf, type Interval } from '../../../model/plans/interval';
import type { Report } from '../../../protocol/generated/Report';
import type { Window } from '../../../protocol/runs/pool';
import type { BatchComparison } from '../../../state/plans/batch-compare';

/** The figures of a window, or of a whole run with one seed. */
export type Sample = Omit<Window, 'requests'>;

/** By runs of the same seeds, or by windows of one run each. */
export type Gap = Interval & { by: 'seeds' | 'windows' };

/** Of a figure of each part, `mine - theirs`: over seeds where both runs have them. `null` where there are too few parts. */
export function gapIn(
  { stage: mine }: BatchComparison,
  { stage: theirs }: BatchComparison,
  figure: (sample: Sample) => number,
): Gap | null {
  if (mine.is !== 'done' || theirs.is !== 'done') return null;
  const by = mine.seeds.length > 0 && theirs.seeds.length > 0 ? 'seeds' : 'windows';
  const course = (stage: typeof mine) =>
    (by === 'seeds' ? stage.seeds.map(whole) : stage.windows).map(figure);
  const found = differenceOf(course(mine), course(theirs));
  // A part in which nothing was written or answered has no mean.
  return found && Number.isFinite(found.mean) ? { ...found, by } : null;
}

function whole({ host, flash, service_us, response_us }: Report): Sample {
  const [programs, erases] = [flash.programs.total, flash.erases.total];
  const times = { answered: 1, service: service_us.mean, response: response_us.mean };
  return { writes: host.writes, programs, erases, ...times };
}
