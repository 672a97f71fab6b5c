/** How large a page is drawn, and so a block: as large as the room allows, and never too small for its label. */
import type { Fixed, Room, RowShape, Shape } from './layout';
import { gridOf, leastLines, lineGap, linesOf } from './lines';
import { CHARACTER, textWidth } from './rects';
import { restOf } from './rest';
import { share } from './windows';

export interface CellSize {
  w: number;
  h: number;
  /** Size of the label in pixels, 0 when there is no room for one. */
  font: number;
  /** A block is this many columns of pages; 1 unless a block is too tall for the stage. */
  columns: number;
}

export interface BlockSize {
  cell: CellSize;
  header: { h: number; lines: number };
  w: number;
  h: number;
}

interface Choice {
  block: BlockSize;
  worth: number;
}

interface Fitting {
  block: BlockSize;
  fixed: Fixed;
}

/** Below this a label cannot be read. */
const MIN_LABEL = 9;
/** Words beside the pages are not made smaller than this. */
export const LEAST_TEXT = 11;
/** Space between pages of a block, and inside its edge. */
export const PAGE_GAP = 2;
export const BLOCK_EDGE = 4;
const RATIOS = [2.6, 2.2, 1.8, 1.5, 1.25, 1];
/** Pages of a column that looks like one, and fewest where labels would be small. */
const TALL = 4;
const SQUAT = 2;
/** So many times as large a label is worth that. */
const CLEARLY = 1.15;
const COLUMNS = [1, 2, 4, 8, 16, 32];

/**
 * The largest labelled cell with which everything fits one of the frames, the first if it can; `null` where nothing that can be
 * read does. Blocks are columns of pages, as the course draws them, unless these leave labels smaller than the text around.
 */
export function fittingBlock(shape: Shape, room: Room, frames: Fixed[]): Fitting | null {
  const columns = firstFitting(shape, room, frames, TALL);
  const label = columns?.block.cell.font ?? leastLabel(room);
  if (label >= room.font) return columns;
  const squares = firstFitting(shape, room, frames, SQUAT);
  return squares && squares.block.cell.font > label * CLEARLY ? squares : columns;
}

function firstFitting(shape: Shape, room: Room, frames: Fixed[], pages: number): Fitting | null {
  for (const fixed of frames) {
    const best = bestFitting(shape, room, fixed, pages);
    if (best) return { block: best.block, fixed };
  }
  return null;
}

function bestFitting(shape: Shape, room: Room, fixed: Fixed, pages: number): Choice | null {
  const fits = (block: BlockSize) =>
    restOf(shape, fixed, block) + rowsHeight(shape, fixed, block) <= Math.max(room.height, fixed.rest + 40);
  let best: Choice | null = null;
  for (const lines of [2, 1]) {
    for (const count of columnsOf(shape, pages)) {
      for (const ratio of RATIOS) {
        for (let h = 84; h >= 12; h -= 1) {
          const block = blockOf(shape, room, h, ratio, count, lines);
          if (block.cell.font < leastLabel(room)) break;
          if (!fits(block)) continue;
          const worth = worthOf(shape, block, room, fixed);
          if (!best || worth > best.worth) best = { block, worth };
          break;
        }
      }
    }
  }
  return best;
}

/** So many blocks of a section are enough for what a merge joins. */
const ENOUGH = 6;
/** Sizes of labels where not everything fits, as parts of the least. */
const SIZES = [11 / 9, 10 / 9, 1];

/**
 * Where not all blocks fit, sections show some of theirs. Enough of each are worth more than larger labels: then what a
 * merge joins is seen together. Past that, the more blocks are seen and the less they are folded, the better.
 */
export function windowedBlock(shape: Shape, room: Room, fixed: Fixed): BlockSize {
  let best: Choice | null = null;
  for (const headers of shape.ownerChars > 0 ? [2, 1] : [1]) {
    for (const part of SIZES) {
      const size = part * leastLabel(room);
      const h = Math.ceil(size / 0.55);
      const least = Math.ceil(textWidth(shape.labelChars, size) + 7);
      for (const count of columnsOf(shape, SQUAT)) {
        let lines: string | null = null;
        for (let w = least; w <= Math.max(least, h * 2.6); w += 2) {
          const block = blockOf(shape, room, h, w / h, count, headers);
          if (block.w > fixed.width) break;
          const worth = windowWorth(shape, block, room, fixed);
          // Wider, as long as the lines stay as they are.
          const now = shape.rows.map((row) => linesOf(row, fixed, block)).join();
          if (lines !== null && now !== lines && headers === 2) break;
          lines = now;
          if (!best || worth > best.worth) best = { block, worth };
        }
      }
    }
  }
  // In a room for nothing the smallest cell stands, and the stage scrolls sideways for nobody.
  return best?.block ?? blockOf(shape, room, 17, 1, 1, 1);
}

