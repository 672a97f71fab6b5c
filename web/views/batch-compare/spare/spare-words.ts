/** Words about how much spare space is enough. */
import { decimal, integer, percent } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { type SpareFound, type SpareRun, shortOf, unevenOf } from '../../../model/what-if/spare';

/** A write amplification as a person types it; `null` where it is none. */
export function wantedOf(text: string): number | null {
  const typed = text.trim();
  const number = typed === '' ? Number.NaN : Number(typed);
  return Number.isFinite(number) && number > 0 ? number : null;
}

export function amplificationOf({ amplification }: SpareRun): string {
  return amplification === null ? m.metrics_none() : decimal(amplification, 3);
}

export function spareOf({ spare }: SpareRun): string {
  return percent(spare, 1);
}

/** The answer, and where the way to it was not straight. */
export function sentences(of: SpareFound): string[] {
  const { found, outcome, wanted, runs } = of;
  const less = runs.find(({ blocks }) => blocks === found.blocks - 1);
  const said = m.spare_found({
    outcome,
    spare: spareOf(found),
    wanted: String(wanted),
    blocks: integer(found.blocks),
    figure: amplificationOf(found),
    less: less ? amplificationOf(less) : m.metrics_none(),
  });
  if (outcome === 'nothing_written') return [said];
  const uneven = outcome === 'enough' ? unevenOf(of) : null;
  const short = shortOf(of);
  return [
    said,
    ...(uneven ? [unevenText(uneven)] : []),
    ...(found.steady?.reached === false ? [m.spare_not_steady()] : []),
    ...(short === null
      ? []
      : [m.spare_short({ writes: integer(Math.round(short)), spare: integer(of.sparePages) })]),
  ];
}

function unevenText([fewer, more]: readonly [SpareRun, SpareRun]): string {
  return m.spare_uneven({ more: integer(more.blocks), fewer: integer(fewer.blocks) });
}

/** Which window the figure of a device is of. */
export function windowText({ steady }: SpareRun): string {
  return m.spare_window({
    of: steady === null ? 'all' : steady.reached ? 'steady' : 'last',
    n: integer(steady?.window ?? 0),
  });
}
