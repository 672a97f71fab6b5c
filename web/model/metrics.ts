/** Figures of a report as the page shows and exports them: one table, so that the metrics panel, the comparison
 * and the CSV can never disagree. */
import type { BufferCounts } from '../protocol/generated/BufferCounts';
import type { Cause } from '../protocol/generated/Cause';
import type { CauseCounts } from '../protocol/generated/CauseCounts';
import type { Report } from '../protocol/generated/Report';
import { byteAmplification, drained, owing } from './amplification';

/** How a figure is written; the view puts the unit beside it. */
export type Unit =
  | 'ratio'
  | 'share'
  | 'pages'
  | 'operations'
  | 'oob_reads'
  | 'blocks'
  | 'merges'
  | 'times'
  | 'bytes'
  | 'mb_s'
  | 'us'
  | 'uj';

export interface Metric {
  id: string;
  unit: Unit;
  /** Only of the FTLs that name it (`web/schemes`); absent: of all. */
  own?: true;
  /** Only of a run behind a write buffer. */
  buffer?: true;
  /** Only of a run through queues and channels. */
  host?: true;
  /** Left out where no run has any. */
  ifAny?: true;
  /** `null`: nothing to divide by yet. */
  of(report: Report): number | null;
  /** Whether less is better; absent where neither is. */
  less?: boolean;
}

