/** How sure the difference of two runs is, in words. */
import { sum } from 'd3-array';
import { decimal, duration, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { FEWEST, isUnsure } from '../../../model/plans/interval';
import { shapeOf } from '../../../model/schemes';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import type { By } from '../about';
import { type Gap, gapIn, gapOfAmplification, gapOfRatios, type Lack } from './samples';

/** The figure by which two runs are compared; of blocks of different sizes the pages that are erased. */
export type Measure = By | 'pages';

function found(mine: BatchComparison, theirs: BatchComparison, by: Measure): Gap | Lack {
  switch (by) {
    case 'flash':
      return gapOfErases(mine, theirs);
    case 'pages':
      return gapOfErases(inPages(mine), inPages(theirs));
    case 'host':
      return gapOfRatios(mine, theirs, { of: ({ response }) => response, per: ({ answered }) => answered });
    case 'owed':
      return gapOfAmplification(mine, theirs);
  }
}

/**
 * By how much a run costs more than another: erases or erased pages of a whole run, the mean response time, us, or the write
 * amplification. `null`: not to be said.
 */
export function gapOf(mine: BatchComparison, theirs: BatchComparison, by: Measure): Gap | null {
  const gap = found(mine, theirs, by);
  return typeof gap === 'string' ? null : gap;
}

/** Of whole runs. By windows it is that of the erases per page write, as the table has it, for as many writes as both have. */
function gapOfErases(mine: BatchComparison, theirs: BatchComparison): Gap | Lack {
  const counted = gapIn(mine, theirs, ({ erases }) => erases);
  if (typeof counted === 'string' || counted.by === 'seeds') return counted;
  const [windows, others] = [mine, theirs].map(({ stage }) => (stage.is === 'done' ? stage.windows : []));
  const [writes, theirWrites] = [windows, others].map((all) => sum(all ?? [], (part) => part.writes));
  // Erases add up over the windows of a run, means do not.
  if (!writes || writes !== theirWrites) return scaled(counted, windows?.length ?? 0);
  const gap = gapOfRatios(mine, theirs, { of: ({ erases }) => erases, per: (part) => part.writes });
  return typeof gap === 'string' ? gap : scaled(gap, writes);
}

/** A run of one seed whose windows count erased pages. */
function inPages(run: BatchComparison): BatchComparison {
  const { stage } = run;
  if (stage.is !== 'done') return run;
  const windows = stage.windows.map((part) => ({ ...part, erases: part.erases * perBlock(run) }));
  return { ...run, stage: { ...stage, windows } };
}

export function perBlock({ variant }: BatchComparison): number {
  return shapeOf(variant.scenario).pagesPerBlock;
}

const scaled = ({ mean, low, high, ...gap }: Gap, times: number): Gap => ({
  ...gap,
  ...{ mean: mean * times, low: low * times, high: high * times },
});

/** "1,900 to 2,700 erases more, with 95 % confidence"; or that it holds for these requests only. */
export function gapText(gap: Gap, of: Measure): string {
  const { low, high, pairs, independent, by } = gap;
  const said = (value: number) => `${value < 0 ? '−' : ''}${SHOWN[of](Math.abs(value))}`;
  const range = { low: said(low), high: said(high), pairs, independent, by, of };
  return isUnsure(gap) ? m.batch_gap_unsure(range) : m.batch_gap(range);
}

/** The reason that a difference of a long run, or of one with seeds, has no interval; nothing where it is a short run. */
export function lackText(mine: BatchComparison, theirs: BatchComparison, by: Measure): string[] {
  const lack = found(mine, theirs, by);
  return typeof lack === 'string' && lack !== 'windows'
    ? [m.batch_gap_none({ why: lack, fewest: FEWEST })]
    : [];
}

/** A value of what runs are ranked by. */
export const SHOWN: Record<Measure, (value: number) => string> = {
  flash: integer,
  pages: integer,
  host: duration,
  owed: (value) => decimal(value, value < 0.1 ? 3 : 2),
};
