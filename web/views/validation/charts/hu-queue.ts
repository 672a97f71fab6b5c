/**
 * Runs for Hu's figures 4.10 to 4.12 (bandwidth and response by queue length and request size), 5.3 (reads and writes mixed) and 5.6 to
 * 5.10 (schedulers): a page-mapped drive of eight channels, as many as she finds requests at work at once.
 *
 * Her drives are known by their data sheets; ours has Table 2.4's times, one die a channel. Where she runs a drive for 15 seconds
 * lest it clean, ours has flash to spare and does not clean. Requests smaller than a page, her 1 KB, do not exist here.
 */
import type { ScenarioDocument } from '../../../model/document';
import type { Job } from './experiment';
import { type Trace, workloadOf } from './hu-traffic';

const DATA = 1024;
const PAGES = 128;
const ALL = DATA * PAGES;
const CHANNELS = 8;
/** Blocks for all that a run writes beyond what was there. */
const ROOM = 1076;

interface Asked {
  key: string;
  name: string;
  spare: number;
  host: ScenarioDocument;
  workload: ScenarioDocument;
}

function jobOf({ key, name, spare, host, workload }: Asked): Job {
  return {
    key,
    scenario: {
      format: 1,
      ...{ name, seed: 1 },
      device: { blocks: DATA + spare, pages_per_block: PAGES, page_bytes: 4096, timing: 'hu' },
      logical_pages: ALL,
      ftl: { kind: 'page' },
      precondition: [{ kind: 'sequential' }],
      host: { channels: CHANNELS, ...host },
      workload,
    },
  };
}

/** So many requests are with the drive at any time, and none is merged with another. */
const closed = (requests: number) => ({ queue_depth: requests, outstanding: requests, merge: false });

const OPS = ['read', 'write'] as const;
export type Op = (typeof OPS)[number];
/** Pages of a request: 4 to 256 KB. */
export const REQUEST_PAGES = [1, 4, 16, 32, 64];
export const DEPTHS = [1, 2, 4, 8, 16, 32, 64];
/** Pages that a run asks for. */
const ASKED = 32_000;

export function queueJob(op: Op, pages: number, depth: number): Job {
  return jobOf({
    key: `hu-queue/${op}-${pages * 4}-${depth}`,
    name: `Hu, random ${op}s of ${pages * 4} KB, ${depth} at a time`,
    spare: ROOM,
    host: closed(depth),
    workload: { kind: 'uniform', pages, read_fraction: op === 'read' ? 1 : 0, requests: ASKED / pages },
  });
}

export function queueJobs(): Job[] {
  return OPS.flatMap((op) =>
    REQUEST_PAGES.flatMap((pages) => DEPTHS.map((depth) => queueJob(op, pages, depth))),
  );
}

/** Shares of the requests that write. */
export const WRITE_SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

export function mixJob(writes: number): Job {
  return jobOf({
    key: `hu-mix/${writes}`,
    name: `Hu, ${writes * 100} % writes, 64 at a time`,
    spare: ROOM,
    host: closed(64),
    workload: { kind: 'uniform', read_fraction: Number((1 - writes).toFixed(1)), requests: ASKED },
  });
}

export const SCHEDULED_TRACES = ['financial1', 'financial2', 'exchange', 'msn', 'build'] as const;
export type ScheduledTrace = (typeof SCHEDULED_TRACES)[number];

/** Linux's, and Hu's with so many zones. */
export const SCHEDULERS = ['noop', 'deadline', 'cfq', 'anticipatory', 1, 2, 4, 8, 16] as const;
export type Scheduler = (typeof SCHEDULERS)[number];

/** Seven per cent of spare flash: what is written has to be cleaned up after. As many requests as wait keep the schedulers busy. */
export function schedulerJob(trace: Trace, scheduler: Scheduler): Job {
  const isZones = typeof scheduler === 'number';
  return jobOf({
    key: `hu-scheduler/${trace}-${scheduler}`,
    name: `Hu ${trace}, ${isZones ? `${scheduler} zones` : scheduler}`,
    spare: Math.floor(DATA * 0.07),
    host: {
      scheduler: isZones ? { kind: 'ssd_zones', zones: scheduler } : scheduler,
      ...{ queue_depth: 32, outstanding: 64 },
    },
    workload: { ...workloadOf(trace), requests: 20_000 },
  });
}

export function schedulerJobs(): Job[] {
  return SCHEDULED_TRACES.flatMap((trace) => SCHEDULERS.map((scheduler) => schedulerJob(trace, scheduler)));
}
