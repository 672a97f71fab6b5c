/**
 * The smallest BAST that shows a full merge, for the first page: one logical block of eight pages, one log block. It is filled
 * by the eight writes that lesson 4 uses, and the ninth has to wait until all eight pages were copied.
 */
import { type ScenarioDocument, writeDocument } from './scenario/document';

const SCENARIO: ScenarioDocument = {
  format: 1,
  name: 'BAST: a full merge',
  seed: 1,
  device: {
    blocks: 4,
    pages_per_block: 8,
    page_bytes: 2048,
    program_order: 'ascending',
    timing: 'slides',
  },
  logical_pages: 8,
  ftl: { kind: 'bast', log_blocks: 1 },
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'ops', ops: 'w3 w1 w3 w6 w0 w3 w1 w5 w2' },
};

export const FULL_MERGE = writeDocument(SCENARIO);
/** The log block is full, and the next write needs it. */
export const BEFORE_MERGE = { request: 8, event: 0 };

/** A part of the output of `ftl-lab run full-merge.json`; full-merge.test.ts holds it to the engine. */
export const MERGE_REPORT = [
  ['write amplification', '1.8889'],
  ['merges', 'switch 0, partial 0, full 1'],
] as const;
