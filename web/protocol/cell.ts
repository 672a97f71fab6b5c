/** Reading the page columns of a frame: `CELL_WORDS` words per page (documented in Rust, `protocol.rs`). */
import { CELL_WORDS } from './generated/constants';

/** Page states as the top two bits of word 0 say them. */
export const FREE = 0;
export const VALID = 1;
export const INVALID = 2;

type PageState = typeof FREE | typeof VALID | typeof INVALID;

/** A page of the chip, as drawn. */
export interface Cell {
  state: PageState;
  /** Holds a piece of the mapping rather than host data. */
  translation: boolean;
  /** LPN, or translation page number; `null` when free. */
  logical: number | null;
  /** Which host write of that LPN this is, from 1. */
  version: number;
}

/** Page `index` of the columns (0 is the first page of the frame's first block). */
export function cellAt(cells: Uint32Array, index: number): Cell {
  const word = cells[index * CELL_WORDS] ?? 0;
  const state = (word >>> 30) as PageState;
  return {
    state,
    translation: ((word >>> 29) & 1) === 1,
    logical: state === FREE ? null : word & 0x1fffffff,
    version: cells[index * CELL_WORDS + 1] ?? 0,
  };
}
