/** Chains of replacement blocks, and blocks rewritten as a whole, in words (SPEC 4). */
import type { Event } from '../../protocol/generated/Event';
import type { MergeWhy } from '../../protocol/generated/MergeWhy';
import { choiceBefore, type Explanation, lastBefore, place, type Said, type Setting, said } from './setting';

type Of<T extends Event['t']> = Extract<Event, { t: T }>;
type Ruled = Pick<Explanation, 'rule' | 'source'>;

const FOLD: Ruled = { rule: said('why_rule_fold'), source: said('why_source_fold') };
const REWRITE: Ruled = { rule: said('why_rule_rewrite'), source: said('why_source_block') };

export function chainRead(event: Of<'chain_read'>, setting: Setting): Explanation {
  const { lpn, of, state, from_end: back } = event;
  const way = back ? 'end' : 'start';
  const values = {
    lpn,
    of,
    nth: back ? of - event.place : event.place + 1,
    page: place(event.ppn, setting.pagesPerBlock),
    block: Math.floor(event.ppn / setting.pagesPerBlock),
    lbn: Math.floor(lpn / setting.pagesPerBlock),
    offset: lpn % setting.pagesPerBlock,
  };
  // The last block of the chain does not have it either: there is no such place.
  const last = event.place === (back ? 0 : of - 1);
  const found =
    back && state === 'invalid'
      ? 'trimmed'
      : (state === 'free') === back
        ? last
          ? 'nowhere'
          : 'next'
        : 'found';
  return {
    title: said('why_chain_read', values),
    why: [said(`why_chain_read_${way}_${found}`, values)],
    rule: said(`why_rule_chain_${way}`),
    source: said('why_source_replacement'),
  };
}

export function chainChosen(event: Of<'chain_chosen'>, setting: Setting): Explanation {
  const { lbn, blocks, longest, tied, free, threshold } = event;
  const byHand = choiceBefore(setting, 'chain') !== null;
  const how = byHand ? 'by_hand' : tied > 1 ? 'tied' : 'longest';
  const first = blocks === 1 ? [] : [said(`why_chain_chosen_${how}`, { lbn, blocks, longest, tied })];
  return {
    title: said('why_chain_chosen', { lbn }),
    why: [said(threshold > 1 ? 'why_chain_threshold' : 'why_chain_no_block', { free, threshold }), ...first],
    ...FOLD,
  };
}

/** A fold begins: which pages of the chain made it one of its kind. */
export function foldBegin(event: Of<'merge_begin'>, setting: Setting): Explanation {
  const { kind, lbn, copies } = event;
  const log = event.log ?? 0;
  return {
    title: said(`why_fold_${kind}`, { lbn }),
    why: [kindReason(event.why, lbn, log, setting), said(`why_fold_cost_${kind}`, { copies, log })],
    ...FOLD,
  };
}

function kindReason(why: MergeWhy, lbn: number, log: number, setting: Setting): Said {
  if (why.rule !== 'earlier') return said('why_fold_last_has_all', { lbn, log });
  const page = place(why.ppn, setting.pagesPerBlock);
  return said('why_fold_earlier', { log, page, lpn: lbn * setting.pagesPerBlock + why.page });
}

/** A block is rewritten: because of which page. */
export function rewriteBegin(event: Of<'merge_begin'>, setting: Setting): Explanation {
  const { lbn, copies, why } = event;
  const offset = why.rule === 'rewrite' ? why.page : 0;
  const stale = why.rule === 'rewrite' && why.stale;
  const values = { lbn, copies, offset, block: event.data ?? 0, lpn: lbn * setting.pagesPerBlock + offset };
  return {
    title: said('why_rewrite', values),
    why: [
      said(stale ? 'why_rewrite_trimmed' : 'why_rewrite_in_use', values),
      said('why_rewrite_cost', values),
    ],
    ...REWRITE,
  };
}

/** The chain's or the block's part in the merge under way; `null` under a merge of log blocks. */
export function chainMerge(setting: Setting): (Ruled & { kind: 'fold' | 'rewrite' }) | null {
  switch (lastBefore(setting, 'merge_begin')?.reason) {
    case 'no_free_block':
      return { kind: 'fold', ...FOLD };
    case 'page_in_use':
      return { kind: 'rewrite', ...REWRITE };
    default:
      return null;
  }
}

/** Why a page copied by such a merge goes where it goes. */
export function copyReason(kind: 'fold' | 'rewrite', values: Said['values']): Said {
  return said(`why_copy_${kind}`, values);
}

/** Where a host page of these schemes went: in place, into a chain, or with its whole block. */
export function hostProgram(
  ftl: string,
  setting: Setting,
  values: Said['values'],
  role: string | null,
): Said {
  const rewriting = lastBefore(setting, 'merge_begin', 'merge_end')?.t === 'merge_begin';
  if (ftl === 'block')
    return said(rewriting ? 'why_program_host_rewrite' : 'why_program_host_in_place', values);
  return said(role === 'replacement' ? 'why_program_host_replacement' : 'why_program_host_in_place', values);
}
