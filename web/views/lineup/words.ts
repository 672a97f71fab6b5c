/** What sets the runs apart, in words. Every figure is a counter of their reports (`model/costs.ts`). */
import { decimal, duration, integer, percent, plain } from '../../base/format';
import { bufferName } from '../../i18n/buffer-names';
import { m } from '../../i18n/compiled/messages.js';
import { ftlName } from '../../i18n/ftl-names';
import { schedulerName } from '../../i18n/scheduler-names';
import {
  type Answered,
  type Buffered,
  type Costs,
  costsOf,
  leastOf,
  SETTLES_AFTER,
  timesWritten,
  waitsUntilSteady,
} from '../../model/costs';
import { numberAt } from '../../model/document';
import type { Preset, Variant } from '../../model/line-up';
import type { Base, LinedUp } from '../../state/line-up';

/** What a run is called beside its neighbours: by its FTL, or by what is varied. */
export function variantName({ ftl, value }: Variant, preset: Preset): string {
  const name = ftlName(ftl);
  if (value === null) return name;
  if (typeof value === 'string') {
    if (preset === 'schedulers') return m.lineup_of_behind({ ftl: name, what: schedulerName(value) });
    if (preset !== 'buffers') return `${name} ${value.replaceAll('_', ' ')}`;
    if (value === 'none') return m.lineup_of_no_buffer({ ftl: name });
    return m.lineup_of_behind({ ftl: name, what: bufferName(value) });
  }
  const counted = { ftl: name, n: value, shown: integer(value) };
  switch (preset) {
    case 'log_blocks':
      return m.lineup_of_logs(counted);
    case 'sram':
      return m.lineup_of_entries(counted);
    case 'ram':
      return m.lineup_of_ram({ ftl: name, size: plain(value / 1024) });
    case 'channels':
      return m.lineup_of_channels(counted);
    case 'depths':
      return m.lineup_of_depth({ ftl: name, n: integer(value) });
    default:
      return m.lineup_of_spare({ ftl: name, share: percent(value, 1) });
  }
}

/** The same in a chart, where there is little room, without the FTL that all have. */
export function barName(variant: Variant, preset: Preset): string {
  const { value } = variant;
  if (preset === 'schedulers') return schedulerName(String(value));
  if (preset === 'buffers') return value === 'none' ? m.lineup_bar_no_buffer() : bufferName(String(value));
  if (typeof value !== 'number') return variantName(variant, preset);
  switch (preset) {
    case 'ram':
      return m.lineup_bar_ram({ size: plain(value / 1024) });
    case 'channels':
      return m.lineup_bar_channels({ n: value, shown: integer(value) });
    case 'depths':
      return m.lineup_bar_depth({ n: integer(value) });
    default:
      return variantName(variant, preset);
  }
}

/** Whether a preset is about how soon requests are answered, and not about what they cost flash. */
export function isOfHost(preset: Preset): boolean {
  return preset === 'schedulers' || preset === 'channels' || preset === 'depths';
}

export function costsOfRun({ stage }: LinedUp): Costs | null {
  return stage.is === 'done' ? costsOf(stage.report) : null;
}

/** The run to which the others are compared: that which erased least, or answered soonest; -1 if nothing is done. */
export function bestOf(runs: readonly LinedUp[], preset: Preset): number {
  const costs = runs.map(costsOfRun);
  if (!isOfHost(preset)) return leastOf(costs);
  return leastOf(costs, ({ host }) => host?.mean ?? Number.POSITIVE_INFINITY);
}

/** A sentence for each run but the best: how much worse it is, and where that comes from. */
export function differences(runs: readonly LinedUp[], preset: Preset): string[] {
  const best = bestOf(runs, preset);
  const bestRun = runs[best];
  const least = bestRun && costsOfRun(bestRun);
  if (!least || !bestRun) return [];
  return runs.flatMap((run, i) => {
    const mine = costsOfRun(run);
    if (!mine || i === best) return [];
    const names = { name: variantName(run.variant, preset), best: variantName(bestRun.variant, preset) };
    if (isOfHost(preset) && mine.host && least.host)
      return [
        `${answered(mine.host, least.host, names)}${because([...onTheWay(mine.host), ...onFlash(mine, true)])}.`,
      ];
    const way = mine.host ? [m.lineup_mean({ mean: duration(mine.host.mean) }), ...onTheWay(mine.host)] : [];
    return [`${erased(mine, least, names)}${because([...onFlash(mine, false), ...way])}.`];
  });
}

