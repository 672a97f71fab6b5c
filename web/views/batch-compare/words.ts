/** The differences of the runs, in words. Every figure is a counter of their reports (`model/plans/costs.ts`). */
import { count, decimal, duration, integer, percent, plain } from '../../base/format';
import { bufferName } from '../../i18n/buffer-names';
import { m } from '../../i18n/compiled/messages.js';
import { ftlName, ftlSaid, ftlTitle } from '../../i18n/ftl-names';
import { schedulerName } from '../../i18n/scheduler-names';
import type { Preset, Variant } from '../../model/plans/batch-compare';
import {
  type Answered,
  type Buffered,
  type Costs,
  costsOf,
  leastOf,
  SETTLES_AFTER,
  timesWritten,
  waitsUntilSteady,
} from '../../model/plans/costs';
import { isUnsure } from '../../model/plans/interval';
import { numberAt } from '../../model/scenario/document';
import type { Report } from '../../protocol/generated/Report';
import type { Base, BatchComparison } from '../../state/plans/batch-compare';
import { type By, byOf } from './about';
import { gapOf, gapText, lackText, SHOWN } from './answer/gaps';
import type { Gap } from './answer/samples';

/** The name of a run beside its neighbours: by its FTL, or by the varied field. */
export function variantName({ ftl, value }: Variant, preset: Preset): string {
  const name = ftlName(ftl);
  if (value === null) return name;
  if (typeof value === 'string') {
    if (preset === 'schedulers') return m.batch_of_behind({ ftl: name, what: schedulerName(value) });
    if (preset !== 'buffers') return `${name} ${value.replaceAll('_', ' ')}`;
    if (value === 'none') return m.batch_of_no_buffer({ ftl: name });
    return m.batch_of_behind({ ftl: name, what: bufferName(value) });
  }
  const counted = { ftl: name, n: value, shown: integer(value) };
  switch (preset) {
    case 'log_blocks':
      return m.batch_of_logs(counted);
    case 'sram':
      return m.batch_of_entries(counted);
    case 'ram':
      return m.batch_of_ram({ ftl: name, size: plain(value / 1024) });
    case 'channels':
      return m.batch_of_channels(counted);
    case 'depths':
      return m.batch_of_depth({ ftl: name, n: integer(value) });
    default:
      return m.batch_of_spare({ ftl: name, share: percent(value, 1) });
  }
}

/** The same in a chart, where there is little room, without the FTL that all have. */
export function barName(variant: Variant, preset: Preset): string {
  const { value } = variant;
  if (preset === 'schedulers') return schedulerName(String(value));
  if (preset === 'buffers') return value === 'none' ? m.batch_bar_no_buffer() : bufferName(String(value));
  if (typeof value !== 'number') return variantName(variant, preset);
  switch (preset) {
    case 'ram':
      return m.batch_bar_ram({ size: plain(value / 1024) });
    case 'channels':
      return m.batch_bar_channels({ n: value, shown: integer(value) });
    case 'depths':
      return m.batch_bar_depth({ n: integer(value) });
    default:
      return variantName(variant, preset);
  }
}

function costsOfRun({ stage, variant }: BatchComparison): Costs | null {
  return stage.is === 'done' ? costsOf(stage.report, variant.ftl) : null;
}

/** The run to which the others are compared: the first of all by what runs are ranked by; -1 if nothing is done. */
export function bestOf(runs: readonly BatchComparison[], preset: Preset): number {
  const by = byOf(runs, preset);
  return leastOf(runs.map((run) => ranked(run, by) ?? null));
}

/** Whether what is varied has an order of its own: it is kept, and otherwise the best come first. */
function hasOrder({ value }: Variant): boolean {
  return typeof value === 'number';
}

/** Runs as they are shown: those that are done by what it is about, unless what is varied has an order. */
export function ordered(runs: readonly BatchComparison[], preset: Preset): readonly BatchComparison[] {
  const [first] = runs;
  if (!first || hasOrder(first.variant)) return runs;
  const by = byOf(runs, preset);
  const of = (run: BatchComparison) => ranked(run, by) ?? Number.POSITIVE_INFINITY;
  return [...runs].sort((a, b) => of(a) - of(b) || 0);
}

/** The value of a run by which it is ranked. */
export function ranked(run: BatchComparison, by: By): number | undefined {
  const costs = costsOfRun(run);
  return costs ? rankOf(costs, by) : undefined;
}

function rankOf(costs: Costs, by: By): number | undefined {
  switch (by) {
    case 'flash':
      return costs.erases;
    case 'host':
      return costs.host?.mean;
    case 'owed':
      return costs.amplification ?? undefined;
  }
}

export interface Finding {
  title: string;
  more: string[];
}

