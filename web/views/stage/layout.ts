/**
 * Where everything stands on the stage: numbers in, rectangles out.
 *
 * The stage is a column of sections: the host's queue, for DFTL the SRAM, for LAST the pages written last, one section per
 * kind of block, the free pool. Blocks are columns of pages, as the course draws them; a section wraps to several lines. The cell
 * is as large as the room allows, and nothing in the layout depends on what the pages hold, so that things
 * keep their place from step to step.
 */

import { recencyHeight, recencyLayout, sramHeight, sramLayout } from './panels';
import { CHARACTER, flow, PADDING, type Rect, textWidth } from './rects';

/** A section of blocks. */
export type RowId = 'blocks' | 'data' | 'log' | 'translation' | 'chains' | 'replacement' | 'superblock';

export interface RowShape {
  id: RowId;
  /** Places for blocks. */
  slots: number;
  /** How many of them, at the beginning, stand apart: places of sequential log blocks. Absent: none. */
  lead?: number;
  /** How many of them, at the end, stand apart: places for the target of a merge. */
  apart: number;
  /** So many places make a chain or a superblock, which stands in a line by itself or beside others, never in parts where it
   * fits. Absent: none do. */
  group?: number;
}

/** What is to be laid out. */
export interface Shape {
  pagesPerBlock: number;
  rows: RowShape[];
  /** Most blocks the free pool can hold. */
  pool: number;
  /** Characters of the longest page label, e.g. 3 for LPN 127. */
  labelChars: number;
  /** Characters of the longest block name, e.g. 3 for B12. */
  blockChars: number;
  /** Characters of the owner in a block's header, e.g. 6 for `LBN 12`; 0 where blocks have none. */
  ownerChars: number;
  /** Characters of a host request, e.g. 6 for `W 1023`. */
  requestChars: number;
  /** Places of the cached mapping table, by segment; `null` without one. */
  cmt: { probationary: number; protected: number } | null;
  /** Translation pages of the directory; `null` without one. */
  gtd: number | null;
  /** Places in the list of pages written last; `null` without one. */
  recency: number | null;
  /** Characters of a mapping, e.g. 9 for `12 → B3·1`. */
  entryChars: number;
}

/** The room there is, and the sizes of text in it (tokens, pixels). */
export interface Room {
  width: number;
  height: number;
  font: number;
  label: number;
}

interface CellSize {
  w: number;
  h: number;
  /** Size of the label in pixels, 0 when there is no room for one. */
  font: number;
  /** A block is this many columns of pages; 1 unless a block is too tall for the stage. */
  columns: number;
}

interface RowLayout {
  id: RowId;
  title: Rect;
  /** How many of the slots, at the beginning, stand apart. */
  lead: number;
  /** Outer rectangles of the blocks, header included, by slot; the last `apart` of them stand apart. */
  slots: Rect[];
  apart: number;
  /** Places that make a chain or a superblock; 1 where there is neither. */
  group: number;
}

export interface EntriesLayout {
  title: Rect;
  /** Places of entries; when there are more entries than places, the last place tells how many more. */
  entries: Rect[];
  /** Entries asked for. */
  of: number;
}

export interface Layout {
  width: number;
  height: number;
  cell: CellSize;
  /** Height of a block's header, and its lines of text (0, 1 or 2). */
  header: { h: number; lines: number };
  /** Titles stand above their sections instead of beside them. */
  stacked: boolean;
  label: number;
  host: { title: Rect; chips: Rect[] };
  sram: {
    panel: Rect;
    probationary: EntriesLayout;
    protected: EntriesLayout | null;
    gtd: EntriesLayout;
  } | null;
  /** The pages written last; of more pages than places the last place tells how many more. */
  recency: {
    panel: Rect;
    title: Rect;
    chips: Rect[];
    /** What the locality detector found. */
    verdict: Rect;
  } | null;
  rows: RowLayout[];
  pool: { title: Rect; chips: Rect[]; of: number };
  pagesPerBlock: number;
}

/** Below this a label cannot be read. */
const MIN_LABEL = 9;
/** Words beside the pages are not made smaller than this. */
const LEAST_TEXT = 11;
const TOP = 8;
/** Space between pages of a block, and inside its edge. */
const PAGE_GAP = 2;
const BLOCK_EDGE = 4;
const RATIOS = [2.6, 2.2, 1.8, 1.5, 1.25, 1];
const COLUMNS = [1, 2, 4, 8, 16, 32];

export function layout(shape: Shape, whole: Room): Layout {
  // Large text in a low stage would leave no room for the pages.
  const room = { ...whole, label: Math.min(whole.label, Math.max(LEAST_TEXT, whole.height / 22)) };
  const stacked = room.width < 700;
  const frame = frameOf(shape, room, stacked);
  const block = bestBlock(shape, room, frame);
  return arrange(shape, room, frame, block);
}

