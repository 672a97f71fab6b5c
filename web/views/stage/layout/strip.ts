/** The line above the blocks: the host's requests, and beside them the maps that a step reads or writes. */

import { monoWidth, PADDING, type Rect, textWidth } from './rects';
import type { Layout, MapShape, Shape, Viewport } from './types';

const GAP = 5;
/** Between the host and the maps. */
const APART = 22;
/** Most requests that are shown, and fewest of a map's entries. */
const MOST_REQUESTS = 7;
const FEWEST = 3;
/** Most blocks that could be cleaned: this many the engine names. */
const MOST_CANDIDATES = 16;
/** Characters of their title. */
const CANDIDATES = 10;
/** Widths of the titles, as parts of the letters. */
const HOST_TITLE = 3.4;
const MAP_TITLE = 5.8;

interface Part {
  map: MapShape | null;
  title: number;
  chip: number;
  count: number;
  most: number;
}

/** One line of them all; two where they do not find room beside each other, but below; otherwise the requests alone. */
function planOf({ maps, requestChars }: Shape, viewport: Viewport): Part[][] {
  const { label } = viewport;
  const host: Part = {
    map: null,
    title: label * HOST_TITLE,
    chip: Math.ceil(monoWidth(requestChars, label) + label * 1.2),
    count: FEWEST,
    most: MOST_REQUESTS,
  };
  const parts = maps.map((map): Part => {
    const chip = Math.ceil(monoWidth(map.chars, label) + label * 1.1);
    return { map, title: label * MAP_TITLE, chip, count: Math.min(FEWEST, map.entries), most: map.entries };
  });
  const width = viewport.width - PADDING * 2;
  const lines = [[[host, ...parts]], viewport.height >= label * 26 ? [[host], parts] : []].find(
    (lines) => lines.length > 0 && lines.every((line) => widthOf(line) <= width),
  ) ?? [[host]];
  for (const line of lines) fill(line, width);
  return lines;
}

function widthOf(line: Part[]): number {
  return line.reduce((sum, { title, chip, count }) => sum + title + count * (chip + GAP) + APART, -APART);
}

/** The requests to come first, then more entries of each map in turn, as far as there is room. */
function fill(line: Part[], width: number): void {
  const host = line.find(({ map }) => map === null);
  while (host && host.count < host.most && widthOf(line) + host.chip + GAP <= width) host.count += 1;
  for (let grown = true; grown; ) {
    grown = false;
    for (const part of line) {
      if (part.count >= part.most || widthOf(line) + part.chip + GAP > width) continue;
      part.count += 1;
      grown = true;
    }
  }
}

function lineHeight({ label }: Viewport): number {
  return Math.ceil(label * 1.9);
}

export function stripHeight(shape: Shape, viewport: Viewport): number {
  return planOf(shape, viewport).length * (lineHeight(viewport) + GAP) - GAP;
}

export function stripLayout(
  shape: Shape,
  viewport: Viewport,
  top: number,
): Pick<Layout, 'host' | 'maps' | 'candidates'> {
  const h = lineHeight(viewport);
  const out: Pick<Layout, 'host' | 'maps' | 'candidates'> = {
    host: { title: { x: 0, y: 0, w: 0, h: 0 }, chips: [] },
    maps: [],
    candidates: null,
  };
  planOf(shape, viewport).forEach((line, index) => {
    const y = top + index * (h + GAP);
    let x = PADDING;
    for (const { map, title, chip, count } of line) {
      const place: Rect = { x, y, w: title - GAP, h };
      x += title;
      const chips = Array.from({ length: count }, (_, i) => ({ x: x + i * (chip + GAP), y, w: chip, h }));
      x += count * (chip + GAP) + APART;
      if (map) out.maps.push({ id: map.id, title: place, chips });
      else {
        out.host = { title: place, chips };
        out.candidates = candidatesFrom(shape, viewport, { x, y, w: viewport.width - PADDING - x, h });
      }
    }
  });
  return out;
}

/** Blocks that could be cleaned, as many as find room beside the host. */
function candidatesFrom({ candidates }: Shape, { label }: Viewport, at: Rect): Layout['candidates'] {
  if (candidates === null) return null;
  const title = Math.ceil(textWidth(CANDIDATES, label) + GAP);
  const w = Math.ceil(monoWidth(candidates, label) + label * 0.9);
  const count = Math.min(MOST_CANDIDATES, Math.floor((at.w - title + GAP) / (w + GAP)));
  if (count < FEWEST) return null;
  const chips = Array.from({ length: count }, (_, i) => ({ ...at, x: at.x + title + i * (w + GAP), w }));
  return { title: { ...at, w: title - GAP }, chips };
}
