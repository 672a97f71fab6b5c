/** The order in which a merge or a GC copies its pages, as numbers on these pages. */
import { copyOrder } from '../../../model/why/cost';
import { letterOf } from '../../../model/why/reason';
import { PAGE_GAP } from '../layout/block-size';
import { monoWidth, type Rect } from '../layout/rects';
import { letterKey, orderKey, pageKey } from '../scene/keys';
import type { Moment } from '../scene/marks';
import { type Scene, type Sprite, sprite, Z } from '../scene/sprite';

/** On a smaller page the number would be too small to read. */
const LEAST = 9;

/** `untold`: a question is open, and what is to come is not told. */
export function turns({ frame, layout }: Moment, at: Scene, untold: boolean): Sprite[] {
  const { cell, label } = layout;
  // A number overlaps neither that of the page below nor the page's own label.
  const size = Math.min(label * 1.4, cell.h + PAGE_GAP);
  const font = size * 0.72;
  const copies = copyOrder(frame);
  const pages = copies.map(({ from }) => at.get(pageKey(from)));
  const free = pages.every((page) => !page || besideLabel(page, size));
  if (font < Math.min(LEAST, label * 0.75) || copies.length < 2 || !free) return [];
  return copies.flatMap(({ from, is }, index) => {
    const page = pages[index];
    if (!page || (untold && is === 'next')) return [];
    const look = { kind: 'turn', text: String(index + 1), is, font } as const;
    return [sprite(orderKey(from), placeOf(page, size), Z.turn, look, null, page.key)];
  });
}

/** Pages of a shared log block that later merges take are lettered as these are. */
export function letters({ frame, layout }: Moment, at: Scene): Sprite[] {
  const { reclaim } = frame;
  const { cell, label, pagesPerBlock } = layout;
  if (!reclaim || reclaim.merged.length < 2) return [];
  const size = Math.min(label * 1.3, cell.h - 2);
  const font = size * 0.7;
  if (font < Math.min(LEAST, label * 0.75)) return [];
  // Before a merge starts, its first copy is still to come.
  const from = frame.merge ? reclaim.done + 1 : reclaim.done;
  return Array.from({ length: pagesPerBlock }, (_, offset): Sprite[] => {
    const ppn = reclaim.pbn * pagesPerBlock + offset;
    const page = at.get(pageKey(ppn));
    if (page?.look.kind !== 'cell' || page.look.tone === 'invalid' || page.look.tone === 'free') return [];
    const lbn = Math.floor(Number(page.look.label) / pagesPerBlock);
    const part = reclaim.merged.findIndex((each) => each.lbn === lbn);
    const text = letterOf(part);
    const start = page.x + page.w / 2 - monoWidth(page.look.label.length, page.look.font) / 2;
    if (part < from || page.x + 2 + size > start - 2) return [];
    const rect = { x: page.x + 2, y: page.y + (page.h - size) / 2, w: size, h: size };
    return [sprite(letterKey(ppn), rect, Z.turn, { kind: 'turn', text, is: 'letter', font }, null, page.key)];
  }).flat();
}

/** At the lower right corner: the upper one is cut off where a page is in a log. */
function placeOf({ x, y, w, h }: Rect, size: number): Rect {
  return { x: x + w - size * 0.72, y: y + h - size + 1, w: size, h: size };
}

function besideLabel(page: Sprite, size: number): boolean {
  const { look } = page;
  if (look.kind !== 'cell') return false;
  const end = page.x + page.w / 2 + monoWidth(look.label.length, look.font) / 2;
  const place = placeOf(page, size);
  return end + 2 <= place.x || place.y >= page.y + page.h / 2 + look.font * 0.4;
}
