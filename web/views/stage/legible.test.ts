/**
 * The stage of every FTL at 16 and at 256 blocks, on five screens, in the middle of what the FTL is about: what belongs
 * together is seen together, no words lie on others or out of the picture, arrows end on their pages.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { FTLS, type FtlKind, ftlFor } from '../../model/schemes';
import { ask, type FrameWithCells } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import type { Frame } from '../../protocol/generated/Frame';
import type { Summary } from '../../protocol/generated/Summary';
import { layoutOf, withWindow } from './layout/layout';
import { placeBlocks } from './layout/places';
import { monoWidth, overlap, type Rect, tagWidth, textWidth } from './layout/rects';
import { shapeOf } from './layout/shape';
import type { Layout } from './layout/types';
import { blockKey, pageKey } from './scene/keys';
import { scene } from './scene/scene';
import type { Scene, Sprite } from './scene/sprite';
import { stageWords } from './scene/words';
import { type Windows, windowsFor } from './step/focus';

/** The stage's own part of the page at 1280 x 720, there beside a lesson, at 1920 x 1080 (in the letters of the projector, too) and 390 x 844. */
const ROOMS = {
  'a laptop': { width: 998, height: 350, font: 13, label: 12 },
  'a laptop with a lesson': { width: 690, height: 340, font: 13, label: 12 },
  'a hall, with a lesson': { width: 1037, height: 470, font: 25, label: 25 },
  'a large screen': { width: 1600, height: 660, font: 13, label: 12 },
  'a phone': { width: 390, height: 403, font: 13, label: 12 },
};
const words = stageWords();

interface Device {
  blocks: number;
  pages: number;
  /** Kind of the write buffer and pages that it holds. */
  buffer?: [string, number];
}

/** A device that is full, and what the run is taken to. */
function scenarioOf(ftl: FtlKind, { blocks, pages, buffer }: Device): { scenario: string; until: string } {
  const logs = Math.max(3, Math.round(blocks / 16));
  const less = (extra: number) => (blocks - extra) * pages;
  // Pages of 2 KiB are random to LAST, one at a time.
  const device: Record<string, unknown> = { blocks, pages_per_block: pages, page_bytes: 2048 };
  if (ftl === 'block' || ftl === 'replacement') device.program_order = 'any';
  const groups = { blocks_per_superblock: 2, update_blocks_per_superblock: 2, update_blocks: logs };
  const kinds: Partial<Record<FtlKind, [object, number, string]>> = {
    page: [{}, less(4), 'gc'],
    dftl: [{ cmt_entries: 16, entries_per_translation_page: 64 }, less(8), 'gc'],
    bast: [{ log_blocks: logs }, less(logs + 2), 'merge full'],
    fast: [{ log_blocks: logs }, less(logs + 2), 'merge full'],
    last: [{ log_blocks: logs + 2, seq_log_blocks: 1, k: 8 }, less(logs + 5), 'merge full'],
    superblock: [{ ...groups, cached_superblocks: 4 }, less(logs + 4) & ~(2 * pages - 1), 'merge'],
    replacement: [{}, less(logs + 2), 'merge'],
    block: [{}, less(3), 'merge'],
  };
  // Another one is set up as the page does it.
  const shape = { blocks, pagesPerBlock: pages, pageBytes: 2048, logicalPages: less(logs + 2) };
  const [options, logical, until] = kinds[ftl] ?? [ftlFor(ftl, shape), shape.logicalPages, 'merge full'];
  const document = {
    format: 1,
    device,
    logical_pages: logical,
    ftl: { ...options, kind: ftl },
    buffer: buffer ? { kind: buffer[0], capacity: buffer[1] } : { kind: 'none' },
    seed: 3,
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'uniform', requests: 3000, read_fraction: 0 },
  };
  return { scenario: JSON.stringify(document), until: buffer ? 'destage_begin' : until };
}

interface Run {
  summary: Summary;
  frames: FrameWithCells[];
}

const STEPS = 24;

