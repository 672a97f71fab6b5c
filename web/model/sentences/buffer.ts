/** A write buffer's actions, in words (SPEC 6). */
import type { DestageRule } from '../../protocol/generated/DestageRule';
import type { Event } from '../../protocol/generated/Event';
import type { PartitionDecision } from '../../protocol/generated/PartitionDecision';
import { type Explanation, type Said, type Setting, said } from './setting';

type Of<T extends Event['t']> = Extract<Event, { t: T }>;

/** The rule of the policy, and where it is. */
function ruleOf({ buffer }: Setting): Pick<Explanation, 'rule' | 'source'> {
  if (!buffer) return { rule: null, source: null };
  return {
    rule: said(`why_rule_buffer_${buffer}`),
    source: buffer === 'lru' ? null : said(`why_source_buffer_${buffer}`),
  };
}

/** The meaning of a host access for the buffer; `null` where there is none. */
export function hostPage(
  event: Of<'host_page'>,
  setting: Setting,
): Pick<Explanation, 'why' | 'rule' | 'source'> | null {
  if (!setting.buffer) return null;
  const why = setting.buffer === 'cflru' && event.op === 'read' ? 'read_kept' : event.op;
  return { why: [said(`why_host_buffer_${why}`)], rule: said('why_rule_host_buffer'), source: null };
}

export function buffered(event: Of<'buffered'>, setting: Setting): Explanation {
  const { lpn, version, pages, capacity } = event;
  return {
    title: said('why_buffered', { lpn, version }),
    why: [said('why_buffered_reason', { pages, capacity })],
    ...ruleOf(setting),
  };
}

export function rewritten({ lpn, version }: Of<'buffer_rewritten'>, setting: Setting): Explanation {
  return {
    title: said('why_buffer_rewritten', { lpn, version }),
    why: [said('why_buffer_rewritten_reason')],
    ...ruleOf(setting),
  };
}

export function hit({ lpn, version }: Of<'buffer_hit'>, setting: Setting): Explanation {
  return {
    title: said('why_buffer_hit', { lpn, version }),
    why: [said('why_buffer_hit_reason')],
    ...ruleOf(setting),
  };
}

export function kept({ lpn, version }: Of<'buffer_kept'>, setting: Setting): Explanation {
  return {
    title: said('why_buffer_kept', { lpn, version }),
    why: [said('why_buffer_kept_reason')],
    ...ruleOf(setting),
  };
}

export function dropped({ lpn, rule }: Of<'buffer_dropped'>, setting: Setting): Explanation {
  return {
    title: said('why_buffer_dropped', { lpn }),
    why: [said('why_buffer_dropped_reason'), ruleSaid(rule)],
    ...ruleOf(setting),
  };
}

export function trimmed({ lpn }: Of<'buffer_trimmed'>): Explanation {
  return {
    title: said('why_buffer_trimmed', { lpn }),
    why: [said('why_buffer_trimmed_reason')],
    rule: null,
    source: null,
  };
}

export function lost({ pages }: Of<'buffer_lost'>): Explanation {
  return {
    title: said('why_buffer_lost', { pages }),
    why: [said('why_buffer_lost_reason')],
    rule: said('why_rule_buffer_battery'),
    source: null,
  };
}

export function begin(event: Of<'destage_begin'>, setting: Setting): Explanation {
  const { lbn, lpn, pages, fillers, rule, choices, wanted_by: wanted } = event;
  const why: Said[] = [said('why_destage_full', { wanted }), ruleSaid(rule, choices)];
  if (rule.rule === 'benefit' && !rule.by_block) {
    const { mapping_group: group } = rule;
    why.push(group ? said('why_destage_page_grouped', { ...group }) : said('why_destage_page_oldest'));
  }
  if (fillers > 0) why.push(said('why_destage_fillers', { fillers }));
  return {
    title: lbn === null ? said('why_destage_page_begin', { lpn }) : said('why_destage_begin', { lbn, pages }),
    why,
    ...ruleOf(setting),
  };
}

export function fillerRead({ lpn }: Of<'filler_read'>): Explanation {
  return {
    title: said('why_filler_read', { lpn }),
    why: [said('why_read_pad')],
    rule: said('why_rule_pad'),
    source: null,
  };
}

/** From here on the FTL does what it does with a page that the host writes. */
export function page(event: Of<'destage_page'>, setting: Setting): Explanation {
  const { lpn, version, filler, index, pages } = event;
  const values = {
    lpn,
    version,
    index: index + 1,
    pages,
    lbn: Math.floor(lpn / setting.pagesPerBlock),
    offset: lpn % setting.pagesPerBlock,
  };
  return {
    title: said(filler ? 'why_destage_filler' : 'why_destage_page', values),
    why: [said(`why_host_write_${setting.ftl}`, values)],
    rule: said(`why_rule_host_${setting.ftl}`),
    source: said(`why_source_${setting.ftl}`),
  };
}

