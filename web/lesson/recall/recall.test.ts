/** The questions from earlier lessons. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseLesson } from '../language/parse';
import { freshVariant, keyOf } from '../play/grade';
import { BANKS, SLUGS } from '../play/library';
import { nodeEngine } from '../play/node-engine';
import { scopeAt, walk } from '../play/walk';
import { RECALL, recallOf } from './recall';

const engine = nodeEngine();
afterAll(() => engine.close());
const LESSONS = join(import.meta.dirname, '..', '..', '..', 'lessons');
const lessonIn = (file: string) => parseLesson(readFileSync(join(LESSONS, file), 'utf8')).lesson;
const banks = new Map(BANKS.map((bank) => [bank, lessonIn(`teach/${bank}.md`)]));

/** All that a lesson builds on. */
function before(slug: string): Set<string> {
  const folder = readdirSync(LESSONS).find((name) => name.replace(/^\d+-/, '') === slug) ?? '';
  const after = lessonIn(`${folder}/lesson.md`)?.after.map(({ lesson }) => lesson) ?? [];
  return new Set([...after, ...after.flatMap((each) => [...before(each)])]);
}

test('every lesson but the first starts with two different questions about lessons that it builds on', () => {
  expect(Object.keys(RECALL).sort()).toEqual(SLUGS.slice(1).sort());
  for (const [slug, wanted] of Object.entries(RECALL)) {
    const earlier = before(slug);
    for (const [about] of wanted) expect([...earlier], slug).toContain(about);
    expect(wanted[0].join(), slug).not.toBe(wanted[1].join());
  }
});

test('they can be asked with fresh figures, and have a key', async () => {
  for (const [slug, wanted] of Object.entries(RECALL)) {
    const lesson = recallOf(wanted, banks);
    if (!lesson) throw new Error(`${slug} has no questions`);
    const stations = await walk(lesson, engine);
    for (const step of lesson.steps) {
      const { predict } = step;
      if (!predict) throw new Error(`${step.id} asks nothing`);
      const variant = await freshVariant(lesson, stations, { ...step, predict }, 1, engine);
      if (!variant) throw new Error(`${slug}, ${step.id} has no variant`);
      const scope = scopeAt(lesson, stations, step, variant.station, 'end', { draw: variant.drawn });
      expect(keyOf(predict, scope), step.id).toHaveProperty('answer');
    }
  }
});
