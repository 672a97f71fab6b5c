/** Plain facts of what is pointed at, for the tooltip and for screen readers. */
import { m } from '../../../i18n/compiled/messages.js';
import { type Cell, FREE, VALID } from '../../../protocol/cell';
import { blockOf, cellOf, isDead, mergeOrder, validCopy } from '../../../protocol/frame';
import type { BlockShown } from '../../../protocol/generated/BlockShown';
import type { Frame } from '../../../protocol/generated/Frame';
import type { Role } from '../../../protocol/generated/Role';
import type { Selection } from '../../../state/lab/lab';
import { bufferedFacts, groupFacts } from './buffer-facts';
import { pageName } from './names';

const ROLES: Record<Role, () => string> = {
  free: m.stage_role_free,
  data: m.stage_role_data,
  log: m.stage_role_log,
  sequential_log: m.stage_role_sequential_log,
  random_log: m.stage_role_random_log,
  hot_log: m.stage_role_hot_log,
  cold_log: m.stage_role_cold_log,
  update: m.stage_role_update,
  translation: m.stage_role_translation,
  merge_target: m.stage_role_merge_target,
  cold: m.stage_role_cold,
  hot: m.stage_role_hot,
  checkpoint: m.stage_role_checkpoint,
  replacement: m.stage_role_replacement,
};

export function roleName(role: Role): string {
  return ROLES[role]();
}

export function factsOf(
  selection: Selection,
  frame: Frame,
  cells: Uint32Array,
  pagesPerBlock: number,
  untold = false,
): string[] {
  switch (selection.kind) {
    case 'page': {
      const block = blockOf(frame, Math.floor(selection.ppn / pagesPerBlock));
      const cell = cellOf({ frame, cells }, selection.ppn, pagesPerBlock);
      const page = cell ? pageFacts(selection.ppn, cell, pagesPerBlock) : [];
      return block ? [...page, blockFact(block)] : page;
    }
    case 'block': {
      const block = blockOf(frame, selection.pbn);
      if (!block) return [];
      const logs = mergeOrder(frame);
      const order = logs.indexOf(block.pbn) + 1;
      const merged = order > 0 ? [m.stage_fact_order({ order, logs: logs.length })] : [];
      // To be counted by who is asked.
      const counts = untold ? [] : [countsFact(block, pagesPerBlock)];
      return [blockFact(block), ...counts, ...merged];
    }
    case 'lpn': {
      const { lpn } = selection;
      const facts = lpnFacts(lpn, frame, cells, pagesPerBlock);
      const buffered = frame.buffer ? bufferedFacts(lpn, frame.buffer) : [];
      return [...(facts.length > 0 ? facts : [`LPN ${lpn}`]), ...buffered];
    }
    case 'lbn': {
      const group = frame.buffer ? groupFacts(selection.lbn, frame.buffer) : [];
      return group.length > 0 ? group : [m.stage_slot_lbn({ lbn: selection.lbn })];
    }
  }
}

export function pageFacts(ppn: number, cell: Cell, pagesPerBlock: number): string[] {
  const state =
    cell.state === FREE
      ? m.stage_fact_free()
      : cell.state === VALID
        ? m.stage_fact_valid()
        : m.stage_fact_stale();
  const first = m.stage_fact_page({ page: pageName(ppn, pagesPerBlock), state });
  if (cell.logical === null) return [first];
  return [
    first,
    cell.translation
      ? m.stage_fact_tpn({ tpn: cell.logical })
      : m.stage_fact_lpn({ lpn: cell.logical, version: cell.version }),
  ];
}

/** Of a logical page: its valid copy, if it is among the blocks shown. */
function lpnFacts(lpn: number, frame: Frame, cells: Uint32Array, pagesPerBlock: number): string[] {
  const shown = { frame, cells };
  const ppn = validCopy(shown, lpn, pagesPerBlock);
  const cell = ppn === null ? null : cellOf(shown, ppn, pagesPerBlock);
  if (ppn === null || !cell) return [];
  return [
    m.stage_fact_lpn({ lpn, version: cell.version }),
    m.stage_fact_page({ page: pageName(ppn, pagesPerBlock), state: m.stage_fact_valid() }),
  ];
}

export function countsFact({ valid, free }: BlockShown, pagesPerBlock: number): string {
  return m.stage_fact_counts({ valid, invalid: pagesPerBlock - valid - free, free });
}

export function blockFact(block: BlockShown): string {
  const own = ROLES[block.role]();
  const plain = isDead(block) ? m.stage_role_dead({ role: own }) : own;
  const role = block.frontier ? m.stage_role_frontier({ role: plain }) : plain;
  const { pbn, lbn, erases } = block;
  return lbn === null || block.role === 'free'
    ? m.stage_fact_block({ block: pbn, role, erases })
    : m.stage_fact_block_lbn({ block: pbn, role, lbn, erases });
}
