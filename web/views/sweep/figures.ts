/** The figures that a table of a sweep begins with: those of `ftl-lab sweep` (`cli/src/sweep/table.rs`). */
import { m } from '../../i18n/compiled/messages.js';

const ALL: Record<string, () => string> = {
  write_amplification: m.sweep_figure_wa,
  'flash.erases.total': m.sweep_figure_erases,
  'merges.full': m.sweep_figure_full_merges,
  'service_us.mean': m.sweep_figure_service,
};
/** Where writes cover pages in part. */
const OF_BYTES: Record<string, () => string> = { byte_amplification: m.sweep_figure_bytes };
const OF_OVERLOAD: Record<string, () => string> = { 'overload.times': m.sweep_figure_overload };
const OF_ADDRESSES: Record<string, () => string> = { 'addresses.share': m.sweep_figure_displaced };
const OF_BUFFERS: Record<string, () => string> = {
  'buffer.write_hits': m.sweep_figure_buffer_hits,
  write_amplification_drained: m.sweep_figure_wa_drained,
  'buffer.owed': m.sweep_figure_owed,
  'buffer.destaged': m.sweep_figure_destaged,
  'buffer.padded': m.sweep_figure_padded,
};
const OF_CHANNELS: Record<string, () => string> = {
  'parallel.wait_us.mean': m.sweep_figure_wait,
  'response_us.mean': m.sweep_figure_response,
  'response_us.p99': m.sweep_figure_response_p99,
  'parallel.bandwidth_mb_s': m.sweep_figure_bandwidth,
  'parallel.busy': m.sweep_figure_busy,
};
/** Those of arrivals that outpace the device, of traces that go beyond it, of write buffers and of channels are there if a run has the first of them. */
const GROUPS = [OF_OVERLOAD, OF_ADDRESSES, OF_BUFFERS, OF_CHANNELS];
const NAMES = { ...ALL, ...OF_BYTES, ...OF_OVERLOAD, ...OF_ADDRESSES, ...OF_BUFFERS, ...OF_CHANNELS };

/** All that a table may begin with. */
export const FIGURES: readonly string[] = Object.keys(NAMES);

/** Those it begins with where reports have `paths`; `parts`: where writes cover pages in part. */
export function figuresAmong(paths: readonly string[], parts: boolean): string[] {
  const groups = GROUPS.map((group) => Object.keys(group));
  const there = groups.filter(([first = '']) => paths.includes(first));
  return [...Object.keys(ALL), ...(parts ? Object.keys(OF_BYTES) : []), ...there.flat()];
}

/** The name of a figure; one without a name by its path in the report. */
export function figureName(path: string): string {
  return (NAMES as Record<string, () => string>)[path]?.() ?? path;
}
