/**
 * Where everything is on the stage: numbers in, rectangles out.
 *
 * Above: the host's requests and the maps that a step uses, then panels of what is in RAM. Below: the blocks, all sections side by
 * side, so that page i is at the same height in each of them, and the free pool at the right. Where one line of blocks would
 * be too small there are several; where these would be, sections have windows (windows.ts). On a phone a line has the blocks that
 * take part, and the others are tiles. Nothing here depends on a frame: sprites keep their place and size from step to step.
 */
import { bandsOf, SECTION } from './bands';
import {
  BLOCK_EDGE,
  type BlockSize,
  type CellSize,
  type Fitting,
  fewBlocks,
  fittingBands,
  headerText,
  headingHeight,
  largestOf,
  leastText,
  linesOf,
  PAGE_GAP,
  placesOf,
  poolWidth,
  TAG_GAP,
  tagHeight,
  windowedBlock,
} from './block-size';
import { bufferHeight, bufferLayout } from './buffer-layout';
import { flow, monoWidth, PADDING, type Rect } from './rects';
import { recencyHeight, recencyLayout, sramHeight, sramLayout } from './sram';
import { stripHeight, stripLayout } from './strip';
import type { Layout, PoolLayout, RowLayout, RowShape, Shape, Viewport } from './types';
import { type Units, unitsFrom } from './windows';

/** Between the edge and what is at the top and the foot. */
const TOP = 8;
/** Narrower than this only the blocks that take part are shown as such. */
const NARROW = 420;
/** As many columns are comfortable there. */
const FEW = 4;
/** Width of the sliders of windows, at the right edge. */
export const RAIL = 16;
/** Letters smaller by this factor beside the pages are worth pages drawn as usual. */
const SMALLER = 0.7;
/** Between sections, one below the other. */
const GAP = 10;

export function layoutOf(shape: Shape, whole: Viewport): Layout {
  // Large text in a low stage would leave no room for the pages.
  const least = leastText(whole);
  const viewport = { ...whole, label: Math.min(whole.label, Math.max(least, whole.height / 16)) };
  const all = bandsOf(shape.rows, 1);
  const narrow = viewport.width < NARROW && all && all.cols > FEW + 0.9;
  // Smaller letters beside the pages, before these are squeezed; down to the least, before a section is cut off.
  let layout: Layout | null = null;
  for (let { label } = viewport; label >= least; label -= 1) {
    const smaller = { ...viewport, label };
    const whole = layout !== null && layout.height <= viewport.height;
    if (whole && (narrow || layout?.tight || label < viewport.label * SMALLER)) break;
    if (narrow) {
      layout = phone(shape, smaller);
      continue;
    }
    const top = above(shape, smaller, false);
    const area = areaBelow(smaller, top.height);
    const fitting = fittingBands(shape, smaller, area);
    if (fitting?.usual) return inBands(shape, smaller, top.parts, area, fitting);
    if (!whole)
      layout = fitting ? inBands(shape, smaller, top.parts, area, fitting) : inWindows(shape, smaller);
  }
  return layout ?? inWindows(shape, viewport);
}

type Above = Pick<Layout, 'host' | 'maps' | 'candidates' | 'buffer' | 'sram' | 'recency'>;

/** The row above the blocks. */
function above(shape: Shape, viewport: Viewport, tight: boolean): { parts: Above; height: number } {
  const frame = { tight, width: viewport.width - PADDING * 2 };
  let y = TOP;
  const strip = stripLayout(shape, viewport, y);
  y += stripHeight(shape, viewport) + GAP;
  const buffer = bufferLayout(shape, viewport, frame, y);
  if (buffer) y += bufferHeight(shape, viewport, frame) + GAP;
  const sram = shape.cmt && shape.gtd !== null ? sramLayout(shape, viewport, frame, y) : null;
  if (sram) y += sramHeight(shape, viewport, frame) + GAP;
  const recency = recencyLayout(shape, viewport, y);
  if (recency) y += recencyHeight(shape, viewport) + GAP;
  return { parts: { ...strip, buffer, sram, recency }, height: y - GAP };
}

function areaBelow(viewport: Viewport, top: number): Rect {
  return {
    x: PADDING,
    y: top + 4,
    w: viewport.width - PADDING * 2,
    h: Math.max(80, viewport.height - top - 4 - TOP),
  };
}

const NOWHERE: Rect = { x: 0, y: 0, w: 0, h: 0 };

