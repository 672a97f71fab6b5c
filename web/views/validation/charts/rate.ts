/** Runs for DFTL'09, Fig. 9: response times as requests come faster, of random writes (workload A) and of sequential ones (B). */
import type { ScenarioDocument } from '../../../model/document';
import { SCHEMES, type Scheme } from './dftl';
import type { Job } from './experiment';

const DATA = 512;
const PAGES = 64;
const LOGS = Math.floor(DATA * 0.03);

export const LOADS = ['random', 'sequential'] as const;
export type Load = (typeof LOADS)[number];
/** Milliseconds between two requests. */
export const INTERVALS = [32, 16, 8, 4, 2, 1, 0.5];

const KIND: Record<Load, ScenarioDocument> = {
  random: { kind: 'uniform' },
  sequential: { kind: 'streams', streams: 1 },
};

const FTL: Record<Scheme, ScenarioDocument> = {
  page: { kind: 'page' },
  dftl: { kind: 'dftl', cmt_entries: DATA / 2 + LOGS * PAGES },
  fast: { kind: 'fast', log_blocks: LOGS },
};

export function rateKey(load: Load, scheme: Scheme, interval: number): string {
  return `rate/${load}/${scheme}-${interval}`;
}

/** The source says of its workloads only what they are like: here one page a request, nine writes in ten requests. */
export function rateJob(load: Load, scheme: Scheme, interval: number): Job {
  return {
    key: rateKey(load, scheme, interval),
    scenario: {
      format: 1,
      name: `DFTL ${load} writes every ${interval} ms, ${scheme}`,
      seed: 1,
      device: { blocks: DATA + LOGS + 1, pages_per_block: PAGES, page_bytes: 2048, timing: 'dftl09-large' },
      logical_pages: DATA * PAGES,
      ftl: FTL[scheme],
      workload: { ...KIND[load], read_fraction: 0.1, interarrival_ms: interval, requests: 60_000 },
    },
  };
}

export function rateJobs(): Job[] {
  return LOADS.flatMap((load) =>
    SCHEMES.flatMap((scheme) => INTERVALS.map((interval) => rateJob(load, scheme, interval))),
  );
}