function windowWorth(shape: Shape, block: BlockSize, room: Room, fixed: Fixed): number {
  const height = room.height - restOf(shape, fixed, block);
  const shown = sharedLines(shape.rows, fixed, block, height);
  const over = Math.max(0, heightOf(shown, fixed, block) - height);
  let together = 0;
  let seen = 0;
  shape.rows.forEach((row, i) => {
    const lines = shown[i] ?? 1;
    const { across, parts } = gridOf(shape, row, fixed, block, lines, 0);
    const units = Math.ceil(row.slots / (row.group ?? 1));
    const visible = Math.min(units, Math.floor(lines / parts) * across);
    together += Math.min(1, visible / Math.min(units, row.group === undefined ? ENOUGH : 2));
    seen += visible;
  });
  const { font, w, columns } = block.cell;
  return (
    together * 10 +
    font * 0.8 +
    Math.sqrt(seen) * 0.5 +
    w / 100 +
    (isNamed(shape, block, room) ? 3 : 0) -
    (columns > 1 ? 0.6 + columns * 0.2 : 0) -
    (columns > 1 && columns * TALL > shape.pagesPerBlock ? 3 : 0) -
    over / 7
  );
}

/** How many lines each section shows in so much height. */
export function sharedLines(rows: RowShape[], fixed: Fixed, block: BlockSize, height: number): number[] {
  const all = rows.map((row) => linesOf(row, fixed, block));
  const least = rows.map((row) => leastLines(row, fixed, block));
  const gap = lineGap(fixed, block);
  // Between lines of different sections there is other space than between lines of one.
  const room = Math.floor((height + rows.length * gap) / (block.h + gap));
  return share(all, least, room);
}

/** Height of so many lines in each section. */
export function heightOf(lines: number[], fixed: Fixed, block: BlockSize): number {
  const gap = lineGap(fixed, block);
  return lines.reduce((sum, count) => sum + count * block.h + (count - 1) * gap, 0);
}

/** Ways to draw a block, none of them with columns of fewer than so many pages. */
function columnsOf({ pagesPerBlock }: Shape, pages: number): number[] {
  return COLUMNS.filter((count) => count === 1 || count * pages <= pagesPerBlock);
}

/** Larger labels first; few lines, unfolded blocks, named owners and a well-filled stage count for something. */
function worthOf(shape: Shape, block: BlockSize, room: Room, fixed: Fixed): number {
  const { cell } = block;
  const font = Math.min(cell.font, room.font * 1.7);
  const area = Math.sqrt(Math.min(cell.w, cell.h * 1.9) * cell.h) / 6;
  const folded = cell.columns > 1 ? 1.5 + cell.columns * 0.4 : 0;
  const wrapped = shape.rows.reduce((sum, row) => sum + linesOf(row, fixed, block) - 1, 0);
  return font + area - folded - Math.min(3, wrapped * 1.5) + (isNamed(shape, block, room) ? 4 : 0);
}

/** Whether headers have room for the owner. */
function isNamed(shape: Shape, { header, w }: BlockSize, room: Room): boolean {
  return shape.ownerChars === 0 ? header.lines === 1 : header.lines === 2 || w >= oneLine(shape, room);
}

/** Width of a block whose header says everything in one line: `B12 LBN 3 ×2`, and the order of merging. */
function oneLine(shape: Shape, room: Room): number {
  return textWidth(shape.blockChars + shape.ownerChars + 4, headerText(room)) + headerText(room);
}

function blockOf(
  shape: Shape,
  room: Room,
  height: number,
  ratio: number,
  columns: number,
  lines: number,
): BlockSize {
  // A header names the block: it needs its width even where the pages do not.
  const needed =
    textWidth(Math.max(shape.blockChars, lines === 2 ? shape.ownerChars : 0), headerText(room)) + 4;
  const w = Math.max(Math.round(height * ratio), Math.ceil(needed / columns));
  const font = Math.min(
    height * 0.56,
    (w - 6) / (Math.max(1, shape.labelChars) * CHARACTER),
    room.font * 1.8,
  );
  const cell = { w, h: height, font: font >= leastLabel(room) ? Math.floor(font * 2) / 2 : 0, columns };
  const size = headerText(room);
  const header = { h: Math.ceil(size * 1.35 * lines + 5), lines };
  const pageLines = Math.ceil(shape.pagesPerBlock / columns);
  return {
    cell,
    header,
    w: columns * (w + PAGE_GAP) - PAGE_GAP + BLOCK_EDGE * 2,
    h: header.h + pageLines * (height + PAGE_GAP) - PAGE_GAP + BLOCK_EDGE,
  };
}

/** The smallest label that can be read: in a hall, where all text is large, larger. */
function leastLabel(room: Room): number {
  return Math.max(MIN_LABEL, room.font * 0.6);
}

/** Size of the text in headers. */
export function headerText(room: { label: number }): number {
  return Math.max(MIN_LABEL, room.label - 1);
}

function rowsHeight(shape: Shape, fixed: Fixed, block: BlockSize): number {
  if (block.w > fixed.width) return Number.POSITIVE_INFINITY;
  return heightOf(
    shape.rows.map((row) => linesOf(row, fixed, block)),
    fixed,
    block,
  );
}