function inBands(shape: Shape, viewport: Viewport, parts: Above, area: Rect, fitting: Fitting): Layout {
  const { block, bands, pitch, left, tops } = fitting;
  const slots = shape.rows.map(({ slots }) => Array.from({ length: slots }, (): Rect | null => null));
  let right = left;
  bands.forEach((band, index) => {
    for (const { row, slot, at } of band) {
      const rect = { x: left + at * pitch, y: tops[index] ?? 0, w: block.w, h: block.h };
      const places = slots[row];
      if (places) places[slot] = rect;
      right = Math.max(right, rect.x + rect.w);
    }
  });
  const heading = headingHeight(viewport);
  const over = tagHeight(viewport) + TAG_GAP;
  const firsts = slots.map((places) => places[0] ?? NOWHERE);
  const poolLeft = Math.min(right + Math.max(22, pitch * 0.34), area.x + area.w - poolWidth(shape, viewport));
  const ends = firsts.map((first) => {
    const next = Math.min(
      ...firsts.filter((each) => each.y === first.y && each.x > first.x).map(({ x }) => x - 10),
      shape.pool > 0 ? poolLeft - 10 : area.x + area.w,
    );
    return next;
  });
  const rows = shape.rows.map((row, index): RowLayout => {
    const [first, places] = [firsts[index] ?? NOWHERE, slots[index] ?? []];
    const group = row.group ?? 1;
    const units = Math.ceil(row.slots / group);
    const bottom = Math.max(...places.map((each) => (each ? each.y + each.h : 0)));
    const end = ends[index] ?? first.x;
    return {
      id: row.id,
      heading: { x: first.x, y: first.y - over - heading, w: end - first.x, h: heading },
      slots: places,
      group,
      units,
      window: unitsFrom(0, units),
      grid: {
        across: units,
        parts: 1,
        columns: group,
        left,
        top: first.y,
        pitch: { x: pitch, y: block.h },
        w: block.w,
        h: block.h,
      },
      area: { x: first.x, y: first.y, w: end - first.x, h: bottom - first.y },
    };
  });
  const [top = area.y, bottom = area.y] = [tops[0], (tops.at(-1) ?? 0) + block.h];
  return finish(shape, viewport, parts, block, rows, {
    axis: fitting.axis ? axisOf(shape, viewport, block, tops, left, right) : [],
    pool: poolBeside(shape, viewport, {
      x: poolLeft,
      y: top,
      w: area.x + area.w - poolLeft,
      h: bottom - top,
    }),
    bottom,
    tight: false,
  });
}

/** Free blocks below each other, at the right. */
function poolBeside(shape: Shape, viewport: Viewport, at: Rect): PoolLayout {
  if (shape.pool === 0) return { title: NOWHERE, chips: [], across: 1, from: 0 };
  const h = Math.ceil(viewport.label * 2.1);
  const heading = headingHeight(viewport);
  const title = { x: at.x, y: at.y - tagHeight(viewport) - TAG_GAP - heading, w: at.w, h: heading };
  const w = Math.min(at.w, Math.max(poolWidth(shape, viewport), 92));
  const gap = 7;
  const lines = Math.max(1, Math.floor((at.h + gap) / (h + gap)));
  // A second line beside the first, where there is room and need.
  const across = Math.max(
    1,
    Math.min(Math.floor((at.w + gap) / (w + gap)), Math.ceil(shape.pool / lines), 3),
  );
  const { rects } = flow(at.x, at.y, across * (w + gap) - gap, { w, h }, gap, lines, shape.pool);
  return { title, chips: rects, across, from: 0 };
}

function axisOf(
  shape: Shape,
  viewport: Viewport,
  block: BlockSize,
  tops: number[],
  left: number,
  to: number,
): Layout['axis'] {
  const w = Math.ceil(monoWidth(String(shape.pagesPerBlock - 1).length, headerText(viewport))) + 2;
  return tops.flatMap((top) =>
    Array.from({ length: shape.pagesPerBlock }, (_, offset) => ({
      label: {
        x: left - w - 6,
        y: top + block.header.h + offset * (block.cell.h + PAGE_GAP),
        w,
        h: block.cell.h,
      },
      to,
    })),
  );
}

