/** The write buffer on the stage: what is seen of it is what the frame says, and it moves as the events say. */
import { describe, expect, test } from 'vitest';
import { eventsBetween } from '../../../model/why/step-events';
import { cuesOf } from '../animate/cues';
import { between } from '../animate/motion';
import { layoutOf } from '../layout/layout';
import { placeBlocks } from '../layout/places';
import { overlap } from '../layout/rects';
import { shapeOf } from '../layout/shape';
import { BUFFERS, bufferedText, runOf } from '../run.fixture';
import { groupsOf, placed } from './buffer';
import { bufferedFacts, groupFacts } from './buffer-facts';
import { bufferGroupKey, bufferKey, pageKey } from './keys';
import { scene } from './scene';
import type { Scene } from './sprite';
import { stageWords } from './words';

const ROOM = { width: 1000, height: 560, font: 13, label: 12 };
const words = stageWords();

async function shown(text: string, steps: number, viewport = ROOM) {
  const run = await runOf(text, 'operation', steps);
  return run.frames.map(({ frame, cells }) => {
    const shape = shapeOf(run.summary, frame);
    const layout = layoutOf(shape, viewport);
    const places = placeBlocks(run.summary.ftl, frame, shape.rows);
    return {
      frame,
      layout,
      scene: scene({ ftl: run.summary.ftl, frame, cells, places, layout: layout, words }),
    };
  });
}

describe.each(BUFFERS)('%s', (kind) => {
  test('every page of the buffer is drawn once, dirty or clean as it is, what leaves is ringed', async () => {
    const all = await shown(bufferedText(kind), 150);
    let [leaving, next] = [0, 0];
    for (const { frame, scene: sprites } of all) {
      const buffer = frame.buffer;
      if (!buffer) throw new Error('no buffer');
      const pages = buffer.list ?? groupsOf(buffer).flatMap((group) => group.pages);
      expect(pages).toHaveLength(buffer.pages);
      for (const { lpn, version, dirty } of pages)
        expect(sprites.get(bufferKey(lpn))?.look).toMatchObject({
          kind: 'buffered',
          state: dirty ? 'dirty' : 'clean',
          label: String(lpn),
          version: `v${version}`,
        });
      for (const lpn of buffer.destage?.held ?? [])
        expect(sprites.get(bufferKey(lpn))?.look).toMatchObject({ state: 'filler', label: String(lpn) });
      leaving += sprites.has('buffer:leaving') ? 1 : 0;
      next += sprites.has('buffer:next') ? 1 : 0;
    }
    expect([leaving > 0, next > 0]).toEqual([true, true]);
  });

  test('a page that leaves flies from its place to the page it is programmed to', async () => {
    const all = await shown(bufferedText(kind), 150);
    let flown = 0;
    all.forEach((now, step) => {
      const before = all[step - 1];
      const { event } = now.frame;
      const events = before && eventsBetween(before.frame, now.frame);
      const program = events?.find((each) => each.t === 'program' && each.from === null);
      if (!before || !events || program?.t !== 'program' || !events.some((each) => each.t === 'destaged'))
        return;
      const cues = cuesOf(events, before.scene, now.scene, now.layout, 'r0');
      const flight = cues.flights.find(({ key }) => key === `fx:${program.ppn}`);
      const from = before.scene.get(bufferKey(program.logical));
      expect(flight?.from, JSON.stringify(event)).toEqual(from);
      expect(flight?.tone === 'pad').toBe(program.cause === 'pad');
      const to = now.scene.get(pageKey(program.ppn));
      expect(flight?.to).toEqual(to);
      flown += 1;
    });
    expect(flown).toBeGreaterThan(0);
  });
});

