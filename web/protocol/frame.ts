/** Looking into a frame: of a large device it carries only what is visible, and a few things asked for by themselves. */
import { type Cell, cellAt, FREE, INVALID, VALID } from './cell';
import type { FrameWithCells } from './engine/engine-client';
import type { BlockShown } from './generated/BlockShown';
import type { Frame } from './generated/Frame';
import type { Role } from './generated/Role';

type Shown = Pick<FrameWithCells, 'frame' | 'cells'>;

/** A block, if the frame carries it. */
export function blockOf(frame: Frame, pbn: number): BlockShown | null {
  return frame.blocks[pbn - frame.from_block] ?? frame.others.find((block) => block.pbn === pbn) ?? null;
}

/**
 * Log blocks in the order in which they are to be merged, where there is one: a sequential log block waits for its sequence
 * to break, and of hot and cold ones (LAST) that goes first which costs least.
 */
export function mergeOrder({ tables }: Frame): number[] {
  const logs = tables.log_blocks ?? [];
  return logs.filter(({ role }) => role === 'log' || role === 'random_log').map(({ pbn }) => pbn);
}

/** The blocks of an LBN's chain, from the first. */
export function chainOf({ tables }: Frame, lbn: number): number[] {
  const first = tables.block_map?.[lbn - tables.from_lbn];
  return first === undefined || first === null
    ? []
    : [first, ...(tables.chains?.[lbn - tables.from_lbn] ?? [])];
}

/** Whether a block of this role takes what data blocks cannot: a log block of any kind, or a replacement block. */
export function isLog(role: Role): boolean {
  return role === 'log' || role.endsWith('_log') || role === 'replacement';
}

/** Whether nothing in a full log block of a partition (LAST) is valid: one erase, and it is free. */
export function isDead({ role, valid, free }: BlockShown): boolean {
  return (role === 'hot_log' || role === 'cold_log') && valid === 0 && free === 0;
}

/** The content of a page, if the frame carries it. */
export function cellOf({ frame, cells }: Shown, ppn: number, pagesPerBlock: number): Cell | null {
  const index = ppn - frame.from_block * pagesPerBlock;
  if (index >= 0 && index < frame.blocks.length * pagesPerBlock) return cellAt(cells, index);
  const page = frame.pages.find((asked) => asked.ppn === ppn);
  if (!page) return null;
  const { kind, logical, version } = page;
  const state = logical === null ? FREE : page.valid ? VALID : INVALID;
  return { state, translation: kind === 'translation', logical, version };
}

/** Where the valid copy of a logical page is, if the frame carries it. */
export function validCopy({ frame, cells }: Shown, lpn: number, pagesPerBlock: number): number | null {
  const asked = frame.pages.find((page) => page.valid && page.kind === 'data' && page.logical === lpn);
  if (asked) return asked.ppn;
  for (let index = 0; index < frame.blocks.length * pagesPerBlock; index += 1) {
    const cell = cellAt(cells, index);
    if (cell.state === VALID && !cell.translation && cell.logical === lpn) {
      return frame.from_block * pagesPerBlock + index;
    }
  }
  return null;
}
