/** BAST (Kim et al. 2002): a log block serves one data block. */
import type { FtlModel } from './ftl';

export const bast: FtlModel = {
  inNames: 'BAST',
  family: 'logs',
  cost: 4,
  leastLogs: 1,
  setUp: ({ blocks }, logicalBlocks) => {
    // All the space that page-level schemes have to spare; one block is where full merges go.
    return { log_blocks: Math.max(1, blocks - logicalBlocks - 1) };
  },
  example: {
    format: 1,
    name: 'BAST: log blocks and merges',
    seed: 1,
    device: { blocks: 12, pages_per_block: 4, page_bytes: 4096, timing: 'slides' },
    logical_pages: 16,
    ftl: { kind: 'bast', log_blocks: 2 },
    precondition: [{ kind: 'sequential' }],
    // A sequential rewrite (switch merge), the start of one (partial), then the slides' thrashing (full).
    workload: {
      kind: 'ops',
      ops:
        'w4 w5 w6 w7 r5 w8 w9 w0 w7 w9 w15 w0 w11 r9 w12 w13 w14 w15 w2 w6 r6 w10 w3 w8 w1 w5 w13 ' +
        'w0+4 w4+4 w9 w14 r14 w2 w7 w11 w12 w6 w0 w9 w3 r0',
    },
  },
  koreanName: 'BAST: 로그 블록과 병합',
};
