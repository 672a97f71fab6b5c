/** The words of sections about their windows: `40–55 of 240`, at the right end of their heading's line. */

import type { Words } from '../scene/words';
import { type Rect, textWidth } from './rects';
import type { Layout, RowLayout } from './types';
import { rangesOf } from './windows';

export interface Caption {
  key: string;
  rect: Rect;
  text: (words: Words) => string;
  font: number;
}

/** The visible part of a section: numbers of blocks, from and to. */
export function seenOf({ window }: RowLayout): [number, number][] {
  return rangesOf(window);
}

export function captions(layout: Layout): Caption[] {
  // Where the others are tiles, these say it.
  if (layout.tiles.length > 0) return [];
  const font = Math.max(9, layout.label - 1);
  return layout.rows.flatMap((row): Caption[] => {
    if (row.units === row.window.length) return [];
    const { heading } = row;
    // The ranges that do not fit are left out: the first ranges, and that there are more.
    const all = seenOf(row);
    const viewport = heading.w * 0.5;
    let ranges = all;
    const text = (w: Words) =>
      ranges.length < all.length ? `${ranges.map(w.range).join(', ')}, …` : w.window(ranges, row.units);
    const digits = String(row.units).length;
    while (ranges.length > 1 && textWidth(ranges.length * (digits * 2 + 3) + digits + 6, font) > viewport)
      ranges = ranges.slice(0, -1);
    const rect = { ...heading, x: heading.x + heading.w - viewport, w: viewport };
    return [{ key: `window:${row.id}`, rect, text, font }];
  });
}
