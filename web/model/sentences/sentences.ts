/**
 * Each event in plain words: what happened, why, by which rule of the FTL, and where that rule is written down.
 *
 * Sentences are message keys with values; the views say them in the page's language. They are made from the
 * event's own data and the events around it in the same request, so that they are true at every position,
 * however one got there.
 */
import { blockOf } from '../../protocol/frame';
import type { Cause } from '../../protocol/generated/Cause';
import type { Event } from '../../protocol/generated/Event';
import type { Frame } from '../../protocol/generated/Frame';
import type { Role } from '../../protocol/generated/Role';
import type { Summary } from '../../protocol/generated/Summary';
import { FTL_MODELS } from '../ftls';
import { ftlAt, optionsText } from '../scenario/mid-run';
import { FTLS, isByBlock, isHybrid } from '../schemes';
import * as buffer from './buffer';
import { chainChosen, chainMerge, chainRead, copyReason, hostProgram } from './chain';
import * as cmt from './cmt';
import { gcBegin, gcEnd, ruleOfCleaning } from './gc';
import * as last from './last';
import { mergeBegin, mergeEnd, mergeErase, reclaimBegin, reclaimEnd, ruleOfMerges } from './merge';
import * as pools from './pools';
import * as power from './power';
import { type Explanation, lastBefore, place, type Said, type Setting, said } from './setting';
import * as superblock from './superblock';

export type { Explanation, Said, Setting } from './setting';

export function settingOf(summary: Summary, frame: Frame, index: number): Setting {
  return {
    ftl: summary.ftl,
    pagesPerBlock: summary.pages_per_block,
    buffer: frame.buffer?.kind ?? null,
    ...policiesOf(summary, frame.request?.index ?? frame.position.request),
    events: frame.window,
    index,
    roleOf: (pbn) => blockOf(frame, pbn)?.role ?? null,
  };
}

/** The event of `setting.index`, in words: those that its FTL has of its own, where it has some. */
export function explain(event: Event, setting: Setting): Explanation {
  const own = FTLS.find((kind) => kind === setting.ftl);
  const words = own && FTL_MODELS[own].ownWords;
  const explanation = inWords(event, setting);
  if (!words) return explanation;
  const said = <T extends Said | null>(sentence: T): T =>
    sentence && words.includes(sentence.key) ? { ...sentence, key: `${sentence.key}_${own}` } : sentence;
  const { title, why, rule, source } = explanation;
  return { ...explanation, title: said(title), why: why.map(said), rule: said(rule), source: said(source) };
}

