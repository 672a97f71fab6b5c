/** How sure the differences of runs are, measure by measure, and which runs have settled. */
import { decimal, duration, integer, percent } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import type { Preset } from '../../../model/plans/batch-compare';
import { FEWEST, isUnsure } from '../../../model/plans/interval';
import { settling } from '../../../model/plans/steady';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { variantName } from '../words';
import { AMPLIFICATION, type Gap, gapOfAmplification, gapOfRatios, type Lack, type Ratio } from './samples';

export const MEASURES = ['wa', 'erases', 'service', 'response'] as const;
export type Measure = (typeof MEASURES)[number];

/** Per part: programs per page written, erases per 1,000 pages written, mean service and response time in µs. */
const OF: Record<Measure, Ratio> = {
  wa: AMPLIFICATION,
  erases: { of: ({ erases }) => 1000 * erases, per: ({ writes }) => writes },
  service: { of: ({ service }) => service, per: ({ answered }) => answered },
  response: { of: ({ response }) => response, per: ({ answered }) => answered },
};

const SHOWN: Record<Measure, (value: number) => string> = {
  wa: (value) => decimal(value, value < 0.1 ? 3 : 2),
  erases: (value) => decimal(value, value < 10 ? 2 : 1),
  service: duration,
  response: duration,
};

/** By how much a run differs from the baseline, or why that cannot be said. */
export function between(run: BatchComparison, baseline: BatchComparison, measure: Measure): Gap | Lack {
  return measure === 'wa' ? gapOfAmplification(run, baseline) : gapOfRatios(run, baseline, OF[measure]);
}

/** "+0.12 (+0.09 to +0.15)", or that the runs show no difference. */
export function intervalText(interval: Gap, measure: Measure): string {
  const show = (value: number) => signed(value, SHOWN[measure]);
  const [mean, low, high] = [interval.mean, interval.low, interval.high].map(show) as [
    string,
    string,
    string,
  ];
  if (interval.low === 0 && interval.high === 0) return m.batch_sure_same({ by: interval.by });
  return isUnsure(interval) ? m.batch_sure_untold({ low, high }) : m.batch_sure_told({ mean, low, high });
}

function signed(value: number, show: (value: number) => string): string {
  const shown = show(Math.abs(value));
  // A figure that rounds to zero has no sign.
  if (!/[1-9]/.test(shown)) return shown;
  return value < 0 ? `−${shown}` : `+${shown}`;
}

/** The method of the intervals of all differences, or the reason that there are none. */
export function howSure(differences: readonly (Gap | Lack)[], seeds: number): string {
  const gaps = differences.filter((each) => typeof each !== 'string');
  const [first] = gaps;
  if (first) {
    const pairs = gaps.map((gap) => gap.pairs);
    const [least, most] = [Math.min(...pairs), Math.max(...pairs)].map(integer) as [string, string];
    const n = least === most ? least : m.batch_sure_from_to({ least, most });
    const how = m.batch_sure_how({ n, by: first.by });
    const dashes = (['dependent', 'owed'] as const).filter((why) => differences.includes(why));
    return [how, ...dashes.map((why) => m.batch_sure_dashes({ why }))].join(' ');
  }
  const [why = 'alone'] = differences.filter((each) => typeof each === 'string');
  return m.batch_sure_none({ why, n: integer(seeds), fewest: FEWEST });
}

/** Whether the write amplification of a run has settled; `null` where that cannot be said. */
export function steadyOf({ stage }: BatchComparison) {
  return settling(stage.is === 'done' ? stage.windows.map(({ programs, writes }) => programs / writes) : []);
}

/** The runs that have not settled, and a remedy; `null` where all have. */
export function unsettled(runs: readonly BatchComparison[], preset: Preset): string | null {
  const found = runs.flatMap((run) => {
    const told = steadyOf(run);
    return told && !told.steady ? [{ name: variantName(run.variant, preset), ...told }] : [];
  });
  if (found.length === 0) return null;
  const most = found.reduce((worst, each) => (each.range > worst.range ? each : worst));
  return m.batch_steady_not({
    names: found.map(({ name }) => name).join(', '),
    worst: most.name,
    range: percent(most.range),
    slope: signed(most.slope, (share) => percent(share)),
  });
}
