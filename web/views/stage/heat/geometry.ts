/**
 * Where pages are on the heat map: numbers in, rectangles out.
 *
 * The map is one picture in which a page is a pixel. A block is a tile of `columns` by `rows` pages under a line
 * that will hold its header, and has a gap at its right; tiles run from left to right, `across` in a line. Looked at
 * through a `Lens` a pixel becomes a cell `RATIO` times as wide as it is high: nothing else happens when zooming,
 * so what is seen from afar is what is there when one comes near.
 */
import type { Rect } from '../layout/rects';

/** Width of a cell by its height: room for a label, as on the small stage. */
export const RATIO = 1.5;
/** From this height of a cell on pages are pointed at one by one, before that whole blocks. */
export const FINE = 7;
/** From this height on cells are drawn as on the small stage, with labels where they fit. */
export const LABELLED = 17;

export interface Tiling {
  blocks: number;
  pagesPerBlock: number;
  /** Pages beside each other in a block, and lines of them. */
  columns: number;
  rows: number;
  /** Blocks beside each other, and lines of them. */
  across: number;
  lines: number;
  /** The size of the picture, in pixels. */
  width: number;
  height: number;
}

/** The visible part: zoom `k` (1: everything) and shift, in CSS pixels, as `d3-zoom` has them. */
export interface View {
  x: number;
  y: number;
  k: number;
}

export interface Lens {
  tiling: Tiling;
  /** CSS pixels. */
  width: number;
  height: number;
  /** Height of a cell when everything is seen. */
  unit: number;
  view: View;
}

/** A point of the map: a page, or with `page` -1 the header of a block. */
export interface Spot {
  pbn: number;
  /** Number of the page in its block. */
  page: number;
}

/** The tiling that fills a room best. */
export function tilingOf(blocks: number, pagesPerBlock: number, width: number, height: number): Tiling {
  const columns = columnsOf(pagesPerBlock);
  const rows = Math.ceil(pagesPerBlock / columns);
  const [w, h] = [(columns + 1) * RATIO, rows + 1];
  const wanted = Math.sqrt((blocks * h * Math.max(1, width)) / (w * Math.max(1, height)));
  const across = Math.max(1, Math.min(blocks, Math.ceil(wanted)));
  const lines = Math.ceil(blocks / across);
  return {
    blocks,
    pagesPerBlock,
    columns,
    rows,
    across,
    lines,
    width: across * (columns + 1),
    height: lines * (rows + 1),
  };
}

/** The divisor that makes a tile most like a square; any number when the divisors make strips. */
function columnsOf(pages: number): number {
  const strip = (columns: number) =>
    Math.abs(Math.log(((columns + 1) * RATIO) / (Math.ceil(pages / columns) + 1)));
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  const best = (some: number[]) => some.reduce((a, b) => (strip(b) < strip(a) ? b : a), 1);
  const whole = best(all.filter((columns) => pages % columns === 0));
  return strip(whole) < Math.log(3) ? whole : best(all);
}

export function lensOf(tiling: Tiling, width: number, height: number, view: View): Lens {
  const unit = Math.min(width / (tiling.width * RATIO), height / tiling.height);
  return { tiling, width, height, unit, view };
}

/** Height of a cell, CSS pixels. */
export function cellHeight({ unit, view }: Lens): number {
  return unit * view.k;
}

/** Pixel of the picture at which a block begins, its header line. */
export function tileAt({ columns, rows, across }: Tiling, pbn: number): { x: number; y: number } {
  return { x: (pbn % across) * (columns + 1), y: Math.floor(pbn / across) * (rows + 1) };
}

/** Where a spot is in the room; of a header, the whole block. */
export function rectOf(lens: Lens, { pbn, page }: Spot): Rect {
  const { tiling } = lens;
  const tile = tileAt(tiling, pbn);
  if (page < 0) return toRoom(lens, { ...tile, w: tiling.columns, h: tiling.rows + 1 });
  const x = tile.x + (page % tiling.columns);
  const y = tile.y + 1 + Math.floor(page / tiling.columns);
  return toRoom(lens, { x, y, w: 1, h: 1 });
}

/** A rectangle of the picture in the room. */
export function toRoom({ unit, view }: Lens, { x, y, w, h }: Rect): Rect {
  const [cw, ch] = [unit * view.k * RATIO, unit * view.k];
  return { x: x * cw + view.x, y: y * ch + view.y, w: w * cw, h: h * ch };
}

/** The sprite at a point of the room. */
export function spotAt(lens: Lens, x: number, y: number): Spot | null {
  const { tiling, unit, view } = lens;
  const px = Math.floor((x - view.x) / (unit * view.k * RATIO));
  const py = Math.floor((y - view.y) / (unit * view.k));
  if (px < 0 || py < 0 || px >= tiling.width || py >= tiling.height) return null;
  const [w, h] = [tiling.columns + 1, tiling.rows + 1];
  const pbn = Math.floor(py / h) * tiling.across + Math.floor(px / w);
  const [column, row] = [px % w, (py % h) - 1];
  if (pbn >= tiling.blocks || column === tiling.columns) return null;
  if (row < 0) return { pbn, page: -1 };
  const page = row * tiling.columns + column;
  return page < tiling.pagesPerBlock ? { pbn, page } : null;
}

