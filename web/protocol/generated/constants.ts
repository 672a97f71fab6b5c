// Written from Rust by `npm run gen`. Do not edit.

/** 32-bit words per page in the frame's buffer. */
export const CELL_WORDS = 2;

/** 32-bit words per block in the heat columns. */
export const HEAT_WORDS = 5;
