/** Runs for the charts of Desnoyers, "Analytic Modeling of SSD Write Performance" (SYSTOR 2012): Figures 4, 8, 11, 12 and 14. */
import { scenarioOf } from '../figures';
import { type Cleaning, type Row, TABLES } from '../tables';
import type { Job } from './experiment';

/** Pages of flash, however large its blocks are: the fewer blocks there are, the more they scatter. */
const FLASH = 131_072;
/** Pages of a block, where the paper does not vary them. */
export const NP = 64;

export interface Spot {
  cleaning: Cleaning;
  sf: number;
  np: number;
  hot: Row['hot'];
}

export function spotKey({ cleaning, sf, np, hot }: Spot): string {
  return `desnoyers/${cleaning}-${np}-${sf}${hot ? `-${hot.r}-${hot.f}` : ''}`;
}

export function spotJob(spot: Spot): Job {
  const key = spotKey(spot);
  const row: Row = {
    id: key.replace('desnoyers/', ''),
    ...spot,
    freeList: 0,
    computed: null,
    simulated: null,
  };
  return { key, scenario: scenarioOf(row, FLASH / spot.np, null) };
}

/** Figure 4: lines of our chart; `null`: LRU cleaning, for which the size of a block is of no account. */
export const BLOCK_SIZES = [16, 64, 256, null] as const;
/** Those of Tables 1 and 2 that both print, and more. */
export const SPARES = [0.05, 0.07, 0.11, 0.17, 0.23];

export function sizeSpot(size: (typeof BLOCK_SIZES)[number], sf: number): Spot {
  return { cleaning: size === null ? 'fifo' : 'greedy', sf, np: size ?? NP, hot: null };
}

/** Figure 8: spare factors of its two graphs, shares of the pages that are hot, shares of the writes that go to them. */
export const SKEW_SPARES = [0.1, 0.15] as const;
export const HOT_PAGES = [0.01, 0.05, 0.2] as const;
export const HOT_WRITES = [0.5, 0.7, 0.9];

export function skewSpot(sf: number, r: number, f: number): Spot {
  return { cleaning: 'fifo', sf, np: NP, hot: { r, f } };
}

/** Figures 11, 12, 14: hot and cold pages in one pool, and in two, divided so and so. */
export const POOLS = ['greedy', 'cat_log2', 'cat_linear', 'optimal'] as const;
export const POOL_SPARE = 0.1;
export const POOL_HOT_PAGES = [0.05, 0.2] as const;

export function poolSpot(cleaning: (typeof POOLS)[number], r: number, f: number): Spot {
  return { cleaning, sf: POOL_SPARE, np: NP, hot: { r, f } };
}

/** Simulated in Table 1 or 2 of the paper, whose greedy cleaning has a free list that ours has not; absent where it prints none. */
export function printedAt(cleaning: 'fifo' | 'greedy', sf: number): number | undefined {
  const rows = TABLES.filter(({ id }) => id === '1' || id === '2').flatMap(({ rows }) => rows);
  return rows.find((row) => row.cleaning === cleaning && row.sf === sf)?.simulated ?? undefined;
}
