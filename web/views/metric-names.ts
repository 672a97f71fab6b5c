/** The names of the figures of `model/metrics.ts` and how they are written: for every view that shows some. */
import { decimal, duration, integer, percent } from '../base/format';
import { m } from '../i18n/compiled/messages.js';
import { owing } from '../model/amplification';
import type { MetricId, Unit } from '../model/metrics';
import type { Cause } from '../protocol/generated/Cause';
import type { Report } from '../protocol/generated/Report';

const NAMES: Record<MetricId, () => string> = {
  write_amplification: m.metrics_write_amplification,
  byte_amplification: m.metrics_byte_amplification,
  write_amplification_drained: m.metrics_write_amplification_drained,
  host_writes: m.metrics_host_writes,
  host_reads: m.metrics_host_reads,
  unmapped_reads: m.metrics_unmapped_reads,
  host_trims: m.metrics_host_trims,
  programs: m.metrics_programs,
  reads: m.metrics_reads,
  erases: m.metrics_erases,
  switch_merges: m.metrics_switch_merges,
  partial_merges: m.metrics_partial_merges,
  full_merges: m.metrics_full_merges,
  chain_reads: m.metrics_chain_reads,
  dead_blocks: m.metrics_dead_blocks,
  gc_runs: m.metrics_gc_runs,
  gc_copied: m.metrics_gc_copied,
  map_reads: m.metrics_map_reads,
  cmt_hit_ratio: m.metrics_cmt_hit_ratio,
  translation_programs: m.metrics_translation_programs,
  recovery_time: m.metrics_recovery_time,
  full_scan_time: m.metrics_full_scan_time,
  buffer_write_hit_ratio: m.metrics_buffer_write_hit_ratio,
  buffer_write_hits: m.metrics_buffer_write_hits,
  buffer_read_hits: m.metrics_buffer_read_hits,
  buffer_destages: m.metrics_buffer_destages,
  buffer_destaged: m.metrics_buffer_destaged,
  buffer_padded: m.metrics_buffer_padded,
  buffer_dropped: m.metrics_buffer_dropped,
  buffer_lost: m.metrics_buffer_lost,
  buffer_pages: m.metrics_buffer_pages,
  buffer_block_destages: m.metrics_buffer_block_destages,
  buffer_ghost_hits: m.metrics_buffer_ghost_hits,
  buffer_mapping_ghost_hits: m.metrics_buffer_mapping_ghost_hits,
  buffer_to_buffer: m.metrics_buffer_to_buffer,
  buffer_to_mapping: m.metrics_buffer_to_mapping,
  buffer_ram_mapping: m.metrics_buffer_ram_mapping,
  buffer_ram_buffer: m.metrics_buffer_ram_buffer,
  wait_mean: m.metrics_wait_mean,
  wait_p99: m.metrics_wait_p99,
  read_response: m.metrics_read_response,
  write_response: m.metrics_write_response,
  bandwidth: m.metrics_bandwidth,
  merged_requests: m.metrics_merged_requests,
  busy: m.metrics_busy,
  service_mean: m.metrics_service_mean,
  service_p99: m.metrics_service_p99,
  response_mean: m.metrics_response_mean,
  response_p99: m.metrics_response_p99,
  energy: m.metrics_energy,
  wear_max: m.metrics_wear_max,
  wear_mean: m.metrics_wear_mean,
};

const CAUSES: Record<Cause, () => string> = {
  host: m.metrics_cause_host,
  gc: m.metrics_cause_gc,
  merge: m.metrics_cause_merge,
  translation: m.metrics_cause_translation,
  translation_gc: m.metrics_cause_translation_gc,
  pad: m.metrics_cause_pad,
  wear: m.metrics_cause_wear,
  recovery: m.metrics_cause_recovery,
  partial: m.metrics_cause_partial,
};

export function metricName(id: MetricId): string {
  return NAMES[id]();
}

export function causeName(cause: Cause): string {
  return CAUSES[cause]();
}

/** The write amplification of a run, with what its buffer still owes where that changes it. */
export function amplificationText(report: Report): string {
  const [wa, drained] = [report.write_amplification, owing(report)];
  if (wa === null) return m.metrics_none();
  return drained === null ? decimal(wa) : m.metrics_wa_owing({ wa: decimal(wa), drained: decimal(drained) });
}

/** A figure with its unit; `null` (nothing to divide by yet) is a dash. */
export function withUnit(value: number | null, unit: Unit): string {
  if (value === null) return m.metrics_none();
  switch (unit) {
    case 'ratio':
      return decimal(value);
    case 'share':
      return percent(value, 1);
    case 'pages':
      return counted(value, m.metrics_one_page, m.metrics_unit_pages);
    case 'blocks':
      return counted(value, m.metrics_one_block, m.metrics_unit_blocks);
    case 'merges':
      return counted(value, m.metrics_one_merge, m.metrics_unit_merges);
    case 'oob_reads':
      return counted(value, m.metrics_one_oob_read, m.metrics_unit_oob_reads);
    case 'operations':
      return counted(value, m.metrics_one_erase, m.metrics_unit_operations);
    case 'times':
      return counted(value, m.metrics_one_time, m.metrics_unit_times);
    case 'bytes':
      return m.metrics_unit_bytes({ n: integer(value) });
    case 'mb_s':
      return m.metrics_unit_mb_s({ n: decimal(value, 1) });
    case 'us':
      return duration(value);
    case 'uj':
      return value >= 1000 ? `${decimal(value / 1000, 1)} mJ` : `${decimal(value, 1)} µJ`;
  }
}

function counted(value: number, one: () => string, many: (n: { n: string }) => string): string {
  if (value === 1) return one();
  return many({ n: Number.isInteger(value) ? integer(value) : decimal(value, 1) });
}

/** The unit of a whole row, where its cells are bare numbers; `null` where a number has none, or each its own. */
export function rowUnit(unit: Unit): string | null {
  switch (unit) {
    case 'pages':
      return m.metrics_row_pages();
    case 'blocks':
      return m.metrics_row_blocks();
    case 'merges':
      return m.metrics_row_merges();
    case 'operations':
      return m.metrics_row_erases();
    default:
      return null;
  }
}

/** A figure for such a row. */
export function bare(value: number | null, unit: Unit): string {
  if (value === null || rowUnit(unit) === null) return withUnit(value, unit);
  return Number.isInteger(value) ? integer(value) : decimal(value, 1);
}
