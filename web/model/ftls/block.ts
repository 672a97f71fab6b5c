/** Block mapping: each page has one place in one block. */
import type { FtlModel } from './ftl';

export const block: FtlModel = {
  inNames: 'Block',
  family: 'in_place',
  cost: 7,
  setUp: () => {
    return {};
  },
  example: {
    format: 1,
    name: 'Block mapping: rewrites',
    seed: 1,
    device: { blocks: 6, pages_per_block: 5, page_bytes: 4096, program_order: 'any', timing: 'slides' },
    logical_pages: 20,
    ftl: { kind: 'block' },
    // Pages find their places in any order; then each page written again costs its block.
    workload: {
      kind: 'ops',
      ops: 'w2 w0 w1 r1 w1 w4 w3 w5+5 w12 w7 r7 w10 t7 w7 w0+5 w16 w16 r16 w19 t16 w9 w16 w3 r3 w15+5 w12 r12',
    },
  },
  koreanName: '블록 매핑: 새로 쓰기',
};