export const METRICS = [
  { id: 'write_amplification', unit: 'ratio', less: true, of: (r) => r.write_amplification },
  { id: 'byte_amplification', unit: 'ratio', less: true, of: (r) => r.byte_amplification },
  // Only where it says something else (`rowsOf`).
  { id: 'write_amplification_drained', unit: 'ratio', less: true, of: drained },
  { id: 'host_writes', unit: 'pages', of: (r) => r.host.writes },
  { id: 'host_reads', unit: 'pages', of: (r) => r.host.reads },
  { id: 'unmapped_reads', unit: 'pages', ifAny: true, of: (r) => r.host.unmapped_reads },
  { id: 'host_trims', unit: 'pages', ifAny: true, of: (r) => r.host.trims },
  { id: 'programs', unit: 'pages', less: true, of: (r) => r.flash.programs.total },
  { id: 'reads', unit: 'pages', less: true, of: (r) => r.flash.reads.total },
  { id: 'erases', unit: 'blocks', less: true, of: (r) => r.flash.erases.total },
  {
    id: 'switch_merges',
    unit: 'merges',
    own: true,
    of: (r) => r.merges.switch,
  },
  {
    id: 'partial_merges',
    unit: 'merges',
    own: true,
    less: true,
    of: (r) => r.merges.partial,
  },
  {
    id: 'full_merges',
    unit: 'merges',
    own: true,
    less: true,
    of: (r) => r.merges.full,
  },
  {
    id: 'chain_reads',
    unit: 'oob_reads',
    own: true,
    less: true,
    of: (r) => r.chain_reads,
  },
  { id: 'dead_blocks', unit: 'blocks', own: true, of: (r) => r.dead_blocks },
  { id: 'gc_runs', unit: 'blocks', own: true, less: true, of: (r) => r.gc.runs },
  { id: 'gc_copied', unit: 'pages', own: true, less: true, of: (r) => r.gc.copied },
  { id: 'map_reads', unit: 'pages', own: true, less: true, of: (r) => r.map_reads },
  { id: 'cmt_hit_ratio', unit: 'share', own: true, less: false, of: (r) => hitRatio(r) },
  {
    id: 'translation_programs',
    unit: 'pages',
    own: true,
    less: true,
    of: (r) => r.flash.programs.translation + r.flash.programs.translation_gc,
  },
  { id: 'recovery_time', unit: 'us', own: true, less: true, of: (r) => cut(r, r.recovery_us) },
  { id: 'full_scan_time', unit: 'us', own: true, less: true, of: (r) => cut(r, r.full_scan_us) },
  {
    id: 'buffer_write_hit_ratio',
    unit: 'share',
    buffer: true,
    less: false,
    of: (r) => (r.host.writes > 0 ? buffered(r).write_hits / r.host.writes : null),
  },
  { id: 'buffer_write_hits', unit: 'pages', buffer: true, of: (r) => buffered(r).write_hits },
  { id: 'buffer_read_hits', unit: 'pages', buffer: true, of: (r) => buffered(r).read_hits },
  { id: 'buffer_destages', unit: 'times', buffer: true, of: (r) => buffered(r).destages },
  { id: 'buffer_destaged', unit: 'pages', buffer: true, less: true, of: (r) => buffered(r).destaged },
  { id: 'buffer_padded', unit: 'pages', buffer: true, less: true, of: (r) => buffered(r).padded },
  { id: 'buffer_dropped', unit: 'pages', buffer: true, of: (r) => buffered(r).dropped },
  { id: 'buffer_lost', unit: 'pages', buffer: true, less: true, of: (r) => buffered(r).lost },
  { id: 'buffer_pages', unit: 'pages', buffer: true, of: (r) => buffered(r).pages },
  {
    id: 'buffer_block_destages',
    unit: 'times',
    buffer: true,
    ifAny: true,
    of: (r) => buffered(r).block_destages,
  },
  { id: 'buffer_ghost_hits', unit: 'times', buffer: true, ifAny: true, of: (r) => buffered(r).ghost_hits },
  {
    id: 'buffer_mapping_ghost_hits',
    unit: 'times',
    buffer: true,
    ifAny: true,
    of: (r) => buffered(r).mapping_ghost_hits,
  },
  { id: 'buffer_to_buffer', unit: 'times', buffer: true, ifAny: true, of: (r) => buffered(r).to_buffer },
  { id: 'buffer_to_mapping', unit: 'times', buffer: true, ifAny: true, of: (r) => buffered(r).to_mapping },
  { id: 'buffer_ram_mapping', unit: 'bytes', buffer: true, of: (r) => buffered(r).mapping_bytes },
  { id: 'buffer_ram_buffer', unit: 'bytes', buffer: true, of: (r) => buffered(r).buffer_bytes },
  { id: 'wait_mean', unit: 'us', host: true, less: true, of: (r) => r.parallel?.wait_us.mean ?? null },
  { id: 'wait_p99', unit: 'us', host: true, less: true, of: (r) => r.parallel?.wait_us.p99 ?? null },
  {
    id: 'read_response',
    unit: 'us',
    host: true,
    less: true,
    of: (r) => r.parallel?.read_response_us.mean ?? null,
  },
  {
    id: 'write_response',
    unit: 'us',
    host: true,
    less: true,
    of: (r) => r.parallel?.write_response_us.mean ?? null,
  },
  { id: 'bandwidth', unit: 'mb_s', host: true, less: false, of: (r) => r.parallel?.bandwidth_mb_s ?? null },
  { id: 'merged_requests', unit: 'times', host: true, of: (r) => r.parallel?.merged ?? null },
  { id: 'busy', unit: 'share', host: true, of: (r) => r.parallel?.busy ?? null },
  { id: 'service_mean', unit: 'us', less: true, of: (r) => r.service_us.mean },
  { id: 'service_p99', unit: 'us', less: true, of: (r) => r.service_us.p99 },
  { id: 'response_mean', unit: 'us', less: true, of: (r) => r.response_us.mean },
  { id: 'response_p99', unit: 'us', less: true, of: (r) => r.response_us.p99 },
  { id: 'energy', unit: 'uj', less: true, ifAny: true, of: (r) => r.energy_uj },
  { id: 'wear_max', unit: 'operations', less: true, of: (r) => r.wear.max },
  { id: 'wear_mean', unit: 'operations', less: true, of: (r) => r.wear.mean },
] as const satisfies readonly Metric[];

