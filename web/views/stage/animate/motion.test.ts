import { beforeAll, describe, expect, test } from 'vitest';
import { exampleText, powerExampleText } from '../../../model/scenario/examples';
import { FTLS } from '../../../model/schemes';
import { eventsBetween } from '../../../model/why/step-events';
import type { Frame } from '../../../protocol/generated/Frame';
import type { Grain } from '../../../protocol/generated/Grain';
import { layoutOf } from '../layout/layout';
import { type Places, placeBlocks } from '../layout/places';
import { shapeOf } from '../layout/shape';
import type { Layout } from '../layout/types';
import { BUFFERS, bufferedText, type Run, runOf } from '../run.fixture';
import { pageKey } from '../scene/keys';
import { scene } from '../scene/scene';
import type { Scene, Sprite } from '../scene/sprite';
import { stageWords } from '../scene/words';
import { cuesOf } from './cues';
import { hit, linked } from './hit';
import { between } from './motion';

const ROOM = { width: 1000, height: 560, font: 13, label: 12 };
const words = stageWords();

interface Shown {
  run: Run;
  scenes: Scene[];
  places: Places[];
  sheets: Layout[];
}

function show(run: Run): Shown {
  const places: Places[] = [];
  const sheets: Layout[] = [];
  const scenes = run.frames.map(({ frame, cells }) => {
    const shape = shapeOf(run.summary, frame);
    const layout = layoutOf(shape, ROOM);
    const now = placeBlocks(run.summary.ftl, frame, shape.rows);
    places.push(now);
    sheets.push(layout);
    return scene({ ftl: run.summary.ftl, frame, cells, places: now, layout: layout, words });
  });
  return { run, scenes, places, sheets };
}

/** The visible sprites, whatever their order. */
function seen(sprites: Iterable<Sprite>) {
  return [...sprites]
    .map(({ key, x, y, w, h, alpha, look }) => ({ key, x, y, w, h, alpha, look }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function motionOf({ run, scenes, sheets }: Shown, step: number) {
  const [a, b] = [run.frames[step - 1], run.frames[step]];
  const [before, after, layout] = [scenes[step - 1], scenes[step], sheets[step]];
  if (!a || !b || !before || !after || !layout) throw new Error('no such step');
  const request = b.frame.request ? `r${b.frame.request.index}` : null;
  const cues = cuesOf(eventsBetween(a.frame, b.frame) ?? [], before, after, layout, request);
  return { before, after, way: between(before, after, cues, layout.pagesPerBlock) };
}

/**
 * The roles of blocks, the FTL's own order of its log blocks, and the chain that is folded: its blocks wait for the
 * end of it.
 */
function usesIn({ blocks, tables, merge }: Frame): string {
  const folded = tables.chains ? (merge?.lbn ?? null) : null;
  const uses = blocks.map(({ pbn, role, lbn }) => [pbn, role, lbn]);
  return JSON.stringify([uses, tables.log_blocks, tables.block_map, tables.chains, folded]);
}

const GRAINS: Grain[] = ['operation', 'action', 'request'];

/** The examples, and DFTL while it loses power. */
const EXAMPLES: [string, string][] = [
  ...FTLS.map((kind): [string, string] => [kind, exampleText(kind)]),
  ['dftl that loses power', powerExampleText()],
  ...BUFFERS.map((kind): [string, string] => [kind, bufferedText(kind)]),
];

describe.each(EXAMPLES)('%s', (_, text) => {
  describe.each(GRAINS)('step by step (%s)', (grain) => {
    let shown: Shown;
    beforeAll(async () => {
      shown = show(await runOf(text, grain, grain === 'request' ? 30 : 90));
    });

    test('a motion begins as the scene before and ends as the scene after', () => {
      for (let step = 1; step < shown.scenes.length; step += 1) {
        const { before, after, way } = motionOf(shown, step);
        expect(seen([...way.still, ...way.at(0)]), `step ${step} at 0`).toEqual(seen(before.values()));
        expect(seen([...way.still, ...way.at(1)]), `step ${step} at 1`).toEqual(seen(after.values()));
      }
    });

    test('on its way nothing is lost: every page is somewhere, and has a colour', () => {
      for (let step = 1; step < shown.scenes.length; step += 7) {
        const { before, after, way } = motionOf(shown, step);
        for (const u of [0.1, 0.35, 0.5, 0.8, 0.97]) {
          const sprites = [...way.still, ...way.at(u)];
          for (const sprite of sprites) {
            expect(Number.isFinite(sprite.x + sprite.y + sprite.w + sprite.h)).toBe(true);
            expect(sprite.alpha).toBeGreaterThan(0);
            expect(sprite.alpha).toBeLessThanOrEqual(1);
            // A word above a block comes and goes: it does not grow over the block.
            if (sprite.look.kind !== 'tag' && sprite.look.kind !== 'count') continue;
            const key = sprite.key.replace(/'$/, '');
            expect(sprite.h, key).toBe((before.get(key) ?? after.get(key))?.h);
          }
          const keys = new Set(sprites.map((sprite) => sprite.key));
          for (const key of before.keys())
            if (key.startsWith('p') && after.has(key)) expect(keys).toContain(key);
        }
      }
    });

    test('a page is in one place and in full colour all the way', () => {
      for (let step = 1; step < shown.scenes.length; step += 5) {
        const { way } = motionOf(shown, step);
        for (let u = 0; u <= 1; u += 0.05) {
          const pages = [...way.still, ...way.at(u)].filter(({ look }) => look.kind === 'cell');
          expect(new Set(pages.map(({ key }) => key)).size, `step ${step} at ${u}`).toBe(pages.length);
          expect(pages.every(({ alpha }) => alpha === 1)).toBe(true);
        }
      }
    });

    test('blocks keep their places while none of them changes its use', () => {
      let kept = 0;
      for (let step = 1; step < shown.places.length; step += 1) {
        const [old, now] = [shown.run.frames[step - 1]?.frame, shown.run.frames[step]?.frame];
        if (!old || !now || usesIn(old) !== usesIn(now)) continue;
        expect([...(shown.places[step] ?? [])], `step ${step}`).toEqual([...(shown.places[step - 1] ?? [])]);
        kept += 1;
      }
      expect(kept).toBeGreaterThan(0);
    });

    test('the middle of a page belongs to that page', () => {
      const last = shown.scenes.at(-1) as Scene;
      for (const sprite of last.values()) {
        if (!sprite.target || sprite.look.kind === 'block') continue;
        expect(hit(last, sprite.x + sprite.w / 2, sprite.y + sprite.h / 2)?.key).toBe(sprite.key);
      }
      expect(hit(last, -5, -5)).toBeNull();
    });
  });
});

test('a selected logical page highlights its valid copy, the invalid ones and its map entry', async () => {
  const { summary, frames } = await runOf(exampleText('dftl'), 'request', 8);
  const last = frames.at(-1);
  const entry = last?.frame.tables.cmt?.find((each) => each.ppn !== null);
  if (!last || !entry || entry.ppn === null) throw new Error('the example’s CMT is empty');
  const keys = linked({ kind: 'lpn', lpn: entry.lpn }, last.frame, last.cells, summary.pages_per_block);
  expect(keys).toContain(`m${entry.lpn}`);
  expect(keys).toContain(pageKey(entry.ppn));
});
