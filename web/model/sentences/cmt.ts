/** DFTL's cached mapping table and directory in words (SPEC 5). */
import type { Event } from '../../protocol/generated/Event';
import { choiceBefore, type Explanation, lastBefore, place, type Said, type Setting, said } from './setting';

type Of<T extends Event['t']> = Extract<Event, { t: T }>;

const ALGORITHM: Pick<Explanation, 'source'> = { source: said('why_source_dftl_translation') };

export function hit(event: Of<'cmt_hit'>): Explanation {
  return {
    title: said('why_cmt_hit', { lpn: event.lpn }),
    why: [said('why_cmt_hit_reason')],
    rule: said('why_rule_cmt_hit'),
    ...ALGORITHM,
  };
}

export function miss(event: Of<'cmt_miss'>): Explanation {
  return {
    title: said('why_cmt_miss', { lpn: event.lpn }),
    why: [said(event.full ? 'why_cmt_miss_full' : 'why_cmt_miss_room', { tpn: event.tpn })],
    rule: said('why_rule_cmt_miss'),
    ...ALGORITHM,
  };
}

export function placed(event: Of<'cmt_placed'>, setting: Setting): Explanation {
  if (recovering(setting)) {
    return {
      title: said('why_cmt_placed', { lpn: event.lpn }),
      why: [said('why_cmt_placed_recovered')],
      rule: said('why_rule_recovery'),
      source: said('why_source_dftl_power'),
    };
  }
  if (lastBefore(setting, 'options_set', 'host_page')?.t === 'options_set') {
    return {
      title: said('why_cmt_placed', { lpn: event.lpn }),
      why: [said('why_cmt_placed_policy')],
      rule: null,
      source: null,
    };
  }
  if (setting.cmtPolicy !== 'slru') {
    const before = lastBefore(setting, 'cmt_hit', 'cmt_miss');
    return {
      title: said('why_cmt_placed', { lpn: event.lpn }),
      why: [said(before?.t === 'cmt_hit' ? 'why_cmt_placed_used' : 'why_cmt_placed_fetched')],
      rule: said(`why_rule_cmt_${setting.cmtPolicy}`),
      ...ALGORITHM,
    };
  }
  return {
    title: said(`why_cmt_placed_${event.segment}`, { lpn: event.lpn }),
    why: [said(placedReason(event, setting))],
    rule: said('why_rule_cmt_slru'),
    source: said('why_source_slru'),
  };
}

export function prefetched(event: Of<'cmt_prefetched'>): Explanation {
  return {
    title: said('why_cmt_prefetched', { lpn: event.lpn }),
    why: [said('why_cmt_prefetched_reason', { missed: event.missed })],
    rule: said('why_rule_cmt_prefetch'),
    ...ALGORITHM,
  };
}

function recovering(setting: Setting): boolean {
  return lastBefore(setting, 'recovery_begin') !== null;
}

/** An entry moves up when it is hit, falls back when the protected segment is full, or is new. */
function placedReason(event: Of<'cmt_placed'>, setting: Setting): string {
  const before = lastBefore(setting, 'cmt_hit', 'cmt_miss');
  if (before?.t !== 'cmt_hit') return 'why_cmt_placed_new';
  return before.lpn === event.lpn ? 'why_cmt_placed_hit' : 'why_cmt_placed_fell';
}

export function updated(event: Of<'cmt_updated'>, setting: Setting): Explanation {
  const values = { lpn: event.lpn, page: event.ppn === null ? '–' : place(event.ppn, setting.pagesPerBlock) };
  return {
    title: said(event.dirty ? 'why_cmt_dirty' : 'why_cmt_clean', values),
    why: [said(updatedReason(event, setting))],
    rule: said(event.dirty ? 'why_rule_cmt_dirty' : 'why_rule_cmt_batch'),
    ...ALGORITHM,
  };
}

function updatedReason(event: Of<'cmt_updated'>, setting: Setting): string {
  if (!event.dirty) return 'why_cmt_clean_batch';
  const before = lastBefore(setting, 'program', 'host_page');
  if (before?.t === 'program' && before.cause === 'gc') return 'why_cmt_dirty_moved';
  return lastBefore(setting, 'host_page')?.op === 'trim' ? 'why_cmt_dirty_trim' : 'why_cmt_dirty_write';
}

export function victim(event: Of<'cmt_victim'>, setting: Setting): Explanation {
  const choice = choiceBefore(setting, 'eviction');
  const how = choice ? 'why_cmt_victim_chosen' : 'why_cmt_victim';
  const why: Said[] = [
    said(`${how}_${event.dirty ? 'dirty' : 'clean'}`, {
      ...(choice && { instead: choice.instead_of }),
      tpn: event.tpn,
    }),
  ];
  if (event.batched > 0) why.push(said('why_cmt_victim_batch', { batched: event.batched, tpn: event.tpn }));
  return {
    title: said('why_cmt_victim', { lpn: event.lpn }),
    why,
    rule: evictRule(setting),
    ...ALGORITHM,
  };
}

export function evicted(event: Of<'cmt_evicted'>, setting: Setting): Explanation {
  // Without a decision before it, it made room for a prefetched one.
  const prefetch = lastBefore(setting, 'cmt_victim', 'cmt_placed')?.t === 'cmt_placed';
  return {
    title: said('why_cmt_evicted', { lpn: event.lpn }),
    why: [
      said(
        prefetch
          ? 'why_cmt_evicted_prefetch'
          : event.dirty
            ? 'why_cmt_evicted_dirty'
            : 'why_cmt_evicted_clean',
      ),
    ],
    rule: prefetch ? said('why_rule_cmt_prefetch') : evictRule(setting),
    ...ALGORITHM,
  };
}

function evictRule(setting: Setting): Said {
  return said(
    setting.cmtPolicy === 'slru' ? 'why_rule_cmt_evict' : `why_rule_cmt_evict_${setting.cmtPolicy}`,
  );
}

export function gtdSet(event: Of<'gtd_set'>, setting: Setting): Explanation {
  const before = lastBefore(setting, 'program', 'read', 'power_lost');
  const cause = before?.t === 'power_lost' ? null : before?.cause;
  const reason = before?.t === 'read' ? 'recovered' : cause === 'translation_gc' ? 'gc' : 'update';
  return {
    title: said('why_gtd_set', { tpn: event.tpn, page: place(event.ppn, setting.pagesPerBlock) }),
    why: [said(`why_gtd_set_${reason}`)],
    rule: said('why_rule_gtd'),
    source: said('why_source_dftl'),
  };
}

export function translationUpdate(event: Of<'translation_update'>): Explanation {
  const gc = event.cause === 'translation_gc';
  if (event.cause === 'recovery') {
    return {
      title: said('why_translation_update', { tpn: event.tpn, entries: event.entries }),
      why: [said('why_translation_update_recovery')],
      rule: said('why_rule_recovery'),
      source: said('why_source_dftl_power'),
    };
  }
  return {
    title: said('why_translation_update', { tpn: event.tpn, entries: event.entries }),
    why: [said(gc ? 'why_translation_update_gc' : 'why_translation_update_evict')],
    rule: said(gc ? 'why_rule_translation_gc' : 'why_rule_translation'),
    source: said(gc ? 'why_source_dftl_gc' : 'why_source_dftl_translation'),
  };
}
