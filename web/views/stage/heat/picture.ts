/** The heat map as pixels, one a page (`geometry.ts` says which). A million of them in about two milliseconds. */
import type { Heat } from '../../../protocol/heat';
import { type Tiling, tileAt } from './geometry';
import type { Paint } from './scales';

/**
 * Paints the pages of blocks `from` to before `to`. Pixels between blocks are `gap`, or if that is `null` those beside them: from so far that a gap is
 * less than a pixel of the screen, gaps would only make a pattern of their own.
 */
export function paintPages(
  pixels: Uint32Array,
  tiling: Tiling,
  heat: Heat,
  paint: Paint,
  gap: number | null,
  from = 0,
  to = tiling.blocks,
): void {
  const { columns, pagesPerBlock, width } = tiling;
  const { states } = heat;
  const table = paint.by === 'page' ? paint.pixels : null;
  for (let pbn = from; pbn < to; pbn += 1) {
    const tile = tileAt(tiling, pbn);
    let at = (tile.y + 1) * width + tile.x;
    const end = (pbn + 1) * pagesPerBlock;
    const role = table ? heat.role(pbn) * 4 : 0;
    const whole = paint.by === 'block' ? paint.pixel(pbn) : 0;
    for (let ppn = pbn * pagesPerBlock; ppn < end; ) {
      const stop = Math.min(end, ppn + columns);
      if (table) {
        for (let pixel = at; ppn < stop; ppn += 1, pixel += 1) {
          pixels[pixel] = table[role + (states[ppn] as number)] as number;
        }
      } else {
        pixels.fill(whole, at, at + stop - ppn);
        ppn = stop;
      }
      pixels[at + columns] = gap ?? (pixels[at + columns - 1] as number);
      at += width;
    }
    const first = (tile.y + 1) * width + tile.x;
    const above = first - width;
    if (gap === null) pixels.copyWithin(above, first, first + columns + 1);
    else pixels.fill(gap, above, above + columns + 1);
  }
}