/** Where page `offset` of the block in `slot` stands: column by column. */
export function pageRect(layout: Layout, slot: Rect, offset: number): Rect {
  const { cell, header } = layout;
  const lines = Math.ceil(layout.pagesPerBlock / cell.columns);
  const column = Math.floor(offset / lines);
  const line = offset % lines;
  return {
    x: slot.x + BLOCK_EDGE + column * (cell.w + PAGE_GAP),
    y: slot.y + header.h + line * (cell.h + PAGE_GAP),
    w: cell.w,
    h: cell.h,
  };
}

/** Sizes that do not depend on the cell. */
export interface Fixed {
  stacked: boolean;
  left: number;
  /** Width of a section beside its title. */
  width: number;
  chip: { w: number; h: number };
  request: { w: number; h: number };
  entry: { w: number; h: number };
  /** Lines of entries per segment and of the directory. */
  poolLines: number;
  sram: number;
  recency: number;
  /** Height of all but the rows of blocks. */
  rest: number;
  gap: number;
  titleHeight: number;
}

function frameOf(shape: Shape, room: Room, stacked: boolean): Fixed {
  const { label } = room;
  const titleHeight = stacked ? Math.ceil(label * 1.5) + 4 : 0;
  const left = PADDING + (stacked ? 0 : Math.ceil(Math.min(label * 7.6, room.width * 0.16)));
  const width = Math.max(60, room.width - left - PADDING);
  const height = Math.ceil(label * 2);
  const chip = { w: Math.ceil(textWidth(shape.blockChars, label) + label * 1.1), h: height };
  const request = { w: Math.ceil(textWidth(shape.requestChars, label) + label * 1.3), h: height };
  const entry = {
    w: Math.ceil(textWidth(shape.entryChars + 1.4, label) + label * 0.8),
    h: Math.ceil(label * 1.75),
  };
  const gap = Math.max(8, Math.round(Math.min(20, room.height / 40)));
  const perLine = Math.max(1, Math.floor((width + 6) / (chip.w + 6)));
  const poolLines = Math.min(2, Math.max(1, Math.ceil(shape.pool / perLine)));
  const fixed: Fixed = {
    stacked,
    left,
    width,
    chip,
    request,
    entry,
    poolLines,
    sram: 0,
    recency: 0,
    rest: 0,
    gap,
    titleHeight,
  };
  fixed.sram = sramHeight(shape, room, fixed);
  fixed.recency = recencyHeight(shape, fixed);
  fixed.rest =
    TOP * 2 +
    titleHeight * (2 + shape.rows.length) +
    request.h +
    gap +
    (fixed.sram > 0 ? fixed.sram + gap : 0) +
    (fixed.recency > 0 ? fixed.recency + gap : 0) +
    poolLines * (chip.h + 6) -
    6 +
    shape.rows.length * gap;
  return fixed;
}

interface BlockSize {
  cell: CellSize;
  header: { h: number; lines: number };
  w: number;
  h: number;
}

/**
 * The largest labelled cell with which everything fits; else the smallest legible one, and the stage scrolls.
 */
function bestBlock(shape: Shape, room: Room, fixed: Fixed): BlockSize {
  const fits = (block: BlockSize) =>
    restOf(shape, fixed, block) + rowsHeight(shape, fixed, block) <= Math.max(room.height, fixed.rest + 40);
  const columns = COLUMNS.filter((count) => count === 1 || count * 4 <= shape.pagesPerBlock);
  let best: { block: BlockSize; worth: number } | null = null;
  for (const lines of [2, 1]) {
    for (const count of columns) {
      for (const ratio of RATIOS) {
        for (let h = 84; h >= 12; h -= 1) {
          const block = blockOf(shape, room, h, ratio, count, lines);
          if (block.cell.font < MIN_LABEL) break;
          if (!fits(block)) continue;
          const worth = worthOf(shape, block, room, fixed);
          if (!best || worth > best.worth) best = { block, worth };
          break;
        }
      }
    }
  }
  if (best) return best.block;
  return scrolled(shape, room, fixed, columns);
}

/** The stage scrolls: a comfortable label, and pages as wide as the lines leave room for. */
function scrolled(shape: Shape, room: Room, fixed: Fixed, columns: number[]): BlockSize {
  const size = Math.max(MIN_LABEL, Math.min(room.label, 11));
  const count = columns.find((c) => (shape.pagesPerBlock / c) * (size * 1.9) < room.height * 0.8) ?? 1;
  const h = Math.ceil(size / 0.55);
  const least = Math.ceil(textWidth(shape.labelChars, size) + 7);
  const of = (w: number) => blockOf(shape, room, h, Math.max(1, w / h), count, shape.ownerChars > 0 ? 2 : 1);
  const lines = (block: BlockSize) => shape.rows.reduce((sum, row) => sum + linesOf(row, fixed, block), 0);
  let best = of(least);
  for (let w = least + 1; w <= h * 2.6; w += 1) {
    const wider = of(w);
    if (wider.w > fixed.width || lines(wider) > lines(best)) break;
    best = wider;
  }
  return best;
}