/** The operations from the first merge or GC on. */
async function runOf(ftl: FtlKind, device: Device): Promise<Run> {
  const engine = inlineEngine();
  try {
    const { scenario, until } = scenarioOf(ftl, device);
    const { summary } = await ask(engine, 'opened', { type: 'open', slot: 0, scenario });
    await engine.request({ type: 'run', slot: 0, target: { to: 'next', until, back: false } });
    const frames: FrameWithCells[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const { frame, cells } = await engine.frame(0);
      frames.push({ frame, cells: cells.slice(), heat: null });
      await engine.request({
        type: 'run',
        slot: 0,
        target: { to: 'step', grain: 'operation', back: false },
      });
    }
    return { summary, frames };
  } finally {
    engine.close();
  }
}

interface Shown {
  frame: Frame;
  layout: Layout;
  scene: Scene;
}

function show({ summary, frames }: Run, viewport: keyof typeof ROOMS): Shown[] {
  let windows: Windows = new Map();
  return frames.map(({ frame, cells }) => {
    const shape = shapeOf(summary, frame);
    const plain = layoutOf(shape, ROOMS[viewport]);
    const places = placeBlocks(summary.ftl, frame, shape.rows);
    windows = windowsFor(frame, places, plain, windows);
    const rows = plain.rows.map((row) => withWindow(row, windows.get(row.id) ?? row.window));
    const layout = { ...plain, rows };
    return { frame, layout, scene: scene({ ftl: summary.ftl, frame, cells, places, layout: layout, words }) };
  });
}

/** The blocks that one must see to follow what is going on. */
function actors({ merge, reclaim, gc, inner, wear, blocks }: Frame): number[] {
  const named = [
    merge?.into,
    merge?.log,
    merge?.data,
    reclaim?.pbn,
    gc?.pbn,
    inner?.pbn,
    wear?.from,
    wear?.to,
  ];
  const used = new Set(blocks.filter(({ role }) => role !== 'free').map(({ pbn }) => pbn));
  return named.filter((pbn): pbn is number => typeof pbn === 'number' && used.has(pbn));
}

/** A sprite with a ground of its own, or as wide as its words. */
const BOXED = new Set<Sprite['look']['kind']>([
  'block',
  'chip',
  'tile',
  'request',
  'entry',
  'count',
  'tag',
  'turn',
]);

/** The width of a sprite's words, as the layout counts characters; `null` without words. */
function wordsOf({ look, x, y, w, h }: Sprite): Rect | null {
  if (look.kind === 'text') {
    const width = Math.min(w, textWidth(look.text.length, look.font));
    const left = look.align === 'right' ? x + w - width : look.align === 'center' ? x + (w - width) / 2 : x;
    return { x: left, y, w: width, h: Math.min(h, look.font * 1.3) };
  }
  // As long as it is, or as far as its section goes: then it is shortened.
  if (look.kind === 'heading') {
    const width = look.end === '' ? Math.min(w, textWidth(look.title, look.font)) : w;
    return { x, y: y + h / 2 - look.font * 0.6, w: width, h: look.font * 1.2 };
  }
  return BOXED.has(look.kind) ? { x, y, w, h } : null;
}

const CASES = ([16, 256] as const).flatMap((blocks) =>
  FTLS.map((ftl) => ({
    ftl,
    blocks,
    pages: blocks === 16 ? 4 : 16,
  })),
);

const BUFFERED: (Device & { ftl: FtlKind })[] = [
  { ftl: 'bast', blocks: 16, pages: 4, buffer: ['pud_lru', 6] },
  { ftl: 'page', blocks: 16, pages: 4, buffer: ['lru', 12] },
  { ftl: 'dftl', blocks: 16, pages: 4, buffer: ['fab', 20] },
  { ftl: 'fast', blocks: 256, pages: 16, buffer: ['bplru', 200] },
];

