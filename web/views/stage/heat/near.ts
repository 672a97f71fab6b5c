/**
 * The part that is near enough to read, as sprites of the small stage: blocks with their headers, and labelled
 * pages.
 */
import type { FrameWithCells } from '../../../protocol/engine/engine-client';
import { cellOf } from '../../../protocol/frame';
import type { FtlKind } from '../../../protocol/generated/FtlKind';
import type { Heat } from '../../../protocol/heat';
import { schemeOf } from '../../../schemes';
import type { Rect } from '../layout/rects';
import { blockKey, headerKey, pageKey } from '../scene/keys';
import { blockName, logicalName } from '../scene/names';
import { toneOf } from '../scene/scene';
import { type Sprite, Z } from '../scene/sprite';
import { cellHeight, LABELLED, type Lens, RATIO, rectOf, seen } from './geometry';

/** Cells fade in over the picture while their height grows from this to `LABELLED`. */
const FADE_FROM = 12;
/** Average width of a character by its size, and the least size that can be read: as on the small stage. */
const CHARACTER = 0.62;
const MIN_LABEL = 9;

/** How much of the cells shows, 0 to 1. */
export function nearness(lens: Lens): number {
  return Math.max(0, Math.min(1, (cellHeight(lens) - FADE_FROM) / (LABELLED - FADE_FROM)));
}

export interface NearInput {
  lens: Lens;
  heat: Heat;
  shown: FrameWithCells;
  ftl: FtlKind;
  /** Size of labels, and most characters one has. */
  label: number;
  labelChars: number;
}

export function nearThings({ ftl, lens, heat, shown, label, labelChars }: NearInput): Sprite[] {
  const alpha = nearness(lens);
  if (alpha === 0) return [];
  const { across, blocks, pagesPerBlock } = lens.tiling;
  const height = cellHeight(lens);
  const fits = Math.min(label, height * 0.62, (height * RATIO - 6) / (labelChars * CHARACTER));
  const font = fits >= MIN_LABEL ? Math.floor(fits * 2) / 2 : 0;
  const scheme = schemeOf(ftl);
  const sprites: Sprite[] = [];
  const add = (
    key: string,
    rect: Omit<Sprite, 'key' | 'look' | 'alpha' | 'z' | 'anchor' | 'target'>,
    z: number,
    look: Sprite['look'],
  ) => sprites.push({ ...rect, key, look, alpha, z, anchor: null, target: null });
  const { fromLine, toLine, fromAcross, toAcross } = seen(lens);
  for (let line = fromLine; line < toLine; line += 1) {
    for (let column = fromAcross; column < toAcross; column += 1) {
      const pbn = line * across + column;
      if (pbn >= blocks) break;
      const block = heat.block(pbn);
      const rect = rectOf(lens, { pbn, page: -1 });
      const ground = { x: rect.x - 3, y: rect.y + 2, w: rect.w + 6, h: rect.h };
      add(blockKey(pbn), ground, Z.block, { kind: 'block', free: false });
      add(headerKey(pbn), ground, Z.header, {
        kind: 'header',
        name: blockName(pbn),
        owner: scheme.role(block, shown.frame),
        erases: block.erases,
        lines: 1,
        font: Math.min(label, height * 0.6),
        open: block.frontier !== null,
      });
      for (let page = 0; page < pagesPerBlock; page += 1) {
        const ppn = pbn * pagesPerBlock + page;
        const cell = cellOf(shown, ppn, pagesPerBlock);
        const place = rectOf(lens, { pbn, page });
        const inner = { x: place.x + 1, y: place.y + 1, w: place.w - 2, h: place.h - 2 };
        add(pageKey(ppn), inner, Z.cell, {
          kind: 'cell',
          tone: toneOf(heat.state(ppn), block.role === 'translation', block.role),
          label: cell && cell.logical !== null ? logicalName(cell.logical, cell.translation) : '',
          font,
        });
      }
    }
  }
  return sprites;
}

/** The place for the colours of blocks that are near enough to have headers: along the lower edge of these. */
export function tintRects(lens: Lens): { pbn: number; rect: Rect }[] {
  if (nearness(lens) === 0) return [];
  const { across, blocks } = lens.tiling;
  const height = cellHeight(lens);
  const { fromLine, toLine, fromAcross, toAcross } = seen(lens);
  const rects: { pbn: number; rect: Rect }[] = [];
  for (let line = fromLine; line < toLine; line += 1) {
    for (let column = fromAcross; column < toAcross; column += 1) {
      const pbn = line * across + column;
      if (pbn >= blocks) break;
      const { x, y, w } = rectOf(lens, { pbn, page: -1 });
      rects.push({ pbn, rect: { x, y: y + height * 0.8, w, h: height * 0.2 } });
    }
  }
  return rects;
}