/** Larger labels first; few lines, unfolded blocks, named owners and a well-filled stage count for something. */
function worthOf(shape: Shape, block: BlockSize, room: Room, fixed: Fixed): number {
  const { cell, header, w } = block;
  const font = Math.min(cell.font, room.font * 1.7);
  const area = Math.sqrt(Math.min(cell.w, cell.h * 1.9) * cell.h) / 6;
  const folded = cell.columns > 1 ? 1.5 + cell.columns * 0.4 : 0;
  const wrapped = shape.rows.reduce((sum, row) => sum + linesOf(row, fixed, block) - 1, 0);
  const named = shape.ownerChars === 0 ? header.lines === 1 : header.lines === 2 || w >= oneLine(shape, room);
  return font + area - folded - Math.min(3, wrapped * 1.5) + (named ? 4 : 0);
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
  const cell = { w, h: height, font: font >= MIN_LABEL ? Math.floor(font * 2) / 2 : 0, columns };
  const size = headerText(room);
  const header = { h: lines === 0 ? 0 : Math.ceil(size * 1.35 * lines + 5), lines };
  const pageLines = Math.ceil(shape.pagesPerBlock / columns);
  return {
    cell,
    header,
    w: columns * (w + PAGE_GAP) - PAGE_GAP + BLOCK_EDGE * 2,
    h: header.h + pageLines * (height + PAGE_GAP) - PAGE_GAP + BLOCK_EDGE,
  };
}

/** Size of the text in headers. */
export function headerText(room: { label: number }): number {
  return Math.max(MIN_LABEL, room.label - 1);
}

/** Least space between blocks. */
function blockGap(block: BlockSize): number {
  return Math.max(4, Math.min(16, Math.round(block.w * 0.16)));
}

