/** Superblock FTL (Kang et al. 2006): adjacent blocks are mapped by page together. */
import type { FtlModel } from './ftl';

export const superblock: FtlModel = {
  inNames: 'Superblock',
  family: 'superblocks',
  cost: 1,
  /** Superblocks of four blocks, on a small device of two; what the device has beyond them, but for one, are update blocks. */
  setUp: ({ blocks }, logicalBlocks) => {
    const size = logicalBlocks >= 16 ? 4 : 2;
    const count = Math.ceil(logicalBlocks / size);
    const updates = Math.max(1, blocks - count * size - 1);
    return {
      blocks_per_superblock: size,
      update_blocks_per_superblock: Math.min(size, updates),
      update_blocks: updates,
      cached_superblocks: Math.max(1, Math.ceil(count / 4)),
    };
  },
  example: {
    format: 1,
    name: 'Superblock: GC inside groups',
    seed: 1,
    device: { blocks: 10, pages_per_block: 4, page_bytes: 4096, timing: 'slides' },
    logical_pages: 24,
    ftl: {
      kind: 'superblock',
      blocks_per_superblock: 2,
      update_blocks_per_superblock: 1,
      update_blocks: 2,
      cached_superblocks: 2,
    },
    precondition: [{ kind: 'sequential' }],
    // A victim with nothing left (switch), two that part hot from cold (partial), a compaction (full); then all of it mixed.
    workload: {
      kind: 'ops',
      ops:
        'w0 w1 w2 w3 w0 w4 w1 w5 w0 r9 w8 w16 r0 w2 w6 w9 w10 r21 w17 t5 w18 w1 w0 w12 w13 w8 r5 w20 ' +
        'w21 w16 w3 w7 w0+4 w22 r14 w11 w19 w6',
    },
  },
  koreanName: '슈퍼블록: 묶음 안의 GC',
};
