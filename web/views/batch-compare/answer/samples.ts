/** The parts of two runs that are compared in pairs. */

import { differenceOf, differenceOfWindows, FEWEST, type Interval } from '../../../model/plans/interval';
import type { Report } from '../../../protocol/generated/Report';
import type { Window } from '../../../protocol/runs/pool';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { owes } from '../about';

/** The figures of a window, or of a whole run with one seed. */
export type Sample = Omit<Window, 'requests'>;

/** By runs of the same seeds, or by windows of one run each. */
export type Gap = Interval & { by: 'seeds' | 'windows' };

/**
 * Why a difference has no interval: too few seeds; a run without windows; windows that depend on one another; a part in which nothing
 * was written or answered, which has no mean; pages that the write buffer owes at the end, which belong to no window.
 */
export type Lack = 'seeds' | 'windows' | 'dependent' | 'empty' | 'owed';

/** Of a figure of each part, `mine - theirs`: over seeds where both runs have them. */
export function gapIn(
  mine: BatchComparison,
  theirs: BatchComparison,
  figure: (sample: Sample) => number,
): Gap | Lack {
  return gapOfParts(mine, theirs, (parts) => parts.map(figure));
}

/** A figure of a part: the quotient of two sums. */
export interface Ratio {
  of: (sample: Sample) => number;
  per: (sample: Sample) => number;
}

/**
 * The same of ratios. That of a run is one of sums, and windows of unequal size count by their size: the value of a window is
 * R + (of - R per) / mean(per), R being the ratio of the run (Cochran, Sampling Techniques, 3rd edition, chapter 6). The mean of these
 * is R; where all windows are of one size they are the windows' own ratios.
 */
export function gapOfRatios(mine: BatchComparison, theirs: BatchComparison, ratio: Ratio): Gap | Lack {
  return gapOfParts(mine, theirs, (parts, by) => {
    const [of, per] = [parts.map(ratio.of), parts.map(ratio.per)];
    if (by === 'seeds') return of.map((value, i) => value / (per[i] ?? 0));
    const whole = sum(of) / sum(per);
    return of.map((value, i) => whole + (value - whole * (per[i] ?? 0)) / (sum(per) / per.length));
  });
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

function gapOfParts(
  { stage: mine }: BatchComparison,
  { stage: theirs }: BatchComparison,
  figures: (parts: readonly Sample[], by: Gap['by']) => number[],
): Gap | Lack {
  if (mine.is !== 'done' || theirs.is !== 'done') return 'windows';
  const by = mine.seeds.length > 0 && theirs.seeds.length > 0 ? 'seeds' : 'windows';
  const course = (stage: typeof mine) => figures(by === 'seeds' ? stage.seeds.map(whole) : stage.windows, by);
  const parts = course(mine);
  if (parts.length < FEWEST) return by;
  const found = (by === 'seeds' ? differenceOf : differenceOfWindows)(parts, course(theirs));
  if (!found) return by;
  if (found === 'dependent') return found;
  return Number.isFinite(found.mean) ? { ...found, by } : 'empty';
}

/** Programs of each page that the host writes. */
export const AMPLIFICATION: Ratio = { of: ({ programs }) => programs, per: ({ writes }) => writes };

/** Of write amplifications, with the write buffer written out. */
export function gapOfAmplification(mine: BatchComparison, theirs: BatchComparison): Gap | Lack {
  const found = gapOfRatios(mine, theirs, AMPLIFICATION);
  const windows = typeof found !== 'string' && found.by === 'windows';
  return windows && (owes(mine) || owes(theirs)) ? 'owed' : found;
}

/** Its programs with those of the pages that the write buffer owes. */
function whole(report: Report): Sample {
  const { host, flash, service_us, response_us } = report;
  const drained = report.write_amplification_drained ?? null;
  const programs = drained === null ? flash.programs.total : drained * host.writes;
  const erases = flash.erases.total;
  const times = { answered: 1, service: service_us.mean, response: response_us.mean };
  return { writes: host.writes, programs, erases, ...times };
}
