/**
 * Runs for Hu's figures 2.3 to 2.9: write buffers over a log-block FTL, DFTL and page mapping, by the size of the RAM.
 *
 * As she says: pages of 4 KiB, blocks of 512 KiB, Table 2.4's times, BPLRU and PUD-LRU over a log-block FTL whose log is 1 % of the
 * blocks, all RAM for the buffer or for the CMT, entries of 8 bytes. The flash is the same for all, and full. What is counted in
 * pages, blocks and requests is an eighth of hers, and so the RAM: the drive has 4 GiB for her 32 GB, and 16 MB of hers are 2 MB here.
 * Of Exchange she says that 40 MB hold the mappings of its working set: it has 40 of the 64 parts of the drive.
 */
import type { ScenarioDocument } from '../../../model/document';
import type { Job } from './experiment';
import { requestsFor, type Trace, workloadOf } from './hu-traffic';

const PAGES = 128;
/** An eighth of the blocks of 32 GB. */
const DATA = 65_536 / 8;
const LOGS = Math.floor(DATA / 100);
const ALL = DATA * PAGES;

/** Sizes of the RAM as she has them, MB; at the last every mapping fits. */
export const SIZES = [8, 16, 24, 40, 64];
const WHOLE_MAP = 64;
const SIZE_OF_8 = 1024 * 1024;
/** For a megabyte of hers. */
export const BUFFERED = SIZE_OF_8 / 4096 / 8;
export const ENTRIES = SIZE_OF_8 / 8 / 8;
/** An eighth of 5,000. */
const REUSED_WITHIN = 625;

/** Pages written before counting, and while counting. */
const WARM_UP = 60_000;
const COUNTED = 90_000;

export const BUFFERED_TRACES = ['financial1', 'financial2', 'exchange', 'build', 'tpce'] as const;
export type BufferedTrace = (typeof BUFFERED_TRACES)[number];

export const RIVALS = ['bplru', 'pud_lru', 'dftl'] as const;
export type Rival = (typeof RIVALS)[number];

/** As figures call them. */
export const RIVAL_NAMES: Record<Rival, string> = { bplru: 'BPLRU', pud_lru: 'PUD-LRU', dftl: 'DFTL' };

// One block more for merges; DFTL's translation pages stand in the same spare blocks.
const DEVICE = { blocks: DATA + LOGS + 1, pages_per_block: PAGES, page_bytes: 4096, timing: 'hu' } as const;

type Parts = Record<'ftl' | 'buffer', ScenarioDocument>;

function partsOf(scheme: Rival, mb: number): Parts {
  if (scheme === 'dftl')
    return {
      ftl: { kind: 'dftl', cmt_entries: mb * ENTRIES, entries_per_translation_page: 512 },
      buffer: { kind: 'none' },
    };
  return {
    ftl: { kind: 'bast', log_blocks: LOGS },
    buffer: { kind: scheme, capacity: mb * BUFFERED },
  };
}

export function jobOf(key: string, trace: Trace, { ftl, buffer }: Parts): Job {
  const warmup_requests = requestsFor(trace, WARM_UP);
  const range = [0, trace === 'exchange' ? (ALL * 40) / WHOLE_MAP : ALL];
  return {
    key,
    scenario: {
      format: 1,
      name: `Hu ${key.replace('hu-', '').replaceAll('/', ' ')}`,
      seed: 1,
      device: DEVICE,
      logical_pages: ALL,
      ...{ ftl, buffer },
      precondition: [{ kind: 'sequential' }],
      warmup_requests,
      workload: {
        ...workloadOf(trace),
        ...{ range, reuse_within: REUSED_WITHIN, requests: warmup_requests + requestsFor(trace, COUNTED) },
      },
    },
  };
}

export function pageJob(trace: Trace): Job {
  return jobOf(`hu-ram/${trace}/page`, trace, { ftl: { kind: 'page' }, buffer: { kind: 'none' } });
}

export function ramJob(trace: Trace, scheme: Rival, mb: number): Job {
  return jobOf(`hu-ram/${trace}/${scheme}-${mb}`, trace, partsOf(scheme, mb));
}

export function ramJobs(trace: Trace, schemes: readonly Rival[]): Job[] {
  return schemes.flatMap((scheme) => SIZES.map((mb) => ramJob(trace, scheme, mb)));
}

/** Figure 2.8: thresholds of PUD-LRU, hers among them, with 16 MB. */
export const THRESHOLDS = [0.0001, 0.001, 0.01, 0.1, 0.5];
export const HER_THRESHOLD = 0.001;
export const THRESHOLD_MB = 16;

export function thresholdJob(trace: Trace, threshold: number): Job {
  if (threshold === HER_THRESHOLD) return ramJob(trace, 'pud_lru', THRESHOLD_MB);
  const { ftl, buffer } = partsOf('pud_lru', THRESHOLD_MB);
  return jobOf(`hu-threshold/${trace}-${threshold}`, trace, { ftl, buffer: { ...buffer, threshold } });
}

/** Traces that ship with the page: what of the claims is the traces' and is lost in their profiles. */
export const RECORDED_TRACES = ['financial1', 'tpcc', 'tencent'] as const;
export type RecordedTrace = (typeof RECORDED_TRACES)[number];

const RECORDED_FILE: Record<RecordedTrace, { path: string; requests: number }> = {
  financial1: { path: 'financial1-first10k.mqsim.gz', requests: 10_000 },
  tpcc: { path: 'tpcc-small.mqsim.gz', requests: 6999 },
  tencent: { path: 'tencent-cbs-50000.csv.gz', requests: 50_000 },
};

/** As they are short, with less RAM: KiB. */
export const RECORDED_SIZES = [256, 512, 1024, 2048, 4096];

export function recordedJob(trace: RecordedTrace, scheme: 'bplru' | 'pud_lru', kib: number): Job {
  return {
    key: `hu-real/${trace}/${scheme}-${kib}`,
    scenario: {
      format: 1,
      name: `Hu, recorded ${trace}, ${scheme} ${kib}`,
      seed: 1,
      device: DEVICE,
      logical_pages: ALL,
      ftl: { kind: 'bast', log_blocks: LOGS },
      buffer: { kind: scheme, capacity: kib / 4 },
      precondition: [{ kind: 'sequential' }],
      workload: { kind: 'trace', ...RECORDED_FILE[trace], mapping: 'wrap' },
    },
  };
}

export function recordedJobs(): Job[] {
  return RECORDED_TRACES.flatMap((trace) =>
    (['bplru', 'pud_lru'] as const).flatMap((scheme) =>
      RECORDED_SIZES.map((kib) => recordedJob(trace, scheme, kib)),
    ),
  );
}

export function bufferJobs(): Job[] {
  const profiles = BUFFERED_TRACES.flatMap((trace) => [
    pageJob(trace),
    ...ramJobs(trace, RIVALS),
    ...THRESHOLDS.map((threshold) => thresholdJob(trace, threshold)),
  ]);
  return [...profiles, ...recordedJobs()];
}
