/**
 * Workloads of Hu's dissertation (Table 2.2) as profiles: mean request size, share of reads and rate are the table's.
 *
 * The table also says of each trace which share of its addresses is updated more than once. That is met by `reuse`, the share of the
 * requests that come back to the place of an earlier one (`generator_tests.rs` of the engine holds it so). How far back it does not
 * say: as far as those of DFTL'J, Fig. 2, 5,000 requests. Nor does it say anything of requests that go on where another ended, and so
 * none does: of the order that the traces had within a block nothing is left. That decides much of what is compared here.
 */
import type { ScenarioDocument } from '../../../model/document';

export const TRACES = ['financial1', 'financial2', 'exchange', 'build', 'msn', 'tpce'] as const;
export type Trace = (typeof TRACES)[number];

export const TRACE_NAMES: Record<Trace, string> = {
  ...{ financial1: 'Financial 1', financial2: 'Financial 2', exchange: 'Exchange' },
  ...{ build: 'Build', msn: 'MSN', tpce: 'TPC-E' },
};

interface Traffic {
  /** Table 2.2: kB of a request, writes for each read. */
  kb: number;
  writes: number;
  reuse: number;
}

const TRAFFIC: Record<Trace, Traffic> = {
  financial1: { kb: 3.38, writes: 3.31, reuse: 0.41 },
  financial2: { kb: 2.38, writes: 0.24, reuse: 0.79 },
  exchange: { kb: 12.5, writes: 1.53, reuse: 0.53 },
  build: { kb: 4.14, writes: 41, reuse: 0.14 },
  msn: { kb: 22.52, writes: 66.7, reuse: 0.095 },
  tpce: { kb: 12.75, writes: 83.9, reuse: 0.01 },
};

/** Pages of the table's device, kB. */
const PAGE_KB = 4;

/** How many requests write so many pages, in hundreds: a request has at least one. */
export function requestsFor(trace: Trace, pages: number): number {
  const { kb, writes } = TRAFFIC[trace];
  const each = (Math.max(1, kb / PAGE_KB) * writes) / (1 + writes);
  return 100 * Math.round(pages / each / 100);
}

/** Without its number of requests. */
export function workloadOf(trace: Trace): ScenarioDocument {
  return { kind: 'profile', profile: trace, reuse: TRAFFIC[trace].reuse };
}
