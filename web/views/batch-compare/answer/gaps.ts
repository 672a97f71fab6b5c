/** How sure the difference of two runs is, in words. */
import { decimal, duration, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { FEWEST, isUnsure } from '../../../model/plans/interval';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import type { By } from '../about';
import { type Gap, gapIn, gapOfAmplification, gapOfRatios, type Lack } from './samples';

function found(mine: BatchComparison, theirs: BatchComparison, by: By): Gap | Lack {
  switch (by) {
    case 'flash':
      return gapIn(mine, theirs, ({ erases }) => erases);
    case 'host':
      return gapOfRatios(mine, theirs, { of: ({ response }) => response, per: ({ answered }) => answered });
    case 'owed':
      return gapOfAmplification(mine, theirs);
  }
}

/**
 * By how much a run costs more than another: erases of a whole run, the mean response time, us, or the write amplification. `null`: not
 * to be said.
 */
export function gapOf(mine: BatchComparison, theirs: BatchComparison, by: By): Gap | null {
  const gap = found(mine, theirs, by);
  if (typeof gap === 'string') return null;
  // Erases add up over the windows of a run, means do not.
  const windows = mine.stage.is === 'done' ? mine.stage.windows.length : 0;
  const times = by === 'flash' && gap.by === 'windows' ? windows : 1;
  const { mean, low, high } = gap;
  return { ...gap, mean: mean * times, low: low * times, high: high * times };
}

/** "1,900 to 2,700 erases more, with 95 % confidence"; or that it holds for these requests only. */
export function gapText(gap: Gap, of: By): string {
  const { low, high, pairs, independent, by } = gap;
  const said = (value: number) => `${value < 0 ? '−' : ''}${SHOWN[of](Math.abs(value))}`;
  const range = { low: said(low), high: said(high), pairs, independent, by, of };
  return isUnsure(gap) ? m.batch_gap_unsure(range) : m.batch_gap(range);
}

/** The reason that a difference of a long run, or of one with seeds, has no interval; nothing where it is a short run. */
export function lackText(mine: BatchComparison, theirs: BatchComparison, by: By): string[] {
  const lack = found(mine, theirs, by);
  return typeof lack === 'string' && lack !== 'windows'
    ? [m.batch_gap_none({ why: lack, fewest: FEWEST })]
    : [];
}

/** A value of what runs are ranked by. */
export const SHOWN: Record<By, (value: number) => string> = {
  flash: integer,
  host: duration,
  owed: (value) => decimal(value, value < 0.1 ? 3 : 2),
};
