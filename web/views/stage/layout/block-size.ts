/** How large a page is drawn, and so a block: as large as the room allows, and never too small for its label. */
import { type BandPlace, bandsOf, SECTION } from './bands';
import { monoWidth, type Rect, textWidth } from './rects';
import type { RowShape, Shape, Viewport } from './types';
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

/** Below this a label cannot be read. */
const MIN_LABEL = 9;
/** Words beside the pages are not made smaller than this. */
const LEAST_TEXT = 11;

export function leastText({ least = 0 }: Viewport): number {
  return Math.max(LEAST_TEXT, least);
}
/** Space between pages of a block, and inside its edge. */
export const PAGE_GAP = 3;
export const BLOCK_EDGE = 4;
/** Blocks are columns of pages; of many pages, and where there is little height, of several columns. */
const COLUMNS = [1, 2, 4, 8, 16, 32];
/** Most bands of blocks: more are windows' work. */
const MOST_BANDS = 8;

/** Labels of pages may be painted larger than their room by this factor: they have a margin. */
const MARGIN = 0.8;

/** The smallest label that can be read: in a hall, where all text is large, larger. */
function leastLabel({ font, least = 0 }: Viewport): number {
  return Math.max(MIN_LABEL, font * 0.6, least * MARGIN);
}

/** Size of the text in headers. */
export function headerText(viewport: { label: number }): number {
  return Math.max(MIN_LABEL, viewport.label - 1);
}

/** A heading of a section, and the line above blocks for tags and counts. */
export function headingHeight({ label }: { label: number }): number {
  return Math.ceil(label * 1.75);
}

export function tagHeight({ label }: { label: number }): number {
  return Math.ceil(label * 1.3);
}

/** Between tags and their blocks. */
export const TAG_GAP = 3;

/** How a block of this many pages is drawn best. */
function usualColumns(pages: number): number {
  return pages <= 16 ? 1 : pages <= 32 ? 2 : 8;
}

export interface Fitting {
  block: BlockSize;
  /** Pages are in as few columns as they do where there is room. */
  usual: boolean;
  bands: BandPlace[][];
  /** From one block to the next. */
  pitch: number;
  /** Where blocks begin, beside the offsets. */
  left: number;
  axis: boolean;
  /** Height of all of it, and where its bands begin. */
  height: number;
  tops: number[];
  pool: number;
}

/** Width of a free block at the right. */
export function poolWidth(shape: Shape, { label }: Viewport): number {
  return shape.pool === 0 ? 0 : Math.ceil(monoWidth(shape.blockChars, label) + label * 3);
}

function headerOf(viewport: Viewport, lines: number): BlockSize['header'] {
  const size = headerText(viewport);
  return { h: Math.ceil(size * 1.3 * lines + 7), lines };
}

/** Columns in which a block of this many pages can be drawn. */
function columnsOf({ pagesPerBlock }: Shape): number[] {
  return COLUMNS.filter((count) => count === 1 || count * 2 <= pagesPerBlock);
}

function blockOf(
  shape: Shape,
  w: number,
  h: number,
  columns: number,
  header: BlockSize['header'],
  font: number,
): BlockSize {
  return {
    cell: { w, h, font, columns },
    header,
    w: columns * (w + PAGE_GAP) - PAGE_GAP + BLOCK_EDGE * 2,
    h: header.h + Math.ceil(shape.pagesPerBlock / columns) * (h + PAGE_GAP) - PAGE_GAP + BLOCK_EDGE,
  };
}

function fontOf(shape: Shape, viewport: Viewport, w: number, h: number): number {
  const font = Math.min(h * 0.76, (w - 4) / monoWidth(Math.max(2, shape.labelChars), 1), viewport.font * 1.3);
  return font >= leastLabel(viewport) ? Math.floor(font * 2) / 2 : 0;
}

/** Whether a header has room for a block's name, and for its role. */
function names(shape: Shape, viewport: Viewport, w: number): { name: boolean; role: boolean } {
  const size = headerText(viewport);
  return {
    name: monoWidth(shape.blockChars, size) <= w - 4,
    role: textWidth(shape.roleChars, size) * 0.8 <= w - 8,
  };
}

/** All blocks at once, in as few bands as their pages can be read in; `null` where they cannot. */
export function fittingBands(shape: Shape, viewport: Viewport, area: Rect): Fitting | null {
  let best: { fitting: Fitting; worth: number } | null = null;
  for (let lines = 1; lines <= MOST_BANDS; lines += 1) {
    const bands = bandsOf(shape.rows, lines);
    if (!bands) continue;
    for (const columns of columnsOf(shape)) {
      for (const header of [2, 1]) {
        const each = inBands(shape, viewport, area, bands.bands, bands.cols, columns, header);
        if (each && (!best || each.worth > best.worth)) best = each;
      }
    }
  }
  return best?.fitting ?? null;
}

