/** How sure the difference of two runs is, in words. */
import { duration, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import type { Preset } from '../../../model/plans/batch-compare';
import { FEWEST, isUnsure } from '../../../model/plans/interval';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { isOfHost } from '../about';
import { type Gap, gapIn, type Sample } from './samples';

/** That by which runs are ranked, in a part of one. */
const ranked =
  (preset: Preset) =>
  ({ erases, answered, response }: Sample) =>
    isOfHost(preset) ? response / answered : erases;

/** By how much a run costs more than another: erases of a whole run, or the mean response time, us. `null`: not to be said. */
export function gapOf(mine: BatchComparison, theirs: BatchComparison, preset: Preset): Gap | null {
  const found = gapIn(mine, theirs, ranked(preset));
  if (typeof found === 'string') return null;
  // Erases add up over the windows of a run, means do not.
  const windows = mine.stage.is === 'done' ? mine.stage.windows.length : 0;
  const times = isOfHost(preset) || found.by === 'seeds' ? 1 : windows;
  const { mean, low, high } = found;
  return { ...found, mean: mean * times, low: low * times, high: high * times };
}

/** "1,900 to 2,700 erases more, with 95 % confidence"; or that it may be chance. */
export function gapText(gap: Gap, preset: Preset): string {
  const { low, high, pairs, by } = gap;
  const of = isOfHost(preset) ? 'host' : 'flash';
  const said = isOfHost(preset) ? signedTime : signed;
  const range = { low: said(low), high: said(high), pairs, by, of };
  return isUnsure(gap) ? m.batch_gap_unsure(range) : m.batch_gap(range);
}

/** The reason that a difference of a long run, or of one with seeds, has no interval; nothing where it is a short run. */
export function lackText(mine: BatchComparison, theirs: BatchComparison, preset: Preset): string[] {
  const found = gapIn(mine, theirs, ranked(preset));
  return typeof found === 'string' && found !== 'windows'
    ? [m.batch_gap_none({ why: found, fewest: FEWEST })]
    : [];
}

function signed(value: number): string {
  const text = integer(Math.abs(value));
  return value < 0 ? `−${text}` : text;
}

function signedTime(us: number): string {
  const text = duration(Math.abs(us));
  return us < 0 ? `−${text}` : text;
}
