/** The parts of two runs that are compared in pairs. */

import { drained } from '../../../model/amplification';
import { differenceOf, differenceOfRatios, type Interval, isDrawn } from '../../../model/plans/interval';
import type { Report } from '../../../protocol/generated/Report';
import type { Window } from '../../../protocol/runs/pool';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { owes } from '../about';

/** The figures of a window, or of a whole run with one seed. */
export type Sample = Omit<Window, 'requests'>;

/** By runs of the same seeds, or by windows of one run each. */
export type Gap = Interval & { by: 'seeds' | 'windows' };

/**
 * Why a difference has no interval: too few seeds; a run without windows; windows that depend on one another; a run in which nothing
 * was written or answered, which has no mean; pages that the write buffer owes at the end, which belong to no window; runs
 * of a drawn workload that became steady in different passes of it, which are other requests.
 */
export type Lack = 'seeds' | 'windows' | 'dependent' | 'empty' | 'owed' | 'apart';

/** A figure of a part, or of a run: the quotient of two sums. */
export interface Ratio {
  of: (sample: Sample) => number;
  per: (sample: Sample) => number;
}

/** Of a figure of both runs, `mine - theirs`: over seeds where both have them, otherwise over their windows. */
export function gapOfRatios(first: BatchComparison, second: BatchComparison, { of, per }: Ratio): Gap | Lack {
  const [{ stage: mine, variant }, { stage: theirs }] = [first, second];
  if (mine.is !== 'done' || theirs.is !== 'done') return 'windows';
  const by = mine.seeds.length > 0 && theirs.seeds.length > 0 ? 'seeds' : 'windows';
  if (by === 'windows' && isDrawn(variant.scenario) && windowOf(mine) !== windowOf(theirs)) return 'apart';
  const parts = ({ windows }: typeof mine) => windows.map((part) => ({ of: of(part), per: per(part) }));
  const found =
    by === 'seeds'
      ? differenceOf(ratiosOf(first, { of, per }), ratiosOf(second, { of, per }))
      : differenceOfRatios(parts(mine), parts(theirs));
  if (!found) return by;
  if (found === 'dependent') return found;
  return Number.isFinite(found.mean) ? { ...found, by } : 'empty';
}

/** A figure of a run, the mean over its seeds; not a number where nothing is divided by. */
export function figureOf(run: BatchComparison, ratio: Ratio): number {
  const all = ratiosOf(run, ratio);
  return all.reduce((sum, each) => sum + each, 0) / all.length;
}

/** Of each seed of a run that is done, or of the run. */
function ratiosOf(run: BatchComparison, { of, per }: Ratio): number[] {
  if (run.stage.is !== 'done') return [];
  const { seeds, report } = run.stage;
  const owing = owes(run);
  const parts = (seeds.length > 0 ? seeds : [report]).map((each) => whole(each, owing));
  return parts.map((part) => of(part) / per(part));
}

/** Of a count of each seed, or of each window. */
export function gapIn(
  mine: BatchComparison,
  theirs: BatchComparison,
  of: (sample: Sample) => number,
): Gap | Lack {
  return gapOfRatios(mine, theirs, { of, per: () => 1 });
}

/** Which window of a workload that is repeated until it is steady. */
const windowOf = ({ report }: { report: Report }) => report.steady?.window;

/** Programs of each page that the host writes. */
export const AMPLIFICATION: Ratio = { of: ({ programs }) => programs, per: ({ writes }) => writes };

/** Of write amplifications as they are shown: with the write buffer written out where that says something else. */
export function gapOfAmplification(mine: BatchComparison, theirs: BatchComparison): Gap | Lack {
  const found = gapOfRatios(mine, theirs, AMPLIFICATION);
  const windows = typeof found !== 'string' && found.by === 'windows';
  return windows && (owes(mine) || owes(theirs)) ? 'owed' : found;
}

/** A run as one part; `owing`: its programs with those of the pages that the write buffer owes. */
function whole(report: Report, owing: boolean): Sample {
  const { host, flash, service_us, response_us } = report;
  const all = owing ? drained(report) : null;
  const programs = all === null ? flash.programs.total : all * host.writes;
  const erases = flash.erases.total;
  const times = { answered: 1, service: service_us.mean, response: response_us.mean };
  return { writes: host.writes, programs, erases, ...times };
}
