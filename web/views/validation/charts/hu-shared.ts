/**
 * Runs for Hu's figures 3.6 to 3.15: GC-ARM and AP, which share RAM between write buffer and CMT, beside BPLRU and DFTL, on the drive of
 * hu-ram.ts. How RAM is divided at first she does not say: here into halves. Windows, thresholds and steps are hers, not an eighth.
 */
import type { Job } from './experiment';
import { BUFFERED, ENTRIES, jobOf, pageJob, ramJob, SIZES } from './hu-ram';
import type { Trace } from './hu-traffic';

export const SHARED_TRACES = ['financial1', 'financial2', 'exchange', 'msn', 'tpce'] as const;
export type SharedTrace = (typeof SHARED_TRACES)[number];

export const SHARERS = ['gc_arm', 'ap', 'bplru', 'dftl'] as const;
export type Sharer = (typeof SHARERS)[number];

/** As figures call them. */
export const SHARER_NAMES: Record<Sharer, string> = {
  ...{ gc_arm: 'GC-ARM', ap: 'AP', bplru: 'BPLRU', dftl: 'DFTL' },
};

/** Of the figures of traffic; hers say nothing of it. */
export const TRAFFIC_MB = 16;

export function sharedJob(trace: Trace, scheme: Sharer, mb: number): Job {
  if (scheme === 'bplru' || scheme === 'dftl') return ramJob(trace, scheme, mb);
  return jobOf(`hu-ram/${trace}/${scheme}-${mb}`, trace, {
    ftl: { kind: 'dftl', cmt_entries: (mb * ENTRIES) / 2, entries_per_translation_page: 512 },
    buffer: { kind: scheme, capacity: (mb * BUFFERED) / 2 },
  });
}

export function sharedJobs(trace: Trace): Job[] {
  return [pageJob(trace), ...SHARERS.flatMap((scheme) => SIZES.map((mb) => sharedJob(trace, scheme, mb)))];
}
