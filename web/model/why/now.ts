/**
 * The current work, for the top of the stage: its kind, how far it is, and the moment in one sentence. Short, in
 * numbers of pages and blocks: the full account of the moment is `explain` of sentences.ts.
 */
import type { Event } from '../../protocol/generated/Event';
import type { Frame } from '../../protocol/generated/Frame';
import type { Summary } from '../../protocol/generated/Summary';
import { momentOf } from '../sentences/current-event';
import { headline, settingOf } from '../sentences/sentences';
import { choiceBefore, lastBefore, type Said, type Setting, said } from '../sentences/setting';

/** The colour of a kind of work. */
export type Tone = 'switch' | 'partial' | 'full' | 'copy' | 'trans' | null;

export interface Now {
  kind: Said;
  tone: Tone;
  progress: Said | null;
  sentence: Said;
}

/** `null` before anything has happened. */
export function nowOf(frame: Frame, summary: Summary): Now | null {
  const index = momentOf(frame);
  const event = frame.window[index];
  if (!event) return null;
  const setting = settingOf(summary, frame, index);
  return { ...workOf(frame, setting), sentence: sentenceOf(event, frame, setting) };
}

type Of<T extends Event['t']> = Extract<Event, { t: T }>;
type Work = Omit<Now, 'sentence'>;

function workOf(frame: Frame, setting: Setting): Work {
  const { merge, reclaim, gc, inner, wear, recovery } = frame;
  if (recovery) {
    const { dirty, entries, read, pages, full } = recovery;
    return {
      kind: said('now_kind_power'),
      tone: 'full',
      progress:
        full > 0
          ? said('now_progress_scan', { read, pages, full })
          : said('now_progress_lost', { dirty, entries }),
    };
  }
  if (reclaim) {
    const { pbn: block, done } = reclaim;
    const of = reclaim.merged.length;
    if (!merge)
      return {
        kind: said('now_kind_reclaim', { block }),
        tone: 'full',
        progress: said('now_progress_merges', { done, of }),
      };
    const { lbn, copied, copies } = merge;
    return {
      kind: said('now_kind_merge_full', { lbn }),
      tone: 'full',
      progress: said('now_progress_part', {
        block,
        part: done + 1,
        of,
        copied: copied + reading(setting),
        copies,
      }),
    };
  }
  if (merge) {
    const { kind, lbn, reason, copied, copies } = merge;
    const own = reason === 'no_free_block' ? 'fold' : reason === 'page_in_use' ? 'rewrite' : null;
    return {
      kind: said(own ? `now_kind_${own}` : `now_kind_merge_${kind}`, { lbn }),
      tone: kind,
      progress: copiesOf(copied, copies, setting),
    };
  }
  if (inner) {
    const { superblock, compaction, pbn, copied, copies } = inner;
    const kind =
      pbn === null || compaction
        ? said('now_kind_compaction', { superblock })
        : said('now_kind_inner', { superblock, block: pbn });
    return {
      kind,
      tone: compaction ? 'full' : copies === 0 ? 'switch' : 'partial',
      progress: pbn === null ? null : copiesOf(copied, copies, setting),
    };
  }
  if (wear)
    return {
      kind: said('now_kind_wear', { block: wear.from }),
      tone: 'copy',
      progress: copiesOf(wear.copied, wear.copies, setting),
    };
  if (gc)
    return {
      kind: said('now_kind_gc', { block: gc.pbn }),
      tone: 'copy',
      progress: copiesOf(gc.copied, gc.copies, setting),
    };
  return requestWork(setting);
}

function copiesOf(done: number, copies: number, setting: Setting): Said {
  if (copies === 0) return said('now_progress_none');
  const copied = Math.min(copies, done + reading(setting));
  return copied === 0
    ? said('now_progress_copies', { copies })
    : said('now_progress_copy', { copied, copies });
}

/** One while the first half of the next copy is the moment: its page is read. */
function reading({ events, index }: Setting): number {
  const event = events[index];
  return event?.t === 'read' && (event.cause === 'merge' || event.cause === 'gc' || event.cause === 'wear')
    ? 1
    : 0;
}

/** Nothing but the host's page is under way. */
function requestWork(setting: Setting): Work {
  const through: Setting = { ...setting, index: setting.index + 1 };
  const page = lastBefore(through, 'host_page');
  const looked = lastBefore(through, 'cmt_hit', 'cmt_miss', 'host_page');
  const pages =
    page && page.pages > 1 ? said('now_progress_page', { index: page.index + 1, pages: page.pages }) : null;
  if (looked?.t === 'cmt_miss') {
    const victim = lastBefore(through, 'cmt_victim', 'cmt_evicted', 'cmt_miss');
    const room = victim?.t === 'cmt_victim' && victim.dirty ? said('now_progress_evict') : null;
    return { kind: said('now_kind_cmt_miss'), tone: 'trans', progress: room ?? pages };
  }
  if (looked?.t === 'cmt_hit') return { kind: said('now_kind_cmt_hit'), tone: null, progress: pages };
  return { kind: said(`now_kind_${page?.op ?? 'other'}`), tone: null, progress: pages };
}