export function destaged({ lpn, filler }: Of<'destaged'>): Explanation {
  return {
    title: said(filler ? 'why_destaged_filler' : 'why_destaged', { lpn }),
    why: [said(filler ? 'why_program_pad' : 'why_destaged_reason')],
    rule: null,
    source: null,
  };
}

export function end({ pages, fillers }: Of<'destage_end'>, setting: Setting): Explanation {
  return {
    title: said('why_destage_end', { pages }),
    why: [said(fillers > 0 ? 'why_destage_end_padded' : 'why_destage_end_reason', { pages, fillers })],
    ...ruleOf(setting),
  };
}

/** Mappings leave by group, as before a buffer that shares RAM with them (`gc_arm`). */
export function mappingGroup({ tpn, entries, groups }: Of<'mapping_group_chosen'>): Explanation {
  return {
    title: said('why_mapping_group', { tpn, entries }),
    why: [said('why_mapping_group_reason', { groups })],
    rule: said('why_rule_cmt_evict_groups'),
    source: said('why_source_buffer_gc_arm'),
  };
}

export function ghostHit(
  event: Of<'buffer_ghost_hit'> | Of<'mapping_ghost_hit'>,
  setting: Setting,
): Explanation {
  const { t, lpn } = event;
  const how = 'write' in event ? (event.write ? 'write' : 'read') : event.dirty ? 'dirty' : 'clean';
  return {
    title: said(`why_${t}`, { lpn }),
    why: [said(`why_${t}_${how}`)],
    ...partitionRule(setting),
  };
}

export function partitioned({ decision }: Of<'partitioned'>, setting: Setting): Explanation {
  return { ...partitionSaid(decision), ...partitionRule(setting) };
}

/** The decision at the end of a window about the division of RAM, and the reason. */
export function partitionSaid(decision: PartitionDecision): Pick<Explanation, 'title' | 'why'> {
  const { grew, why: reason, pages, entries, requests, distinct, threshold, writes } = decision;
  const ghosts = reason.endsWith('ghosts');
  const why: Said[] = [
    ghosts
      ? said('why_partition_ghosts', {
          requests,
          buffer: decision.buffer_saves_us,
          mapping: decision.mapping_saves_us,
        })
      : said(`why_partition_${reason}`, { requests, distinct, threshold, writes }),
  ];
  if (decision.at_limit) why.push(said('why_partition_limit'));
  return { title: said(`why_partition_${grew ?? 'kept'}`, { pages, entries }), why };
}

export function cmtResized({ entries }: Of<'cmt_resized'>, setting: Setting): Explanation {
  return {
    title: said('why_cmt_resized', { entries }),
    why: [said('why_cmt_resized_reason')],
    ...partitionRule(setting),
  };
}

function partitionRule({ buffer }: Setting): Pick<Explanation, 'rule' | 'source'> {
  return buffer === 'gc_arm'
    ? { rule: said('why_rule_partition_gc_arm'), source: said('why_source_partition_gc_arm') }
    : { rule: said('why_rule_partition_ap'), source: said('why_source_buffer_ap') };
}

/** A PUD: a mean of whole numbers, with as many decimals as it needs, at most three. */
export function pudText(pud: number): string {
  return String(Math.round(pud * 1000) / 1000);
}

/** Why it is this victim, with the figures that decided. */
function ruleSaid(rule: DestageRule, choices = 0): Said {
  switch (rule.rule) {
    case 'lru':
      return said('why_destage_lru', { choices });
    case 'clean_first':
      return said('why_destage_clean_first', { window: rule.window, place: rule.place });
    case 'none_clean':
      return said('why_destage_none_clean', { window: rule.window });
    case 'largest':
      return said(rule.tied > 1 ? 'why_destage_largest_tied' : 'why_destage_largest', {
        pages: rule.pages,
        tied: rule.tied,
        choices,
      });
    case 'least_recent':
      return said(rule.compensated ? 'why_destage_compensated' : 'why_destage_least_recent', { choices });
    case 'benefit':
      return said(rule.by_block ? 'why_destage_by_block' : 'why_destage_by_page', {
        page: rule.page,
        block: rule.block,
        lbn: rule.lbn,
        pages: rule.pages,
        missing: rule.missing,
      });
    case 'infrequent':
      return said(rule.tied > 1 ? 'why_destage_infrequent_tied' : 'why_destage_infrequent', {
        pages: rule.pages,
        pud: pudText(rule.pud),
        limit: pudText(rule.threshold * (rule.most - rule.least)),
        infrequent: rule.infrequent,
        tied: rule.tied,
        choices,
      });
  }
}
