/** Assumptions of an answer about a trace: how its file was read, and whose drive it is. */
import { integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { getAt, kindOf, numberAt, type ScenarioDocument } from '../../model/scenario/document';
import { ignoresTrims } from '../../model/scenario/trims';
import { shapeOf } from '../../model/schemes';
import { proposedDevice, spareFactor } from '../../model/traces/trace-device';
import type { Note } from '../../protocol/generated/Note';
import type { Options } from '../../protocol/generated/Options';
import type { Statistics } from '../../protocol/generated/Statistics';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { noteText, readText } from './note-text';

/** Notes about an assumption; the others are about the file. */
const ASSUMED: ReadonlySet<Note['note']> = new Set([
  'lost',
  'counted',
  'write_zeroes',
  'flushes',
  'nvme_blocks',
  'kernel_seconds',
  'milliseconds',
  'other_time',
  'cut_off',
  'doubles',
]);

/** The sentences, the gravest first: requests that are not there, then those that are not as the file has them. */
export function assumedOf(
  { import: read, statistics }: TraceSummary,
  options: Partial<Options>,
  document: ScenarioDocument,
): string[] {
  const notes = read.notes.filter(({ note }) => ASSUMED.has(note));
  const [lost, others] = [notes.filter(isLost), notes.filter((note) => !isLost(note))];
  const proposed = proposedDevice(statistics);
  const { blocks, pagesPerBlock, logicalPages } = shapeOf(document);
  const isProposed =
    blocks === proposed.blocks &&
    pagesPerBlock === proposed.pagesPerBlock &&
    logicalPages === proposed.logicalPages;
  return [
    ...lost.map(noteText),
    ...readText(read, options),
    ...others.map(noteText),
    ...units(options),
    ...trimmedFill(document, statistics),
    ...(isProposed ? [m.trace_assumed_drive({ spare: percent(spareFactor(proposed)) })] : []),
  ];
}

/** Fewer of the logical pages do not matter. */
const SOME = 0.05;

/** Of a drive that is filled: the pages that the trace trims and never writes, where the run has each of them and they are many. */
export function trimmedFill(document: ScenarioDocument, statistics: Statistics | null): string[] {
  const { logicalPages, pageBytes } = shapeOf(document);
  const pages = statistics?.trimmed_unwritten_pages ?? 0;
  const has =
    statistics?.page_bytes === pageBytes &&
    numberAt(document, 'workload.shift_bytes', 0) === 0 &&
    (kindOf(document, 'workload') === 'trace' && getAt(document, 'workload.mapping') === 'compact'
      ? statistics.footprint_pages
      : statistics.pages_needed) <= logicalPages;
  const counts = kindOf(document, 'precondition') === 'sequential' && !ignoresTrims(document);
  if (!has || !counts || pages < SOME * logicalPages) return [];
  return [m.trace_assumed_trimmed({ n: integer(pages), share: percent(pages / logicalPages) })];
}

function isLost({ note }: Note): boolean {
  return note === 'lost';
}

/** Units that a person chose, where the file does not name them. */
function units({ time_unit, address_unit, size_unit, sector_bytes }: Partial<Options>): string[] {
  const names = { bytes: m.trace_unit_bytes, sectors: m.trace_unit_sectors, pages: m.trace_unit_pages };
  const chosen = [
    ...(time_unit ? [m.trace_assumed_times({ unit: TIMES[time_unit] ?? time_unit })] : []),
    ...(address_unit ? [m.trace_assumed_addresses({ unit: names[address_unit]() })] : []),
    ...(size_unit ? [m.trace_assumed_sizes({ unit: names[size_unit]() })] : []),
    ...(sector_bytes ? [m.trace_assumed_sector({ n: integer(sector_bytes) })] : []),
  ];
  return chosen.length > 0 ? [m.trace_assumed_units({ units: chosen.join(', ') })] : [];
}

const TIMES: Readonly<Record<string, string>> = { us: 'µs', ticks100ns: '100 ns' };