interface Names {
  name: string;
  best: string;
}

function erased(mine: Costs, least: Costs, names: Names): string {
  const figures = { ...names, erases: integer(mine.erases), least: integer(least.erases) };
  if (mine.erases === least.erases) return m.lineup_erased_same(figures);
  if (least.erases === 0) return m.lineup_erased_alone(figures);
  const times = mine.erases / least.erases;
  // Less than a tenth more is no multiple.
  if (times < 1.1) return m.lineup_erased_more({ ...figures, share: percent(times - 1, 1) });
  return m.lineup_erased({ ...figures, times: decimal(times, 1) });
}

function answered(mine: Answered, least: Answered, names: Names): string {
  const figures = { ...names, mean: duration(mine.mean), least: duration(least.mean) };
  const times = mine.mean / least.mean;
  if (mine.mean === least.mean || least.mean === 0) return m.lineup_answered_same(figures);
  if (times < 1.1) return m.lineup_answered_more({ ...figures, share: percent(times - 1, 1) });
  return m.lineup_answered({ ...figures, times: decimal(times, 1) });
}

function because(reasons: readonly string[]): string {
  return reasons.length === 0 ? '' : `: ${reasons.join(', ')}`;
}

/** Merges by kind, then what had to be moved, then what the buffer kept from flash; how many blocks were erased, if nobody said so yet. */
function onFlash(costs: Costs, withErases: boolean): string[] {
  const { erases, full, partial, tail, copies, translation, buffer } = costs;
  const reasons: string[] = [];
  if (withErases && erases > 0) reasons.push(m.lineup_erases({ n: erases, shown: integer(erases) }));
  if (full > 0) {
    const merges = m.lineup_full({ n: full, shown: integer(full) });
    reasons.push(
      tail && tail.blocks > 1
        ? m.lineup_full_tail({ merges, share: percent(tail.share), blocks: tail.blocks })
        : merges,
    );
  }
  if (partial > 0) reasons.push(m.lineup_partial({ n: partial, shown: integer(partial) }));
  if (copies > 0) reasons.push(m.lineup_copies({ n: copies, shown: integer(copies) }));
  if (translation > 0) reasons.push(m.lineup_translation({ n: translation, shown: integer(translation) }));
  return buffer ? [...reasons, ...inBuffer(buffer)] : reasons;
}

function inBuffer({ hitRatio, readHits, destaged, padded, unwritten }: Buffered): string[] {
  const count = (n: number, text: typeof m.lineup_destaged) =>
    n > 0 ? [text({ n, shown: integer(n) })] : [];
  return [
    ...(hitRatio === null ? [] : [m.lineup_hits({ share: percent(hitRatio, 1) })]),
    ...count(readHits, m.lineup_read_hits),
    ...count(destaged, m.lineup_destaged),
    ...count(padded, m.lineup_padded),
    ...count(unwritten, m.lineup_unwritten),
  ];
}

function onTheWay({ wait, p99, busy }: Answered): string[] {
  return [
    ...(wait > 0 ? [m.lineup_wait({ time: duration(wait) })] : []),
    m.lineup_p99({ time: duration(p99) }),
    m.lineup_busy({ share: percent(busy, 1) }),
  ];
}

/** A warning where the host wrote too little for the figures to have settled; `null` where it wrote enough, or nothing is done. */
export function unsteady(runs: readonly LinedUp[], { document }: Base): string | null {
  if (waitsUntilSteady(document)) return null;
  const written = runs.flatMap(({ stage, variant }) =>
    stage.is === 'done' ? [timesWritten(variant.scenario, stage.report)] : [],
  );
  const times = Math.min(...written);
  // As it is shown: a device made to be written so often may have some pages more.
  if (written.length === 0 || Math.round(times * 10) / 10 >= SETTLES_AFTER) return null;
  return m.lineup_unsteady({
    times: decimal(times, 1),
    pages: integer(numberAt(runs[0]?.variant.scenario ?? document, 'logical_pages', 0)),
    settles: SETTLES_AFTER,
  });
}