function finish(
  shape: Shape,
  viewport: Viewport,
  parts: Above,
  block: BlockSize,
  rows: RowLayout[],
  more: Pick<Layout, 'axis' | 'pool' | 'tight'> & { bottom: number; tiles?: Rect[] },
): Layout {
  const height = Math.ceil(more.bottom + TOP);
  return {
    ...parts,
    width: viewport.width,
    height: Math.max(viewport.height, height),
    scrolls: height > viewport.height,
    cell: block.cell,
    header: block.header,
    tag: tagHeight(viewport),
    tight: more.tight,
    label: viewport.label,
    rows,
    axis: more.axis,
    pool: more.pool,
    tiles: more.tiles ?? [],
    counted: shape.counted,
    pagesPerBlock: shape.pagesPerBlock,
  };
}

/** The first section in lines of its own, the others below, beside each other; the free pool in a line at the foot. */
function inWindows(shape: Shape, viewport: Viewport): Layout {
  const { parts, height } = above(shape, viewport, true);
  const narrower = { ...viewport, width: viewport.width - RAIL };
  const area = areaBelow(narrower, height);
  const foot = shape.pool > 0 ? Math.ceil(viewport.label * 1.9) + GAP : 0;
  const { block, across, shown } = windowedBlock(shape, viewport, { ...area, h: area.h - foot });
  const pitch = { x: (area.w + 6) / across, y: block.h + tagHeight(viewport) + TAG_GAP };
  const over = tagHeight(viewport) + TAG_GAP;
  const heading = headingHeight(viewport);
  let y = area.y;
  const rowAt = (row: RowShape, left: number, columns: number, lines: number, wide: number): RowLayout => {
    const { group = 1 } = row;
    const folded = Math.ceil(group / columns);
    const inLine = folded > 1 ? 1 : Math.max(1, Math.floor(columns / group));
    const units = Math.ceil(row.slots / group);
    const window = unitsFrom(0, Math.min(units, Math.max(1, Math.floor(lines / folded)) * inLine));
    const used = Math.ceil(window.length / inLine) * folded;
    const top = y + heading + over;
    const grid = {
      across: inLine,
      parts: folded,
      columns: Math.ceil(group / folded),
      left,
      top,
      pitch,
      w: block.w,
      h: block.h,
    };
    const shape = {
      id: row.id,
      heading: { x: left, y, w: wide, h: heading },
      slots: Array.from({ length: row.slots }, () => null),
      group,
      units,
      window,
      grid,
      area: { x: left, y: top, w: wide, h: used * pitch.y - over },
    };
    return withWindow(shape, window);
  };
  const [first, ...others] = shape.rows;
  const rows: RowLayout[] = [];
  if (first) {
    const row = rowAt(first, area.x, across, shown[0], area.w);
    rows.push(row);
    y = row.area.y + row.area.h + GAP - 4;
  }
  const largest = largestOf(others);
  for (const line of linesOf(others, across)) {
    let x = area.x;
    let bottom = y;
    for (const row of line) {
      const columns = placesOf(row, line, across);
      const next = x + (columns + SECTION) * pitch.x;
      const wide = row === line.at(-1) ? area.x + area.w - x : next - x - 10;
      const at = rowAt(row, x, columns, row === largest ? shown[1] : 1, wide);
      rows.push(at);
      bottom = Math.max(bottom, at.area.y + at.area.h);
      x = next;
    }
    y = bottom + 6;
  }
  if (others.length > 0) y += GAP - 6;
  const pool = poolBelow(shape, viewport, y, area.w);
  return finish(shape, viewport, parts, block, rows, {
    axis: [],
    pool,
    bottom: y + (shape.pool > 0 ? Math.ceil(viewport.label * 1.9) : 0),
    tight: true,
  });
}

function poolBelow(shape: Shape, viewport: Viewport, y: number, width: number): PoolLayout {
  if (shape.pool === 0) return { title: NOWHERE, chips: [], across: 1, from: 0 };
  const h = Math.ceil(viewport.label * 1.9);
  const title = { x: PADDING, y, w: Math.ceil(viewport.label * 5.5), h };
  const { rects, across } = flow(
    PADDING + title.w + 6,
    y,
    width - title.w - 6,
    { w: poolWidth(shape, viewport), h },
    6,
    1,
    shape.pool,
  );
  return { title, chips: rects, across, from: 0 };
}