/** Space between blocks that stand beside each other, where the widest section leaves more: arrows run there. */
function roomyGap(shape: Shape, fixed: Fixed, block: BlockSize): number {
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

function linesOf(row: RowShape, fixed: Fixed, block: BlockSize): number {
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

/** Line and column of a slot, and how many spaces set it off. */
function chainPlace(slot: number, group: number, { columns, abreast, parts }: ReturnType<typeof chainGrid>) {
  const [chain, place] = [Math.floor(slot / group), slot % group];
  if (parts > 1) {
    const part = Math.floor(place / columns);
    return { line: chain * parts + part, column: place % columns, off: 0 };
  }
  const beside = chain % abreast;
  return { line: Math.floor(chain / abreast), column: beside * group + place, off: beside * 2 };
}

/** Space between places that stand apart and the others, as a part of a block's width. */
const SET_OFF = 0.3;

/** How often a row leaves such a space. */
function setOffs({ lead = 0, apart }: RowShape): number {
  return (lead > 0 ? 1 : 0) + (apart > 0 ? 1 : 0);
}

function rowsHeight(shape: Shape, fixed: Fixed, block: BlockSize): number {
  if (block.w > fixed.width) return Number.POSITIVE_INFINITY;
  const gap = blockGap(block);
  return shape.rows.reduce((sum, row) => {
    const lines = linesOf(row, fixed, block);
    return sum + lines * block.h + (lines - 1) * gap;
  }, 0);
}

/** Height of all but the rows: less when the free pool finds room beside the last of them. */
function restOf(shape: Shape, fixed: Fixed, block: BlockSize): number {
  return (
    fixed.rest - (poolBeside(shape, fixed, block) ? poolHeight(fixed) + fixed.gap + fixed.titleHeight : 0)
  );
}

function poolHeight(fixed: Fixed): number {
  return fixed.poolLines * (fixed.chip.h + 6) - 6;
}

/** Least width of the free pool. */
function poolRoom(shape: Shape, fixed: Fixed): number {
  return (fixed.chip.w + 6) * Math.min(shape.pool, 4);
}

/** Where the free pool goes when the last of several rows leaves room at its right; `null` when it does not. */
function poolBeside(shape: Shape, fixed: Fixed, block: BlockSize): Rect | null {
  const row = shape.rows.at(-1);
  if (fixed.stacked || !row || shape.rows.length < 2 || linesOf(row, fixed, block) > 1) return null;
  const used = row.slots * (block.w + roomyGap(shape, fixed, block)) + block.w * SET_OFF * setOffs(row) + 16;
  const w = fixed.width - used;
  if (w < poolRoom(shape, fixed)) return null;
  return { x: fixed.left + used, y: 0, w, h: block.h };
}

function arrange(shape: Shape, room: Room, fixed: Fixed, block: BlockSize): Layout {
  const { stacked, left, titleHeight } = fixed;
  const content = restOf(shape, fixed, block) + rowsHeight(shape, fixed, block);
  const aside = poolBeside(shape, fixed, block);
  const panels = (fixed.sram > 0 ? 1 : 0) + (fixed.recency > 0 ? 1 : 0);
  const sections = shape.rows.length + (aside ? 0 : 1) + panels;
  const spare = Math.max(0, room.height - content);
  const gap = fixed.gap + Math.min(fixed.gap * 1.6, spare / (sections + 1));
  let y = TOP;

  /** The title of a section `height` tall that begins at `y`; moves `y` past a stacked one. */
  const title = (height: number): Rect => {
    const rect = stacked
      ? { x: PADDING, y, w: room.width - PADDING * 2, h: titleHeight }
      : { x: PADDING, y, w: left - PADDING - 8, h: height };
    y += titleHeight;
    return rect;
  };

  const hostTitle = title(fixed.request.h);
  const host = { title: hostTitle, chips: flow(left, y, fixed.width, fixed.request, 6, 1, 64).rects };
  y += fixed.request.h + gap;

  let sram: Layout['sram'] = null;
  if (shape.cmt && shape.gtd !== null) {
    sram = sramLayout(shape, room, fixed, y);
    y += fixed.sram + gap;
  }

  const recency = recencyLayout(shape, room, fixed, y);
  if (recency) y += fixed.recency + gap;

  const rows = shape.rows.map((row): RowLayout => {
    const space = blockGap(block);
    const beside = roomyGap(shape, fixed, block);
    const heading = title(block.header.h + block.cell.h);
    const slots: Rect[] = [];
    // Places that stand apart are set off by some space; lines are filled evenly.
    const count = perLine(fixed, block);
    const lines = linesOf(row, fixed, block);
    const even = Math.min(count, Math.ceil(row.slots / lines));
    const spare = Math.max(0, fixed.width - even * (block.w + beside) + beside);
    const set = Math.min(block.w * SET_OFF, spare / Math.max(1, setOffs(row)));
    const lead = row.lead ?? 0;
    if (row.group !== undefined) {
      const grid = chainGrid(row, row.group, count);
      for (let slot = 0; slot < row.slots; slot += 1) {
        const at = chainPlace(slot, row.group, grid);
        slots.push({
          x: left + at.column * (block.w + beside) + at.off * block.w * SET_OFF,
          y: y + at.line * (block.h + space),
          w: block.w,
          h: block.h,
        });
      }
      y += grid.lines * block.h + (grid.lines - 1) * space + gap;
      return { id: row.id, title: heading, slots, lead, apart: row.apart, group: row.group };
    }
    for (let slot = 0; slot < row.slots; slot += 1) {
      const line = Math.floor(slot / even);
      const behind = lead > 0 && slot >= lead && line === 0 ? set : 0;
      const off = row.apart > 0 && slot >= row.slots - row.apart && slot % even !== 0 ? set : 0;
      slots.push({
        x: left + (slot % even) * (block.w + beside) + behind + off,
        y: y + line * (block.h + space),
        w: block.w,
        h: block.h,
      });
    }
    const used = Math.max(1, Math.ceil(row.slots / even));
    y += used * block.h + (used - 1) * space + gap;
    return { id: row.id, title: heading, slots, lead, apart: row.apart, group: 1 };
  });

  let poolTitle: Rect;
  let pool: ReturnType<typeof flow>;
  if (aside) {
    const top = rows.at(-1)?.slots[0]?.y ?? y;
    const head = Math.ceil(room.label * 1.8);
    const lines = Math.max(1, Math.min(4, Math.floor((block.h - head + 6) / (fixed.chip.h + 6))));
    poolTitle = { x: aside.x, y: top, w: aside.w, h: head };
    pool = flow(aside.x, top + head, aside.w, fixed.chip, 6, lines, shape.pool);
    y -= gap;
  } else {
    poolTitle = title(fixed.chip.h);
    pool = flow(left, y, fixed.width, fixed.chip, 6, fixed.poolLines, shape.pool);
    y += pool.height;
  }
  return {
    width: room.width,
    height: Math.max(room.height, Math.ceil(y + TOP)),
    cell: block.cell,
    header: block.header,
    stacked,
    label: room.label,
    host,
    sram,
    recency,
    rows,
    pool: { title: poolTitle, chips: pool.rects, of: shape.pool },
    pagesPerBlock: shape.pagesPerBlock,
  };
}
