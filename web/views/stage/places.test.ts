import { expect, test } from 'vitest';
import type { BlockShown } from '../../protocol/generated/BlockShown';
import type { Frame } from '../../protocol/generated/Frame';
import type { Role } from '../../protocol/generated/Role';
import type { RowShape } from './layout';
import { chainOf, type Places, placeBlocks } from './places';

const LANES: RowShape[] = [{ id: 'chains', slots: 8, apart: 0, group: 4 }];
const APART: RowShape[] = [
  { id: 'data', slots: 2, apart: 0 },
  { id: 'replacement', slots: 4, apart: 0 },
];

/** LBN 0 has a chain of these blocks, LBN 1 block 5; other blocks are free. */
function frame(...chain: number[]): Frame {
  const used = new Map<number, [Role, number]>([[5, ['data', 1]]]);
  chain.forEach((pbn, place) => {
    used.set(pbn, [place === 0 ? 'data' : 'replacement', 0]);
  });
  const blocks = Array.from({ length: 6 }, (_, pbn) => {
    const [role, lbn] = used.get(pbn) ?? (['free', null] as const);
    return { pbn, role, lbn } as BlockShown;
  });
  const tables = { from_lbn: 0, block_map: [chain[0] ?? null, 5], chains: [chain.slice(1), []] };
  return { blocks, tables } as unknown as Frame;
}

function slots(places: Places): [number, string, number][] {
  return [...places].map(([pbn, { row, slot }]) => [pbn, row, slot] as [number, string, number]).sort();
}

test('a chain stands in a line of its own, in its order', () => {
  expect(chainOf(frame(3, 0, 4), 0)).toEqual([3, 0, 4]);
  expect(slots(placeBlocks(null, frame(3, 0, 4), LANES))).toEqual([
    [0, 'chains', 1],
    [3, 'chains', 0],
    [4, 'chains', 2],
    [5, 'chains', 4],
  ]);
});

test('while a chain is folded its blocks keep their places; the last one moves when it is the data block', () => {
  const before = placeBlocks(null, frame(3, 0, 4), LANES);
  // Block 3 is erased, and block 0 the first of the chain; both that are left are replacement blocks still.
  const folding = frame(0, 4);
  for (const block of folding.blocks) if (block.lbn === 0) block.role = 'replacement';
  expect(slots(placeBlocks(before, folding, LANES))).toEqual([
    [0, 'chains', 1],
    [4, 'chains', 2],
    [5, 'chains', 4],
  ]);
  expect(slots(placeBlocks(before, frame(4), LANES))).toEqual([
    [4, 'chains', 0],
    [5, 'chains', 4],
  ]);
});

test('where there are too many places for that, replacement blocks stand in a section as they come', () => {
  const one = placeBlocks(null, frame(3, 0), APART);
  expect(slots(placeBlocks(one, frame(3, 0, 4), APART))).toEqual([
    [0, 'replacement', 0],
    [3, 'data', 0],
    [4, 'replacement', 1],
    [5, 'data', 1],
  ]);
});
