/** Merges of log blocks in words (SPEC 4). */
import type { Event } from '../protocol/generated/Event';
import type { MergeWhy } from '../protocol/generated/MergeWhy';
import { type Explanation, lastBefore, type Said, type Setting, said } from './sentences-setting';

export function mergeBegin(event: Extract<Event, { t: 'merge_begin' }>): Explanation {
  return {
    title: said(`why_merge_${event.kind}`, { lbn: event.lbn, log: event.log, copies: event.copies }),
    why: [
      said(`why_merge_reason_${event.reason}`, { log: event.log, lbn: event.lbn }),
      kindReason(event.why, event.log),
      said(event.data === null ? `why_merge_cost_${event.kind}_alone` : `why_merge_cost_${event.kind}`, {
        copies: event.copies,
        data: event.data ?? 0,
        log: event.log,
      }),
    ],
    rule: said(`why_rule_merge_${event.kind}`),
    source: said(`why_source_merge_${event.kind}`),
  };
}

/** What in the log block made the merge one of its kind. */
function kindReason(why: MergeWhy, log: number): Said {
  switch (why.rule) {
    case 'complete':
    case 'chosen':
      return said(`why_merge_kind_${why.rule}`, { log });
    case 'prefix':
      return said('why_merge_kind_prefix', { log, pages: why.pages });
    case 'out_of_place':
      return said('why_merge_kind_out_of_place', { log, page: why.page, holds: why.holds });
    case 'stale':
      return said('why_merge_kind_stale', { log, page: why.page });
  }
}

export function mergeEnd(event: Extract<Event, { t: 'merge_end' }>): Explanation {
  return {
    title: said('why_merge_end', { lbn: event.lbn, block: event.data }),
    why: [said(`why_merge_end_${event.kind}`, { lbn: event.lbn, block: event.data })],
    rule: said(`why_rule_merge_${event.kind}`),
    source: said(`why_source_merge_${event.kind}`),
  };
}

/** Why a merge erases this block: it was the data block, or the log block. */
export function mergeErase(pbn: number, setting: Setting): Said {
  const merge = lastBefore(setting, 'merge_begin');
  if (merge?.data === pbn)
    return said(`why_erase_merge_data_${merge.kind}`, { lbn: merge.lbn, log: merge.log });
  if (merge?.log === pbn) return said('why_erase_merge_log', { lbn: merge.lbn });
  return said('why_erase_merge');
}
