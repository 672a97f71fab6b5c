/** DFTL (Gupta et al. 2009): page mapping whose table is in flash, with a cache of it in SRAM. */
import type { FtlModel } from './ftl';

const OPTIONS = { kind: 'dftl', cmt_entries: 4, entries_per_translation_page: 8, gc_threshold: 3 };

export const dftl: FtlModel = {
  inNames: 'DFTL',
  family: 'cleaning',
  cost: 8,
  setUp: ({ pageBytes, logicalPages }, _logicalBlocks, policy) => {
    return {
      cmt_entries: Math.max(4, Math.ceil(logicalPages / 16)),
      // 512 mappings of 4 bytes fill a 2 KiB page; on a toy device that would leave one translation page to see.
      entries_per_translation_page: Math.max(
        4,
        Math.min(Math.floor(pageBytes / 4), Math.ceil(logicalPages / 4)),
      ),
      gc_threshold: 3,
      // The one policy that DFTL lacks.
      gc_policy: policy === 'fifo_full' ? 'greedy' : policy,
    };
  },
  example: {
    format: 1,
    name: 'DFTL: a small mapping cache',
    seed: 3,
    device: { blocks: 12, pages_per_block: 4, page_bytes: 4096, timing: 'slides' },
    logical_pages: 24,
    ftl: OPTIONS,
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'hot_cold', requests: 150, r: 0.7, f: 0.25, read_fraction: 0.3 },
  },
  koreanName: 'DFTL: 작은 매핑 캐시',
};
