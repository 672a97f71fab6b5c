import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type EngineClient, type FrameWindow } from '../../../protocol/engine/engine-client';
import { inlineEngine } from '../../../protocol/engine/inline-engine';
import type { Summary } from '../../../protocol/generated/Summary';
import { Heat } from '../../../protocol/heat';
import { lensOf, rectOf, tilingOf, viewOn } from './geometry';
import { marksOfSelection, marksOfStep, spotOf } from './marks';
import { nearThings } from './near';

const SCENARIO = JSON.stringify({
  format: 1,
  name: 'large',
  seed: 3,
  device: { blocks: 330, pages_per_block: 16, page_bytes: 4096, timing: 'slides' },
  spare_factor: 0.1,
  ftl: { kind: 'page' },
  precondition: [{ kind: 'fill_and_invalidate' }],
  workload: { kind: 'uniform', requests: 500 },
});

let engine: EngineClient;
let summary: Summary;
beforeAll(async () => {
  engine = inlineEngine();
  ({ summary } = await ask(engine, 'opened', { type: 'open', slot: 0, scenario: SCENARIO }));
});
afterAll(() => engine.close());

async function at(request: number, window: FrameWindow = {}) {
  const position = { request, event: 0 };
  await engine.request({ type: 'run', slot: 0, target: { to: 'position', position } });
  const shown = await engine.frame(0, { heat: true, fromBlock: 0, toBlock: 0, ...window });
  if (!shown.heat) throw new Error('heat was asked for');
  return { shown, heat: new Heat(shown.heat, summary.blocks, summary.pages_per_block) };
}

test('the columns say of every block what a frame of all blocks says', async () => {
  const { shown, heat } = await at(120, { toBlock: summary.blocks });
  expect(shown.frame.blocks).toHaveLength(330);
  expect(shown.frame.blocks.some((block) => block.frontier !== null)).toBe(true);
  for (const block of shown.frame.blocks) expect(heat.block(block.pbn)).toEqual(block);
});

test('the effects of a step are marked: the page it wrote, and the one it made invalid', async () => {
  const before = await at(200);
  const after = await at(201);
  const program = after.shown.frame.window.find((event) => event.t === 'program');
  const stale = after.shown.frame.window.find((event) => event.t === 'invalidate');
  if (program?.t !== 'program' || stale?.t !== 'invalidate') throw new Error('request 200 rewrites a page');
  const forward = marksOfStep(after.shown.frame, before.shown.frame, false, 16);
  expect(forward).toContainEqual(expect.objectContaining({ spot: spotOf(program.ppn, 16), tone: 'now' }));
  expect(forward).toContainEqual(expect.objectContaining({ spot: spotOf(stale.ppn, 16), dashed: true }));
  // A step back shows the same step.
  expect(marksOfStep(before.shown.frame, after.shown.frame, true, 16)).toEqual(forward);
});

test('the two blocks of wear leveling are outlined while it is under way', async () => {
  const { shown } = await at(10);
  const frame = { ...shown.frame, wear: { from: 30, to: 70, copied: 1, copies: 4 } };
  const spots = marksOfStep(frame, null, false, 16).flatMap((mark) =>
    mark.tone === 'copy' ? [mark.spot] : [],
  );
  expect(spots).toEqual([30, 70].map((pbn) => ({ pbn, page: -1 })));
});

test('every copy of a selected logical page is marked, the invalid ones dashed', async () => {
  const { shown, heat } = await at(300, { lpn: 77 });
  const marks = marksOfSelection({ kind: 'lpn', lpn: 77 }, shown.frame, heat, false);
  expect(marks.filter((mark) => !mark.dashed)).toHaveLength(1);
  expect(marks).toHaveLength(shown.frame.pages.length);
  const [valid] = shown.frame.pages.filter((page) => page.valid);
  expect(marks.find((mark) => !mark.dashed)?.spot).toEqual(spotOf(valid?.ppn ?? -1, 16));
  // Pointed at only: the tables know where it is.
  const map = marksOfSelection({ kind: 'lpn', lpn: 5 }, shown.frame, heat, true);
  expect(map.map((mark) => mark.spot)).toEqual([spotOf(shown.frame.tables.page_map?.[5] ?? -1, 16)]);
});

test('near, pages are the cells of the small stage, with the labels that the window tells', async () => {
  const tiling = tilingOf(330, 16, 900, 480);
  const flat = lensOf(tiling, 900, 480, { x: 0, y: 0, k: 1 });
  const { shown, heat } = await at(300, { fromBlock: 40, toBlock: 41 });
  const input = { ftl: 'page' as const, heat, shown, label: 12, labelChars: 4 };
  expect(nearThings({ lens: flat, ...input })).toEqual([]);
  const lens = { ...flat, view: viewOn(flat, { pbn: 40, page: -1 }, 30 / flat.unit) };
  const sprites = nearThings({ lens, ...input });
  const labels = sprites.flatMap(({ key, look }) =>
    look.kind === 'cell' && look.label !== '' ? [[key, look.label, look.font >= 9] as const] : [],
  );
  expect(labels.length).toBeGreaterThan(0);
  for (const [key, , legible] of labels) {
    expect(key).toMatch(/6[45]\d$/);
    expect(legible).toBe(true);
  }
  const place = rectOf(lens, { pbn: 40, page: 3 });
  const cell = sprites.find(({ key, look }) => look.kind === 'cell' && key.endsWith(`${40 * 16 + 3}`));
  expect(cell?.x).toBeCloseTo(place.x + 1);
});
