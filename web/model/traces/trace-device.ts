/** A device for a trace: one that holds the pages it touches, a small one, or one of all its addresses; and the scenario to run. */
import type { Mapping } from '../../protocol/generated/Mapping';
import type { Options } from '../../protocol/generated/Options';
import type { Statistics } from '../../protocol/generated/Statistics';
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
  /** Every logical page is written once before counting starts. */
  filled: boolean;
}

/** Share of the blocks beyond the logical ones: that of a consumer SSD. */
const SPARE = 0.1;
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

export function blocksFor(logicalPages: number, pagesPerBlock: number): number {
  const logical = Math.ceil(logicalPages / pagesPerBlock);
  return Math.max(Math.ceil(logical / (1 - SPARE)), logical + LEAST_SPARE_BLOCKS);
}

function device(logicalPages: number, pageBytes: number, mapping: Mapping): TraceDevice {
  // Blocks of 64 pages are real; on a small device they would be too few to choose a victim among.
  const pagesPerBlock = logicalPages < 4096 ? 16 : 64;
  const rounded = Math.max(1, Math.ceil(logicalPages / pagesPerBlock)) * pagesPerBlock;
  return {
    pageBytes,
    pagesPerBlock,
    logicalPages: rounded,
    blocks: blocksFor(rounded, pagesPerBlock),
    mapping,
    filled: true,
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
  return device(statistics.footprint_pages, statistics.page_bytes, 'compact');
}

/** Small enough that the trace writes it several times over. Pages of the trace share pages of the device there. */
export function busyDevice(statistics: Statistics): TraceDevice {
  const wanted = Math.floor(statistics.pages_written / TIMES_WRITTEN);
  const most = Math.max(1, Math.min(statistics.pages_needed, statistics.footprint_pages));
  return device(Math.min(most, MOST_PAGES, Math.max(LEAST_PAGES, wanted)), statistics.page_bytes, 'wrap');
}

/** Large enough for every address of the trace: none is changed. */
export function wholeDevice(statistics: Statistics): TraceDevice {
  return device(statistics.pages_needed, statistics.page_bytes, 'compact');
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
      },
    };
  };
  const needed = [kind, ...beside].map((ftl) => minimumBlocks(make(ftl, chosen.blocks)));
  return make(kind, Math.max(chosen.blocks, ...needed));
}
