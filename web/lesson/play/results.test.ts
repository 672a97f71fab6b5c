/** The stage in the course: results are seen to their end, and the stage shows the things that a text speaks of. */
import { expect, test } from 'vitest';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import type { Lesson } from '../language/lesson';
import { parseLesson } from '../language/parse';
import { flat } from '../language/prose';
import { tellsRequests } from '../parts/use-challenge';
import { loadLesson, SLUGS } from './library';
import { carryOut } from './run';
import { walk } from './walk';

async function lessonOf(slug: string): Promise<Lesson> {
  const { lesson } = parseLesson((await loadLesson(slug, 'en'))?.text ?? '');
  if (!lesson) throw new Error(slug);
  return lesson;
}

test.each(['replacement', 'bast', 'buffer'])(
  '%s: the answer to a question about what begins is played to its end, and read where it begins',
  async (slug) => {
    const lesson = await lessonOf(slug);
    const engine = inlineEngine();
    try {
      const stations = await walk(lesson, engine);
      let begun = 0;
      for (const step of lesson.steps) {
        const station = stations.get(step.id);
        if (!station || !step.predict || !/_begin$/.test(station.end.event?.t ?? '')) continue;
        begun += 1;
        await engine.request({ type: 'open', slot: 0, scenario: station.source });
        const { frame } = await carryOut(engine, [{ to: 'position', ...station.shown }]);
        expect(frame.event?.t, step.id).toBe(station.end.event?.t.replace('_begin', '_end'));
        expect(frame.merge, step.id).toBeNull();
      }
      expect(begun).toBeGreaterThan(0);
    } finally {
      engine.close();
    }
  },
);

test('the switch merge of the path ends with the log block as the data block', async () => {
  const lesson = await lessonOf('bast');
  const engine = inlineEngine();
  try {
    const station = (await walk(lesson, engine)).get('which_merge');
    if (!station) throw new Error('no such step');
    const log = station.end.merge?.log;
    await engine.request({ type: 'open', slot: 0, scenario: station.source });
    const { frame } = await carryOut(engine, [{ to: 'position', ...station.shown }]);
    expect(frame.tables.block_map?.[0]).toBe(log);
  } finally {
    engine.close();
  }
});

test('where a round says that the person knows what comes, the stage shows it', async () => {
  const known: string[] = [];
  for (const slug of SLUGS)
    for (const step of (await lessonOf(slug)).steps) {
      const said = step.prose
        .map((block) => (block.kind === 'paragraph' ? flat(block.children) : ''))
        .join(' ');
      if (!step.challenge || !/you (know|can look ahead)/i.test(said)) continue;
      known.push(slug);
      expect(tellsRequests(step), `${slug}, ${step.id}`).toBe(true);
    }
  expect(known).toEqual(expect.arrayContaining(['flash', 'bast']));
});

test('the first question of the path is about a run that ends where it asks', async () => {
  const { steps, scenarios } = await lessonOf('flash');
  const update = steps.find(({ id }) => id === 'update');
  const run = scenarios.get(update?.on ?? '')?.json.workload;
  // A student who plays it to its end counts the pages that are asked for: no later request invalidates one.
  expect([JSON.stringify(run), update?.predict?.variants?.change.workload]).not.toContainEqual(
    expect.stringMatching(/[rt]\d/),
  );
  expect(update?.run).toEqual([{ to: 'end' }]);
});
