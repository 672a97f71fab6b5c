/** Page mapping: every page has its own mapping; blocks are cleaned one after another. */
import type { FtlModel } from './ftl';

export const page: FtlModel = {
  inNames: 'Page',
  family: 'cleaning',
  cost: 2,
  setUp: (_shape, _logicalBlocks, policy) => {
    return { gc_policy: policy, gc_threshold: 2 };
  },
  example: {
    format: 1,
    name: 'Page mapping: garbage collection',
    seed: 7,
    device: { blocks: 8, pages_per_block: 4, page_bytes: 4096, timing: 'slides' },
    logical_pages: 20,
    ftl: { kind: 'page', gc_policy: 'greedy', gc_threshold: 2 },
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'uniform', requests: 200, read_fraction: 0.15 },
  },
  koreanName: '페이지 매핑: 가비지 컬렉션',
};