interface Ranked {
  run: BatchComparison;
  report: Report;
  rank: number;
}

/**
 * The result: which run is best, how near the second is, which run has the longer tail, and the cost of the last
 * one.
 */
export function finding(runs: readonly BatchComparison[], preset: Preset): Finding | null {
  const by = byOf(runs, preset);
  const all = runs.flatMap((run): Ranked[] => {
    const rank = ranked(run, by);
    return run.stage.is === 'done' && rank !== undefined ? [{ run, report: run.stage.report, rank }] : [];
  });
  // On a tie the first is the best, as in `bestOf`.
  const [best, second, ...others] = [...all].sort((a, b) => a.rank - b.rank);
  if (!best || !second) return null;
  const last = others.at(-1);
  const names = { best: spoken(best.run.variant, preset), second: spoken(second.run.variant, preset) };
  const gap = best.rank === second.rank ? null : gapOf(second.run, best.run, by);
  return {
    title:
      gap?.by === 'seeds' && isUnsure(gap)
        ? m.batch_found_unsure({
            best: insideOf(best.run.variant, preset),
            second: insideOf(second.run.variant, preset),
          })
        : titleOf(best.rank, second.rank, names, by),
    more: [
      m.batch_that_is({ of: by, first: shown(best.rank, by), second: shown(second.rank, by) }),
      ...sureOf(second.run, best.run, gap, by),
      ...tails(best, second, preset),
      ...(last ? [lastOf(last, best, preset, by)] : []),
      ...overSeeds(best.run),
    ],
  };
}

/** Nothing of runs that tie. */
function sureOf(second: BatchComparison, best: BatchComparison, gap: Gap | null, by: By): string[] {
  if (gap) return [gapText(gap, by)];
  return ranked(second, by) === ranked(best, by) ? [] : lackText(second, best, by);
}

/** Counts are short. */
function shown(rank: number, by: By): string {
  return by === 'flash' ? count(rank) : SHOWN[by](rank);
}

/** Of runs with several seeds: what their figures are. */
function overSeeds({ stage }: BatchComparison): string[] {
  const n = stage.is === 'done' ? stage.seeds.length : 0;
  return n > 0 ? [m.batch_means({ n: integer(n) })] : [];
}

function titleOf(best: number, second: number, names: { best: string; second: string }, of: By): string {
  if (best === second) return m.batch_found_same({ ...names, of });
  if (best === 0) return m.batch_found_none({ ...names, of, n: shown(second, of) });
  const times = second / best;
  return times < MULTIPLE
    ? m.batch_found_near({ ...names, of, share: sharePast(times - 1) })
    : m.batch_found_far({ ...names, of, times: decimal(times, 1) });
}

/** Less than 1.5 times is no multiple. */
const MULTIPLE = 1.5;

function sharePast(share: number): string {
  return percent(share, share < 0.1 ? 1 : 0);
}

/** A fifth more or less is a difference that one notices. */
const NOTICED = 1.2;

function tails(best: Ranked, second: Ranked, preset: Preset): string[] {
  // A backlog says nothing of either.
  if ([best, second].some(({ report }) => report.overload || report.waiting)) return [];
  const [first, other] = [best.report.response_us.p99, second.report.response_us.p99];
  const inside = insideOf(best.run.variant, preset);
  const said = { best: inside, first: duration(first), other: duration(other) };
  const { variant } = second.run;
  if (other > NOTICED * first) return [m.batch_tail_longer({ ...said, second: insideOf(variant, preset) })];
  return other * NOTICED < first ? [m.batch_tail_shorter({ ...said, second: spoken(variant, preset) })] : [];
}

function lastOf({ run, report, rank }: Ranked, best: Ranked, preset: Preset, of: By): string {
  const { copies } = costsOf(report);
  const last = spoken(run.variant, preset);
  const each = report.host.writes > 0 ? eachOf(copies / report.host.writes) : '0';
  if (best.rank === 0) return m.batch_last_none({ last, of, n: shown(rank, of), copies: each });
  const times = decimal(rank / best.rank, 1);
  return m.batch_last({ last, times, copies: each, of });
}

function eachOf(copies: number): string {
  return copies < 10 ? decimal(copies, 1) : integer(copies);
}

/** As the subject of a sentence: "Page mapping". */
function spoken(variant: Variant, preset: Preset): string {
  return variant.value === null ? ftlTitle(variant.ftl) : variantName(variant, preset);
}

/** The same within a sentence: "page mapping". */
function insideOf(variant: Variant, preset: Preset): string {
  return variant.value === null ? ftlSaid(variant.ftl) : variantName(variant, preset);
}

export interface Cause {
  name: string;
  said: string;
}

