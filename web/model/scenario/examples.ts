/**
 * The scenarios of the page: one per FTL, small enough to name every page, and busy enough that what
 * the scheme is about happens within some twenty requests.
 */
import { currentLanguage } from '../../base/language';
import type { FtlKind } from '../schemes';
import { type ScenarioDocument, writeDocument } from './document';

const DFTL = { kind: 'dftl', cmt_entries: 4, entries_per_translation_page: 8, gc_threshold: 3 };

const EXAMPLES: Record<FtlKind, ScenarioDocument> = {
  page: {
    format: 1,
    name: 'Page mapping: garbage collection',
    seed: 7,
    device: { blocks: 8, pages_per_block: 4, page_bytes: 4096, timing: 'slides' },
    logical_pages: 20,
    ftl: { kind: 'page', gc_policy: 'greedy', gc_threshold: 2 },
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'uniform', requests: 200, read_fraction: 0.15 },
  },
  bast: {
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
  fast: {
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
  superblock: {
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
  last: {
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
  dftl: {
    format: 1,
    name: 'DFTL: a small mapping cache',
    seed: 3,
    device: { blocks: 12, pages_per_block: 4, page_bytes: 4096, timing: 'slides' },
    logical_pages: 24,
    ftl: DFTL,
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'hot_cold', requests: 150, r: 0.7, f: 0.25, read_fraction: 0.3 },
  },
  replacement: {
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
  block: {
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
};

/** Names of the examples in a page that is in Korean. A scenario keeps the name that it was opened with. */
const KOREAN: Record<string, string> = {
  'Page mapping: garbage collection': '페이지 매핑: 가비지 컬렉션',
  'BAST: log blocks and merges': 'BAST: 로그 블록과 병합',
  'FAST: shared log blocks': 'FAST: 공유 로그 블록',
  'Superblock: GC inside groups': '슈퍼블록: 묶음 안의 GC',
  'LAST: streams, hot and cold pages': 'LAST: 스트림, 핫·콜드 페이지',
  'DFTL: a small mapping cache': 'DFTL: 작은 매핑 캐시',
  'Replacement blocks: chains and folds': '대체 블록: 체인과 접기',
  'Block mapping: rewrites': '블록 매핑: 새로 쓰기',
  'DFTL: power is lost': 'DFTL: 전원 손실',
  'PUD-LRU: a write buffer': 'PUD-LRU: 쓰기 버퍼',
  'Channels behind a scheduler': '스케줄러 뒤의 채널',
  'A million pages': '백만 페이지',
  'An aged drive': '오래 쓴 드라이브',
  'Hot and cold': '핫과 콜드',
};

function written(example: ScenarioDocument): string {
  const name = currentLanguage() === 'ko' ? KOREAN[String(example.name)] : undefined;
  return writeDocument(name ? { ...example, name } : example);
}

export function exampleText(kind: FtlKind): string {
  return written(EXAMPLES[kind]);
}

/** DFTL loses power in the middle of a GC, and finds its tables again from a checkpoint on. */
export function powerExampleText(): string {
  return written({
    ...EXAMPLES.dftl,
    name: 'DFTL: power is lost',
    device: { blocks: 14, pages_per_block: 4, page_bytes: 4096, timing: 'slides' },
    ftl: { ...DFTL, gtd_checkpoint_every: 4 },
    power_cut: 60,
  });
}

/** Hu's Table 2.3: PUD-LRU in front of BAST, then again and again, so that blocks are completed from flash. */
export function bufferExampleText(): string {
  return written({
    format: 1,
    name: 'PUD-LRU: a write buffer',
    seed: 1,
    device: { blocks: 8, pages_per_block: 4, page_bytes: 2048, timing: 'hu' },
    logical_pages: 20,
    ftl: { kind: 'bast', log_blocks: 2 },
    buffer: { kind: 'pud_lru', capacity: 6, threshold: 0.01 },
    workload: {
      kind: 'ops',
      ops: 'w0 w4 w1 w8 w2 w12 w3 w4 w0 w16 w1 w17 r3 r0 w5 w9 w0 r12 w13 w6 w1 w10 w2 w7 r5 w14 w11 w18 w0 r9',
    },
  });
}

/** Requests that come faster than one channel takes them, some of them adjacent, in front of two channels that clean. */
export function channelsExampleText(): string {
  return written({
    format: 1,
    name: 'Channels behind a scheduler',
    seed: 7,
    device: { blocks: 16, pages_per_block: 4, page_bytes: 4096, timing: 'hu' },
    logical_pages: 40,
    ftl: { kind: 'page', gc_threshold: 3 },
    host: {
      channels: 2,
      dies: 2,
      queue_depth: 4,
      outstanding: 10,
      scheduler: { kind: 'ssd_zones', zones: 4 },
    },
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'uniform', requests: 200, read_fraction: 0.4, pages: 2 },
  });
}

export const LARGE_EXAMPLES = ['million', 'aged', 'apart'] as const;
export type LargeExample = (typeof LARGE_EXAMPLES)[number];

/** Devices too large to name every page: the stage draws them as a heat map. */
const LARGE: Record<LargeExample, ScenarioDocument> = {
  million: {
    format: 1,
    name: 'A million pages',
    seed: 7,
    device: { blocks: 15_625, pages_per_block: 64, page_bytes: 4096, timing: 'slides' },
    // Room enough that GC is under way within a minute of fast playing.
    spare_factor: 0.1,
    ftl: { kind: 'page', gc_policy: 'greedy' },
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'uniform', requests: 5_000_000 },
  },
  aged: {
    format: 1,
    name: 'An aged drive',
    seed: 11,
    device: { blocks: 2048, pages_per_block: 128, page_bytes: 4096, timing: 'slides' },
    spare_factor: 0.12,
    ftl: { kind: 'page', gc_policy: 'cost_benefit' },
    // Every page rewritten three times over: blocks are as full as they will be for the rest of the drive's life.
    precondition: [{ kind: 'fill_and_invalidate', fraction: 3 }],
    workload: { kind: 'hot_cold', requests: 2_000_000, r: 0.8, f: 0.2, read_fraction: 0.2 },
  },
  apart: {
    format: 1,
    name: 'Hot and cold',
    seed: 5,
    device: { blocks: 2048, pages_per_block: 64, page_bytes: 4096, timing: 'slides' },
    spare_factor: 0.12,
    // No one says what is hot: it has to be learnt, and the first blocks of hot pages show after a while.
    ftl: {
      kind: 'page',
      gc_policy: 'greedy',
      hot_cold: { classifier: 'recency', pool_choice: { kind: 'cat_hc' } },
    },
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'hot_cold', requests: 2_000_000, r: 0.9, f: 0.1 },
  },
};

export function largeExampleText(name: LargeExample): string {
  return written(LARGE[name]);
}

/** What the page opens first. */
export const FIRST_EXAMPLE: FtlKind = 'bast';