function inWords(event: Event, setting: Setting): Explanation {
  const at = (ppn: number) => place(ppn, setting.pagesPerBlock);
  const own = setting.ftl === 'superblock' ? superblock.ownReasons(event, setting) : null;
  if (own) return own;
  switch (event.t) {
    case 'host_page':
      return hostPage(event, setting);
    case 'trim_kept':
      return {
        title: said('why_trim_kept', { bytes: event.bytes }),
        why: [said(event.nothing ? 'why_trim_kept_nothing' : 'why_trim_kept_reason')],
        rule: said('why_rule_parts'),
        source: null,
      };
    case 'read':
      if (power.readsCheckpoint(setting)) return power.checkpointRead(at(event.ppn));
      return {
        title: said(event.kind === 'translation' ? 'why_read_translation' : 'why_read_data', {
          logical: event.logical,
          page: at(event.ppn),
        }),
        why: [said(readReason(event.cause, setting))],
        ...ruleOfCause(event.cause, setting, 'read'),
      };
    case 'program':
      if (power.writesCheckpoint(setting)) return power.checkpointProgram(at(event.ppn));
      return program(event, setting);
    case 'invalidate':
      return {
        title: said('why_invalidate', { page: at(event.ppn) }),
        why: [said(invalidReason(setting))],
        rule: said('why_rule_out_of_place'),
        source: said('why_source_flash'),
      };
    case 'erase':
      return erase(event, setting);
    case 'block_taken':
      return {
        title: said('why_block_taken', { block: event.pbn }),
        why: [said(`why_block_taken_${event.role}`, { lbn: event.lbn ?? 0, block: event.pbn })],
        rule: said('why_rule_free_pool'),
        source: sourceOf(setting),
      };
    case 'block_role':
      return {
        title: said(event.lbn === null ? 'why_block_role' : 'why_block_role_lbn', {
          block: event.pbn,
          lbn: event.lbn ?? 0,
        }),
        why: [said(`why_block_role_${event.role}`)],
        rule: said('why_rule_block_role'),
        source: sourceOf(setting),
      };
    case 'frontier_opened':
      return {
        title: said('why_frontier_opened', { block: event.pbn }),
        why: [said(`why_frontier_${event.stream}`)],
        rule: said('why_rule_frontier'),
        source: sourceOf(setting),
      };
    case 'frontier_closed':
      return {
        title: said('why_frontier_closed', { block: event.pbn }),
        why: [said('why_frontier_closed_reason')],
        rule: said('why_rule_frontier'),
        source: sourceOf(setting),
      };
    case 'map_set':
      return {
        title:
          event.ppn === null
            ? said(isHybrid(setting.ftl) ? 'why_log_map_cleared' : 'why_page_map_cleared', {
                lpn: event.lpn,
              })
            : said(isHybrid(setting.ftl) ? 'why_log_map_set' : 'why_page_map_set', {
                lpn: event.lpn,
                page: at(event.ppn),
              }),
        why: [said(isHybrid(setting.ftl) ? 'why_log_map_reason' : 'why_page_map_reason')],
        rule: said(isHybrid(setting.ftl) ? 'why_rule_log_map' : 'why_rule_page_map'),
        source: sourceOf(setting),
      };
    case 'block_map_set':
      return {
        title:
          event.pbn === null
            ? said('why_block_map_cleared', { lbn: event.lbn })
            : said('why_block_map_set', { lbn: event.lbn, block: event.pbn }),
        why: [said('why_block_map_reason', { lbn: event.lbn })],
        rule: said('why_rule_block_map'),
        source: sourceOf(setting),
      };
    case 'log_touched':
      return {
        title: said('why_log_touched', { block: event.pbn }),
        why: [said('why_log_touched_reason')],
        rule: said('why_rule_log_order'),
        source: sourceOf(setting),
      };
    case 'chain_read':
      return chainRead(event, setting);
    case 'chain_chosen':
      return chainChosen(event, setting);
    case 'merge_begin':
      return mergeBegin(event, setting);
    case 'merge_end':
      return mergeEnd(event, setting);
    case 'locality_judged':
      return last.judged(event, setting);
    case 'recency_moved':
      return last.recent(event);
    case 'log_block_chosen':
      return last.chosen(event);
    case 'reclaim_begin':
      return reclaimBegin(event, setting);
    case 'reclaim_end':
      return reclaimEnd(event, setting);
    case 'map_cached':
      return superblock.mapCached(event);
    case 'map_read':
      return superblock.mapRead(event, setting);
    case 'superblock_written':
      return superblock.written(event);
    case 'compaction_begin':
      return superblock.compactionBegin(event, setting);
    case 'compaction_end':
      return superblock.compactionEnd(event);
    case 'inner_cleaning_begin':
      return superblock.cleaningBegin(event, setting);
    case 'inner_cleaning_end':
      return superblock.cleaningEnd(event, setting);
    case 'gc_begin':
      return gcBegin(event, setting);
    case 'gc_end':
      return gcEnd(event, setting);
    case 'page_classified':
      return pools.classified(event);
    case 'pool_chosen':
      return pools.chosen(event, setting);
    case 'wear_begin':
      return pools.wearBegin(event);
    case 'wear_end':
      return pools.wearEnd(event);
    case 'cmt_hit':
      return cmt.hit(event);
    case 'cmt_miss':
      return cmt.miss(event);
    case 'cmt_placed':
      return cmt.placed(event, setting);
    case 'cmt_prefetched':
      return cmt.prefetched(event);
    case 'cmt_updated':
      return cmt.updated(event, setting);
    case 'cmt_victim':
      return cmt.victim(event, setting);
    case 'cmt_evicted':
      return cmt.evicted(event, setting);
    case 'gtd_set':
      return cmt.gtdSet(event, setting);
    case 'translation_update':
      return cmt.translationUpdate(event);
    case 'gtd_checkpoint':
      return power.checkpoint(event);
    case 'power_lost':
      return power.lost(event);
    case 'recovery_begin':
      return power.begin(event);
    case 'reappeared':
      return power.reappeared(event, setting);
    case 'recovery_end':
      return power.end(event);
    case 'unmapped_read':
      return {
        title: said('why_unmapped', { lpn: event.lpn }),
        why: [said('why_unmapped_reason')],
        rule: null,
        source: null,
      };
    case 'verified':
      return {
        title: said('why_verified', { lpn: event.lpn, version: event.version }),
        why: [said('why_verified_reason')],
        rule: null,
        source: null,
      };
    case 'intervened':
      return {
        title: intervened(event),
        why: [
          said(event.chosen === event.instead_of ? 'why_intervened_same_reason' : 'why_intervened_reason'),
        ],
        rule: null,
        source: null,
      };
    case 'options_set':
      return {
        title: said('why_options_set', { changes: optionsText(event.options) }),
        why: [said('why_options_set_reason')],
        rule: null,
        source: null,
      };
    case 'buffered':
      return buffer.buffered(event, setting);
    case 'buffer_rewritten':
      return buffer.rewritten(event, setting);
    case 'buffer_hit':
      return buffer.hit(event, setting);
    case 'buffer_kept':
      return buffer.kept(event, setting);
    case 'buffer_dropped':
      return buffer.dropped(event, setting);
    case 'buffer_trimmed':
      return buffer.trimmed(event);
    case 'buffer_lost':
      return buffer.lost(event);
    case 'destage_begin':
      return buffer.begin(event, setting);
    case 'filler_read':
      return buffer.fillerRead(event);
    case 'destage_page':
      return buffer.page(event, setting);
    case 'destaged':
      return buffer.destaged(event);
    case 'destage_end':
      return buffer.end(event, setting);
    case 'mapping_group_chosen':
      return buffer.mappingGroup(event);
    case 'buffer_ghost_hit':
    case 'mapping_ghost_hit':
      return buffer.ghostHit(event, setting);
    case 'partitioned':
      return buffer.partitioned(event, setting);
    case 'cmt_resized':
      return buffer.cmtResized(event, setting);
    default:
      return assertUnreachable(event);
  }
}