function sentenceOf(event: Event, frame: Frame, setting: Setting): Said {
  const block = (ppn: number) => Math.floor(ppn / setting.pagesPerBlock);
  switch (event.t) {
    case 'host_page':
      return said(`now_host_${event.op}`, { page: event.lpn });
    case 'program':
      return event.from === null
        ? programmed(event, frame, setting)
        : moved(event, block(event.from), block(event.ppn), setting);
    case 'translation_update':
      return event.cause === 'translation'
        ? said(`now_write_map_${hostOp(setting)}`, {
            page: lastBefore(setting, 'host_page')?.lpn ?? 0,
            tpn: event.tpn,
          })
        : headline(event, setting);
    case 'read': {
      const values = { page: event.logical, block: block(event.ppn) };
      if (event.kind === 'translation')
        return said(`now_read_map_${hostOp(setting)}`, mapValues(event, setting));
      if (event.cause === 'host') return said('now_read', values);
      return event.cause === 'gc' || event.cause === 'merge'
        ? said('now_read_copy', { ...values, ...from(block(event.ppn), setting) })
        : headline(event, setting);
    }
    case 'erase':
      return said('now_erase', { block: event.pbn, ...from(event.pbn, setting) });
    case 'merge_begin':
      return event.reason === 'no_free_block' || event.reason === 'page_in_use'
        ? headline(event, setting)
        : said(`now_merge_${event.kind}`, { lbn: event.lbn, log: event.log ?? 0, copies: event.copies });
    case 'merge_end':
      return said('now_merge_end', { lbn: event.lbn, block: event.data });
    case 'gc_begin':
      return said(gcSaid(setting), {
        block: event.pbn,
        valid: event.valid,
        pages: setting.pagesPerBlock,
      });
    case 'gc_end':
      return said('now_gc_end', { block: event.pbn, won: setting.pagesPerBlock - event.copied });
    case 'cmt_hit':
      return said('now_cmt_hit', { page: event.lpn });
    case 'cmt_miss':
      return said(event.full ? 'now_cmt_miss_full' : 'now_cmt_miss', { page: event.lpn, tpn: event.tpn });
    case 'cmt_victim':
      return said(event.dirty ? 'now_cmt_victim_dirty' : 'now_cmt_victim', { page: event.lpn });
    default:
      return headline(event, setting);
  }
}

function gcSaid(setting: Setting): string {
  if (choiceBefore(setting, 'victim')) return 'now_gc_chosen';
  return setting.policy === 'greedy' ? 'now_gc_greedy' : 'now_gc';
}

/** A page of the host, or a translation page, goes to flash. */
function programmed(event: Of<'program'>, frame: Frame, setting: Setting): Said {
  const block = Math.floor(event.ppn / setting.pagesPerBlock);
  if (event.kind === 'translation')
    return event.cause === 'translation'
      ? said(`now_write_map_${hostOp(setting)}`, mapValues(event, setting))
      : said('now_write_map', { tpn: event.logical, block });
  if (event.cause !== 'host') return headline(event, setting);
  const role = setting.roleOf(block);
  const values = { page: event.logical, block };
  if (frame.tables.block_map === null) return said('now_write', values);
  if (role === 'data' || role === 'merge_target') return said('now_write_data', values);
  return said(role === 'replacement' ? 'now_write' : 'now_write_log', values);
}

/** A copy. */
function moved(event: Of<'program'>, source: number, block: number, setting: Setting): Said {
  const values = { page: event.logical, from: source, block };
  if (event.kind === 'translation') return said('now_copy_map', values);
  if (event.cause !== 'merge') return said(event.cause === 'gc' ? 'now_copy_gc' : 'now_copy', values);
  const merge = lastBefore(setting, 'merge_begin');
  if (!merge || setting.ftl === 'superblock') return said('now_copy', values);
  const { role } = from(source, setting);
  const fresh = block !== merge.log && block !== merge.data;
  return said(fresh ? 'now_copy_fresh' : 'now_copy_log', { ...values, role });
}

/** The role of the block in the work under way: a choice of the message. */
function from(pbn: number, setting: Setting): { role: string } {
  const cleaning = lastBefore(setting, 'gc_begin', 'gc_end', 'inner_cleaning_begin', 'inner_cleaning_end');
  if ((cleaning?.t === 'gc_begin' || cleaning?.t === 'inner_cleaning_begin') && cleaning.pbn === pbn)
    return { role: 'victim' };
  const reclaim = lastBefore(setting, 'reclaim_begin', 'reclaim_end');
  if (reclaim?.t === 'reclaim_begin' && reclaim.pbn === pbn) return { role: 'victim' };
  const merge = lastBefore(setting, 'merge_begin');
  if (merge?.data === pbn) return { role: 'data' };
  if (merge?.log === pbn && merge.reason !== 'no_free_block') return { role: 'log' };
  const role = setting.roleOf(pbn);
  return { role: role === 'data' ? 'data' : role?.endsWith('log') ? 'log' : 'other' };
}

function hostOp(setting: Setting): 'read' | 'write' {
  return lastBefore(setting, 'host_page')?.op === 'read' ? 'read' : 'write';
}

function mapValues(event: Of<'read'> | Of<'program'>, setting: Setting): Said['values'] {
  return { page: lastBefore(setting, 'host_page')?.lpn ?? 0, tpn: event.logical };
}
