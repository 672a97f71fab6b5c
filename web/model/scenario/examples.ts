/** The scenarios of the page: the one of each FTL, and others. */
import { currentLanguage } from '../../base/language';
import { FTL_MODELS } from '../ftls';
import type { FtlKind } from '../schemes';
import { type ScenarioDocument, writeDocument } from './document';

/** Names of the other examples in a page that is in Korean. */
const KOREAN: Record<string, string> = {
  'DFTL: power is lost': 'DFTL: 전원 손실',
  'PUD-LRU: a write buffer': 'PUD-LRU: 쓰기 버퍼',
  'Channels behind a scheduler': '스케줄러 뒤의 채널',
  'A million pages': '백만 페이지',
  'An aged drive': '오래 쓴 드라이브',
  'Hot and cold': '핫과 콜드',
};

/** A scenario keeps the name that it was opened with. */
function written(example: ScenarioDocument, korean = KOREAN[String(example.name)]): string {
  const name = currentLanguage() === 'ko' ? korean : undefined;
  return writeDocument(name ? { ...example, name } : example);
}

export function exampleText(kind: FtlKind): string {
  const { example, koreanName } = FTL_MODELS[kind];
  return written(example, koreanName);
}

/** DFTL loses power in the middle of a GC, and finds its tables again from a checkpoint on. */
export function powerExampleText(): string {
  const { example } = FTL_MODELS.dftl;
  return written({
    ...example,
    name: 'DFTL: power is lost',
    device: { blocks: 14, pages_per_block: 4, page_bytes: 4096, timing: 'slides' },
    ftl: { ...(example.ftl as ScenarioDocument), gtd_checkpoint_every: 4 },
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

/** The scenario that the page opens first. */
export const FIRST_EXAMPLE: FtlKind = 'bast';