test('a page read to complete a block comes out of the flash page that it was read from', async () => {
  const all = await shown(bufferedText('bplru'), 200);
  const step = all.findIndex(({ frame }) => frame.event?.t === 'read' && frame.event.cause === 'pad');
  const [before, now] = [all[step - 1], all[step]];
  const read = now?.frame.event;
  if (!before || !now || read?.t !== 'read') throw new Error('nothing was read to complete a block');
  const events = eventsBetween(before.frame, now.frame) ?? [];
  const cues = cuesOf(events, before.scene, now.scene, now.layout, null);
  const way = between(before.scene, now.scene, cues, now.layout.pagesPerBlock);
  const at = (u: number) => way.at(u).find(({ key }) => key === bufferKey(read.logical));
  const from = now.scene.get(pageKey(read.ppn));
  expect(at(0)).toBeUndefined();
  expect(Math.abs((at(0.15)?.y ?? 0) - (from?.y ?? -1000))).toBeLessThan(20);
  expect(at(1)).toMatchObject({ look: { kind: 'buffered', state: 'filler' } });
});

test('a written page comes from the host, a page that is hit goes there', async () => {
  const all = await shown(bufferedText('lru'), 120);
  const flights = all.flatMap((now, step) => {
    const before = all[step - 1];
    const event = now.frame.event;
    if (!before || (event?.t !== 'buffered' && event?.t !== 'buffer_hit')) return [];
    const request = `r${now.frame.request?.index}`;
    const cues = cuesOf(
      eventsBetween(before.frame, now.frame) ?? [],
      before.scene,
      now.scene,
      now.layout,
      request,
    );
    const host = (scene: Scene) => scene.get(request);
    return event.t === 'buffered'
      ? [cues.elsewhere.get(bufferKey(event.lpn)) === (host(before.scene) ?? host(now.scene))]
      : [cues.flights[0]?.to === host(now.scene)];
  });
  expect(flights.length).toBeGreaterThan(10);
  expect(flights.every(Boolean)).toBe(true);
});

test('of more than find room the ones that matter are drawn, and how many more there are is said', async () => {
  const narrow = { width: 390, height: 403, font: 13, label: 12 };
  for (const kind of ['pud_lru', 'lru'] as const) {
    for (const { frame, scene: sprites, layout } of await shown(bufferedText(kind, 30), 200, narrow)) {
      const { buffer } = frame;
      if (!buffer || !layout.buffer) throw new Error('no buffer');
      const all = buffer.groups ? groupsOf(buffer).length : buffer.pages;
      const drawn = [...sprites.values()].filter(({ look, key }) =>
        buffer.groups ? key.startsWith('k') && look.kind === 'block' : look.kind === 'buffered',
      );
      expect(drawn.length).toBeLessThanOrEqual(layout.buffer.places.length);
      expect(sprites.has('buffer:more')).toBe(drawn.length < all);
      const { next } = buffer;
      const key = buffer.groups ? bufferGroupKey(Math.floor((next ?? 0) / 4)) : bufferKey(next ?? 0);
      if (next !== null && drawn.length > 1) expect(sprites.has(key), key).toBe(true);
      for (const [i, a] of drawn.entries())
        for (const b of drawn.slice(i + 1)) expect(overlap(a, b)).toBe(false);
    }
  }
});

test('pages that must be visible come before those that leave first', () => {
  const all = [1, 2, 3, 4, 5, 6];
  expect(placed(all, 6, 6, () => false)).toEqual(all);
  expect(placed(all, 4, 6, (each) => each > 4)).toEqual([1, 5, 6]);
  expect(placed(all, 1, 6, (each) => each === 6)).toEqual([6]);
});

test('facts tell what a screen reader needs: pages, counters, what leaves next', async () => {
  const all = await shown(bufferedText('pud_lru'), 60);
  const full = all.find(({ frame }) => frame.buffer?.next !== null && frame.buffer?.pages === 6);
  const buffer = full?.frame.buffer;
  if (!buffer || buffer.next === null) throw new Error('it was never full');
  const facts = groupFacts(Math.floor(buffer.next / 4), buffer).join('; ');
  expect(facts).toMatch(
    /^block group of LBN \d+ in the write buffer: pages [\d ]+; writes \d+, .*; PUD [\d.]+; /,
  );
  expect(facts).toMatch(/leaves next$/);
  expect(bufferedFacts(buffer.next, buffer)[0]).toMatch(/^in the write buffer: version \d+/);
  expect(groupFacts(999, buffer)).toEqual([]);
});