/** For each run but the one it is compared to: how much more or less it costs, and where that comes from. */
export function causes(runs: readonly BatchComparison[], preset: Preset, against: BatchComparison): Cause[] {
  const least = costsOfRun(against);
  const by = byOf(runs, preset);
  if (!least) return [];
  return runs.flatMap((run) => {
    const mine = costsOfRun(run);
    if (!mine || run === against) return [];
    const reasons =
      by === 'host' && mine.host
        ? [...onTheWay(mine.host), ...onFlash(mine, true)]
        : [...onFlash(mine, by === 'owed'), ...(mine.host ? answeredIn(mine.host) : [])];
    return [
      {
        name: variantName(run.variant, preset),
        said: `${compared(mine, least, by)}${because(reasons)}.`,
      },
    ];
  });
}

/** The baseline of the runs: "page mapping", on the same requests. */
export function againstName(against: BatchComparison, preset: Preset): string {
  return insideOf(against.variant, preset);
}

function compared(mine: Costs, least: Costs, by: By): string {
  const [own, best] = [rankOf(mine, by), rankOf(least, by)];
  if (by !== 'flash' && own !== undefined && best !== undefined) return ratioSaid(own, best, by);
  if (least.erases === 0 && mine.erases > 0)
    return m.batch_cause_alone({ n: mine.erases, shown: count(mine.erases) });
  return ratioSaid(mine.erases, least.erases, 'flash');
}

function ratioSaid(mine: number, least: number, of: By): string {
  if (mine === least || least === 0) return m.batch_cause_same({ of });
  const times = mine / least;
  if (times >= MULTIPLE) return m.batch_cause_times({ of, times: decimal(times, 1) });
  return times > 1
    ? m.batch_cause_more({ of, share: sharePast(times - 1) })
    : m.batch_cause_fewer({ of, share: sharePast(1 - times) });
}

function answeredIn(host: Answered): string[] {
  return [m.batch_mean({ mean: duration(host.mean) }), ...onTheWay(host)];
}

function because(reasons: readonly string[]): string {
  return reasons.length === 0 ? '' : `: ${reasons.join(', ')}`;
}

/** Merges by kind, then what had to be moved, then what the buffer kept from flash; how many blocks were erased, if no one said so yet. */
function onFlash(costs: Costs, withErases: boolean): string[] {
  const { erases, full, partial, tail, copies, translation, buffer } = costs;
  const reasons: string[] = [];
  if (withErases && erases > 0) reasons.push(m.batch_erases({ n: erases, shown: count(erases) }));
  if (full > 0) {
    const merges = m.batch_full({ n: full, shown: count(full) });
    reasons.push(
      tail && tail.blocks > 1
        ? m.batch_full_tail({ merges, share: percent(tail.share), blocks: tail.blocks })
        : merges,
    );
  }
  if (partial > 0) reasons.push(m.batch_partial({ n: partial, shown: count(partial) }));
  if (copies > 0) reasons.push(m.batch_copies({ n: copies, shown: count(copies) }));
  if (translation > 0) reasons.push(m.batch_translation({ n: translation, shown: count(translation) }));
  return buffer ? [...reasons, ...inBuffer(buffer)] : reasons;
}

function inBuffer({ hitRatio, readHits, destaged, padded, unwritten }: Buffered): string[] {
  const some = (n: number, text: typeof m.batch_destaged) => (n > 0 ? [text({ n, shown: count(n) })] : []);
  return [
    ...(hitRatio === null ? [] : [m.batch_hits({ share: percent(hitRatio, 1) })]),
    ...some(readHits, m.batch_read_hits),
    ...some(destaged, m.batch_destaged),
    ...some(padded, m.batch_padded),
    ...some(unwritten, m.batch_unwritten),
  ];
}

function onTheWay({ wait, p99, busy }: Answered): string[] {
  return [
    ...(wait > 0 ? [m.batch_wait({ time: duration(wait) })] : []),
    m.batch_p99({ time: duration(p99) }),
    m.batch_busy({ share: percent(busy, 1) }),
  ];
}

/** A warning where the host wrote too little for the figures to have settled; `null` where it wrote enough, or nothing is done. */
export function unsteady(runs: readonly BatchComparison[], { document }: Base): string | null {
  if (waitsUntilSteady(document)) return null;
  const written = runs.flatMap(({ stage, variant }) =>
    stage.is === 'done' ? [timesWritten(variant.scenario, stage.report)] : [],
  );
  const times = Math.min(...written);
  // As it is shown: a device made to be written so often may have some pages more.
  if (written.length === 0 || Math.round(times * 10) / 10 >= SETTLES_AFTER) return null;
  return m.batch_unsteady({
    times: decimal(times, 1),
    pages: integer(numberAt(runs[0]?.variant.scenario ?? document, 'logical_pages', 0)),
    settles: SETTLES_AFTER,
  });
}