/** The event for lists: the title alone. */
export function headline(event: Event, setting: Setting): Said {
  return explain(event, setting).title;
}

function assertUnreachable(event: never): never {
  throw new Error(`no sentence for ${JSON.stringify(event)}`);
}

type Of<T extends Event['t']> = Extract<Event, { t: T }>;

function intervened({ kind, instead_of: instead, chosen }: Of<'intervened'>): Said {
  // Chosen is a class of pages here, not a number to be shown.
  const placed = chosen === 1 ? 'hot' : 'cold';
  if (chosen === instead) return said('why_intervened_same');
  return kind === 'placement'
    ? said(`why_intervened_placement_${placed}`)
    : said(`why_intervened_${kind}`, { instead, chosen });
}

function hostPage(event: Of<'host_page'>, setting: Setting): Explanation {
  const values = {
    lpn: event.lpn,
    version: event.version,
    index: event.index + 1,
    pages: event.pages,
    lbn: Math.floor(event.lpn / setting.pagesPerBlock),
    offset: event.lpn % setting.pagesPerBlock,
  };
  const reasons = buffer.hostPage(event, setting) ?? {
    why: [said(`why_host_${event.op}_${setting.ftl}`, values)],
    rule: said(`why_rule_host_${setting.ftl}`),
    source: sourceOf(setting),
  };
  const part = event.part === undefined ? [] : [said('why_host_part', { bytes: event.part })];
  return {
    title: said(event.pages > 1 ? `why_host_${event.op}_many` : `why_host_${event.op}`, values),
    ...reasons,
    why: [...part, ...reasons.why],
  };
}

function readReason(cause: Cause, setting: Setting): string {
  if (cause !== 'translation' && cause !== 'translation_gc') return `why_read_${cause}`;
  // The read before an update serves that update; another one fetches a missed mapping, or is half of a copy.
  const before = lastBefore(setting, 'translation_update', 'cmt_evicted', 'program');
  if (before?.t === 'translation_update') return `why_read_${cause}_update`;
  return cause === 'translation' ? 'why_read_translation_miss' : 'why_read_translation_gc_copy';
}

function program(event: Of<'program'>, setting: Setting): Explanation {
  const at = (ppn: number) => place(ppn, setting.pagesPerBlock);
  const values = {
    logical: event.logical,
    version: event.version,
    page: at(event.ppn),
    from: event.from === null ? '' : at(event.from),
    lbn: Math.floor(event.logical / setting.pagesPerBlock),
    offset: event.logical % setting.pagesPerBlock,
  };
  const what = event.kind === 'translation' ? 'translation' : 'data';
  const title = said(event.from === null ? `why_program_${what}` : `why_copy_${what}`, values);
  return {
    title,
    why: [programReason(event, setting, values)],
    ...ruleOfCause(event.cause, setting, 'program'),
  };
}

