import { beforeAll, describe, expect, test } from 'vitest';
import { exampleText, powerExampleText } from '../../../model/scenario/examples';
import { FTLS } from '../../../model/schemes';
import { ask } from '../../../protocol/engine/engine-client';
import { inlineEngine } from '../../../protocol/engine/inline-engine';
import { chainOf } from '../../../protocol/frame';
import type { BlockShown } from '../../../protocol/generated/BlockShown';
import type { Frame } from '../../../protocol/generated/Frame';
import type { Position } from '../../../protocol/generated/Position';
import type { Role } from '../../../protocol/generated/Role';
import type { Section } from '../../../schemes/scheme';
import { bufferedText, type Run, runOf } from '../run.fixture';
import { layoutOf } from './layout';
import { type Places, placeBlocks } from './places';
import { sectionsOf, shapeOf } from './shape';

const LANES: Section[] = [{ id: 'chains', slots: 8, group: 4 }];
const DENSE: Section[] = [
  { id: 'data', slots: 2 },
  { id: 'replacement', slots: 6 },
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

function slots(places: Places): [number, number][] {
  return [...places].map(([pbn, { slot }]): [number, number] => [pbn, slot]).sort(([a], [b]) => a - b);
}

test('a chain is at the right of its data block, in its order', () => {
  expect(chainOf(frame(3, 0, 4), 0)).toEqual([3, 0, 4]);
  expect(slots(placeBlocks('replacement', frame(3, 0, 4), LANES))).toEqual([
    [0, 1],
    [3, 0],
    [4, 2],
    [5, 4],
  ]);
});

test('where not every chain has room for its longest, replacement blocks are in the order of their numbers', () => {
  const of = (...chain: number[]) =>
    [...placeBlocks('replacement', frame(...chain), DENSE)].map(([pbn, { row, slot }]) => [pbn, row, slot]);
  expect(of(3, 0, 4).sort()).toEqual([
    [0, 'replacement', 0],
    [3, 'data', 0],
    [4, 'replacement', 4],
    [5, 'data', 1],
  ]);
  // A chain that grows moves no other block.
  expect(of(3, 0)).toEqual(of(3, 0, 4).filter(([pbn]) => pbn !== 4));
});

test('a merged block waits as a fresh one until the block that it replaces is erased', () => {
  const of = (pbn: number, role: Role, lbn: number | null) => ({ pbn, role, lbn }) as BlockShown;
  const sections: Section[] = [
    { id: 'data', slots: 2 },
    { id: 'fresh', slots: 1 },
  ];
  const shown = (blocks: BlockShown[], map: number[]) =>
    placeBlocks('block', { blocks, tables: { from_lbn: 0, block_map: map } } as unknown as Frame, sections);
  const both = shown([of(0, 'data', 0), of(1, 'data', 1), of(2, 'data', 1)], [0, 2]);
  expect(both.get(1)).toEqual({ row: 'data', slot: 1 });
  expect(both.get(2)).toEqual({ row: 'fresh', slot: 0 });
  expect(shown([of(0, 'data', 0), of(1, 'free', null), of(2, 'data', 1)], [0, 2]).get(2)).toEqual({
    row: 'data',
    slot: 1,
  });
});

const ROOMS = [
  { width: 944, height: 350, font: 13, label: 12 },
  { width: 390, height: 400, font: 13, label: 12 },
];

const RUNS: [string, string][] = [
  ...FTLS.map((kind): [string, string] => [kind, exampleText(kind)]),
  ['dftl that loses power', powerExampleText()],
  ['bast behind a buffer', bufferedText('pud_lru')],
];

describe.each(RUNS)('%s', (_, text) => {
  let run: Run;
  beforeAll(async () => {
    run = await runOf(text, 'operation', 160);
  });

  test('the same state has the same places, whatever way led there', async () => {
    const { summary } = run;
    const sections = sectionsOf(summary);
    const name = ({ request, event }: Position) => `${request}.${event}`;
    const forward = new Map(
      run.frames.map(({ frame }) => [name(frame.position), [...placeBlocks(summary.ftl, frame, sections)]]),
    );
    const engine = inlineEngine();
    try {
      await ask(engine, 'opened', { type: 'open', slot: 0, scenario: text });
      const last = run.frames.at(-1)?.frame.position ?? { request: 0, event: 0 };
      const go = (target: object) => engine.request({ type: 'run', slot: 0, target } as never);
      await go({ to: 'position', position: last });
      let met = 0;
      for (let step = 0; step < 60; step += 1) {
        const { frame } = await engine.frame(0);
        const known = forward.get(name(frame.position));
        if (known) {
          expect([...placeBlocks(summary.ftl, frame, sections)], name(frame.position)).toEqual(known);
          met += 1;
        }
        await go({ to: 'step', grain: step % 9 === 8 ? 'request' : 'operation', back: true });
      }
      expect(met).toBeGreaterThan(20);
    } finally {
      engine.close();
    }
  });

  test('neither the size of a page nor the place of a section changes during the run', () => {
    for (const viewport of ROOMS) {
      const sheets = run.frames.map(({ frame }) =>
        JSON.stringify(layoutOf(shapeOf(run.summary, frame), viewport)),
      );
      expect(new Set(sheets).size).toBe(1);
    }
  });

  test('no block is without a place, and no two have the same', () => {
    const sections = sectionsOf(run.summary);
    for (const { frame } of run.frames) {
      const places = placeBlocks(run.summary.ftl, frame, sections);
      const used = frame.blocks.filter(({ role }) => role !== 'free');
      expect(used.filter(({ pbn }) => !places.has(pbn))).toEqual([]);
      const names = [...places.values()].map(({ row, slot }) => `${row}:${slot}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

/** Chains that do not find room for their longest. */
const DENSE_TEXT = JSON.stringify({
  format: 1,
  device: { blocks: 24, pages_per_block: 4, page_bytes: 2048, program_order: 'any' },
  logical_pages: 72,
  ftl: { kind: 'replacement' },
  seed: 3,
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'uniform', requests: 3000, read_fraction: 0 },
});

test.each([
  ['page', exampleText('page')],
  ['bast', exampleText('bast')],
  ['dftl', exampleText('dftl')],
  ['replacement', exampleText('replacement')],
  ['replacement, dense', DENSE_TEXT],
  ['block', exampleText('block')],
])('%s: a block moves only when its own role changes, or a fold or merge ends', async (_, text) => {
  const { summary, frames } = await runOf(text, 'operation', 900);
  const sections = sectionsOf(summary);
  const used = ({ blocks }: Frame) => new Map(blocks.map(({ pbn, role, lbn }) => [pbn, `${role} ${lbn}`]));
  let changes = 0;
  for (const [step, { frame: now }] of frames.entries()) {
    const before = frames[step - 1]?.frame;
    if (!before) continue;
    const [old, places] = [
      placeBlocks(summary.ftl, before, sections),
      placeBlocks(summary.ftl, now, sections),
    ];
    const [was, is] = [used(before), used(now)];
    // Several translation blocks share each of the few places.
    const ends = now.event?.t === 'merge_end' ? now.event.data : null;
    for (const [pbn, place] of places) {
      if (was.get(pbn) !== is.get(pbn)) changes += 1;
      else if (pbn !== ends && place.row !== 'translation' && old.has(pbn))
        expect(place, `B${pbn} at ${now.position.request}.${now.position.event}`).toEqual(old.get(pbn));
    }
  }
  if (summary.ftl !== 'page') expect(changes).toBeGreaterThan(5);
});

/**
 * Blocks in 200 steps that change their places though no event of the step names them. A place follows from the state alone, and
 * a state does not remember who came first: where blocks share fewer places than there are blocks, one that leaves may give
 * its place back. In FAST the queue moves up when its oldest block leaves.
 */
test.each([
  ['page', 0],
  ['block', 0],
  ['bast', 0],
  ['replacement', 0],
  ['fast', 3],
  ['last', 3],
  ['superblock', 3],
  ['dftl', 3],
] as const)('%s: in 200 steps %i blocks move that no event names', async (kind, most) => {
  const { summary, frames } = await runOf(exampleText(kind), 'operation', 200);
  const sections = sectionsOf(summary);
  const roles = ({ blocks }: Frame) => new Map(blocks.map(({ pbn, role, lbn }) => [pbn, `${role} ${lbn}`]));
  const moved: string[] = [];
  for (const [step, { frame: now }] of frames.entries()) {
    const before = frames[step - 1]?.frame;
    if (!before) continue;
    const [old, places] = [before, now].map((frame) => placeBlocks(summary.ftl, frame, sections));
    const [was, is] = [roles(before), roles(now)];
    for (const [pbn, { row, slot }] of places ?? []) {
      const from = old?.get(pbn);
      const named = was.get(pbn) !== is.get(pbn) || (now.event?.t === 'merge_end' && now.event.data === pbn);
      if (from && !named && (from.row !== row || from.slot !== slot))
        moved.push(`B${pbn} at ${now.position.request}.${now.position.event}`);
    }
  }
  expect(moved.length, moved.join(', ')).toBe(most);
});

test('in a superblock data blocks are left of update blocks', async () => {
  const { summary, frames } = await runOf(exampleText('superblock'), 'operation', 300);
  const sections = sectionsOf(summary);
  const [{ group = 1 } = {}] = sections;
  let compared = 0;
  for (const { frame: now } of frames) {
    const size = now.tables.superblocks?.blocks_per_superblock ?? 1;
    const places = placeBlocks('superblock', now, sections);
    const inside = (update: boolean, own: number) =>
      now.blocks
        .filter(({ role, lbn }) => role !== 'free' && Math.floor((lbn ?? 0) / size) === own)
        .filter(({ role }) => (role === 'update') === update)
        .map(({ pbn }) => (places.get(pbn)?.slot ?? 0) - own * group);
    for (let own = 0; own < 3; own += 1) {
      const [data, updates] = [inside(false, own), inside(true, own)];
      expect(new Set([...data, ...updates]).size).toBe(data.length + updates.length);
      if (data.length > size || data.length === 0 || updates.length === 0) continue;
      compared += 1;
      expect(Math.max(...data)).toBeLessThan(Math.min(...updates));
    }
  }
  expect(compared).toBeGreaterThan(20);
});
