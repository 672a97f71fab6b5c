/**
 * How full blocks are: the histogram of valid pages (Desnoyers 2012, Fig. 3, "overall") and the blocks sorted by their
 * share of valid pages. One comes from the other: the sorted curve is the histogram, counted up.
 */
import type { Heat } from '../../../protocol/heat';

export interface Spectrum {
  /** Blocks by how many valid pages they hold, 0 to all. Erased blocks are not among them. */
  counts: number[];
  /** Blocks counted. */
  blocks: number;
  /** Erased ones. */
  erased: number;
}

export function spectrumOf(heat: Heat): Spectrum {
  const counts = new Array<number>(heat.pagesPerBlock + 1).fill(0);
  let erased = 0;
  for (let pbn = 0; pbn < heat.blocks; pbn += 1) {
    if (heat.role(pbn) === 0) erased += 1;
    else {
      const valid = heat.valid(pbn);
      counts[valid] = (counts[valid] ?? 0) + 1;
    }
  }
  return { counts, blocks: heat.blocks - erased, erased };
}

/** A corner of the sorted curve: `at` of all blocks (0 to 1) hold at most `valid` of their pages (0 to 1). */
export interface Corner {
  at: number;
  valid: number;
}

/** The sorted curve as corners, from the emptiest block to the fullest. */
export function sortedCurve({ counts, blocks }: Spectrum): Corner[] {
  const corners: Corner[] = [];
  let before = 0;
  counts.forEach((count, pages) => {
    if (count === 0) return;
    const valid = pages / (counts.length - 1);
    corners.push({ at: before / blocks, valid }, { at: (before + count) / blocks, valid });
    before += count;
  });
  return corners;
}

/** Bars of the histogram, at most `most` of them: numbers of valid pages `from` to `to`, and blocks. */
export interface Bar {
  from: number;
  to: number;
  blocks: number;
}

export function barsOf({ counts }: Spectrum, most: number): Bar[] {
  const wide = Math.ceil(counts.length / most);
  const bars: Bar[] = [];
  for (let from = 0; from < counts.length; from += wide) {
    const part = counts.slice(from, from + wide);
    bars.push({ from, to: from + part.length - 1, blocks: part.reduce((sum, count) => sum + count, 0) });
  }
  return bars;
}

/** Valid share of the blocks that are not erased. */
export function meanShare({ counts, blocks }: Spectrum): number {
  const valid = counts.reduce((sum, count, pages) => sum + count * pages, 0);
  return blocks === 0 ? 0 : valid / (blocks * (counts.length - 1));
}
