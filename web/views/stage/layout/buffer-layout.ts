/**
 * Where the write buffer is: a panel above the FTL's memory, in it the block groups, or the pages where pages leave one by
 * one, least recent first. A group is a line of its pages by offset; of blocks with many pages these are marks without a label.
 */

import { flow, monoWidth, PADDING, type Rect, textWidth } from './rects';
import type { Frame } from './sram';
import type { Layout, Shape, Viewport } from './types';

export interface BufferShape {
  /** Whether block groups leave, otherwise pages one by one. */
  byBlock: boolean;
  /** Most groups, or pages, that it can hold. */
  most: number;
  /** Whether more is counted of a group than its pages. */
  counted: boolean;
}

export interface BufferLayout {
  panel: Rect;
  title: Rect;
  caption: Rect;
  /** Places of groups, or of pages; of more than there are places the last one tells how many more. */
  places: Rect[];
  /** Size of the text in a group's header, and its lines; 0 where pages have none. */
  header: { h: number; lines: number };
  cell: { w: number; h: number; columns: number; labelled: boolean };
  /** The caption is at the right end of the title's line. */
  stacked: boolean;
}

const EDGE = 6;
const GAP = 6;
/** Inside the edge of a group, and between its pages. */
const GROUP_EDGE = 3;
const GROUP_GAP = 2;
/** Blocks of more pages are drawn without labels. */
const LABELLED = 8;
/** Characters of a group's name and its figure, `LBN 12  PUD 1.25`. */
const HEADER = 15;

interface Plan {
  header: BufferLayout['header'];
  cell: BufferLayout['cell'];
  place: { w: number; h: number };
  lines: number;
}

/** Narrower than this titles are above the places. */
const BESIDE = 640;

/** Where places begin: right of the titles, or below them. */
function leftOf({ width, label }: Viewport): number {
  return PADDING + EDGE + (width < BESIDE ? 0 : Math.ceil(label * 8.4));
}

function planOf(buffer: BufferShape, shape: Shape, viewport: Viewport, fixed: Frame): Plan {
  const { label } = viewport;
  const width = viewport.width - PADDING - EDGE - leftOf(viewport);
  const stacked = viewport.width < BESIDE;
  const least = Math.ceil(monoWidth(shape.labelChars, label) + label);
  const high = Math.ceil(label * 1.6);
  // Blocks need the room more than the buffer does.
  const roomy = !fixed.tight && viewport.height >= label * (stacked ? 32 : 38);
  const place = (header: Plan['header'], cell: Plan['cell'], inside: number, lines: number): Plan => {
    const most = Math.max(1, Math.floor((width + GAP) / (inside + GAP)));
    const h = header.h + lines * (cell.h + GROUP_GAP) - GROUP_GAP + (header.h > 0 ? GROUP_EDGE * 2 : 0);
    const wanted = Math.ceil(buffer.most / most);
    return { header, cell, place: { w: Math.min(inside, width), h }, lines: Math.min(roomy ? 2 : 1, wanted) };
  };
  if (!buffer.byBlock)
    return place(
      { h: 0, lines: 0 },
      { w: least + label, h: high, columns: 1, labelled: true },
      least + label,
      1,
    );
  const lines = buffer.counted && roomy && !stacked ? 2 : 1;
  const header = { h: Math.ceil(label * 1.35 * lines + 2), lines };
  const pages = shape.pagesPerBlock;
  const labelled = pages <= LABELLED && pages * (least + GROUP_GAP) <= width;
  const columns = labelled ? pages : pages > 128 ? 32 : Math.min(16, pages);
  const words = Math.ceil(textWidth(HEADER + (lines > 1 ? 8 : 0), label * 0.95)) + GROUP_EDGE * 2;
  const cell = labelled
    ? { w: least, h: high, columns, labelled }
    : { w: pages > 64 ? 6 : 8, h: pages > 64 ? 6 : 8, columns, labelled };
  const inside = columns * (cell.w + GROUP_GAP) - GROUP_GAP + GROUP_EDGE * 2;
  return place(header, cell, Math.max(inside, Math.min(words, width)), Math.ceil(pages / columns));
}

/** Under each line of places what is said of one of them. */
function below({ label }: Viewport, { tight }: Frame): number {
  return tight ? GAP : Math.ceil(label * 1.15);
}

export function bufferHeight(shape: Shape, viewport: Viewport, fixed: Frame): number {
  if (!shape.buffer) return 0;
  const { place, lines } = planOf(shape.buffer, shape, viewport, fixed);
  const places = lines * (place.h + below(viewport, fixed));
  // Beside the places the title and how full it is take a line each.
  const line = Math.ceil(viewport.label * 1.5);
  return EDGE * 2 + (viewport.width < BESIDE ? line + 2 + places : Math.max(places, line * 2));
}

export function bufferLayout(shape: Shape, viewport: Viewport, fixed: Frame, top: number): Layout['buffer'] {
  if (!shape.buffer) return null;
  const { place, lines, header, cell } = planOf(shape.buffer, shape, viewport, fixed);
  const stacked = viewport.width < BESIDE;
  const left = leftOf(viewport);
  const x = PADDING + EDGE;
  const y = top + EDGE;
  const wide = viewport.width - x * 2;
  const line = Math.ceil(viewport.label * 1.5);
  const first = y + (stacked ? line + 2 : 0);
  const { most } = shape.buffer;
  const { across } = flow(left, first, viewport.width - x - left, place, GAP, 1, most);
  return {
    panel: { x: PADDING, y: top, w: viewport.width - PADDING * 2, h: bufferHeight(shape, viewport, fixed) },
    title: stacked ? { x, y, w: wide / 2, h: line } : { x, y, w: left - x - 8, h: line },
    caption: stacked
      ? { x: x + wide / 2, y, w: wide / 2, h: line }
      : { x, y: y + line, w: left - x - 8, h: line },
    places: Array.from({ length: Math.min(most, across * lines) }, (_, index) => ({
      x: left + (index % across) * (place.w + GAP),
      y: first + Math.floor(index / across) * (place.h + below(viewport, fixed)),
      ...place,
    })),
    header,
    cell,
    stacked,
  };
}

/** Where page `offset` of the group in a place is. */
export function groupPageRect({ cell, header }: BufferLayout, place: Rect, offset: number): Rect {
  return {
    x: place.x + GROUP_EDGE + (offset % cell.columns) * (cell.w + GROUP_GAP),
    y: place.y + header.h + GROUP_EDGE + Math.floor(offset / cell.columns) * (cell.h + GROUP_GAP),
    w: cell.w,
    h: cell.h,
  };
}
