/**
 * Where everything stands on the stage: numbers in, rectangles out.
 *
 * The stage is a column of sections: the host's queue, the write buffer, for DFTL the SRAM, for LAST the pages written last, one section per
 * kind of block, the free pool. Blocks are columns of pages, as the course draws them; a section wraps to several lines. The
 * cell is as large as the room allows; where not all lines fit, each section has a window of its own onto its lines
 * (windows.ts). Nothing here depends on what the pages hold, so that things keep their place from step to step.
 */
import {
  BLOCK_EDGE,
  type BlockSize,
  type CellSize,
  fittingBlock,
  heightOf,
  LEAST_TEXT,
  PAGE_GAP,
  sharedLines,
  windowedBlock,
} from './block-size';
import { type BufferLayout, type BufferShape, bufferHeight, bufferLayout } from './buffer-layout';
import { type Grid, gridOf } from './lines';
import { recencyHeight, recencyLayout, sramHeight, sramLayout } from './panels';
import { flow, PADDING, type Rect, textWidth } from './rects';
import { poolBeside, restOf } from './rest';
import { type Units, unitsFrom } from './windows';

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
  /** The write buffer; `null` without one. */
  buffer: BufferShape | null;
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

export interface RowLayout {
  id: RowId;
  title: Rect;
  /** How many of the slots, at the beginning, stand apart. */
  lead: number;
  /** Outer rectangles of the blocks, header included, by slot; the last `apart` of them stand apart. `null`: out of the window. */
  slots: (Rect | null)[];
  apart: number;
  /** Places that make a chain or a superblock; 1 where there is neither. */
  group: number;
  /** Units (blocks; chains or superblocks, where `group` is more than 1) in all, and those that are seen. */
  units: number;
  window: Units;
  grid: Grid;
  /** The section as it is seen. */
  area: Rect;
}

export interface EntriesLayout {
  title: Rect;
  /** Places of entries; when there are more entries than places, the last place tells how many more. */
  entries: Rect[];
  /** Entries asked for. */
  of: number;
}

interface PoolLayout {
  title: Rect;
  /** Places; of more blocks than places the last one tells how many more. */
  chips: Rect[];
  /** Most blocks there can be. */
  of: number;
  /** Places in a line. */
  across: number;
  /** The block in the first place, by its number in the pool. */
  from: number;
}

export interface Layout {
  width: number;
  height: number;
  cell: CellSize;
  /** Height of a block's header, and its lines of text (0, 1 or 2). */
  header: { h: number; lines: number };
  /** Titles stand above their sections instead of beside them. */
  stacked: boolean;
  /** Sections have windows, and no more space than they need. */
  tight: boolean;
  label: number;
  host: { title: Rect; chips: Rect[] };
  buffer: BufferLayout | null;
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
  pool: PoolLayout;
  pagesPerBlock: number;
}

const TOP = 8;
/** Below this width titles would take beside their sections what the blocks need. */
const LEAST_BESIDE = 440;
/** Room for a title beside its section, at least. */
const LEAST_LEFT = 86;
/** Width of the sliders of windows, at the right edge. */
export const RAIL = 16;

