/** The options of a decision on the stage of every FTL, at the decisions of real rounds. */
import { describe, expect, test } from 'vitest';
import { exampleText } from '../../../model/scenario/examples';
import { FTLS } from '../../../model/schemes';
import { inlineChallenges } from '../../../protocol/inline-challenges';
import { optionAt, thingsOf } from '../../../state/choices';
import { linked } from '../animate/under-point';
import { layoutOf, withWindow } from '../layout/layout';
import { placeBlocks } from '../layout/places';
import { monoWidth } from '../layout/rects';
import { shapeOf } from '../layout/shape';
import { runOf } from '../run.fixture';
import { windowsFor } from '../step/focus';
import { factsOf } from './facts';
import { blockKey, chipKey, veilKey } from './keys';
import { spotsOf } from './options';
import { scene } from './scene';
import { stageWords } from './words';

/** The first decision of a round of an FTL's example, and the stage there. */
async function asked(ftl: (typeof FTLS)[number]) {
  const challenges = inlineChallenges();
  const { at } = await challenges.look(exampleText(ftl));
  challenges.close();
  if (!at) return null;
  const { summary, frames } = await runOf(exampleText(ftl), 'operation', 0, at.request, at.events);
  const before = frames[0];
  if (!before) throw new Error('no frame');
  const { frame, cells } = before;
  const shape = shapeOf(summary, frame);
  const layout = layoutOf(shape, { width: 944, height: 350, font: 13, label: 12 });
  const places = placeBlocks(summary.ftl, frame, shape.rows);
  const choices = { kind: at.kind, ids: at.options.map(({ id }) => id) };
  const input = { ftl: summary.ftl, frame, cells, places, layout, words: stageWords() };
  return { at, summary, frame, cells, choices, input };
}

describe.each(FTLS)('%s', (ftl) => {
  test('every option that is a thing has its outline and its key, and is found where it is pointed at', async () => {
    const round = await asked(ftl);
    if (!round) return;
    const { summary, frame, cells, choices, input } = round;
    const pages = summary.pages_per_block;
    const shown = scene({ ...input, untold: true, played: true, choices });
    choices.ids.forEach((id, index) => {
      const things = thingsOf(choices.kind, id, frame);
      for (const thing of things) expect(optionAt(choices, thing, frame, pages)).toBe(index);
      const spots = spotsOf(things, shown);
      expect(spots.length).toBe(things.length);
      spots.forEach((spot, part) => {
        const outline = shown.get(`option:${index}:${part}`);
        expect(outline).toMatchObject({ x: spot.x, y: spot.y, look: { dashed: true, tone: 'now-edge' } });
      });
      const key = shown.get(`option:${index}`)?.look;
      expect(key?.kind === 'tag' ? key.text : undefined).toBe(
        things.length > 0 && index < 9 ? String(index + 1) : undefined,
      );
      // A page of a block means the block.
      const [first] = things;
      if (first?.kind !== 'block') return;
      expect(optionAt(choices, { kind: 'page', ppn: first.pbn * pages + 1 }, frame, pages)).toBe(index);
      expect(shown.has(veilKey(first.pbn))).toBe(false);
      expect(linked(first, frame, cells, pages)).toContain(spots[0]?.key);
    });
  });

  test('on a phone the options are seen before other blocks, and no key covers a name', async () => {
    const round = await asked(ftl);
    if (!round) return;
    const { summary, frame, choices, input } = round;
    const shape = shapeOf(summary, frame);
    const plain = layoutOf(shape, { width: 390, height: 330, font: 13, label: 12 });
    const windows = windowsFor(frame, input.places, plain, new Map(), choices);
    const rows = plain.rows.map((row) => withWindow(row, windows.get(row.id) ?? row.window));
    const layout = { ...plain, rows };
    const shown = scene({ ...input, layout, untold: true, played: true, choices });
    const things = choices.ids.flatMap((id) => thingsOf(choices.kind, id, frame));
    const blocks = things.flatMap((thing) => (thing.kind === 'block' ? [thing.pbn] : []));
    const large = blocks.filter((pbn) => shown.has(blockKey(pbn)));
    if (blocks.length > 0) expect(large.length).toBeGreaterThan(0);
    const open = frame.blocks.filter(({ frontier }) => frontier !== null).length;
    const places = layout.tiles.length - 1 - open;
    const seen = blocks.filter((pbn) => shown.has(blockKey(pbn)) || shown.has(chipKey(pbn)));
    expect(seen.length).toBeGreaterThanOrEqual(Math.min(blocks.length, large.length + places));
    for (const [index] of choices.ids.entries()) {
      const key = shown.get(`option:${index}`);
      const spot = shown.get(`option:${index}:0`);
      const tile = [...shown.values()].find(
        ({ look, x, y }) => look.kind === 'tile' && x === spot?.x && y === spot.y,
      );
      if (!key || tile?.look.kind !== 'tile') continue;
      const name = tile.x + 6 + monoWidth(tile.look.name.length, layout.label * 0.92);
      expect(key.x).toBeGreaterThanOrEqual(Math.floor(name));
    }
  });

  test('requests to come and counts of valid pages are not told', async () => {
    const round = await asked(ftl);
    if (!round) return;
    const { summary, frame, cells, choices, input } = round;
    const shown = scene({ ...input, untold: true, played: true, choices });
    const open = scene(input);
    const coming = (of: typeof shown) =>
      [...of.values()].flatMap(({ look, target }) =>
        look.kind === 'request' && look.when === 'next' ? [{ text: look.text, target }] : [],
      );
    expect(coming(open).length).toBeGreaterThan(0);
    expect(coming(open).every(({ text }) => /^[rwt]\d/.test(text))).toBe(true);
    expect(coming(shown)).toEqual(coming(open).map(() => ({ text: '?', target: null })));
    expect([...shown.values()].filter(({ look }) => look.kind === 'count')).toEqual([]);
    const block = { kind: 'block', pbn: frame.blocks[0]?.pbn ?? 0 } as const;
    const words = (untold: boolean) => factsOf(block, frame, cells, summary.pages_per_block, untold).join();
    expect(words(false)).toMatch(/valid/);
    expect(words(true)).not.toMatch(/valid/);
  });
});
