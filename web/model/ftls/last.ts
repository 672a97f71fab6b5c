/** LAST (Lee et al. 2008): log blocks for sequences, for hot and for cold pages. */
import type { FtlModel } from './ftl';

export const last: FtlModel = {
  inNames: 'LAST',
  family: 'logs',
  cost: 6,
  leastLogs: 4,
  /**
   * All the spare space: a sixteenth of the log blocks for sequences, as in the slides (32 of 512 MB), at least one, and at least three
   * for the rest. As many pages count as hot as an eighth of the log blocks has.
   */
  setUp: ({ blocks, pagesPerBlock, pageBytes }, logicalBlocks) => {
    const logs = Math.max(4, blocks - logicalBlocks - 1);
    return {
      log_blocks: logs,
      seq_log_blocks: Math.max(1, Math.floor(logs / 16)),
      k: Math.max(4, Math.floor((logs * pagesPerBlock) / 8)),
      // More than a page, however large a page is.
      seq_threshold: Math.max(4096, pageBytes + 1),
    };
  },
  example: {
    format: 1,
    name: 'LAST: streams, hot and cold pages',
    seed: 1,
    // Pages of 2 KiB: a request of two is as large as the threshold.
    device: { blocks: 12, pages_per_block: 4, page_bytes: 2048, timing: 'slides' },
    logical_pages: 16,
    ftl: { kind: 'last', log_blocks: 6, seq_log_blocks: 2, k: 5, seq_threshold: 4096 },
    precondition: [{ kind: 'sequential' }],
    // Streams; the slides' hot and cold pages; victims of one to three logical blocks, then a dead one; at the end a switch.
    workload: {
      kind: 'ops',
      ops:
        'w0+2 w4+2 w2+2 w8+2 w1 w4 w3 w1 w2 w7 w8 w2 w1 w14 w2 w9 w1 w4 w2 w9 r1 w4 w13 w9 w6+2 ' +
        'w11 w15 w5 w10 w4 w6 w12+2 w14+2 w9 w5 w4+4 w3 t6 w9 w0+2 w7 w10 w2 r0',
    },
  },
  koreanName: 'LAST: 스트림, 핫·콜드 페이지',
};
