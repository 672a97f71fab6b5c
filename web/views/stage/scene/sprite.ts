/** A sprite drawn on the stage. A scene is a map of them; the key tells which sprite of one frame is which of another. */
import type { ColorToken } from '../../../base/tokens';
import type { Selection } from '../../../state/lab/lab';
import type { CellSize } from '../layout/block-size';
import type { Rect } from '../layout/rects';

/** The state of a page; `pad` on its way, read to complete a block. */
export type Tone = 'free' | 'valid' | 'log' | 'trans' | 'invalid' | 'pad';

export type Appearance =
  /** A page. `font` 0: no room for a label. */
  | { kind: 'cell'; tone: Tone; label: string; font: number }
  /** A block: the ground of its pages, or the place of one that is free. The words about it are a sprite of their
   * own, so that a change of the words does not cover the pages. */
  | { kind: 'block'; free: boolean }
  /** The header: `name` B9, `owner` LBN 2, erase count, write frontier. */
  | {
      kind: 'header';
      name: string;
      owner: string;
      erases: number;
      lines: number;
      font: number;
      open: boolean;
    }
  /** Over the pages of a block that takes no part. `pages`: the first letter of each one's tone, and its label. */
  | { kind: 'veil'; pages: string; cell: CellSize; header: number }
  /** When a page is copied: 1, 2, 3… Or the letter of the merge that it waits for. */
  | { kind: 'turn'; text: string; is: 'done' | 'now' | 'next' | 'letter'; font: number }
  /** A place without a block. */
  | { kind: 'slot'; name: string; font: number }
  /** A block in the free pool, or a page in a list. `note`: quieter, at its right end. `next`: taken first. */
  | { kind: 'chip'; text: string; note: string; font: number; next: boolean }
  /** A block that takes no part, small: the state of each page by its first letter. */
  | { kind: 'tile'; name: string; pages: string; font: number }
  /** A host request. */
  | { kind: 'request'; text: string; font: number; when: 'done' | 'now' | 'next' }
  /** An entry of a map, the CMT or the directory. `used`: by this step; `lost`: it was, and power was lost. */
  | {
      kind: 'entry';
      from: string;
      to: string;
      dirty: boolean;
      font: number;
      tone: 'cmt' | 'gtd' | 'map';
      used: boolean;
      lost: boolean;
    }
  /** A block that could be cleaned: what it is ranked by, and the share of its pages that are valid. */
  | { kind: 'candidate'; name: string; figure: string; share: number; chosen: boolean; font: number }
  /** The heading of a section, and quieter what is said of it, where that finds room. */
  | { kind: 'heading'; title: string; note: string; end: string; font: number }
  /** A dotted line at the height of an offset. */
  | { kind: 'guide' }
  /** How many pages of a block are valid, with a bar. */
  | { kind: 'count'; valid: number; of: number; font: number }
  /** A page in the write buffer, or where one of its block would be. */
  | {
      kind: 'buffered';
      state: 'dirty' | 'clean' | 'filler' | 'absent';
      label: string;
      version: string;
      font: number;
    }
  /** The header of a block group: its name, the figure that decides when it leaves, and a line of what that is made of. */
  | { kind: 'group'; name: string; figure: string; more: string; stays: boolean; font: number }
  /** A line under sprites that belong together. */
  | { kind: 'under'; tone: ColorToken }
  /** A place without an entry. */
  | { kind: 'hole' }
  | {
      kind: 'text';
      text: string;
      font: number;
      bold: boolean;
      align: 'left' | 'right' | 'center';
      tone: ColorToken;
      /** An address or a figure. */
      mono?: boolean;
    }
  | { kind: 'panel' }
  /** An outline around something. */
  | { kind: 'ring'; tone: ColorToken; dashed: boolean; thick: number; out: number }
  /** From (x, y) to (x + w, y + h), leaving and arriving level, on the left (-1) or the right (1), or leaving anyhow (0). `lane`: how far below y it
   * runs past the blocks between, in the gap between their pages; `null`: nothing is between. `gap`: between blocks. */
  | {
      kind: 'arrow';
      tone: ColorToken;
      out: -1 | 0 | 1;
      into: -1 | 1;
      lane: number | null;
      gap: number;
      thick: number;
    }
  /** A way with corners, by its points, with a head at its end. */
  | { kind: 'way'; points: string; is: 'now' | 'next' }
  /** From a block of a chain to the next one: a short arrow on the level of their headers. */
  | { kind: 'next'; tone: ColorToken }
  /** Words on a label of a colour's soft ground; of `now` the label is amber. */
  | { kind: 'tag'; text: string; font: number; tone: ColorToken }
  /** A page on its way. */
  | { kind: 'ghost'; tone: Tone; label: string; font: number }
  /** How often a page was programmed or a block erased since the picture before, 0 to 1, of a glow that fades. */
  | { kind: 'heat'; level: number; tone: 'now' | 'erase' }
  /** The edge of an erase that wipes over a block. */
  | { kind: 'wipe' };

export interface Sprite extends Rect {
  key: string;
  look: Appearance;
  alpha: number;
  /** Higher is nearer. */
  z: number;
  /** The sprite it comes out of and goes back into. */
  anchor: string | null;
  /** The selection by pointing at it. */
  target: Selection | null;
}

export type Scene = ReadonlyMap<string, Sprite>;

export function sprite(
  key: string,
  rect: Rect,
  z: number,
  look: Appearance,
  target: Selection | null = null,
  anchor: string | null = null,
): Sprite {
  return { key, x: rect.x, y: rect.y, w: rect.w, h: rect.h, z, look, alpha: 1, anchor, target };
}

export function sameAppearance(a: Appearance, b: Appearance): boolean {
  if (a === b) return true;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  // Some have parts that others of their kind lack.
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}

export function sameSprite(a: Sprite, b: Sprite): boolean {
  return (
    a.x === b.x &&
    a.y === b.y &&
    a.w === b.w &&
    a.h === b.h &&
    a.alpha === b.alpha &&
    sameAppearance(a.look, b.look)
  );
}

/** The order of drawing. */
export const Z = {
  panel: 0,
  slot: 1,
  block: 2,
  header: 2.5,
  cell: 3,
  veil: 3.2,
  link: 3.5,
  chip: 4,
  text: 4,
  heat: 5.5,
  ring: 6,
  arrow: 7,
  turn: 7.5,
  tag: 8,
  ghost: 9,
} as const;

/** How far an arrow runs level at its ends, by how far it goes. */
export function reachOf(dx: number, dy: number): number {
  return Math.max(14, Math.min(110, Math.abs(dx) * 0.45 + Math.abs(dy) * 0.12));
}

/** Words by themselves, from the left. */
export function words(text: string, font: number, bold: boolean, tone: ColorToken) {
  return { kind: 'text', text, font, bold, align: 'left', tone } as const;
}
