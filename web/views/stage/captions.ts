/** What sections say of their windows: `40–55 of 240` under the title, or beside it where titles stand above. */
import type { Layout, RowLayout } from './layout';
import { CHARACTER, type Rect } from './rects';
import { rangesOf } from './windows';
import type { Words } from './words';

export interface Caption {
  key: string;
  rect: Rect;
  text: (words: Words) => string;
  font: number;
  align: 'left' | 'right';
}

/** Blocks of a section that have places of their own; of chains and superblocks, these. */
export function countOf({ units, apart, group }: RowLayout): number {
  return units - Math.ceil(apart / group);
}

/** What is seen of a section: numbers of blocks, from and to. */
export function seenOf(row: RowLayout): [number, number][] {
  const count = countOf(row);
  return rangesOf(row.window.filter((unit) => unit < count));
}

export function captions(layout: Layout): Caption[] {
  const { stacked, label } = layout;
  const font = Math.max(9, label - 1);
  return layout.rows.flatMap((row): Caption[] => {
    const ranges = seenOf(row);
    if (row.units === row.window.length || ranges.length === 0) return [];
    const of = countOf(row);
    if (stacked) {
      // At the right end of the title's line.
      const rect = { ...row.title, x: row.title.x + row.title.w * 0.35, w: row.title.w * 0.65 };
      return [{ key: `window:${row.id}`, rect, text: (w) => w.window(ranges, of), font, align: 'right' }];
    }
    // Under the title, as far as the section goes; what does not fit there the blocks say themselves.
    const h = Math.ceil(font * 1.35);
    const top = row.title.y + label * 2.8;
    const room = Math.max(1, Math.floor((row.area.y + row.area.h - top) / h));
    const lines = inLines(ranges, room, row.title.w / (font * CHARACTER));
    return lines.map((part, index) => {
      const last = index === lines.length - 1;
      return {
        key: `window:${row.id}:${index}`,
        rect: { x: row.title.x, y: top + index * h, w: row.title.w, h },
        text: (w) => (last ? w.window(part, of) : `${part.map(w.range).join(', ')},`),
        font,
        align: 'left',
      };
    });
  });
}

/** Ranges in lines of so many characters; of more lines than there is room for, all that is left is in the last. */
function inLines(ranges: [number, number][], most: number, characters: number): [number, number][][] {
  const lines: [number, number][][] = [[]];
  let left = characters;
  for (const range of ranges) {
    const needed = String(range[0]).length + (range[1] > range[0] ? String(range[1]).length + 1 : 0) + 2;
    const line = lines.at(-1);
    if (needed > left && line && line.length > 0 && lines.length < most) {
      lines.push([range]);
      left = characters - needed;
    } else {
      line?.push(range);
      left -= needed;
    }
  }
  return lines;
}
