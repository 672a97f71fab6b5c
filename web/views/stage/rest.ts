/** The free pool, and the height of all that are not rows of blocks. */
import type { BlockSize } from './block-size';
import type { Fixed, Shape } from './layout';
import { linesOf, poolRoom, roomyGap, SET_OFF, setOffs } from './lines';
import type { Rect } from './rects';

/** Height of all but the rows: less when the free pool finds room beside the last of them. */
export function restOf(shape: Shape, fixed: Fixed, block: BlockSize): number {
  return (
    fixed.rest - (poolBeside(shape, fixed, block) ? poolHeight(fixed) + fixed.gap + fixed.titleHeight : 0)
  );
}

function poolHeight(fixed: Fixed): number {
  return fixed.poolLines * (fixed.chip.h + 6) - 6;
}

/** Where the free pool goes when the last of several rows leaves room at its right; `null` when it does not. */
export function poolBeside(shape: Shape, fixed: Fixed, block: BlockSize): Rect | null {
  const row = shape.rows.at(-1);
  if (fixed.stacked || !row || shape.rows.length < 2 || linesOf(row, fixed, block) > 1) return null;
  const used = row.slots * (block.w + roomyGap(shape, fixed, block)) + block.w * SET_OFF * setOffs(row) + 16;
  const w = fixed.width - used;
  if (w < poolRoom(shape, fixed)) return null;
  return { x: fixed.left + used, y: 0, w, h: block.h };
}
