import { isDeepStrictEqual } from 'node:util';
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
import { between } from './motion';
import { linked, underPoint } from './under-point';

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
    /** By the step that each leads to. */
    let motions: Map<number, ReturnType<typeof motionOf>>;
    beforeAll(async () => {
      shown = show(await runOf(text, grain, grain === 'request' ? 30 : 90));
      const steps = [...shown.scenes.keys()].filter((step) => step > 0);
      motions = new Map(steps.map((step) => [step, motionOf(shown, step)]));
    });

    test('a motion begins as the scene before and ends as the scene after', () => {
      for (const [step, { before, after, way }] of motions) {
        for (const [u, wanted] of [
          [0, before],
          [1, after],
        ] as const) {
          const [is, due] = [seen([...way.still, ...way.at(u)]), seen(wanted.values())];
          // Much faster than `toEqual`, which says what differs.
          if (!isDeepStrictEqual(is, due)) expect(is, `step ${step} at ${u}`).toEqual(due);
        }
      }
    });

    test('on its way nothing is lost: every page is somewhere, and has a colour', () => {
      const wrong: string[] = [];
      for (const [step, { before, after, way }] of motions) {
        if (step % 7 !== 1) continue;
        for (const u of [0.1, 0.35, 0.5, 0.8, 0.97]) {
          const at = `step ${step} at ${u}`;
          const sprites = [...way.still, ...way.at(u)];
          for (const { key, x, y, w, h, alpha, look } of sprites) {
            if (!Number.isFinite(x + y + w + h)) wrong.push(`${key} is nowhere, ${at}`);
            if (!(alpha > 0 && alpha <= 1)) wrong.push(`${key} has alpha ${alpha}, ${at}`);
            // A word above a block comes and goes: it does not grow over the block.
            if (look.kind !== 'tag' && look.kind !== 'count') continue;
            const own = key.replace(/'$/, '');
            if (h !== (before.get(own) ?? after.get(own))?.h) wrong.push(`${key} is ${h} high, ${at}`);
          }
          const keys = new Set(sprites.map(({ key }) => key));
          for (const key of before.keys())
            if (key.startsWith('p') && after.has(key) && !keys.has(key)) wrong.push(`${key} is lost, ${at}`);
        }
      }
      expect(wrong).toEqual([]);
    });

    test('a page is in one place and in full colour all the way', () => {
      const wrong: string[] = [];
      for (const [step, { way }] of motions) {
        if (step % 5 !== 1) continue;
        for (let u = 0; u <= 1; u += 0.05) {
          const pages = [...way.still, ...way.at(u)].filter(({ look }) => look.kind === 'cell');
          const twice = new Set(pages.map(({ key }) => key)).size !== pages.length;
          if (twice || pages.some(({ alpha }) => alpha !== 1)) wrong.push(`step ${step} at ${u}`);
        }
      }
      expect(wrong).toEqual([]);
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
        const middle = underPoint(last, sprite.x + sprite.w / 2, sprite.y + sprite.h / 2);
        if (middle !== sprite) expect(middle?.key).toBe(sprite.key);
      }
      expect(underPoint(last, -5, -5)).toBeNull();
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

test('the way of a page that is served begins where its request is, not where it waited', async () => {
  const { run, scenes, sheets } = show(await runOf(exampleText('bast'), 'request', 30));
  let moved = 0;
  for (const [step, after] of scenes.entries()) {
    const [a, b] = [run.frames[step - 1], run.frames[step]];
    const [before, layout] = [scenes[step - 1], sheets[step]];
    if (!a || !b?.frame.request || !before || !layout) continue;
    const request = `r${b.frame.request.index}`;
    const events = eventsBetween(a.frame, b.frame) ?? [];
    const served = events.flatMap((event) =>
      event.t === 'program' && event.cause === 'host' && event.from === null ? [`fx:${event.ppn}`] : [],
    );
    const [was, is] = [before.get(request), after.get(request)];
    for (const { key, from } of cuesOf(events, before, after, layout, request).flights)
      if (served.includes(key)) {
        expect([step, from]).toEqual([step, is]);
        if (was && is && was.x !== is.x) moved += 1;
      }
  }
  expect(moved).toBeGreaterThan(5);
});
