/**
 * Runs for the charts of DFTL (Gupta, Kim, Urgaonkar: ASPLOS 2009, and the journal version, JCST 2013), and the figures
 * that the journal prints of the same charts (its Tables 5 and 6).
 *
 * The device is the paper's (32 GiB of 2 KiB pages, of which an active region is used), with what the bench `table5` of the
 * engine found out: 512 MiB of data blocks, never filled, 3 % more for log blocks, and as much SRAM for DFTL as the maps of
 * FAST take. Requests: as many as make the page-mapped FTL erase as often as the paper's.
 */
import type { ScenarioDocument } from '../../../model/document';
import type { Extra, Job } from './experiment';

const DATA = 4096;
const PAGES = 64;
const LOGS = Math.floor(DATA * 0.03);
/** FAST's maps: four bytes a data block, eight a page of the log; an entry of the CMT takes eight. */
export const CMT = DATA / 2 + LOGS * PAGES;
/** Pages of the data blocks: all mappings there are. */
export const ALL = DATA * PAGES;

/** DFTL'J, Tables 2 and 3. */
const TIMING = { preset: 'dftlj', read_us: 130.9, program_us: 405.9, erase_us: 1500 } as const;

export const SCHEMES = ['page', 'dftl', 'fast'] as const;
export type Scheme = (typeof SCHEMES)[number];
/** As figures call them. */
export const SCHEME_NAMES: Record<Scheme, string> = { page: 'Page', dftl: 'DFTL', fast: 'FAST' };

export const WORKLOADS = ['financial', 'financial_apart', 'tpch', 'financial_full'] as const;
export type Workload = (typeof WORKLOADS)[number];

/**
 * DFTL'09, Table 3: figures of the traces. Whether places are asked for again it does not say: of Financial Fig. 2 of the
 * journal does ("about 80 % of the accesses belong to the first 5 000 requests in the LRU stack").
 */
const TRAFFIC: Record<Workload, ScenarioDocument> = {
  financial: { profile: 'financial', reuse: 0.8, interarrival_ms: 133.5, requests: 380_882 },
  financial_apart: { profile: 'financial', interarrival_ms: 133.5, requests: 282_469 },
  tpch: { profile: 'tpch', interarrival_ms: 155.56, requests: 1_153_000 },
  financial_full: { profile: 'financial', reuse: 0.8, interarrival_ms: 133.5, requests: 41_675 },
};

function ftlOf(scheme: Scheme, entries = CMT): ScenarioDocument {
  switch (scheme) {
    case 'page':
      return { kind: 'page' };
    case 'dftl':
      return { kind: 'dftl', cmt_entries: entries };
    case 'fast':
      return { kind: 'fast', log_blocks: LOGS };
  }
}

/** `faster`: how many times as fast as the paper's flash. */
function scenarioOf(name: string, workload: Workload, ftl: ScenarioDocument, faster = 1): ScenarioDocument {
  const timing = {
    preset: TIMING.preset,
    read_us: TIMING.read_us / faster,
    program_us: TIMING.program_us / faster,
    erase_us: TIMING.erase_us / faster,
  };
  return {
    format: 1,
    name,
    seed: 1,
    // One block for merges; DFTL's translation pages stand in the same spare blocks.
    device: { blocks: DATA + LOGS + 1, pages_per_block: PAGES, page_bytes: 2048, timing },
    logical_pages: ALL,
    ftl,
    ...(workload === 'financial_full' && { precondition: [{ kind: 'sequential' }] }),
    workload: { kind: 'profile', range: [0, ALL], ...TRAFFIC[workload] },
  };
}

export function overheadKey(workload: Workload, scheme: Scheme): string {
  return `${workload}/${scheme}`;
}

/** Figures 6, 7, 8 and 16: three schemes on one workload. */
export function overheadJobs(workload: Workload): Job[] {
  return SCHEMES.map((scheme) => ({
    key: overheadKey(workload, scheme),
    scenario: scenarioOf(`DFTL ${workload}, ${scheme}`, workload, ftlOf(scheme)),
    also: 'times',
  }));
}

/** Figure 11: entries of the CMT, the paper's size among them. */
export const SIZES = [1024, 2048, 4096, CMT, 32_768, 131_072, ALL];

export function sramKey(workload: Workload, entries: number): string {
  return entries === CMT ? overheadKey(workload, 'dftl') : `${workload}/dftl-${entries}`;
}

