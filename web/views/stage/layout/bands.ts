/** Blocks in bands: all sections side by side in one line, or in as few as leave the pages large enough. */
import type { RowShape } from './types';

/** Space before another section, and around a chain or a superblock, in parts of the distance between two blocks. */
export const SECTION = 0.34;
const GROUP = 0.26;

/** A unit that stays together: a block, a chain or a superblock. */
interface Unit {
  row: number;
  /** Its first place in its section, and how many it has. */
  slot: number;
  cols: number;
  apart: boolean;
}

export interface BandPlace {
  row: number;
  slot: number;
  /** From the left, in distances between two blocks. */
  at: number;
}

export interface Bands {
  /** Width of the widest, in distances between two blocks. */
  cols: number;
  bands: BandPlace[][];
}

function unitsOf(rows: RowShape[]): Unit[] {
  return rows.flatMap(({ slots, group = 1 }, row) =>
    Array.from({ length: Math.ceil(slots / group) }, (_, index) => ({
      row,
      slot: index * group,
      cols: Math.min(group, slots - index * group),
      apart: group > 1,
    })),
  );
}

/** Puts units one after another into bands of at most this width. */
function wrap(units: Unit[], most: number, put?: (unit: Unit, band: number, at: number) => void) {
  let [x, widest, bands] = [0, 0, 0];
  let before: Unit | null = null;
  for (const unit of units) {
    const gap = !before ? 0 : before.row !== unit.row ? SECTION : unit.apart ? GROUP : 0;
    const fits = x > 0 && x + gap + unit.cols <= most + 1e-6;
    if (!fits) bands += 1;
    x = fits ? x + gap : 0;
    put?.(unit, bands - 1, x);
    x += unit.cols;
    widest = Math.max(widest, x);
    before = unit;
  }
  return { cols: widest, bands };
}

/** The narrowest way to put all blocks into this many bands; `null` where fewer do as well. */
export function bandsOf(rows: RowShape[], lines: number): Bands | null {
  const units = unitsOf(rows);
  let most = Number.POSITIVE_INFINITY;
  if (lines > 1) {
    const { cols } = wrap(units, most);
    let low = cols / lines;
    most = cols;
    for (let step = 0; step < 16; step += 1) {
      const middle = (low + most) / 2;
      if (wrap(units, middle).bands <= lines) most = middle;
      else low = middle;
    }
    if (wrap(units, most).bands < lines) return null;
  }
  const bands: BandPlace[][] = [];
  const { cols } = wrap(units, most, ({ row, slot, cols: own }, band, at) => {
    bands[band] ??= [];
    for (let place = 0; place < own; place += 1)
      bands[band].push({ row, slot: slot + place, at: at + place });
  });
  return { cols, bands };
}
