/** KAST (Cho et al. 2009): a log block is shared by at most K data blocks, so that one write never waits long. */
import type { FtlModel } from './ftl';

export const kast: FtlModel = {
  inNames: 'KAST',
  family: 'logs',
  cost: 4.5,
  leastLogs: 2,
  /** All the spare space, as for FAST: an eighth of the log blocks for sequences, at least one. */
  setUp: ({ blocks }, logicalBlocks) => {
    const logs = Math.max(2, blocks - logicalBlocks - 1);
    return { log_blocks: logs, seq_log_blocks: Math.max(1, Math.floor(logs / 8)), associativity: 2 };
  },
  example: {
    format: 1,
    name: 'KAST: log blocks for two data blocks each',
    seed: 1,
    device: { blocks: 10, pages_per_block: 4, page_bytes: 4096, timing: 'slides' },
    logical_pages: 16,
    ftl: { kind: 'kast', log_blocks: 3, seq_log_blocks: 1, associativity: 2 },
    precondition: [{ kind: 'sequential' }],
    // Two log blocks of two logical blocks each; a switch, a broken sequence (partial); a victim of two logical blocks (full).
    workload: {
      kind: 'ops',
      ops:
        'w5 w9 w14 w2 r5 w0 w1 w2 w3 w0 w6 w4 w7 w10 w15 w1 w11 w5 w3 w13 r14 w9 w8 w9 w10 w11 w12 w6 ' +
        'w0+4 w4+4 w10 w2 w7 t6 w6 w11 w8 w15 w3 w14 r0',
    },
  },
  koreanName: 'KAST: 데이터 블록 둘씩 나누는 로그 블록',
  ownWords: [
    'why_program_host_random_log',
    'why_block_taken_random_log',
    'why_reclaim_oldest',
    'why_reclaim_chosen',
    'why_rule_reclaim',
    'why_source_reclaim',
    'why_source_merge_sw',
    'why_merge_reason_sequence_broken',
  ],
};
