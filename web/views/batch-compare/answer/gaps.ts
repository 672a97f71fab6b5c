/** How sure the difference of two runs is, in words. */
import { duration, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import type { Preset } from '../../../model/plans/batch-compare';
import { differenceOf, type Interval, isUnsure } from '../../../model/plans/interval';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { isOfHost } from '../about';

/** By how much a run costs more than another: erases of the whole run, or the mean response time, us. `null`: not to be said. */
export function gapOf(mine: BatchComparison, theirs: BatchComparison, preset: Preset): Interval | null {
  const [a, b] = [figuresOf(mine, preset), figuresOf(theirs, preset)];
  const found = a && b && differenceOf(a, b);
  // A window in which nothing was answered has no mean.
  if (!found || !Number.isFinite(found.mean)) return null;
  // Erases add up over the windows, means do not.
  const times = isOfHost(preset) ? 1 : found.windows;
  const { mean, low, high, windows } = found;
  return { mean: mean * times, low: low * times, high: high * times, windows };
}

/** The figure that runs are ranked by, window by window. */
function figuresOf({ stage }: BatchComparison, preset: Preset): number[] | null {
  if (stage.is !== 'done') return null;
  return stage.windows.map(({ erases, answered, response }) =>
    isOfHost(preset) ? response / answered : erases,
  );
}

/** "1,900 to 2,700 erases more, with 95 % confidence"; or that it may be chance. */
export function gapText(gap: Interval, preset: Preset): string {
  const { low, high, windows } = gap;
  const of = isOfHost(preset) ? 'host' : 'flash';
  const said = isOfHost(preset) ? signedTime : signed;
  const range = { low: said(low), high: said(high), windows, of };
  return isUnsure(gap) ? m.batch_gap_unsure(range) : m.batch_gap(range);
}

function signed(value: number): string {
  const text = integer(Math.abs(value));
  return value < 0 ? `−${text}` : text;
}

function signedTime(us: number): string {
  const text = duration(Math.abs(us));
  return us < 0 ? `−${text}` : text;
}
