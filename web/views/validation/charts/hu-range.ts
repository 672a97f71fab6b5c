/**
 * Runs for Hu's figures 4.1 and 4.4: how bandwidth falls as more is written, by the share of the logical space that is written to.
 *
 * As she does: a drive erased before, random writes of 64 KB, and six times as much as it holds (three times, of a log-block FTL). Of
 * her drives she knows capacity and little else. Ours has 512 MiB, 7 % more flash than it shows (as where GiB of flash are sold as GB),
 * and one server.
 */
import type { ScenarioDocument } from '../../../model/document';
import type { Job } from './experiment';

const DATA = 1024;
const PAGES = 128;
const ALL = DATA * PAGES;
const SPARE = Math.floor(DATA * 0.07);
/** 64 KB. */
const REQUEST = 16;

/** Shares of the logical space that are written to. */
export const SHARES_WRITTEN = [0.1, 0.5, 0.7, 0.9, 1];

export const MAPPINGS = ['page', 'bast'] as const;
/** How blocks are mapped: her drives of figure 4.1, and that of figure 4.4. */
export type Mapping = (typeof MAPPINGS)[number];

/** How many times the capacity is written. */
const TIMES: Record<Mapping, number> = { page: 6, bast: 3 };
/** Points of the chart for each time. */
export const PARTS = 4;

const FTL: Record<Mapping, ScenarioDocument> = {
  page: { kind: 'page' },
  // 1 % of the blocks, as of her log-block FTL.
  bast: { kind: 'bast', log_blocks: Math.floor(DATA / 100) },
};

export function courseJob(mapping: Mapping, share: number): Job {
  return {
    key: `hu-course/${mapping}-${share}`,
    parts: TIMES[mapping] * PARTS,
    scenario: {
      format: 1,
      name: `Hu, ${mapping}, writes to 0-${share * 100} %`,
      seed: 1,
      device: { blocks: DATA + SPARE, pages_per_block: PAGES, page_bytes: 4096, timing: 'hu' },
      logical_pages: ALL,
      ftl: FTL[mapping],
      workload: {
        ...{ kind: 'uniform', pages: REQUEST, range: [0, Math.floor(ALL * share)] },
        requests: (ALL / REQUEST) * TIMES[mapping],
      },
    },
  };
}

export function courseJobs(mapping: Mapping): Job[] {
  return SHARES_WRITTEN.map((share) => courseJob(mapping, share));
}
