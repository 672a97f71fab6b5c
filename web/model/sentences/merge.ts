/** Merges of log blocks in words (SPEC 4). */
import type { Event } from '../../protocol/generated/Event';
import type { MergeWhy } from '../../protocol/generated/MergeWhy';
import { isHybrid } from '../schemes';
import { chainMerge, foldBegin, rewriteBegin } from './chain';
import { choiceBefore, type Explanation, lastBefore, type Said, type Setting, said } from './setting';

type Of<T extends Event['t']> = Extract<Event, { t: T }>;
type Ruled = Pick<Explanation, 'rule' | 'source'>;

export function mergeBegin(event: Of<'merge_begin'>, setting: Setting): Explanation {
  if (event.reason === 'no_free_block') return foldBegin(event, setting);
  if (event.reason === 'page_in_use') return rewriteBegin(event, setting);
  const { kind, lbn, copies } = event;
  const log = event.log ?? 0;
  const part = partOf(lbn, setting);
  const cost = part ? 'reclaimed' : kind;
  const choice = choiceBefore(setting, 'log_block');
  return {
    title: part
      ? said('why_merge_reclaimed', { lbn, part: part.part, of: part.of })
      : said(`why_merge_${kind}`, { lbn, log, copies }),
    why: [
      choice
        ? said('why_merge_reason_chosen', { log, instead: choice.instead_of })
        : said(`why_merge_reason_${event.reason}`, { log, lbn }),
      kindReason(event.why, log),
      said(event.data === null ? `why_merge_cost_${cost}_alone` : `why_merge_cost_${cost}`, {
        copies,
        data: event.data ?? 0,
        log,
      }),
    ],
    ...ruleOf(event, setting),
  };
}

/** The content of the log block that made the merge one of its kind. */
function kindReason(why: MergeWhy, log: number): Said {
  switch (why.rule) {
    case 'complete':
    case 'shared':
    case 'chosen':
      return said(`why_merge_kind_${why.rule}`, { log });
    case 'prefix':
      return said('why_merge_kind_prefix', { log, pages: why.pages });
    case 'out_of_place':
      return said('why_merge_kind_out_of_place', { log, page: why.page, holds: why.holds });
    case 'stale':
      return said('why_merge_kind_stale', { log, page: why.page });
    default:
      // Chains and rewritten blocks have their own sentences.
      throw new Error(`a merge of a log block is not ${why.rule}`);
  }
}

export function mergeEnd(event: Of<'merge_end'>, setting: Setting): Explanation {
  const { kind, lbn, data: block } = event;
  const part = partOf(lbn, setting);
  const chain = chainMerge(setting);
  return {
    title: said('why_merge_end', { lbn, block }),
    why: [
      chain
        ? said(`why_${chain.kind}_end`, { block })
        : part
          ? said('why_merge_end_reclaimed', { block, log: part.pbn, part: part.part, of: part.of })
          : said(`why_merge_end_${kind}`, { lbn, block }),
    ],
    ...ruleOfMerges(setting),
  };
}

/** Why a merge erases this block: it was the data block, or a log block. */
export function mergeErase(pbn: number, setting: Setting): Said {
  const reclaim = reclaimOf(setting);
  if (reclaim?.pbn === pbn) return said('why_erase_reclaimed');
  const merge = lastBefore(setting, 'merge_begin');
  const chain = chainMerge(setting);
  if (chain) return said(`why_erase_${chain.kind}`, { lbn: merge?.lbn ?? 0 });
  const of = { lbn: merge?.lbn ?? 0, log: merge?.log ?? 0 };
  if (merge?.data === pbn) return said(`why_erase_merge_data_${merge.kind}`, of);
  if (merge?.log === pbn) return said('why_erase_merge_log', of);
  return merge && reclaim ? said('why_erase_merge_sw', of) : said('why_erase_merge');
}

export function reclaimBegin(event: Of<'reclaim_begin'>, setting: Setting): Explanation {
  const { pbn: block, merged, skipped } = event;
  const chosen = choiceBefore(setting, 'log_block') !== null;
  // LAST has said before which one, and why.
  const own = setting.ftl === 'last' ? [] : [chosen ? 'why_reclaim_chosen' : 'why_reclaim_oldest'];
  const why = own.map((key) => said(key, { block }));
  if (merged.length > 0)
    why.push(said('why_reclaim_merged', { block, lbns: merged.join(', '), merges: merged.length }));
  if (skipped.length > 0) why.push(said('why_reclaim_skipped', { lbns: skipped.join(', ') }));
  return { title: said('why_reclaim', { block, merges: merged.length }), why, ...reclaiming(setting) };
}

export function reclaimEnd({ pbn: block, blocks }: Of<'reclaim_end'>, setting: Setting): Explanation {
  return {
    title: said('why_reclaim_end', { block }),
    why: [said('why_reclaim_end_cost', { merges: blocks })],
    ...reclaiming(setting),
  };
}

function reclaiming({ ftl }: Setting): Ruled {
  const source = ftl === 'last' ? 'why_source_log_replacement' : 'why_source_reclaim';
  return { rule: said('why_rule_reclaim'), source: said(source) };
}

/** The rule of the merge that this event is part of. */
export function ruleOfMerges(setting: Setting): Ruled {
  const chain = chainMerge(setting);
  if (chain) return { rule: chain.rule, source: chain.source };
  const merge = lastBefore(setting, 'merge_begin');
  return merge ? ruleOf(merge, setting) : reclaiming(setting);
}

function ruleOf({ kind, reason }: Of<'merge_begin'>, setting: Setting): Ruled {
  if (reason === 'reclaimed') return reclaiming(setting);
  // FAST and LAST merge their sequential log blocks by the rules of BAST.
  const source =
    setting.ftl !== 'bast' && isHybrid(setting.ftl) ? 'why_source_merge_sw' : `why_source_merge_${kind}`;
  return { rule: said(`why_rule_merge_${kind}`), source: said(source) };
}

/** The reclaiming that the current event is part of. */
function reclaimOf(setting: Setting): Of<'reclaim_begin'> | null {
  const last = lastBefore(setting, 'reclaim_begin', 'reclaim_end');
  return last?.t === 'reclaim_begin' ? last : null;
}

/** The second merge of three for a victim. */
function partOf(lbn: number, setting: Setting): { pbn: number; part: number; of: number } | null {
  const reclaim = reclaimOf(setting);
  return reclaim && { pbn: reclaim.pbn, part: reclaim.merged.indexOf(lbn) + 1, of: reclaim.merged.length };
}