export type MetricId = (typeof METRICS)[number]['id'];
export type MetricRow = Metric & { id: MetricId };

/** Where there is no write buffer, nothing was in it. */
const EMPTY: BufferCounts = {
  read_hits: 0,
  write_hits: 0,
  write_misses: 0,
  trimmed: 0,
  destages: 0,
  destaged: 0,
  padded: 0,
  dropped: 0,
  lost: 0,
  pages: 0,
  owed: 0,
  block_destages: 0,
  ghost_hits: 0,
  mapping_ghost_hits: 0,
  to_buffer: 0,
  to_mapping: 0,
  mapping_bytes: 0,
  buffer_bytes: 0,
};

function buffered(report: Report): BufferCounts {
  return report.buffer ?? EMPTY;
}

/** The figures of a write buffer, if one of the runs has one. */
export function bufferMetrics(...reports: Report[]): MetricRow[] {
  const some = reports.some((report) => report.buffer);
  return METRICS.filter((metric: Metric) => some && metric.buffer);
}

/** The figures of queues and channels, if one of the runs has any. */
export function hostMetrics(...reports: Report[]): MetricRow[] {
  const some = reports.some((report) => report.parallel);
  return METRICS.filter((metric: Metric) => some && metric.host);
}

/** Of these figures those that say something of the runs, and what is better where a buffer owes pages: with these written out. */
export function rowsOf(rows: readonly MetricRow[], ...reports: Report[]): MetricRow[] {
  const owes = reports.some((report) => owing(report) !== null);
  const parts = reports.some((report) => byteAmplification(report) !== null);
  return rows
    .filter(({ id }) => owes || id !== 'write_amplification_drained')
    .filter(({ id }) => parts || id !== 'byte_amplification')
    .filter(({ ifAny, of }) => !ifAny || reports.some((report) => of(report)))
    .map(({ less, ...row }) =>
      (owes && row.id === 'write_amplification') || less === undefined ? row : { ...row, less },
    );
}

/** Whether its requests wait before they are served. */
export function waits({ service_us, response_us }: Report): boolean {
  return response_us.mean > service_us.mean;
}

/** `null` where power was never lost. */
function cut({ recovery }: Report, value: number): number | null {
  return recovery.power_cuts > 0 ? value : null;
}

function hitRatio({ cmt: { hits, misses } }: Report): number | null {
  return hits + misses === 0 ? null : hits / (hits + misses);
}

/** Pages copied by GC, merges and wear leveling. */
export function copiesOf({ flash: { programs } }: Report): number {
  return programs.gc + programs.merge + programs.wear;
}

/** In the report GC victims of page-mapped FTLs count, too (SPEC 2.3): there they are no merges (`cleans`). */
export function mergesOf({ merges: { switch: cheap, partial, full } }: Report): number {
  return cheap + partial + full;
}

/** The writers of the pages: causes of programs that occurred, in a fixed order, host first. */
const CAUSES = [
  'host',
  'gc',
  'merge',
  'translation',
  'translation_gc',
  'pad',
  'wear',
  'recovery',
  'partial',
] as const satisfies readonly Cause[];

export interface Share {
  cause: Cause;
  pages: number;
  /** Of all programs, 0 to 1. */
  share: number;
}

export function sharesOf(programs: CauseCounts): Share[] {
  return CAUSES.filter((cause) => programs[cause] > 0).map((cause) => ({
    cause,
    pages: programs[cause],
    share: programs[cause] / programs.total,
  }));
}

/** Every number of a report as `path,value` lines, for a spreadsheet. Histograms become one line per pair. */
export function csvOf(report: Report): string {
  const lines = ['metric,value'];
  const walk = (path: string, value: unknown) => {
    if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) walk(path ? `${path}.${key}` : key, inner);
    } else {
      lines.push(`${path},${value ?? ''}`);
    }
  };
  walk('', report);
  return `${lines.join('\n')}\n`;
}
