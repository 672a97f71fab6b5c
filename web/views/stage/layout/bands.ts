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

function fill(units: Unit[], most: number): Bands {
  const bands: BandPlace[][] = [];
  let band: BandPlace[] = [];
  let [x, widest] = [0, 0];
  let before: Unit | null = null;
  for (const unit of units) {
    const gap = !before ? 0 : before.row !== unit.row ? SECTION : unit.apart ? GROUP : 0;
    if (band.length > 0 && x + gap + unit.cols > most + 1e-6) {
      bands.push(band);
      band = [];
      x = 0;
    } else x += gap;
    for (let place = 0; place < unit.cols; place += 1)
      band.push({ row: unit.row, slot: unit.slot + place, at: x + place });
    x += unit.cols;
    widest = Math.max(widest, x);
    before = unit;
  }
  if (band.length > 0) bands.push(band);
  return { cols: widest, bands };
}

/** The narrowest way to put all blocks into this many bands; `null` where fewer do as well. */
export function bandsOf(rows: RowShape[], lines: number): Bands | null {
  const units = unitsOf(rows);
  const whole = fill(units, Number.POSITIVE_INFINITY);
  if (lines === 1) return whole;
  let [low, high] = [whole.cols / lines, whole.cols];
  for (let step = 0; step < 16; step += 1) {
    const middle = (low + high) / 2;
    if (fill(units, middle).bands.length <= lines) high = middle;
    else low = middle;
  }
  const found = fill(units, high);
  return found.bands.length < lines ? null : found;
}
