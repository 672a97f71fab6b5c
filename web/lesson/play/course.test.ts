/** The order of the course: every lesson after those it builds on, its parts, and where a person continues. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asks, type Lesson, PARTS } from '../language/lesson';
import { parseLesson } from '../language/parse';
import { circleIn, currentOf, type Node, standingOf } from './course';
import { SLUGS } from './library';
import type { Progress } from './play';

const LESSONS = join(import.meta.dirname, '..', '..', '..', 'lessons');

function read(folder: string): Lesson {
  const { lesson } = parseLesson(readFileSync(join(LESSONS, folder, 'lesson.md'), 'utf8'));
  if (!lesson) throw new Error(`${folder} cannot be read`);
  return lesson;
}

const FOLDERS = readdirSync(LESSONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^\d/.test(entry.name))
  .map(({ name }) => name)
  .sort();
const slugOf = (folder: string) => folder.replace(/^\d+-/, '');
const LESSON_OF = new Map(FOLDERS.map((folder) => [slugOf(folder), read(folder)]));
const COURSE: Node[] = [...LESSON_OF].map(([slug, { after }]) => ({
  slug,
  after: after.map(({ lesson }) => lesson),
}));

test('the numbers are a way through the course: a lesson comes after all it builds on', () => {
  expect(COURSE.map(({ slug }) => slug)).toEqual(SLUGS);
  COURSE.forEach(({ after }, index) => {
    for (const earlier of after) expect(SLUGS.slice(0, index)).toContain(earlier);
  });
  expect(COURSE.filter(({ after }) => after.length === 0).map(({ slug }) => slug)).toEqual(['flash']);
  expect(circleIn(COURSE)).toBeNull();
});

test('a circle is found, and said from its beginning to its beginning', () => {
  const circle = COURSE.map((node) =>
    node.slug === 'mapping' ? { ...node, after: ['flash', 'fast'] } : node,
  );
  expect(circleIn(circle)).toEqual(['mapping', 'fast', 'bast', 'mapping']);
  expect(circleIn([{ slug: 'a', after: ['a'] }])).toEqual(['a', 'a']);
});

test('every lesson has a part, and the core needs nothing but the core', () => {
  expect([...LESSON_OF].filter(([, { part }]) => part === null)).toEqual([]);
  expect(new Set([...LESSON_OF.values()].map(({ part }) => part))).toEqual(new Set(PARTS));
  const core = [...LESSON_OF].filter(([, lesson]) => lesson.core);
  expect(core.map(([slug]) => SLUGS.indexOf(slug) + 1)).toEqual([1, 2, 3, 4, 5, 7, 8, 10, 11, 12]);
  for (const [, { after }] of core)
    for (const earlier of after) expect(LESSON_OF.get(earlier.lesson)?.core, earlier.lesson).toBe(true);
});

test('a student continues with the lesson opened last, otherwise with a started one, otherwise with the next', () => {
  const stops = (...standings: ('open' | 'begun' | 'done')[]) =>
    standings.map((is, index) => ({
      slug: 'abcd'.charAt(index),
      standing: { is, step: 1, steps: 2, answered: 0, questions: 1 },
    }));
  expect(currentOf(stops('begun', 'open', 'begun'), 'c')?.slug).toBe('c');
  expect(currentOf(stops('begun', 'open', 'begun'), 'b')?.slug).toBe('a');
  expect(currentOf(stops('done', 'begun', 'done'), 'c')?.slug).toBe('b');
  expect(currentOf(stops('done', 'open', 'open'), null)?.slug).toBe('b');
  expect(currentOf(stops('done', 'done'), 'a')).toBeNull();
});

test('open, begun, done', () => {
  const lesson = read('04-bast');
  const asking = lesson.steps.filter((step) => step.predict || step.task || step.policy || step.challenge);
  const known = { variant: 0, given: '1', verdict: 'right', known: true, tries: 1 } as const;
  const kept = (step: string, answered: number): Progress => ({
    version: 1,
    step,
    asked: Object.fromEntries(asking.slice(0, answered).map(({ id }) => [id, known])),
  });
  const first = lesson.steps[0]?.id ?? '';
  const third = lesson.steps[2]?.id ?? '';
  const questions = asking.length;
  const steps = lesson.steps.length;
  expect(standingOf(lesson, null)).toEqual({ is: 'open', step: 1, steps, answered: 0, questions });
  expect(standingOf(lesson, kept(first, 0)).is).toBe('open');
  expect(standingOf(lesson, kept(third, 0))).toEqual({ is: 'begun', step: 3, steps, answered: 0, questions });
  expect(standingOf(lesson, kept(first, 2))).toEqual({ is: 'begun', step: 1, steps, answered: 2, questions });
  expect(standingOf(lesson, kept(first, questions)).is).toBe('done');
  const core = asking.filter(({ more }) => !more);
  const ofCore = { version: 1, step: first, asked: Object.fromEntries(core.map(({ id }) => [id, known])) };
  expect(standingOf(lesson, ofCore)).toMatchObject({ is: 'begun', answered: core.length, questions });
  expect(standingOf(lesson, ofCore, true)).toMatchObject({ is: 'done', questions: core.length });
  // Without questions the last step counts: for the core alone, the last core step.
  const [step] = lesson.steps.filter((each) => !asks(each));
  if (!step) throw new Error('no step without a question');
  const quiet = { ...lesson, steps: ['a', 'b', 'c'].map((id) => ({ ...step, id, more: id === 'c' })) };
  const atB = { version: 1, step: 'b', asked: {} };
  expect(standingOf(quiet, atB).is).toBe('begun');
  expect(standingOf(quiet, atB, true).is).toBe('done');
});
