/** How sure the differences of runs are, measure by measure, and which runs have settled. */
import { decimal, duration, integer, percent } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { settled } from '../../../model/amplification';
import type { Preset } from '../../../model/plans/batch-compare';
import { waitsUntilSteady } from '../../../model/plans/costs';
import { FEWEST, isUnsure } from '../../../model/plans/interval';
import { type Settling, settling } from '../../../model/plans/steady';
import { numberAt, type ScenarioDocument } from '../../../model/scenario/document';
import type { Steady } from '../../../protocol/generated/Steady';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { variantName } from '../words';
import {
  AMPLIFICATION,
  figureOf,
  type Gap,
  gapOfAmplification,
  gapOfRatios,
  type Lack,
  type Ratio,
} from './samples';

export const MEASURES = ['wa', 'erases', 'service', 'response'] as const;
export type Measure = (typeof MEASURES)[number];

/** Per part: programs per page written, erases per 1,000 pages written, mean service and response time in µs. */
export const RATIOS: Record<Measure, Ratio> = {
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
  return measure === 'wa' ? gapOfAmplification(run, baseline) : gapOfRatios(run, baseline, RATIOS[measure]);
}

/** "+0.12 (+0.09 to +0.15)", or that it is not established beyond what was run. */
export function intervalText(interval: Gap, measure: Measure): string {
  const show = (value: number) => signed(value, SHOWN[measure]);
  const [mean, low, high] = [interval.mean, interval.low, interval.high].map(show) as [
    string,
    string,
    string,
  ];
  if (interval.low === 0 && interval.high === 0) return m.batch_sure_same({ by: interval.by });
  const said = { mean, low, high, by: interval.by };
  return isUnsure(interval) ? m.batch_sure_untold(said) : m.batch_sure_told(said);
}

/** The difference alone, where it has no interval; nothing where a run has no such figure. */
export function bareText(run: BatchComparison, baseline: BatchComparison, measure: Measure): string | null {
  const difference = figureOf(run, RATIOS[measure]) - figureOf(baseline, RATIOS[measure]);
  return Number.isFinite(difference) ? m.batch_sure_bare({ mean: signed(difference, SHOWN[measure]) }) : null;
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
    const worth = gaps.map((gap) => gap.independent);
    const [least, most] = [Math.min(...worth), Math.max(...worth)].map(integer) as [string, string];
    const n = least === most ? least : m.batch_sure_from_to({ least, most });
    const how = m.batch_sure_how({ n, pairs: integer(first.pairs), by: first.by });
    const dashes = (['dependent', 'owed', 'apart'] as const).filter((why) => differences.includes(why));
    return [how, ...dashes.map((why) => m.batch_sure_dashes({ why, fewest: FEWEST }))].join(' ');
  }
  const [why = 'alone'] = differences.filter((each) => typeof each === 'string');
  return m.batch_sure_none({ why, n: integer(seeds), fewest: FEWEST });
}

/** The window that a run is of, if its workload is repeated until it is steady. */
function windowOf({ stage }: BatchComparison): Steady | null {
  return stage.is === 'done' ? (stage.report.steady ?? null) : null;
}

/** "Every figure is of the window in which …: 3 for Page", where the workload is repeated until it is steady; `null` elsewhere. */
export function repeatedText(runs: readonly BatchComparison[]): string | null {
  const windows = runs.flatMap((run) => windowOf(run)?.window ?? []);
  if (windows.length === 0) return null;
  const [least, most] = [Math.min(...windows), Math.max(...windows)].map(integer) as [string, string];
  return m.batch_repeated({ window: least === most ? least : m.batch_sure_from_to({ least, most }) });
}

/** Whether the write amplification of a run has settled in its last quarter; `null` where that cannot be said. */
export function steadyOf({ stage, variant: { scenario } }: BatchComparison): Settling | null {
  return settling(stage.is === 'done' ? stage.windows : [], capacityOf(scenario));
}

/** Whether it has with every seed, as ftl-lab has it: the first that has not, or of which that cannot be said, decides. */
export function steadyWithSeeds({ stage, variant: { scenario } }: BatchComparison): boolean | null {
  const all = stage.is === 'done' ? (stage.windowsOfSeeds ?? [stage.windows]) : [];
  const each = all.map((windows) => settling(windows, capacityOf(scenario))?.steady ?? null);
  const other = each.find((steady) => steady !== true);
  return other === undefined ? true : other;
}

/** Pages to be written before a run may be steady: none on a device that is written until it is. */
function capacityOf(scenario: ScenarioDocument): number {
  return waitsUntilSteady(scenario) ? 0 : numberAt(scenario, 'logical_pages', 0);
}

/** "2.88 over the last quarter", the window of a workload that is repeated, or that it is not steady. */
export function steadyText(run: BatchComparison, told: Settling | null): string {
  const { stage } = run;
  const window = windowOf(run);
  if (window) {
    // With queues it differs a little from that of the window when it was looked for.
    const shown = stage.is === 'done' ? settled(stage.report) : null;
    const said = { wa: SHOWN.wa(shown ?? window.amplification), n: integer(window.window) };
    return window.reached ? m.batch_steady_window(said) : m.batch_steady_no_window(said);
  }
  if (!told) return m.metrics_none();
  return told.steady ? m.batch_steady_yes({ wa: SHOWN.wa(told.amplification) }) : m.batch_steady_no();
}

/** The runs that have not settled, why, and a remedy; `null` where all have. */
export function unsettled(runs: readonly BatchComparison[], preset: Preset): string | null {
  const given = runs.flatMap((run) => {
    const window = windowOf(run);
    return window && !window.reached ? [{ name: variantName(run.variant, preset), ...window }] : [];
  });
  const found = runs.flatMap((run) => {
    const told = windowOf(run) ? null : steadyOf(run);
    return told && !told.steady ? [{ name: variantName(run.variant, preset), ...told }] : [];
  });
  const named = (those: readonly { name: string }[]) => those.map(({ name }) => name).join(', ');
  const early = found.filter(({ written }) => written < 1);
  const moving = found.filter(({ written }) => written >= 1);
  const said: string[] = [];
  const [first] = given;
  if (first) {
    const [before, after] = [first.before ?? first.amplification, first.amplification].map(SHOWN.wa) as [
      string,
      string,
    ];
    said.push(
      m.batch_steady_gave_up({
        names: named(given),
        n: integer(first.window),
        worst: first.name,
        before,
        after,
      }),
    );
  }
  if (early.length > 0) {
    const least = Math.min(...early.map(({ written }) => written));
    said.push(m.batch_steady_early({ names: named(early), share: percent(least) }));
  }
  if (moving.length > 0) {
    const most = moving.reduce((worst, each) => (each.range > worst.range ? each : worst));
    const slope = signed(most.slope, (share) => percent(share));
    said.push(
      m.batch_steady_not({ names: named(moving), worst: most.name, range: percent(most.range), slope }),
    );
  }
  return said.length > 0 ? said.join(' ') : null;
}