function inBands(
  shape: Shape,
  viewport: Viewport,
  area: Rect,
  bands: BandPlace[][],
  cols: number,
  columns: number,
  lines: number,
): { fitting: Fitting; worth: number } | null {
  const header = headerOf(viewport, lines);
  const axis = shape.axis && columns === 1;
  const digits = String(shape.pagesPerBlock - 1).length;
  const gutter = axis ? Math.ceil(monoWidth(digits, headerText(viewport))) + 8 : 0;
  const pool = poolWidth(shape, viewport);
  const left = area.x + gutter;
  const wide = area.w - gutter - (pool > 0 ? pool + 22 : 0);
  // Headings where a section or a superblock begins, a line for tags everywhere.
  let last = -1;
  const heads = bands.map((band) => {
    const begins = band.some(({ row }) => row > last || shape.rows[row]?.id === 'superblock');
    last = Math.max(last, ...band.map(({ row }) => row));
    return begins ? headingHeight(viewport) : 0;
  });
  const above = heads.reduce((sum, h) => sum + h, 0) + bands.length * (tagHeight(viewport) + TAG_GAP);
  const between = (bands.length - 1) * 6;
  const pageLines = Math.ceil(shape.pagesPerBlock / columns);
  const high = (area.h - above - between) / bands.length - header.h - BLOCK_EDGE + PAGE_GAP;
  const gap = Math.max(4, Math.min(14, (wide / cols) * 0.1));
  const most = Math.floor((wide + gap) / cols - gap);
  let w = Math.floor((most - BLOCK_EDGE * 2 + PAGE_GAP) / columns - PAGE_GAP);
  let h = Math.floor(high / pageLines - PAGE_GAP);
  // A page is a line of text, not a poster: the larger the room, the larger its share of it.
  const roomy = Math.round(Math.max(viewport.height * 0.13, viewport.height * 0.25 - 60));
  h = Math.min(h, Math.max(42, roomy), Math.max(18, Math.round(w * 1.1)));
  w = Math.min(w, Math.max(Math.round(viewport.font * 8), Math.round(h * 3.6)));
  const font = fontOf(shape, viewport, w, h);
  if (w < 5 || h < 4) return null;
  const block = blockOf(shape, w, h, columns, header, font);
  const can = names(shape, viewport, block.w);
  if (!can.name) return null;
  // Without labels many pages are still seen, few are not worth it.
  if (font === 0 && shape.pagesPerBlock < 16) return null;
  const pitch = Math.min((wide + gap) / cols, block.w * 1.45);
  const height = above + between + bands.length * block.h;
  // The rest of the height goes between the lines.
  const spare = Math.max(0, area.h - height);
  const extra = Math.min(26, spare / (bands.length + 2));
  let y = area.y + Math.min(18, extra);
  const tops = bands.map((_, index) => {
    y += (heads[index] ?? 0) + tagHeight(viewport) + TAG_GAP;
    const top = y;
    y += block.h + 6 + extra;
    return top;
  });
  const label = font > 0 ? 7 + Math.min(font, viewport.font) : Math.min(w / 3, h, 8) / 2;
  const usual = usualColumns(shape.pagesPerBlock);
  // Past two lines of text a page is no easier to read: further columns are not worth it.
  const seen = columns > usual ? Math.min(h, viewport.font * 2) : h;
  const size = Math.sqrt(Math.min(w, seen * 2) * seen) / 7;
  const worth =
    label +
    size -
    1.6 * (bands.length - 1) -
    (columns === usual ? 0 : columns < usual ? 1 : 7) +
    (lines === 2 ? (can.role ? 2.5 : -1) : 0);
  return {
    fitting: {
      ...{ block, bands, pitch, left, height, tops, pool },
      usual: columns <= usual,
      axis: axis && h >= 10,
    },
    worth,
  };
}

/** On a narrow stage: a few blocks in one line, as large as they can be. */
export function fewBlocks(shape: Shape, viewport: Viewport, area: Rect, count: number): BlockSize {
  const header = headerOf(viewport, 2);
  const pitch = area.w / (count + SECTION * (shape.rows.length - 1));
  const wide = Math.floor(pitch - 6);
  let best: { block: BlockSize; worth: number } | null = null;
  for (const columns of columnsOf(shape)) {
    const lines = Math.ceil(shape.pagesPerBlock / columns);
    const w = Math.floor((wide - BLOCK_EDGE * 2 + PAGE_GAP) / columns - PAGE_GAP);
    const h = Math.min(
      Math.max(40, Math.round(viewport.height * 0.13)),
      Math.floor((area.h - header.h - BLOCK_EDGE + PAGE_GAP) / lines - PAGE_GAP),
    );
    if (w < 3 || h < 3) continue;
    const font = fontOf(shape, viewport, w, h);
    const worth = font * 2 + Math.sqrt(w * h) / 4 - Math.log2(columns);
    if (!best || worth > best.worth) best = { block: blockOf(shape, w, h, columns, header, font), worth };
  }
  return best?.block ?? blockOf(shape, 5, 4, 8, header, 0);
}

