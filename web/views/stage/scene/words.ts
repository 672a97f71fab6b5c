/** The words on the canvas, in the page's language. */

import { m } from '../../../i18n/compiled/messages.js';
import { pudText } from '../../../model/sentences/buffer';
import type { DestageRule } from '../../../protocol/generated/DestageRule';
import type { MapId } from '../../../schemes/scheme';
import type { RowId } from '../layout/types';
import type { GroupFigures } from './buffer';
import type { Verdict } from './recency';

export interface Words {
  host: string;
  rows: Record<RowId, string>;
  pool: string;
  maps: Record<MapId, string>;
  /** Over the blocks that could be cleaned. */
  candidates: string;
  /** Of a block in its place. */
  free: string;
  /** w5 waits */
  waits: (request: string) => string;
  /** +12 */
  plus: (count: number) => string;
  tags: Record<'merging' | 'victim' | 'filling' | 'done' | 'next' | 'dead', string>;
  probationary: string;
  protected: string;
  cmt: string;
  gtd: string;
  /** Of a superblock FTL: what is in SRAM, and which blocks its superblocks have. */
  innerMaps: string;
  superblocks: string;
  /** SB3 */
  superblock: (superblock: number) => string;
  /** LPN 8–15 */
  lpns: (first: number, last: number) => string;
  oob: string;
  compacted: string;
  /** Beside the CMT while recovering. */
  lost: string;
  /** LBN 3 */
  lbn: (lbn: number) => string;
  /** 40–55, or of one block 40 */
  range: (range: [number, number]) => string;
  /** 40–55, 96–111 of 240 */
  window: (ranges: [number, number][], of: number) => string;
  /** +12 more */
  more: (count: number) => string;
  miss: (lpn: number) => string;
  /** For a wrong answer: pages that were counted, and those that were not. */
  counted: (n: number) => string;
  missed: string;
  /** 2 valid, or with a score: 2 valid · 1.50 */
  candidate: (valid: number, score: number) => string;
  /** chain of 3 */
  chain: (blocks: number) => string;
  empty: string;
  /** For a block that cannot be a victim. */
  allValid: string;
  buffer: {
    title: string;
    empty: string;
    /** On what would leave if room were needed now. */
    next: string;
    /** The figure that decides when a group leaves: PUD 1.25; 3 pages */
    figure: (kind: string, figure: number) => string;
    /** 3 writes, distance 1.5, last 2 ago */
    counts: (figures: GroupFigures) => string;
    /** Why it leaves, in two or three words. */
    rule: (rule: DestageRule) => string;
  };
  /** Over the pages written last. */
  recency: string;
  locality: Record<Verdict, string>;
  /** 2 LBN · 3 valid */
  costs: (lbns: number, valid: number) => string;
}

export function stageWords(): Words {
  return {
    host: m.stage_host(),
    rows: {
      blocks: m.stage_row_blocks(),
      data: m.stage_row_data(),
      log: m.stage_row_log(),
      translation: m.stage_row_translation(),
      chains: m.stage_row_chains(),
      replacement: m.stage_row_replacement(),
      superblock: m.stage_row_superblock(),
      sequential: m.stage_row_sequential(),
      fresh: m.stage_row_fresh(),
    },
    pool: m.stage_pool(),
    maps: { block: m.stage_map_block(), log: m.stage_map_log(), page: m.stage_map_page() },
    candidates: m.stage_candidates(),
    free: m.stage_free(),
    waits: (request) => m.stage_waits({ request }),
    plus: (count) => m.stage_plus({ count }),
    tags: {
      merging: m.stage_tag_merging(),
      victim: m.stage_tag_victim(),
      filling: m.stage_tag_filling(),
      done: m.stage_tag_done(),
      next: m.stage_tag_next(),
      dead: m.stage_tag_dead(),
    },
    probationary: m.stage_cmt_probationary(),
    protected: m.stage_cmt_protected(),
    cmt: m.stage_cmt(),
    gtd: m.stage_gtd(),
    innerMaps: m.stage_inner_maps(),
    superblocks: m.stage_superblocks(),
    superblock: (superblock) => m.stage_superblock({ superblock }),
    lpns: (first, last) => m.stage_superblock_lpns({ first, last }),
    oob: m.stage_oob(),
    compacted: m.stage_compacted(),
    lost: m.stage_lost(),
    lbn: (lbn) => m.stage_lbn({ lbn }),
    range: rangeName,
    window: (ranges, of) => m.stage_window({ blocks: ranges.map(rangeName).join(', '), of }),
    more: (count) => m.stage_more({ count }),
    miss: (lpn) => m.stage_miss({ lpn }),
    counted: (n) => m.stage_counted({ n }),
    missed: m.stage_missed(),
    candidate: (valid, score) =>
      score === valid
        ? m.stage_candidate({ valid })
        : m.stage_candidate_score({ valid, score: Number(score.toPrecision(3)) }),
    chain: (blocks) => m.stage_chain({ blocks }),
    empty: m.stage_pool_empty(),
    allValid: m.stage_all_valid(),
    buffer: {
      title: m.stage_buffer(),
      empty: m.stage_buffer_empty(),
      next: m.stage_buffer_next(),
      figure: (kind, figure) =>
        kind === 'fab' ? m.stage_buffer_pages({ pages: figure }) : `PUD ${pudText(figure)}`,
      counts: ({ updates, distance, recency }) =>
        m.stage_buffer_counts({ updates, distance: pudText(distance), recency }),
      rule: ruleName,
    },
    recency: m.stage_recency(),
    locality: {
      sequential: m.stage_locality_sequential(),
      hot: m.stage_locality_hot(),
      cold: m.stage_locality_cold(),
    },
    costs: (lbns, valid) => m.stage_candidate_lbns({ lbns, valid }),
  };
}

function rangeName([first, last]: [number, number]): string {
  return first === last ? String(first) : `${first}–${last}`;
}

function ruleName(rule: DestageRule): string {
  switch (rule.rule) {
    case 'lru':
    case 'none_clean':
      return m.stage_buffer_rule_lru();
    case 'clean_first':
      return m.stage_buffer_rule_clean();
    case 'largest':
      return m.stage_buffer_rule_largest({ pages: rule.pages });
    case 'least_recent':
      return rule.compensated ? m.stage_buffer_rule_compensated() : m.stage_buffer_rule_lru();
    case 'infrequent':
      return m.stage_buffer_rule_infrequent({ pages: rule.pages });
    case 'benefit':
      return m.stage_buffer_rule_benefit({ page: rule.page, block: rule.block });
  }
}
