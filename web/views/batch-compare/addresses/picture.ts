/** The picture of a ledger: a cell for each range and part of the run, the more colored the more copies or page writes it has. */
import type { Ledger } from '../../../protocol/generated/Ledger';

export type Of = 'copied' | 'written';

/** Steps of colour; one cell in as many as there are is hardly told from its neighbours by more. */
export const STEPS = 6;

export interface Picture {
  /** Of parts of the run, from left to right. */
  columns: number;
  /** Of ranges, the lowest addresses at the bottom. */
  rows: number;
  most: number;
  /** By step, the faintest first: the cells as an SVG path, in columns and rows. */
  paths: readonly string[];
}

/** On a scale of square roots: a cell with a hundredth of the most is still seen. */
export function pictureOf({ ranges }: Ledger, of: Of): Picture {
  const columns = Math.max(1, ranges[0]?.[of].length ?? 0);
  const rows = Math.max(1, ranges.length);
  const most = Math.max(0, ...ranges.map((range) => Math.max(0, ...range[of])));
  const paths = Array<string>(STEPS).fill('');
  ranges.forEach((range, row) => {
    range[of].forEach((count, column) => {
      if (count === 0) return;
      const step = Math.min(STEPS - 1, Math.floor(STEPS * Math.sqrt(count / most)));
      paths[step] += `M${column},${rows - 1 - row}h1v1h-1z`;
    });
  });
  return { columns, rows, most, paths };
}

/** Of a cell: its range, from 0 as in the ledger, and the requests of its part of the run, from 1. */
export interface Cell {
  range: number;
  column: number;
  from: number;
  to: number;
}

/** The cell at shares of the width and height of the picture; `null` outside. */
export function cellAt({ ranges, part, requests }: Ledger, x: number, y: number): Cell | null {
  const columns = ranges[0]?.copied.length ?? 0;
  const [column, down] = [Math.floor(x * columns), Math.floor(y * ranges.length)];
  const range = ranges.length - 1 - down;
  if (column < 0 || column >= columns || range < 0 || range >= ranges.length) return null;
  return { range, column, from: column * part + 1, to: Math.min(requests, (column + 1) * part) };
}
