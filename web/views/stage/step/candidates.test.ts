import { beforeAll, describe, expect, test } from 'vitest';
import { exampleText } from '../../../model/scenario/examples';
import type { Event } from '../../../protocol/generated/Event';
import { layoutOf } from '../layout/layout';
import { placeBlocks } from '../layout/places';
import { overlap } from '../layout/rects';
import { shapeOf } from '../layout/shape';
import type { Layout } from '../layout/types';
import { type Run, runOf } from '../run.fixture';
import { candidateKey, countKey } from '../scene/keys';
import { TAG } from '../scene/marks';
import { scene } from '../scene/scene';
import { stageWords } from '../scene/words';
import { figureOf, isWeighed, rankedOf } from './candidates';

const words = stageWords();
const LAPTOP = { width: 944, height: 350, font: 13, label: 12 };

describe.each(['page', 'superblock', 'dftl'] as const)('%s', (ftl) => {
  let run: Run;
  beforeAll(async () => {
    run = await runOf(exampleText(ftl), 'operation', 240);
  });

  test('during GC its candidates are in the order of the policy, the victim first', () => {
    let begun: Extract<Event, { t: 'gc_begin' | 'inner_cleaning_begin' }> | null = null;
    let [during, after] = [0, 0];
    for (const { frame } of run.frames) {
      for (const event of frame.window.slice(0, frame.in_window + 1))
        if (event.t === 'gc_begin' || event.t === 'inner_cleaning_begin') begun = event;
      const ranked = rankedOf(frame);
      const victim = frame.gc?.pbn ?? frame.inner?.pbn ?? null;
      expect(ranked?.victim ?? null).toBe(victim);
      if (!ranked) {
        after += 1;
        continue;
      }
      expect(ranked.candidates).toBe(frame.window.find((event) => event === begun) && begun?.candidates);
      expect(ranked.candidates[0]?.id).toBe(victim);
      during += 1;
    }
    expect(during).toBeGreaterThan(5);
    expect(after).toBeGreaterThan(5);
  });

  test('they are in one line with the host, and nothing else moves', () => {
    const shape = (index: number) => shapeOf(run.summary, run.frames[index]?.frame as never);
    const layout: Layout = layoutOf(shape(0), LAPTOP);
    const strip = layout.candidates;
    if (!strip) throw new Error('no room for candidates');
    const others = [layout.host.title, ...layout.host.chips];
    for (const place of [strip.title, ...strip.chips]) {
      expect(place.y).toBe(layout.host.title.y);
      expect(place.x + place.w).toBeLessThanOrEqual(LAPTOP.width);
      expect(others.some((other) => overlap(other, place))).toBe(false);
    }
    let met = 0;
    run.frames.forEach(({ frame, cells }, index) => {
      const places = placeBlocks(ftl, frame, shape(index).rows);
      const shown = scene({ ftl, frame, cells, places, layout: layout, words });
      const ranked = rankedOf(frame);
      const seen = [...shown.values()].filter(({ look }) => look.kind === 'candidate');
      // If there is no room for all, the last place says how many more there are.
      const crowded = (ranked?.choices ?? 0) > strip.chips.length;
      const most = crowded ? strip.chips.length - 1 : strip.chips.length;
      expect(seen.length).toBe(Math.min(ranked?.candidates.length ?? 0, most));
      expect(shown.has('candidates:more')).toBe(crowded);
      // The page map gives way in the meantime.
      if (ftl === 'page') expect(shown.has('title:map:page')).toBe(ranked === null);
      if (!ranked) return;
      met += 1;
      const chosen = seen.filter(({ look }) => look.kind === 'candidate' && look.chosen);
      expect(chosen.map(({ key }) => key)).toEqual([candidateKey(ranked.victim)]);
      // The count stays above each block that is no part of it.
      const other = ranked.candidates[1]?.id;
      if (ftl === 'page' && other !== undefined && !shown.has(`${TAG}${other}`))
        expect(shown.has(countKey(other))).toBe(true);
    });
    expect(met).toBeGreaterThan(5);
  });
});

test('candidates have weighted scores if the policy gives them, otherwise their valid pages', () => {
  const of = (valid: number, score: number) => ({ id: 1, valid, score });
  expect(isWeighed([of(3, 3), of(4, 4)])).toBe(false);
  expect(isWeighed([of(3, 0), of(4, 1)])).toBe(false);
  expect(isWeighed([of(3, 1.25), of(4, 2)])).toBe(true);
  expect(isWeighed([of(0, Number.MAX_VALUE)])).toBe(true);
  expect([figureOf(of(3, 1.2345), true), figureOf(of(0, Number.MAX_VALUE), true)]).toEqual(['1.2', '∞']);
  expect(figureOf(of(3, 0), false)).toBe('3');
});