/** Lines and columns of blocks that are seen at least in part, `to` past the last. */
export interface Seen {
  fromLine: number;
  toLine: number;
  fromAcross: number;
  toAcross: number;
}

export function seen({ tiling, width, height, unit, view }: Lens): Seen {
  const [w, h] = [(tiling.columns + 1) * unit * view.k * RATIO, (tiling.rows + 1) * unit * view.k];
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
  return {
    fromLine: clamp(Math.floor(-view.y / h), tiling.lines),
    toLine: clamp(Math.ceil((height - view.y) / h), tiling.lines),
    fromAcross: clamp(Math.floor(-view.x / w), tiling.across),
    toAcross: clamp(Math.ceil((width - view.x) / w), tiling.across),
  };
}

/** The run of blocks that holds all that are seen, `to` past the last. */
export function seenBlocks(lens: Lens): { from: number; to: number } {
  const { across, blocks } = lens.tiling;
  const { fromLine, toLine, fromAcross, toAcross } = seen(lens);
  if (toLine <= fromLine || toAcross <= fromAcross) return { from: 0, to: 0 };
  return {
    from: Math.min(blocks, fromLine * across + fromAcross),
    to: Math.min(blocks, (toLine - 1) * across + toAcross),
  };
}

/** The view of zoom `k` with a spot in its middle, within the picture. */
export function viewOn(lens: Lens, spot: Spot, k: number): View {
  const flat = { ...lens, view: { x: 0, y: 0, k } };
  const rect = rectOf(flat, spot);
  return bounded(flat, lens.width / 2 - rect.x - rect.w / 2, lens.height / 2 - rect.y - rect.h / 2, k);
}

/** A point of the map that means the same at any size: a block, and how far across and down its tile. */
export interface Point {
  pbn: number;
  /** 0 to 1. */
  x: number;
  y: number;
}

/** The sprite in the middle of the room. */
export function middleOf({ tiling, unit, view, width, height }: Lens): Point {
  const px = (width / 2 - view.x) / (unit * view.k * RATIO * (tiling.columns + 1));
  const py = (height / 2 - view.y) / (unit * view.k * (tiling.rows + 1));
  const [column, row] = [Math.floor(px), Math.floor(py)];
  const pbn = Math.min(tiling.blocks - 1, Math.max(0, row * tiling.across + column));
  return { pbn, x: px - column, y: py - row };
}

/** The view with a point in the middle. */
export function viewAround(lens: Lens, { pbn, x, y }: Point, k: number): View {
  const { tiling, unit, width, height } = lens;
  const tile = tileAt(tiling, Math.min(pbn, tiling.blocks - 1));
  const px = (tile.x + x * (tiling.columns + 1)) * unit * k * RATIO;
  const py = (tile.y + y * (tiling.rows + 1)) * unit * k;
  return bounded(lens, width / 2 - px, height / 2 - py, k);
}

/** A view that shows no more emptiness than it must. */
export function bounded(lens: Lens, x: number, y: number, k: number): View {
  const { tiling, unit, width, height } = lens;
  const within = (shift: number, room: number, size: number) =>
    size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, shift));
  return {
    x: within(x, width, tiling.width * unit * k * RATIO),
    y: within(y, height, tiling.height * unit * k),
    k,
  };
}

/** Where a key leads from a spot: from block to block, or if `fine` from cell to cell; `null` if it is no such key. */
export function moveSpot(
  tiling: Tiling,
  spot: Spot,
  key: string,
  control: boolean,
  fine: boolean,
): Spot | null {
  const { columns, rows, across, lines, blocks, pagesPerBlock } = tiling;
  // In cells: a header is as wide as its block, so it has the column one came from.
  const line = Math.floor(spot.pbn / across);
  const [w, h] = fine ? [columns, rows + 1] : [1, 1];
  let x = (spot.pbn % across) * w + (fine && spot.page >= 0 ? spot.page % columns : 0);
  let y = line * h + (fine && spot.page >= 0 ? Math.floor(spot.page / columns) + 1 : 0);
  const [lastX, lastY] = [across * w - 1, lines * h - 1];
  const jump = Math.max(1, Math.round((fine ? h : lines / 8) || 1));
  switch (key) {
    case 'ArrowRight':
      x += fine && spot.page < 0 ? columns : 1;
      break;
    case 'ArrowLeft':
      x -= fine && spot.page < 0 ? columns : 1;
      break;
    case 'ArrowDown':
      y += 1;
      break;
    case 'ArrowUp':
      y -= 1;
      break;
    case 'PageDown':
      y += jump;
      break;
    case 'PageUp':
      y -= jump;
      break;
    case 'Home':
      x = 0;
      if (control) y = 0;
      break;
    case 'End':
      x = lastX;
      if (control) y = lastY;
      break;
    default:
      return null;
  }
  x = Math.max(0, Math.min(lastX, x));
  y = Math.max(0, Math.min(lastY, y));
  const pbn = Math.min(blocks - 1, Math.floor(y / h) * across + Math.floor(x / w));
  const row = y % h;
  if (!fine || row === 0) return { pbn, page: -1 };
  return { pbn, page: Math.min(pagesPerBlock - 1, (row - 1) * columns + (x % w)) };
}
