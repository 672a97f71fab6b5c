/** The words on the canvas, in the page's language. */
import { m } from '../../i18n/compiled/messages.js';
import type { Words } from './scene';

export function stageWords(): Words {
  return {
    host: m.stage_host(),
    rows: {
      blocks: m.stage_row_blocks(),
      data: m.stage_row_data(),
      log: m.stage_row_log(),
      translation: m.stage_row_translation(),
    },
    pool: m.stage_pool(),
    probationary: m.stage_cmt_probationary(),
    protected: m.stage_cmt_protected(),
    cmt: m.stage_cmt(),
    gtd: m.stage_gtd(),
    lost: m.stage_lost(),
    lbn: (lbn) => m.stage_lbn({ lbn }),
    target: (lbn) => m.stage_new_lbn({ lbn }),
    more: (count) => m.stage_more({ count }),
    miss: (lpn) => m.stage_miss({ lpn }),
    frontier: {
      data: m.stage_frontier_data(),
      gc: m.stage_frontier_gc(),
      translation: m.stage_frontier_translation(),
      cold: m.stage_frontier_cold(),
      hot: m.stage_frontier_hot(),
      cold_gc: m.stage_frontier_cold_gc(),
      hot_gc: m.stage_frontier_hot_gc(),
    },
    holds: { cold: m.stage_holds_cold(), hot: m.stage_holds_hot(), checkpoint: m.stage_holds_checkpoint() },
    candidate: (valid, score) =>
      score === valid
        ? m.stage_candidate({ valid })
        : m.stage_candidate_score({ valid, score: Number(score.toPrecision(3)) }),
    part: (part, of, done) => (done ? m.stage_part_done({ part, of }) : m.stage_part({ part, of })),
    skipped: m.stage_skipped(),
    empty: m.stage_pool_empty(),
  };
}