/** The blocks that take part in one line; the others as tiles below. */
function phone(shape: Shape, viewport: Viewport): Layout {
  const { parts, height } = above(shape, viewport, true);
  const digits = String(shape.pagesPerBlock - 1).length;
  const gutter = shape.axis ? Math.ceil(monoWidth(digits, headerText(viewport))) + 8 : 0;
  const whole = areaBelow(viewport, height);
  const area = { ...whole, x: whole.x + gutter, w: whole.w - gutter };
  const tile = {
    w: Math.ceil(monoWidth(shape.blockChars, viewport.label) + viewport.label * 1.6),
    h: Math.ceil(viewport.label * 2.9),
  };
  const over = headingHeight(viewport) + tagHeight(viewport) + TAG_GAP;
  const inner = { ...area, h: Math.max(70, area.h - tile.h - GAP - over) };
  // Each section has one block at least; the first one the others.
  const groups = shape.rows.map(({ group = 1 }) => group);
  const most = groups.map((group, index) =>
    index === 0 ? Math.max(group, FEW - (shape.rows.length - 1)) : group,
  );
  const counts = shape.rows.map(({ slots }, index) => Math.min(slots, most[index] ?? 1));
  const count = counts.reduce((sum, each) => sum + each, 0);
  const block = fewBlocks(shape, viewport, inner, count);
  const pitch = area.w / (count + SECTION * (shape.rows.length - 1));
  let x = area.x;
  const top = area.y + over;
  const foot = Math.max(viewport.height - TOP - tile.h, top + block.h + GAP);
  const tiles = flow(whole.x, foot, whole.w, tile, 6, 1, 64).rects;
  const rows = shape.rows.map((row, index): RowLayout => {
    const columns = counts[index] ?? 1;
    const { group = 1 } = row;
    const units = Math.ceil(row.slots / group);
    const window = unitsFrom(0, Math.max(1, Math.floor(columns / group)));
    const wide = columns * pitch;
    const layout = {
      id: row.id,
      heading: { x, y: area.y, w: wide, h: headingHeight(viewport) },
      slots: Array.from({ length: row.slots }, () => null),
      group,
      units,
      window,
      grid: {
        across: window.length,
        parts: 1,
        columns: group,
        left: x,
        top,
        pitch: { x: pitch, y: block.h },
        w: block.w,
        h: block.h,
      },
      area: { x, y: top, w: wide, h: block.h },
    };
    x += wide + pitch * SECTION;
    return withWindow(layout, window);
  });
  return finish(shape, viewport, parts, block, rows, {
    axis:
      shape.axis && block.cell.columns === 1
        ? axisOf(shape, viewport, block, [top], area.x, whole.x + whole.w)
        : [],
    pool: { title: NOWHERE, chips: [], across: 1, from: 0 },
    tiles,
    bottom: foot + tile.h,
    tight: true,
  });
}

/** Where page `offset` of the block in `slot` is: column by column. */
export function pageRect(layout: Layout, slot: Rect, offset: number): Rect {
  return pageIn(slot, layout.cell, layout.header.h, layout.pagesPerBlock, offset);
}

/** The same of a block of this many pages, whose header is so high. */
export function pageIn(slot: Rect, cell: CellSize, header: number, pages: number, offset: number): Rect {
  const lines = Math.ceil(pages / cell.columns);
  const column = Math.floor(offset / lines);
  const line = offset % lines;
  return {
    x: slot.x + BLOCK_EDGE + column * (cell.w + PAGE_GAP),
    y: slot.y + header + line * (cell.h + PAGE_GAP),
    w: cell.w,
    h: cell.h,
  };
}

/** A row through another window of the same size. */
export function withWindow(row: RowLayout, window: Units): RowLayout {
  const { group, grid } = row;
  const { across, parts, columns, pitch, w, h } = grid;
  // All of it is seen: each block has its place for good.
  if (window.length === row.units && row.slots.every((slot) => slot !== null)) return { ...row, window };
  const slots: (Rect | null)[] = row.slots.map(() => null);
  window.forEach((unit, index) => {
    const [line, column] = [Math.floor(index / across), index % across];
    const left = grid.left + column * group * pitch.x;
    for (let place = 0; place < group; place += 1) {
      const slot = unit * group + place;
      if (slot >= slots.length) break;
      slots[slot] = {
        x: left + (place % columns) * pitch.x,
        y: grid.top + (line * parts + Math.floor(place / columns)) * pitch.y,
        w,
        h,
      };
    }
  });
  return { ...row, window, slots };
}
