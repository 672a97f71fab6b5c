/** How the blocks of a section stand in lines: how many find room, which stand together, how far apart they are. */
import type { BlockSize } from './block-size';
import type { Fixed, RowShape, Shape } from './layout';

/** Least space between blocks. */
function blockGap(block: BlockSize): number {
  return Math.max(4, Math.min(16, Math.round(block.w * 0.16)));
}

/** Space between blocks that stand beside each other, where the widest section leaves more: arrows run there. */
export function roomyGap(shape: Shape, fixed: Fixed, block: BlockSize): number {
  const least = blockGap(block);
  const most = perLine(fixed, block);
  const grids = shape.rows.map((row) => (row.group === undefined ? null : chainGrid(row, row.group, most)));
  const widest = Math.max(...shape.rows.map((row, i) => grids[i]?.columns ?? Math.min(row.slots, most)));
  const spaces = shape.rows.map((row, i) => (grids[i] ? (grids[i].abreast - 1) * 2 : setOffs(row)));
  const off = Math.max(1, ...spaces) * SET_OFF;
  const spare = fixed.width - widest * block.w - (widest - 1) * least - block.w * off;
  // Not at the price of a line for the free pool, if that finds room beside the last section.
  const left = spare - least - 16 - poolRoom(shape, fixed);
  const free = left >= 0 && !fixed.stacked && shape.rows.length > 1 ? left : spare;
  return least + Math.max(0, Math.min(block.w * 0.36, free / Math.max(1, widest)));
}

function perLine(fixed: Fixed, block: BlockSize): number {
  const gap = blockGap(block);
  return Math.max(1, Math.floor((fixed.width + gap) / (block.w + gap)));
}

export function linesOf(row: RowShape, fixed: Fixed, block: BlockSize): number {
  if (row.group !== undefined) return chainGrid(row, row.group, perLine(fixed, block)).lines;
  return Math.max(1, Math.ceil((row.slots + setOffs(row) * SET_OFF) / perLine(fixed, block)));
}

/** How chains, or superblocks, stand when a line has room for `most` blocks: columns, lines, chains side by side, lines a chain takes. */
function chainGrid({ slots }: RowShape, group: number, most: number) {
  const chains = Math.ceil(slots / group);
  if (group > most) {
    const parts = Math.ceil(group / most);
    return { columns: Math.ceil(group / parts), lines: chains * parts, abreast: 1, parts };
  }
  // Evenly, so that the last line is as full as the others, with a space between chains.
  const room = Math.max(1, Math.floor((most + SET_OFF * 2) / (group + SET_OFF * 2)));
  const lines = Math.ceil(chains / room);
  const abreast = Math.ceil(chains / lines);
  return { columns: abreast * group, lines, abreast, parts: 1 };
}

/** Space between places that stand apart and the others, as a part of a block's width. */
export const SET_OFF = 0.3;

/** How often a row leaves such a space. */
export function setOffs({ lead = 0, apart }: RowShape): number {
  return (lead > 0 ? 1 : 0) + (apart > 0 ? 1 : 0);
}

/** Fewest lines in which a section can show something whole: those of a chain that is longer than a line. */
export function leastLines(row: RowShape, fixed: Fixed, block: BlockSize): number {
  return row.group === undefined ? 1 : chainGrid(row, row.group, perLine(fixed, block)).parts;
}

/** Space between lines of a section. */
export function lineGap(fixed: Fixed, block: BlockSize): number {
  return fixed.tight ? Math.min(8, blockGap(block)) : blockGap(block);
}

/** How a section's units (blocks; chains or superblocks, where there are) stand in the lines that are seen of it. */
export interface Grid {
  /** Units in a line, and lines that a unit takes. */
  across: number;
  parts: number;
  /** Blocks of a unit in a line of its own. */
  columns: number;
  left: number;
  top: number;
  /** From a block to the next, and from a line to the next. */
  pitch: { x: number; y: number };
  /** Size of a block. */
  w: number;
  h: number;
  /** Space between units, and before places that stand apart. */
  between: number;
  set: number;
}

export function gridOf(
  shape: Shape,
  row: RowShape,
  fixed: Fixed,
  block: BlockSize,
  shown: number,
  top: number,
): Grid {
  const beside = roomyGap(shape, fixed, block);
  const most = perLine(fixed, block);
  const all = linesOf(row, fixed, block);
  const grid = {
    left: fixed.left,
    top,
    pitch: { x: block.w + beside, y: block.h + lineGap(fixed, block) },
    w: block.w,
    h: block.h,
  };
  if (row.group !== undefined) {
    const { abreast, parts } = chainGrid(row, row.group, most);
    const columns = Math.ceil(row.group / parts);
    return { ...grid, across: abreast, parts, columns, between: block.w * SET_OFF * 2, set: 0 };
  }
  // Lines are filled evenly; of a section that is seen in part, as far as they go.
  const across = shown < all ? most : Math.min(most, Math.ceil(row.slots / all));
  // Places that stand apart are set off by some space.
  const spare = Math.max(0, fixed.width - across * grid.pitch.x + beside);
  const set = Math.min(block.w * SET_OFF, spare / Math.max(1, setOffs(row)));
  return { ...grid, across, parts: 1, columns: 1, between: 0, set };
}

/** Least width of the free pool. */
export function poolRoom(shape: Shape, fixed: Fixed): number {
  return (fixed.chip.w + 6) * Math.min(shape.pool, 4);
}