describe.each([...CASES.map((each) => ({ ...each, buffer: undefined })), ...BUFFERED])(
  '$ftl, $blocks blocks of $pages pages, buffer $buffer',
  ({ ftl, ...device }) => {
    let run: Run;
    beforeAll(async () => {
      run = await runOf(ftl, device);
    });

    describe.each(Object.keys(ROOMS) as (keyof typeof ROOMS)[])('on %s', (viewport) => {
      let all: Shown[];
      beforeAll(() => {
        all = show(run, viewport);
      });

      test('the blocks that a merge or GC joins are visible together', () => {
        let seen = 0;
        for (const { frame, scene } of all) {
          if (scene.has('buffer:leaving')) seen += 1;
          for (const pbn of actors(frame)) {
            if (!scene.has(blockKey(pbn)))
              expect.fail(`B${pbn} at event ${frame.position.event} is not seen`);
            seen += 1;
          }
        }
        expect(seen, 'the run was taken to something to see').toBeGreaterThan(0);
      });

      test('words lie on no other words, and in the picture', () => {
        for (const { scene, layout, frame } of all) {
          const said = [...scene.values()].flatMap((sprite) => {
            const rect = wordsOf(sprite);
            return rect ? [{ key: sprite.key, kind: sprite.look.kind, rect }] : [];
          });
          const at = `event ${frame.position.event}`;
          // One `expect` looks at many: each takes longer than what it looks at.
          const outside = said.filter(
            ({ rect: { x, y, w, h } }) =>
              Math.min(x, y) < -0.01 || x + w > layout.width + 0.01 || y + h > layout.height + 0.01,
          );
          expect(outside, at).toEqual([]);
          // A tag of the write buffer lies on its page, every other above its block: nothing lies on anything else.
          const clashes: string[] = [];
          for (const [i, a] of said.entries())
            for (let j = i + 1; j < said.length; j += 1) {
              const b = said[j];
              // First what is cheap and nearly always false.
              if (!b || !overlap(a.rect, b.rect)) continue;
              // The number of a copy is on its page, at the edge of its own block.
              const turn =
                [a, b].some(({ kind }) => kind === 'turn') &&
                [a, b].some(({ kind }) => kind === 'block' || kind === 'entry');
              const own = turn || [a, b].some(({ key }) => key.startsWith('buffer:'));
              if (!own) clashes.push(`${a.key} on ${b.key}, ${at}`);
            }
          expect(clashes).toEqual([]);
          // Words in a tag are squeezed a little at most.
          const squeezed = [...scene.values()].filter(
            ({ look, w }) => look.kind === 'tag' && w / tagWidth(look.text, look.font) < 0.66,
          );
          expect(squeezed.map(({ key, w }) => [key, w])).toEqual([]);
        }
      });

      test('of a merge over several logical blocks each part is named above its data block', () => {
        for (const { scene, frame } of all) {
          for (const { data } of frame.reclaim?.merged ?? []) {
            const block = data === null ? undefined : scene.get(blockKey(data));
            if (!block) continue;
            const tag = scene.get(`tag:${data}`);
            expect(tag && tag.y + tag.h <= block.y, `B${data}, event ${frame.position.event}`).toBe(true);
          }
        }
      });

      test('labels fit their pages', () => {
        for (const { scene } of all) {
          for (const { look, w, h } of scene.values()) {
            if (look.kind !== 'cell' || look.font === 0) continue;
            if (monoWidth(look.label.length, look.font) > w || look.font > h)
              expect.fail(`${look.label} of ${look.font} in ${w} by ${h}`);
          }
        }
      });

      test('an arrow begins and ends at the edges of its pages', () => {
        for (const { scene, frame } of all) {
          const arrow = scene.get('at:arrow');
          const { event } = frame;
          if (!arrow || event?.t !== 'program' || event.from === null) continue;
          const [from, to] = [scene.get(pageKey(event.from)), scene.get(pageKey(event.ppn))];
          if (!from || !to) throw new Error('an arrow between pages that are not there');
          const edge = (page: Rect, x: number, y: number) =>
            Math.min(Math.abs(x - page.x), Math.abs(x - page.x - page.w)) < 0.01 &&
            y > page.y &&
            y < page.y + page.h;
          expect(edge(from, arrow.x, arrow.y)).toBe(true);
          expect(edge(to, arrow.x + arrow.w, arrow.y + arrow.h)).toBe(true);
        }
      });
    });
  },
);
