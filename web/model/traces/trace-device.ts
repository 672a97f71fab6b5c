/** A device for a trace: one that holds the pages it touches, a small one, or one of all its addresses; and the scenario to run. */
import type { Mapping } from '../../protocol/generated/Mapping';
import type { Options } from '../../protocol/generated/Options';
import type { Statistics } from '../../protocol/generated/Statistics';
import type { TraceFit } from '../../protocol/generated/TraceFit';
import { saidOf } from '../../protocol/traces/trace-options';
import type { ScenarioDocument } from '../scenario/document';
import { minimumBlocks } from '../scenario/needs';
import { type FtlKind, ftlFor, ftlInNames, needsAnyOrder, type Shape } from '../schemes';

export interface TraceDevice {
  pageBytes: number;
  pagesPerBlock: number;
  logicalPages: number;
  blocks: number;
  mapping: Mapping;
  /** It runs also where the mapping changes too many of the page accesses (SPEC 12.3). */
  allowAliasing: boolean;
  /** Every logical page is written once before counting starts. */
  filled: boolean;
  /** A page that holds data is read before a part of it is written. */
  readFirst: boolean;
}

/** Share of the blocks beyond the logical ones: that of a consumer SSD, unless the trace overwrites less. */
const SPARE = 0.1;
/** The trace is to write the spare pages at least this often: then GC has begun. */
const TIMES_SPARE = 2;
/** Every scheme needs some blocks beyond the logical ones, however few those are. */
const LEAST_SPARE_BLOCKS = 6;
/** Fewer logical pages than this show little of a real trace. */
const LEAST_PAGES = 256;
/** More show nothing that these do not, and take the page's time and memory: a trace of a gigabyte would write ten times as many. */
const MOST_PAGES = 900_000;
/** Each logical page is to be written some four times: then GC has long begun. */
const TIMES_WRITTEN = 4;
/** A device of more is not proposed: all FTLs on it, filled, take a browser some seconds and a gigabyte. */
const MOST_TOUCHED = 2_000_000;

/** Blocks of a device of which this share is spare. */
export function blocksFor(logicalPages: number, pagesPerBlock: number, spare = SPARE): number {
  const logical = Math.ceil(logicalPages / pagesPerBlock);
  return Math.max(Math.ceil(logical / (1 - spare)), logical + LEAST_SPARE_BLOCKS);
}

/** The share of a device's pages beyond the logical ones. */
export function spareFactor({ blocks, pagesPerBlock, logicalPages }: TraceDevice): number {
  return Math.max(0, 1 - logicalPages / (blocks * pagesPerBlock));
}

/** How often the writes of a trace go over a device. */
export function timesWritten({ pages_written }: Statistics, { logicalPages }: TraceDevice): number {
  return pages_written / logicalPages;
}

/** Whether the engine refuses a run for what the mapping does to its addresses. */
export function isRefused(fit: TraceFit | null, device: TraceDevice): boolean {
  return !device.allowAliasing && (fit?.refused ?? false);
}

function device(
  logicalPages: number,
  { page_bytes: pageBytes, pages_written }: Statistics,
  mapping: Mapping,
): TraceDevice {
  // Blocks of 64 pages are real; on a small device they would be too few to choose a victim among.
  const pagesPerBlock = logicalPages < 4096 ? 16 : 64;
  const rounded = Math.max(1, Math.ceil(logicalPages / pagesPerBlock)) * pagesPerBlock;
  return {
    pageBytes,
    pagesPerBlock,
    logicalPages: rounded,
    blocks: blocksFor(rounded, pagesPerBlock, Math.min(SPARE, pages_written / TIMES_SPARE / rounded)),
    mapping,
    allowAliasing: false,
    filled: true,
    readFirst: false,
  };
}

/**
 * The device of a trace unless the person chooses: with a place for each page it touches, where a browser can hold
 * that.
 */
export function proposedDevice(statistics: Statistics): TraceDevice {
  return statistics.footprint_pages > MOST_TOUCHED ? busyDevice(statistics) : touchedDevice(statistics);
}

/** As many logical pages as the trace touches. */
export function touchedDevice(statistics: Statistics): TraceDevice {
  return device(statistics.footprint_pages, statistics, 'compact');
}

/** Small enough that the trace writes it several times over. Pages of the trace share pages of the device there. */
export function busyDevice(statistics: Statistics): TraceDevice {
  const wanted = Math.floor(statistics.pages_written / TIMES_WRITTEN);
  const most = Math.max(1, Math.min(statistics.pages_needed, statistics.footprint_pages));
  return device(Math.min(most, MOST_PAGES, Math.max(LEAST_PAGES, wanted)), statistics, 'wrap');
}

/** Large enough for every address of the trace: none is changed. */
export function wholeDevice(statistics: Statistics): TraceDevice {
  return device(statistics.pages_needed, statistics, 'compact');
}

/** As `--times-footprint` of ftl-lab: that many times the pages that the trace touches, with the same spare space. */
export function timesDevice(
  { footprint_pages }: Statistics,
  before: TraceDevice,
  times: number,
): TraceDevice {
  const { pagesPerBlock, logicalPages, blocks } = before;
  const data = Math.ceil((times * footprint_pages) / pagesPerBlock);
  return {
    ...before,
    logicalPages: data * pagesPerBlock,
    blocks: Math.round((data * blocks * pagesPerBlock) / logicalPages),
    mapping: 'compact',
  };
}

/** Pages that a run can write before GC must begin. */
export function freePages({ blocks, pagesPerBlock, logicalPages, filled }: TraceDevice): number {
  return Math.max(0, blocks * pagesPerBlock - (filled ? logicalPages : 0));
}

/** A trace by its name, with how it is read; nothing said: as the file says. */
interface TraceRead {
  name: string;
  options?: Options;
}

/** The scenario that runs a trace under an FTL; the same device for every FTL of `beside`, so that all are legal. */
export function traceScenario(
  { name, options }: TraceRead,
  kind: FtlKind,
  chosen: TraceDevice,
  beside: readonly FtlKind[] = [kind],
): ScenarioDocument {
  const reading = options ? saidOf(options) : {};
  const make = (ftl: FtlKind, blocks: number): ScenarioDocument => {
    const shape: Shape = { ...chosen, blocks };
    return {
      format: 1,
      name: `${name}, ${ftlInNames(ftl)}`,
      seed: 1,
      device: {
        blocks,
        pages_per_block: chosen.pagesPerBlock,
        page_bytes: chosen.pageBytes,
        ...(needsAnyOrder(ftl) && { program_order: 'any' }),
        timing: 'slides',
      },
      logical_pages: chosen.logicalPages,
      ftl: ftlFor(ftl, shape),
      ...(chosen.filled && { precondition: [{ kind: 'sequential' }] }),
      workload: {
        kind: 'trace',
        path: name,
        ...(options?.format && { trace_format: options.format }),
        ...(Object.keys(reading).length > 0 && { reading }),
        mapping: chosen.mapping,
        ...(chosen.allowAliasing && chosen.mapping !== 'compact' && { aliasing: 'allow' }),
        ...(chosen.readFirst && { partial_writes: 'read_first' }),
      },
    };
  };
  const needed = [kind, ...beside].map((ftl) => minimumBlocks(make(ftl, chosen.blocks)));
  return make(kind, Math.max(chosen.blocks, ...needed));
}
