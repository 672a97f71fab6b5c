/** DFTL's power losses in words: what SRAM lost, what is scanned, what is found (SPEC 5). */
import type { Event } from '../../protocol/generated/Event';
import { type Explanation, lastBefore, place, type Setting, said } from './setting';

type Of<T extends Event['t']> = Extract<Event, { t: T }>;

const RECOVERY: Pick<Explanation, 'rule' | 'source'> = {
  rule: said('why_rule_recovery'),
  source: said('why_source_dftl_power'),
};

export function checkpoint(event: Of<'gtd_checkpoint'>): Explanation {
  const { pages, programs, unsaved_from } = event;
  return {
    title: said('why_checkpoint', { pages }),
    why: [said('why_checkpoint_reason', { programs }), said('why_checkpoint_from', { from: unsaved_from })],
    rule: said('why_rule_checkpoint'),
    source: said('why_source_dftl_power'),
  };
}

export function lost(event: Of<'power_lost'>): Explanation {
  const { entries, dirty, gtd } = event;
  return {
    title: said('why_power_lost', { entries }),
    why: [
      said(dirty > 0 ? 'why_power_lost_dirty' : 'why_power_lost_clean', { dirty }),
      said(gtd ? 'why_power_lost_gtd' : 'why_power_lost_battery'),
    ],
    ...RECOVERY,
  };
}

export function begin(event: Of<'recovery_begin'>): Explanation {
  const { from_seq, checkpoint, blocks, pages, full } = event;
  const why = [
    from_seq > 0
      ? said('why_recovery_begin_scan', { from: from_seq, blocks })
      : said('why_recovery_begin_all', { blocks }),
  ];
  if (checkpoint > 0) why.unshift(said('why_recovery_begin_checkpoint', { pages: checkpoint }));
  return { title: said('why_recovery_begin', { pages, full }), why, ...RECOVERY };
}

export function reappeared(event: Of<'reappeared'>, setting: Setting): Explanation {
  const at = { lpn: event.lpn, page: place(event.ppn, setting.pagesPerBlock) };
  return {
    title: said(event.counted ? 'why_reappeared' : 'why_reappeared_unseen', at),
    why: [said(event.counted ? 'why_reappeared_reason' : 'why_reappeared_unseen_reason')],
    ...RECOVERY,
  };
}

export function end(event: Of<'recovery_end'>): Explanation {
  const { scanned, full, found, written } = event;
  const why = [said('why_recovery_end_scanned', { scanned, full })];
  if (written > 0) why.push(said('why_recovery_end_written', { written }));
  return { title: said('why_recovery_end', { found }), why, ...RECOVERY };
}

/** Whether the current program is one of a checkpoint: they follow it at once. */
export function writesCheckpoint(setting: Setting): boolean {
  const begin = lastBefore(setting, 'gtd_checkpoint', 'power_lost');
  if (begin?.t !== 'gtd_checkpoint') return false;
  const since = setting.events.slice(setting.events.lastIndexOf(begin, setting.index), setting.index);
  return since.filter(({ t }) => t === 'program').length < begin.pages;
}

export function checkpointProgram(page: string): Explanation {
  return {
    title: said('why_program_checkpoint', { page }),
    why: [said('why_program_checkpoint_reason')],
    rule: said('why_rule_checkpoint'),
    source: said('why_source_dftl_power'),
  };
}

/** Whether the current read is one of a checkpoint's pages: they are the first that a recovery reads. */
export function readsCheckpoint(setting: Setting): boolean {
  const begin = lastBefore(setting, 'recovery_begin');
  if (!begin) return false;
  const from = setting.events.lastIndexOf(begin, setting.index);
  return setting.index - from <= begin.checkpoint;
}

export function checkpointRead(page: string): Explanation {
  return {
    title: said('why_read_checkpoint', { page }),
    why: [said('why_read_checkpoint_reason')],
    ...RECOVERY,
  };
}
