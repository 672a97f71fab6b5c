/** Replacement blocks (Ban 1999): a chain of blocks for each logical block. */
import type { FtlModel } from './ftl';

export const replacement: FtlModel = {
  inNames: 'Replacement',
  family: 'in_place',
  cost: 3,
  setUp: () => {
    return { gc_threshold: 1 };
  },
  example: {
    format: 1,
    name: 'Replacement blocks: chains and folds',
    seed: 1,
    device: { blocks: 6, pages_per_block: 5, page_bytes: 4096, program_order: 'any', timing: 'slides' },
    logical_pages: 15,
    ftl: { kind: 'replacement', gc_threshold: 1 },
    // The slides' chain (1 2 3 4 4 3 4), read from its end; a chain rewritten as a whole; then no block is free: a partial
    // fold, and of three chains as long the least recently written, a switch.
    workload: {
      kind: 'ops',
      ops:
        'w1 w2 w3 w4 w4 w3 w4 r4 r3 r1 w10+5 w5+5 w5+5 w10 w4 w10 r8 t12 r12 w8 w12 w3 w9 w2 w14 w0 r0 r10 ' +
        'w6+3 w11 w1 w13 w4 r4 w5+5 w10 r13 w0+5 r2',
    },
  },
  koreanName: '대체 블록: 체인과 접기',
};
