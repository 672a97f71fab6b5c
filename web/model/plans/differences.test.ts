/** The cases that the command line has, too: wasm-sim/crates/sim/src/sweep/tests.rs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differenceOf, differenceOfRatios, type Part } from './interval';
import { settling } from './steady';

interface Cases {
  ratios: { mine: number[][]; theirs: number[][]; is: unknown }[];
  pairs: { mine: number[]; theirs: number[]; is: unknown }[];
  settled: { windows: number[][]; capacity: number; is: unknown }[];
}

const FILE = join(import.meta.dirname, '../../../wasm-sim/testdata/differences.json');
const cases = JSON.parse(readFileSync(FILE, 'utf8')) as Cases;

/** Numbers to nine digits. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === 'number' ? Number(part.toPrecision(9)) : part)),
  );
}

const parts = (rows: number[][]): Part[] => rows.map(([of = 0, per = 0]) => ({ of, per }));

test('differences and settling are those of the command line', () => {
  for (const { mine, theirs, is } of cases.ratios)
    expect(rounded(differenceOfRatios(parts(mine), parts(theirs)))).toEqual(rounded(is));
  for (const { mine, theirs, is } of cases.pairs)
    expect(rounded(differenceOf(mine, theirs))).toEqual(rounded(is));
  for (const { windows, capacity, is } of cases.settled) {
    const written = windows.map(([programs = 0, writes = 0]) => ({ programs, writes }));
    expect(rounded(settling(written, capacity))).toEqual(rounded(is));
  }
  expect([cases.ratios.length, cases.pairs.length, cases.settled.length]).toEqual([9, 6, 7]);
});
