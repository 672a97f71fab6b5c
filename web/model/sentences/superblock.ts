/**
 * The superblock FTL's actions, in words (SPEC 4): where maps are found, how a write gets a block, which block GC
 * takes and why.
 */
import type { Event } from '../../protocol/generated/Event';
import { choiceBefore, type Explanation, lastBefore, place, type Said, type Setting, said } from './setting';

type Of<T extends Event['t']> = Extract<Event, { t: T }>;
type Ruled = Pick<Explanation, 'rule' | 'source'>;

const source = said('why_source_superblock');
const MAP: Ruled = { rule: said('why_rule_inner_map'), source: said('why_source_inner_map') };
const WRITE: Ruled = { rule: said('why_rule_host_superblock'), source };
const CLEANING: Ruled = { rule: said('why_rule_inner_cleaning'), source };
const COMPACTION: Ruled = { rule: said('why_rule_compaction'), source };

/** Actions shared with other schemes, where it has reasons of its own here; null where it has none. */
export function ownReasons(event: Event, setting: Setting): Explanation | null {
  const cleaning = cleaningOf(setting);
  switch (event.t) {
    case 'read':
      if (event.cause !== 'merge') return null;
      return {
        title: said('why_read_data', {
          logical: event.logical,
          page: place(event.ppn, setting.pagesPerBlock),
        }),
        why: [said('why_read_gc')],
        ...CLEANING,
      };
    case 'program':
      return program(event, setting);
    case 'erase':
      return { title: said('why_erase', { block: event.pbn }), why: [said('why_erase_gc')], ...CLEANING };
    case 'block_taken': {
      const values = { block: event.pbn, superblock: superblockOfBlock(event.lbn, setting) };
      return {
        title: said('why_block_taken', values),
        why: [
          said(cleaning ? 'why_superblock_takes_for_copies' : 'why_superblock_takes_for_host', values),
          said(event.role === 'update' ? 'why_superblock_takes_update' : 'why_superblock_takes_data', values),
        ],
        ...(cleaning ? CLEANING : WRITE),
      };
    }
    case 'block_role':
      return {
        title: said('why_superblock_role', { block: event.pbn }),
        why: [said('why_superblock_role_reason', { superblock: superblockOfBlock(event.lbn, setting) })],
        rule: said('why_rule_block_role'),
        source,
      };
    case 'frontier_opened':
      return {
        title: said(`why_superblock_opened_${event.stream === 'gc' ? 'copies' : 'host'}`, {
          block: event.pbn,
        }),
        why: [said(`why_superblock_opened_${event.stream === 'gc' ? 'copies' : 'host'}_reason`)],
        ...WRITE,
      };
    case 'frontier_closed': {
      const victim = cleaning?.pbn === event.pbn;
      return {
        title: said('why_superblock_closed', { block: event.pbn }),
        why: [said(victim ? 'why_superblock_closed_victim' : 'why_frontier_closed_reason')],
        ...(victim ? CLEANING : WRITE),
      };
    }
    default:
      return null;
  }
}

function program(event: Of<'program'>, setting: Setting): Explanation {
  const at = (ppn: number) => place(ppn, setting.pagesPerBlock);
  const values = {
    logical: event.logical,
    version: event.version,
    page: at(event.ppn),
    from: event.from === null ? '' : at(event.from),
    block: Math.floor(event.ppn / setting.pagesPerBlock),
    superblock: superblockOf(event.logical, setting),
  };
  if (event.from === null)
    return {
      title: said('why_program_data', values),
      why: [said('why_superblock_program', values)],
      ...WRITE,
    };
  return { title: said('why_copy_data', values), why: [said('why_superblock_copy', values)], ...CLEANING };
}

export function mapCached({ superblock }: Of<'map_cached'>): Explanation {
  return { title: said('why_map_cached', { superblock }), why: [said('why_map_cached_reason')], ...MAP };
}

export function mapRead({ superblock, ppn, dropped }: Of<'map_read'>, setting: Setting): Explanation {
  const values = { superblock, page: ppn === null ? '' : place(ppn, setting.pagesPerBlock) };
  const why = [said(ppn === null ? 'why_map_read_nothing' : 'why_map_read_reason', values)];
  if (dropped !== null) why.push(said('why_map_read_dropped', { dropped }));
  return { title: said('why_map_read', { superblock }), why, ...MAP };
}

export function written({ superblock }: Of<'superblock_written'>): Explanation {
  return {
    title: said('why_superblock_written', { superblock }),
    why: [said('why_superblock_written_reason')],
    ...COMPACTION,
  };
}

export function compactionBegin(event: Of<'compaction_begin'>, setting: Setting): Explanation {
  const { superblock, wanted_by: wanted, update_blocks: limit, blocks, until, choices } = event;
  const values = { superblock, wanted, limit, blocks, until, choices };
  return {
    title: said('why_compaction', values),
    why: [
      said('why_compaction_limit', values),
      said(choiceBefore(setting, 'superblock') ? 'why_compaction_chosen' : 'why_compaction_oldest', values),
      said('why_compaction_cost', values),
    ],
    ...COMPACTION,
  };
}

export function compactionEnd({ superblock, victims, copied }: Of<'compaction_end'>): Explanation {
  return {
    title: said('why_compaction_end', { superblock }),
    why: [said('why_compaction_end_cost', { victims, copied })],
    ...COMPACTION,
  };
}

export function cleaningBegin(event: Of<'inner_cleaning_begin'>, setting: Setting): Explanation {
  const { superblock, pbn: block, valid, blocks, until, compaction, excepted, candidates, choices } = event;
  const values = { superblock, block, valid, blocks, until, choices };
  const equal = candidates.filter((other) => other.valid === valid).length > 1;
  const why: Said[] = [said(compaction ? 'why_inner_compaction' : 'why_inner_full', values)];
  if (choiceBefore(setting, 'victim')) why.push(said('why_inner_chosen', values));
  else why.push(said(equal ? 'why_inner_fewest_first' : 'why_inner_fewest', values));
  if (excepted !== null) why.push(said('why_inner_excepted', { excepted }));
  if (!compaction) why.push(said(valid === 0 ? 'why_inner_switch' : 'why_inner_partial'));
  return { title: said(valid === 0 ? 'why_inner_nothing' : 'why_inner', values), why, ...CLEANING };
}

export function cleaningEnd(event: Of<'inner_cleaning_end'>, setting: Setting): Explanation {
  const { superblock, pbn: block, blocks } = event;
  const before = cleaningOf(setting);
  const won = before !== null && blocks < before.blocks;
  return {
    title: said('why_inner_end', { block }),
    why: [said(won ? 'why_inner_end_won' : 'why_inner_end_even', { superblock, blocks })],
    ...CLEANING,
  };
}

/** The inner GC that the current event is part of. */
function cleaningOf(setting: Setting): Of<'inner_cleaning_begin'> | null {
  const last = lastBefore(setting, 'inner_cleaning_begin', 'inner_cleaning_end');
  return last?.t === 'inner_cleaning_begin' ? last : null;
}

function superblockOf(lpn: number, { pagesPerBlock, blocksPerSuperblock }: Setting): number {
  return Math.floor(lpn / (pagesPerBlock * blocksPerSuperblock));
}

/** The superblock of its first logical block, by which blocks name their owner. */
function superblockOfBlock(lbn: number | null, { blocksPerSuperblock }: Setting): number {
  return Math.floor((lbn ?? 0) / blocksPerSuperblock);
}
