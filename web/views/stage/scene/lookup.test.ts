import { beforeAll, describe, expect, test } from 'vitest';
import { exampleText } from '../../../model/scenario/examples';
import { type Lookup, lookupOf } from '../../../model/why/lookup';
import { layoutOf } from '../layout/layout';
import { placeBlocks } from '../layout/places';
import { type Rect, textWidth } from '../layout/rects';
import { shapeOf } from '../layout/shape';
import { type Run, runOf } from '../run.fixture';
import { momentEvents } from '../step/frame-events';
import { entryKey, gtdKey, pageKey } from './keys';
import { scene } from './scene';
import type { Sprite } from './sprite';
import { stageWords } from './words';

const words = stageWords();
const ROOMS = {
  'a laptop': { width: 944, height: 350, font: 13, label: 12 },
  'a hall': { width: 1400, height: 700, font: 25, label: 25 },
};
let run: Run;
beforeAll(async () => {
  run = await runOf(exampleText('dftl'), 'operation', 320);
});

function pointsOf({ look }: Sprite): [number, number][] {
  if (look.kind !== 'way') throw new Error('no way');
  const numbers = look.points.split(' ').map(Number);
  return numbers.flatMap((x, i): [number, number][] => (i % 2 === 0 ? [[x, numbers[i + 1] ?? 0]] : []));
}

test('a lookup goes from one step to the next, and nothing goes back', () => {
  const rank = { next: 0, now: 1, done: 2 } as const;
  let before: Lookup | null = null;
  const complete = new Set<string>();
  for (const { frame } of run.frames) {
    const now = lookupOf(frame);
    const [event] = momentEvents(frame);
    const begins = event?.t === 'cmt_miss' || event?.t === 'cmt_hit' || event?.t === 'host_page';
    if (now) {
      const states = [now.is[1], now.is[2], now.is[3], now.is[4]];
      expect(states.filter((is) => is === 'now').length).toBeLessThanOrEqual(1);
      // Done, then the one that is under way, then what is to come.
      expect(states.map((is) => rank[is])).toEqual(states.map((is) => rank[is]).toSorted((a, b) => b - a));
      if (before?.lpn === now.lpn && !begins)
        for (const step of [1, 2, 3, 4] as const)
          expect(rank[now.is[step]]).toBeGreaterThanOrEqual(rank[before.is[step]]);
      if (states.every((is) => is === 'done')) complete.add(now.tpn === null ? 'hit' : 'miss');
    }
    before = now;
  }
  expect([...complete].sort()).toEqual(['hit', 'miss']);
});

describe.each(Object.entries(ROOMS))('on %s', (_, viewport) => {
  test('each number is at its target, lines end there, and no line crosses a heading', () => {
    const seen = new Map<string, number>();
    for (const { frame, cells } of run.frames) {
      const shape = shapeOf(run.summary, frame);
      const layout = layoutOf(shape, viewport);
      const places = placeBlocks('dftl', frame, shape.rows);
      const shown = scene({ ftl: 'dftl', frame, cells, places, layout: layout, words });
      const lookup = lookupOf(frame);
      const ways = [...shown.values()].filter(({ key }) => key.startsWith('way:'));
      if (!lookup) {
        expect(ways).toEqual([]);
        continue;
      }
      const nodes: Record<string, string | null> = {
        'way:1': shown.has(entryKey(lookup.lpn)) ? entryKey(lookup.lpn) : 'cmt:miss',
        'way:2': lookup.tpn === null ? null : gtdKey(lookup.tpn),
        'way:3': lookup.map === null ? null : pageKey(lookup.map),
        'way:4': lookup.page === null ? null : pageKey(lookup.page),
      };
      for (const way of ways) {
        seen.set(way.key, (seen.get(way.key) ?? 0) + 1);
        const node = shown.get(nodes[way.key] ?? '');
        if (way.look.kind === 'turn') {
          if (!node) throw new Error(`${way.key} tells of nothing`);
          expect(Math.abs(way.y + way.h / 2 - node.y)).toBeLessThan(node.h);
          continue;
        }
        const points = pointsOf(way);
        for (const [at, [x, y]] of points.entries()) {
          const [px, py] = points[at - 1] ?? [x, y];
          // Level or upright, and inside the picture.
          expect(px === x || py === y).toBe(true);
          expect(x >= 0 && x <= layout.width && y >= 0 && y <= layout.height).toBe(true);
          for (const { look, ...rect } of shown.values()) {
            if (look.kind !== 'heading') continue;
            const text: Rect = { ...rect, w: Math.min(rect.w, textWidth(look.title, look.font)) };
            const [top, bottom] = [text.y + text.h / 2 - look.font / 2, text.y + text.h / 2 + look.font / 2];
            const through =
              Math.max(px, x) > text.x &&
              Math.min(px, x) < text.x + text.w &&
              Math.max(py, y) > top &&
              Math.min(py, y) < bottom;
            expect(through, `${way.key} through ${look.title}`).toBe(false);
          }
        }
      }
      const end = shown.get('way:page');
      const page = shown.get(nodes['way:4'] ?? '');
      if (end && page) expect(pointsOf(end).at(-1)).toEqual([page.x, page.y + page.h / 2]);
    }
    for (const key of ['way:1', 'way:2', 'way:3', 'way:4', 'way:gtd', 'way:map', 'way:fill', 'way:page'])
      expect(seen.get(key) ?? 0, key).toBeGreaterThan(0);
  });
});

test('while a question is open the place of the page is hidden', () => {
  let met = 0;
  for (const { frame, cells } of run.frames) {
    const lookup = lookupOf(frame);
    if (!lookup || lookup.is[4] === 'done' || lookup.page === null) continue;
    const shape = shapeOf(run.summary, frame);
    const input = {
      ...({ ftl: 'dftl', frame, cells, words } as const),
      places: placeBlocks('dftl', frame, shape.rows),
      layout: layoutOf(shape, ROOMS['a laptop']),
    };
    const told = scene(input);
    // A block that is not taken yet has no page.
    expect(told.has('way:4')).toBe(told.has(pageKey(lookup.page)));
    if (!told.has('way:4')) continue;
    expect(scene({ ...input, untold: true }).has('way:4')).toBe(false);
    met += 1;
  }
  expect(met).toBeGreaterThan(0);
});