/** This many blocks of a section are enough for what a merge joins. */
const ENOUGH = 6;
const SIZES = [11 / 9, 10 / 9, 1];

export interface Windowed {
  block: BlockSize;
  /** Blocks in a line, and lines of the first section and of the others. */
  across: number;
  shown: [number, number];
}

/**
 * Sections below the first: together in one line where each finds room for its places and the largest for one; otherwise each in a line
 * of its own.
 */
export function linesOf(others: RowShape[], across: number): RowShape[][] {
  if (others.length === 0) return [];
  const largest = largestOf(others);
  const least = others.reduce((sum, row) => sum + (row === largest ? 1 : row.slots), 0);
  const fits = least + (others.length - 1) * SECTION <= across;
  return fits ? [others] : others.map((row) => [row]);
}

export function largestOf(rows: RowShape[]): RowShape | undefined {
  return rows.reduce<RowShape | undefined>((a, b) => (a && a.slots >= b.slots ? a : b), undefined);
}

/** Places of a section's line beside sections that have few. */
export function placesOf(row: RowShape, line: RowShape[], across: number): number {
  if (row !== largestOf(line)) return Math.min(row.slots, across);
  const rest = line.filter((other) => other !== row).reduce((sum, { slots }) => sum + slots, 0);
  return Math.max(1, Math.min(row.slots, Math.floor(across - rest - (line.length - 1) * SECTION)));
}

/**
 * Where not all blocks fit, sections show some of theirs: the first in lines of its own, the others below. Enough of each are
 * worth more than larger labels; past that, the more are seen and the less they are folded, the better.
 */
export function windowedBlock(shape: Shape, viewport: Viewport, area: Rect): Windowed {
  let best: { found: Windowed; worth: number } | null = null;
  for (const lines of [2, 1]) {
    const header = headerOf(viewport, lines);
    for (const part of SIZES) {
      const size = part * leastLabel(viewport);
      const h = Math.ceil(size / 0.72);
      const least = Math.ceil(monoWidth(Math.max(2, shape.labelChars), size) + 4);
      for (const columns of columnsOf(shape)) {
        for (let w = least; w <= Math.max(least, h * 3); w += 3) {
          const block = blockOf(shape, w, h, columns, header, Math.floor(size * 2) / 2);
          if (block.w > area.w) break;
          const each = inLines(shape, viewport, area, block);
          if (each && (!best || each.worth > best.worth)) best = each;
        }
      }
    }
  }
  if (best) return best.found;
  const block = blockOf(shape, 17, 17, 1, headerOf(viewport, 1), 0);
  return { block, across: Math.max(1, Math.floor(area.w / (block.w + 6))), shown: [1, 1] };
}

function inLines(
  shape: Shape,
  viewport: Viewport,
  area: Rect,
  block: BlockSize,
): { found: Windowed; worth: number } | null {
  const [first, ...others] = shape.rows;
  const can = names(shape, viewport, block.w);
  if (!first || !can.name) return null;
  const across = Math.max(1, Math.floor((area.w + 6) / (block.w + 6)));
  const below = linesOf(others, across);
  const heads = headingHeight(viewport) * (1 + below.length);
  const high = block.h + tagHeight(viewport) + TAG_GAP;
  const { group = 1, slots } = first;
  // A chain or a superblock that is longer than a line takes several.
  const parts = Math.ceil(group / across);
  const all = Math.ceil(Math.ceil(slots / group) / Math.max(1, Math.floor(across / group))) * parts;
  const largest = largestOf(others);
  const own = below.find((line) => largest && line.includes(largest)) ?? [];
  const places = largest ? placesOf(largest, own, across) : 1;
  const needed = largest ? Math.ceil(largest.slots / places) : 0;
  const free = area.h - heads - Math.max(0, below.length - 1) * high;
  const fit = Math.floor(free / high);
  const [a = 1, b = 0] = share(needed > 0 ? [all, needed] : [all], needed > 0 ? [parts, 1] : [parts], fit);
  const over = Math.max(0, (a + b) * high - free);
  const seen = Math.min(slots, a * across) + Math.min(largest?.slots ?? 0, b * places);
  const together = Math.min(1, (a * across) / Math.min(slots, ENOUGH));
  const { font, w, columns } = block.cell;
  const usual = usualColumns(shape.pagesPerBlock);
  const worth =
    together * 8 +
    font * 0.8 +
    Math.sqrt(seen) * 0.6 +
    w / 100 +
    (block.header.lines === 2 ? (can.role ? 3 : -1) : 0) -
    (columns > usual ? 0.6 + columns * 0.2 : 0) -
    over / 5;
  return { found: { block, across, shown: [a, b] }, worth };
}
