/** Runs for DFTL'09, Fig. 10: requests of the Financial trace one by one, around full merges. */
import type { ScenarioDocument } from '../../../model/document';
import type { Job } from './experiment';

const DATA = 1024;
const PAGES = 64;
const LOGS = Math.floor(DATA * 0.03);

/** Full merges lie in it. The source draws requests 4920 to 5020 of its trace; in this file these hardly write. */
export const WINDOW = { from: 4020, to: 4120 };

export const MOMENTS = ['fast', 'dftl'] as const;
export type Moment = (typeof MOMENTS)[number];

const FTL: Record<Moment, ScenarioDocument> = {
  fast: { kind: 'fast', log_blocks: LOGS },
  dftl: { kind: 'dftl', cmt_entries: DATA / 2 + LOGS * PAGES },
};

export function momentKey(scheme: Moment): string {
  return `moment/${scheme}`;
}

/** UMass Financial1, its first requests, as they ship with the page; addresses beyond the device are wrapped around it. */
export function momentJob(scheme: Moment): Job {
  return {
    key: momentKey(scheme),
    window: WINDOW,
    scenario: {
      format: 1,
      name: `DFTL Fig. 10, ${scheme}`,
      seed: 1,
      device: {
        ...{ blocks: DATA + LOGS + 1, pages_per_block: PAGES, page_bytes: 2048 },
        timing: { preset: 'dftl09-large', read_us: 130.9, program_us: 405.9, erase_us: 2000 },
      },
      logical_pages: DATA * PAGES,
      ftl: FTL[scheme],
      workload: { kind: 'trace', path: 'financial1-first10k.mqsim.gz', mapping: 'wrap' },
    },
  };
}