function programReason(event: Of<'program'>, setting: Setting, values: Said['values']): Said {
  const block = Math.floor(event.ppn / setting.pagesPerBlock);
  switch (event.cause) {
    case 'host':
      if (!isByBlock(setting.ftl)) return said('why_program_host_frontier', values);
      if (!isHybrid(setting.ftl))
        return hostProgram(setting.ftl, setting, { ...values, block }, setting.roleOf(block));
      return said(`why_program_host_${placeOf(setting.roleOf(block))}`, { ...values, block });
    case 'merge': {
      const chain = chainMerge(setting);
      if (chain) return copyReason(chain.kind, { ...values, block });
      const merge = lastBefore(setting, 'merge_begin');
      return said(merge ? `why_copy_merge_${merge.kind}` : 'why_copy_merge', values);
    }
    case 'translation':
      return said('why_program_translation_reason', values);
    case 'gc':
    case 'pad':
    case 'wear':
    case 'recovery':
    case 'partial':
      return said(`why_program_${event.cause}`, values);
    case 'translation_gc':
      return said(event.from === null ? 'why_program_translation_gc' : 'why_copy_translation_gc', values);
  }
}

/** Where in a scheme with log blocks a host page went, by what its block is used for. */
function placeOf(role: Role | null): string {
  switch (role) {
    case 'log':
    case 'sequential_log':
    case 'random_log':
    case 'hot_log':
    case 'cold_log':
      return role;
    default:
      return 'in_place';
  }
}

/** Why a page became invalid: told by what happened right before. */
function invalidReason(setting: Setting): string {
  const before = lastBefore(setting, 'program', 'host_page');
  if (before?.t === 'host_page') return before.op === 'trim' ? 'why_invalid_trim' : 'why_invalid_newer';
  if (before?.kind === 'translation' && before.from === null) return 'why_invalid_translation';
  return before && before.from !== null ? 'why_invalid_moved' : 'why_invalid_newer';
}

function erase(event: Of<'erase'>, setting: Setting): Explanation {
  const title = said('why_erase', { block: event.pbn });
  if (event.cause === 'merge')
    return { title, why: [mergeErase(event.pbn, setting)], ...ruleOfCause('merge', setting, 'erase') };
  return { title, why: [said(`why_erase_${event.cause}`)], ...ruleOfCause(event.cause, setting, 'erase') };
}

/** The rule that a flash operation of this cause follows. */
function ruleOfCause(
  cause: Cause,
  setting: Setting,
  operation: 'read' | 'program' | 'erase',
): Pick<Explanation, 'rule' | 'source'> {
  switch (cause) {
    case 'host':
      return {
        rule: said(
          operation === 'read'
            ? 'why_rule_host_read'
            : isByBlock(setting.ftl)
              ? `why_rule_host_${setting.ftl}`
              : 'why_rule_frontier',
        ),
        source: sourceOf(setting),
      };
    case 'merge':
      return ruleOfMerges(setting);
    case 'gc':
      return ruleOfCleaning(setting);
    case 'translation':
      return { rule: said('why_rule_translation'), source: said('why_source_dftl_translation') };
    case 'translation_gc':
      return { rule: said('why_rule_translation_gc'), source: said('why_source_dftl_gc') };
    case 'pad':
    case 'wear':
    case 'recovery':
    case 'partial':
      return { rule: said(`why_rule_${cause}`), source: null };
  }
}

function sourceOf(setting: Setting): Said {
  return said(`why_source_${setting.ftl}`);
}

type Policies = Pick<Setting, 'policy' | 'onDemand' | 'cmtPolicy' | 'blocksPerSuperblock'>;

/** Those asked for last: every event of a request asks for the same. */
const policies = new WeakMap<Summary, { request: number; known: Policies }>();

/** The policies while a request is served, and the size of a superblock, as the scenario says them. */
export function policiesOf(summary: Summary, request: number): Policies {
  const before = policies.get(summary);
  if (before?.request === request) return before.known;
  type Policy = string | { kind?: string };
  const name = (policy?: Policy) => (typeof policy === 'string' ? policy : policy?.kind);
  const ftl = ftlAt(summary.canonical, request) as {
    gc_policy?: Policy;
    gc_trigger?: string;
    cmt_policy?: Policy;
    blocks_per_superblock?: number;
  };
  const known: Policies = {
    // Canonical scenarios leave nothing to defaults: a scheme without one has nothing to choose by.
    policy: name(ftl.gc_policy) ?? 'other',
    onDemand: ftl.gc_trigger === 'on_demand',
    cmtPolicy: name(ftl.cmt_policy) ?? 'slru',
    blocksPerSuperblock: ftl.blocks_per_superblock ?? 1,
  };
  policies.set(summary, { request, known });
  return known;
}