export function layout(shape: Shape, whole: Room): Layout {
  // Large text in a low stage would leave no room for the pages.
  const room = { ...whole, label: Math.min(whole.label, Math.max(LEAST_TEXT, whole.height / 22)) };
  // Titles above their sections leave these the whole width, titles beside them the height.
  const narrow = room.width < 700;
  const stacked = room.width < 540;
  const frames = (narrow && !stacked ? [true, false] : [narrow]).map((above) =>
    frameOf(shape, room, above, false),
  );
  const fitting = fittingBlock(shape, room, frames);
  if (fitting) return arrange(shape, room, fitting.fixed, fitting.block);
  // Not everything fits: smaller letters beside the pages, down to the least, before a section is cut off.
  const windowed = (label: number, above: boolean): Layout => {
    const small = { ...room, label };
    const narrower = frameOf(shape, { ...small, width: room.width - RAIL }, above, true);
    return arrange(shape, small, narrower, windowedBlock(shape, small, narrower));
  };
  const tightest = (above: boolean): Layout => {
    let sheet = windowed(room.label, above);
    for (let label = room.label - 1; sheet.height > room.height && label >= LEAST_TEXT; label -= 1)
      sheet = windowed(label, above);
    return sheet;
  };
  const sheet = tightest(stacked);
  if (!stacked || sheet.height <= room.height || room.width < LEAST_BESIDE) return sheet;
  // Low as well as narrow, as two stages beside each other are in a hall: titles above cost the height that blocks need.
  const beside = tightest(false);
  return beside.height < sheet.height ? beside : sheet;
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

/** A row through another window of the same size. */
export function withWindow(row: RowLayout, window: Units): RowLayout {
  const { group, lead, apart, grid } = row;
  const { across, parts, columns, pitch, w, h } = grid;
  const slots: (Rect | null)[] = row.slots.map(() => null);
  window.forEach((unit, index) => {
    const [line, column] = [Math.floor(index / across), index % across];
    const left = grid.left + column * (group * pitch.x + grid.between);
    for (let place = 0; place < group; place += 1) {
      const slot = unit * group + place;
      if (slot >= slots.length) break;
      const behind = lead > 0 && slot >= lead && line === 0 && (window[0] ?? 0) < lead ? grid.set : 0;
      const off = slot >= slots.length - apart && column > 0 ? grid.set : 0;
      slots[slot] = {
        x: left + (place % columns) * pitch.x + behind + off,
        y: grid.top + (line * parts + Math.floor(place / columns)) * pitch.y,
        w,
        h,
      };
    }
  });
  return { ...row, window, slots };
}

/** Sizes that do not depend on the cell. */
export interface Fixed {
  stacked: boolean;
  /** Not everything fits: no more space than is needed. */
  tight: boolean;
  left: number;
  /** Width of a section beside its title. */
  width: number;
  chip: { w: number; h: number };
  request: { w: number; h: number };
  entry: { w: number; h: number };
  /** Lines of entries per segment and of the directory. */
  poolLines: number;
  buffer: number;
  sram: number;
  recency: number;
  /** Height of all but the rows of blocks. */
  rest: number;
  gap: number;
  titleHeight: number;
}

function frameOf(shape: Shape, room: Room, stacked: boolean, tight: boolean): Fixed {
  const { label } = room;
  const titleHeight = stacked ? Math.ceil(label * 1.5) + 4 : 0;
  const left =
    PADDING + (stacked ? 0 : Math.ceil(Math.min(label * 7.6, Math.max(LEAST_LEFT, room.width * 0.16))));
  const width = Math.max(60, room.width - left - PADDING);
  const height = Math.ceil(label * 2);
  const chip = { w: Math.ceil(textWidth(shape.blockChars, label) + label * 1.1), h: height };
  const request = { w: Math.ceil(textWidth(shape.requestChars, label) + label * 1.3), h: height };
  const entry = {
    w: Math.ceil(textWidth(shape.entryChars + 1.4, label) + label * 0.8),
    h: Math.ceil(label * 1.75),
  };
  // What is said under a block stays clear of the next section, in letters for a hall too.
  const gap = Math.max(8, Math.round(Math.min(20, room.height / 40)), stacked ? 0 : Math.round(label - 4));
  const perLine = Math.max(1, Math.floor((width + 6) / (chip.w + 6)));
  // Few lines of letters fit: the pages need them more.
  const few = tight || room.height < label * 24;
  const poolLines = Math.min(few ? 1 : 2, Math.max(1, Math.ceil(shape.pool / perLine)));
  const fixed: Fixed = {
    stacked,
    tight,
    left,
    width,
    chip,
    request,
    entry,
    poolLines,
    buffer: 0,
    sram: 0,
    recency: 0,
    rest: 0,
    gap,
    titleHeight,
  };
  fixed.buffer = bufferHeight(shape, room, fixed);
  fixed.sram = sramHeight(shape, room, fixed);
  fixed.recency = recencyHeight(shape, fixed);
  fixed.rest =
    TOP * 2 +
    titleHeight * (2 + shape.rows.length) +
    request.h +
    gap +
    (fixed.buffer > 0 ? fixed.buffer + gap : 0) +
    (fixed.sram > 0 ? fixed.sram + gap : 0) +
    (fixed.recency > 0 ? fixed.recency + gap : 0) +
    poolLines * (chip.h + 6) -
    6 +
    shape.rows.length * gap;
  return fixed;
}

function arrange(shape: Shape, room: Room, fixed: Fixed, block: BlockSize): Layout {
  const { stacked, left, titleHeight } = fixed;
  const rest = restOf(shape, fixed, block);
  const shown = sharedLines(shape.rows, fixed, block, room.height - rest);
  const content = rest + heightOf(shown, fixed, block);
  const aside = poolBeside(shape, fixed, block);
  const panels = [fixed.buffer, fixed.sram, fixed.recency].filter((height) => height > 0).length;
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

  const buffer = bufferLayout(shape, room, fixed, y);
  if (buffer) y += fixed.buffer + gap;

  let sram: Layout['sram'] = null;
  if (shape.cmt && shape.gtd !== null) {
    sram = sramLayout(shape, room, fixed, y);
    y += fixed.sram + gap;
  }

  const recency = recencyLayout(shape, room, fixed, y);
  if (recency) y += fixed.recency + gap;

  const rows = shape.rows.map((row, index): RowLayout => {
    const heading = title(block.header.h + block.cell.h);
    const lines = shown[index] ?? 1;
    const grid = gridOf(shape, row, fixed, block, lines, y);
    const { id, lead = 0, apart, group = 1 } = row;
    const units = Math.ceil(row.slots / group);
    const window = unitsFrom(0, Math.min(units, Math.floor(lines / grid.parts) * grid.across));
    const used = Math.ceil(window.length / grid.across) * grid.parts;
    const area = { x: left, y, w: fixed.width, h: heightOf([used], fixed, block) };
    y += area.h + gap;
    const slots = Array.from({ length: row.slots }, () => null);
    return withWindow({ id, title: heading, slots, lead, apart, group, units, window, grid, area }, window);
  });

  let poolTitle: Rect;
  let pool: ReturnType<typeof flow>;
  if (aside) {
    const top = rows.at(-1)?.area.y ?? y;
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
    tight: fixed.tight,
    label: room.label,
    host,
    buffer,
    sram,
    recency,
    rows,
    pool: { title: poolTitle, chips: pool.rects, of: shape.pool, across: pool.across, from: 0 },
    pagesPerBlock: shape.pagesPerBlock,
  };
}