export function sramJobs(workload: Workload): Job[] {
  const [page, dftl] = overheadJobs(workload);
  const sizes = SIZES.map(
    (entries): Job => ({
      key: sramKey(workload, entries),
      scenario: scenarioOf(`DFTL ${workload}, CMT of ${entries}`, workload, ftlOf('dftl', entries)),
    }),
  );
  return [page, dftl, ...sizes.filter(({ key }) => key !== dftl?.key)].filter((job) => job !== undefined);
}

/** Figure 13 of the journal: how many times as fast the flash of FAST is. */
export const SPEEDS = [1, 2, 4, 8];

export function speedKey(workload: Workload, faster: number): string {
  return faster === 1 ? overheadKey(workload, 'fast') : `${workload}/fast-${faster}x`;
}

export function speedJobs(workload: Workload): Job[] {
  const [, dftl, fast] = overheadJobs(workload);
  const faster = SPEEDS.filter((speed) => speed > 1).map(
    (speed): Job => ({
      key: speedKey(workload, speed),
      scenario: scenarioOf(`DFTL ${workload}, fast on ${speed}x`, workload, ftlOf('fast'), speed),
    }),
  );
  return [dftl, fast, ...faster].filter((job) => job !== undefined);
}

/** A line of DFTL'J, Tables 5 and 6. */
export interface Printed {
  erases: number;
  merges: { switch: number; partial: number; full: number };
  reads: Extra;
  programs: Extra;
  /** Milliseconds. */
  service: { mean: number; stddev: number };
  response: { mean: number; stddev: number };
}

const copies = (pages: number): Extra => ({ gc: pages, merge: 0, translation: 0, translation_gc: 0 });
const merged = (pages: number): Extra => ({ gc: 0, merge: pages, translation: 0, translation_gc: 0 });

/**
 * As printed. In our causes `translation_gc` are both its columns of map pages that cleaning moves (2, 6) and updates (4, 8).
 */
const FINANCIAL: Record<Scheme, Printed> = {
  page: {
    erases: 10_111,
    merges: { switch: 5275, partial: 4836, full: 0 },
    reads: copies(15_573),
    programs: copies(15_573),
    service: { mean: 0.39, stddev: 0.79 },
    response: { mean: 0.43, stddev: 0.81 },
  },
  dftl: {
    erases: 10_176 + 4240,
    merges: { switch: 5650, partial: 8766, full: 0 },
    reads: { gc: 19_369, merge: 0, translation: 517_456, translation_gc: 5945 + 7582 },
    programs: { gc: 19_369, merge: 0, translation: 258_017, translation_gc: 5945 + 7582 },
    service: { mean: 0.55, stddev: 1.5 },
    response: { mean: 0.61, stddev: 1.52 },
  },
  fast: {
    erases: 151_180,
    merges: { switch: 374, partial: 5967, full: 8865 },
    reads: merged(1_508_490),
    programs: merged(1_508_490),
    service: { mean: 1.67, stddev: 13.51 },
    response: { mean: 2.75, stddev: 19.77 },
  },
};

const TPCH: Record<Scheme, Printed> = {
  page: {
    erases: 2544,
    merges: { switch: 14, partial: 2530, full: 0 },
    reads: copies(102_130),
    programs: copies(102_130),
    service: { mean: 0.68, stddev: 1.78 },
    response: { mean: 0.79, stddev: 2.96 },
  },
  dftl: {
    erases: 2678 + 2118,
    merges: { switch: 5, partial: 4791, full: 0 },
    reads: { gc: 110_716, merge: 0, translation: 1_449_183, translation_gc: 75_255 + 10_018 },
    programs: { gc: 110_716, merge: 0, translation: 50_242, translation_gc: 75_255 + 10_023 },
    service: { mean: 0.95, stddev: 2.88 },
    response: { mean: 1.39, stddev: 7.65 },
  },
  fast: {
    erases: 19_476,
    merges: { switch: 5, partial: 949, full: 568 },
    reads: merged(618_459),
    programs: merged(618_459),
    service: { mean: 1.06, stddev: 11.65 },
    response: { mean: 3.19, stddev: 29.56 },
  },
};

/** A device that was full says nothing else of the paper than that its was not. */
export const PRINTED: Record<Workload, Record<Scheme, Printed>> = {
  financial: FINANCIAL,
  financial_apart: FINANCIAL,
  tpch: TPCH,
  financial_full: FINANCIAL,
};
