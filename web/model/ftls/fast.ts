/** FAST (Lee et al. 2007): all data blocks share the log blocks. */
import type { FtlModel } from './ftl';

export const fast: FtlModel = {
  inNames: 'FAST',
  family: 'logs',
  cost: 5,
  leastLogs: 2,
  setUp: ({ blocks }, logicalBlocks) => {
    // All the spare space, as for BAST; one of the log blocks is for sequences, so there are at least two.
    return { log_blocks: Math.max(2, blocks - logicalBlocks - 1), skip_stale: true };
  },
  example: {
    format: 1,
    name: 'FAST: shared log blocks',
    seed: 1,
    device: { blocks: 10, pages_per_block: 4, page_bytes: 4096, timing: 'slides' },
    logical_pages: 16,
    ftl: { kind: 'fast', log_blocks: 3, skip_stale: true },
    precondition: [{ kind: 'sequential' }],
    // The slides' example and its switch merge; a broken sequence (partial); a victim of three logical blocks (full).
    workload: {
      kind: 'ops',
      ops:
        'w5 w0 w13 w1 w2 w3 w8 w9 w7 w11 w2 w14 w6 w10 w15 r5 w1 w9 w4 w5 w6 w7 w12 w13 w1 w3 r14 w9 ' +
        'w0+4 w4+4 w10 w2 w7 t6 w6 w11 w8 w15 w3 w14 r0',
    },
  },
  koreanName: 'FAST: 공유 로그 블록',
};
