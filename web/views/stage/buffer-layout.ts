/**
 * Where the write buffer stands: a panel above the FTL's memory, in it the block groups, or the pages where pages leave one by
 * one, least recent first. A group is a line of its pages by offset; of blocks with many pages these are marks without a label.
 */
import type { Fixed, Layout, Room, Shape } from './layout';
import { flow, PADDING, type Rect, textWidth } from './rects';

export interface BufferShape {
  /** Whether block groups leave, else pages one by one. */
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

function planOf(buffer: BufferShape, shape: Shape, room: Room, fixed: Fixed): Plan {
  const { label } = room;
  const width = fixed.width - EDGE;
  const least = Math.ceil(textWidth(shape.labelChars, label) + label);
  const high = Math.ceil(label * 1.6);
  // Blocks need the room more than the buffer does.
  const roomy = !fixed.tight && room.height >= label * (fixed.stacked ? 32 : 38);
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
  const lines = buffer.counted && roomy && !fixed.stacked ? 2 : 1;
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
function below({ label }: Room, { tight }: Fixed): number {
  return tight ? GAP : Math.ceil(label * 1.15);
}

export function bufferHeight(shape: Shape, room: Room, fixed: Fixed): number {
  if (!shape.buffer) return 0;
  const { place, lines } = planOf(shape.buffer, shape, room, fixed);
  const places = lines * (place.h + below(room, fixed));
  // Beside the places the title and how full it is take a line each.
  const titles = fixed.stacked ? 0 : Math.ceil(room.label * 1.5) * 2;
  return EDGE * 2 + fixed.titleHeight + Math.max(places, titles);
}

export function bufferLayout(shape: Shape, room: Room, fixed: Fixed, top: number): Layout['buffer'] {
  if (!shape.buffer) return null;
  const { place, lines, header, cell } = planOf(shape.buffer, shape, room, fixed);
  const { stacked, left, titleHeight } = fixed;
  const x = PADDING - EDGE;
  const y = top + EDGE;
  const wide = room.width - PADDING * 2;
  const line = Math.ceil(room.label * 1.5);
  const { most } = shape.buffer;
  const placesFrom = (left: number, top: number): Rect[] => {
    const { across } = flow(left, top, fixed.width - EDGE, place, GAP, 1, most);
    return Array.from({ length: Math.min(most, across * lines) }, (_, index) => ({
      x: left + (index % across) * (place.w + GAP),
      y: top + Math.floor(index / across) * (place.h + below(room, fixed)),
      ...place,
    }));
  };
  return {
    panel: { x, y: top, w: room.width - x * 2, h: fixed.buffer },
    title: stacked
      ? { x: PADDING, y, w: wide / 2, h: line }
      : { x: PADDING, y, w: left - PADDING - 8, h: line },
    caption: stacked
      ? { x: PADDING + wide / 2, y, w: wide / 2, h: line }
      : { x: PADDING, y: y + line, w: left - PADDING - 8, h: line },
    places: placesFrom(left, y + titleHeight),
    header,
    cell,
  };
}

/** Where page `offset` of the group in a place stands. */
export function groupPageRect({ cell, header }: BufferLayout, place: Rect, offset: number): Rect {
  return {
    x: place.x + GROUP_EDGE + (offset % cell.columns) * (cell.w + GROUP_GAP),
    y: place.y + header.h + GROUP_EDGE + Math.floor(offset / cell.columns) * (cell.h + GROUP_GAP),
    w: cell.w,
    h: cell.h,
  };
}
