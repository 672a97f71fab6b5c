/** The names of runs, their order, and the figure by which they are ranked. */
import { bytes, decimal, integer, percent, plain } from '../../base/format';
import { bufferName } from '../../i18n/buffer-names';
import { m } from '../../i18n/compiled/messages.js';
import { ftlName, ftlSaid, ftlTitle } from '../../i18n/ftl-names';
import { schedulerName } from '../../i18n/scheduler-names';
import { settled } from '../../model/amplification';
import type { Preset, Variant } from '../../model/plans/batch-compare';
import { CMT_ENTRY_BYTES } from '../../model/plans/batch-compare-ram';
import { leastOf, SETTLES_AFTER, timesWritten, waitsUntilSteady } from '../../model/plans/costs';
import { numberAt } from '../../model/scenario/document';
import type { Base, BatchComparison } from '../../state/plans/batch-compare';
import { type By, byOf } from './about';

/** The name of a run beside its neighbours: by its FTL, or by the varied field. */
export function variantName({ ftl, value }: Variant, preset: Preset): string {
  const name = ftlName(ftl);
  if (value === null) return name;
  if (typeof value === 'string') {
    if (preset === 'trims') return m.batch_of_trims_ignored({ ftl: name });
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
      return m.batch_of_entries({ ...counted, size: bytes(value * CMT_ENTRY_BYTES) });
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
    case 'sram':
      return m.cmt_bar({ size: bytes(value * CMT_ENTRY_BYTES) });
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
export function ranked({ stage }: BatchComparison, by: By): number | undefined {
  if (stage.is !== 'done') return undefined;
  switch (by) {
    case 'flash':
      return stage.report.flash.erases.total;
    case 'host':
      return stage.report.response_us.mean;
    case 'owed':
      return settled(stage.report) ?? undefined;
  }
}

/** Less than 1.5 times is no multiple. */
export const MULTIPLE = 1.5;

/** With as many digits as it takes not to be 0. */
export function sharePast(share: number): string {
  return percent(share, share < 0.0005 ? 4 : share < 0.1 ? 1 : 0);
}

/** As the subject of a sentence: "Page mapping". */
export function spoken(variant: Variant, preset: Preset): string {
  return variant.value === null ? ftlTitle(variant.ftl) : variantName(variant, preset);
}

/** The same within a sentence: "page mapping". */
export function insideOf(variant: Variant, preset: Preset): string {
  return variant.value === null ? ftlSaid(variant.ftl) : variantName(variant, preset);
}

/** The baseline of the runs: "page mapping", on the same requests. */
export function againstName(against: BatchComparison, preset: Preset): string {
  return insideOf(against.variant, preset);
}

/** A warning where the host wrote too little for the figures to have settled; `null` where it wrote enough, or nothing is done. */
export function unsteady(runs: readonly BatchComparison[], { document }: Base): string | null {
  if (waitsUntilSteady(document)) return null;
  const written = runs.flatMap(({ stage, variant }) =>
    // Of a workload that only reads, more of it settles nothing.
    stage.is === 'done' && stage.report.host.writes > 0 ? [timesWritten(variant.scenario, stage.report)] : [],
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
