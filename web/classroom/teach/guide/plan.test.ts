/** The lecture plans and the homework, against the lessons they are made of. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAssignment, writeAssignment } from '../../../lesson/assignment/assignment';
import { asks, type Lesson, type Step } from '../../../lesson/language/lesson';
import { parseLesson } from '../../../lesson/language/parse';
import { minutesOf } from '../../../lesson/play/minutes';
import { homeworkOf, LECTURE, PLANS } from './plan';
import { READINGS } from './reading';

const LESSONS = join(import.meta.dirname, '../../../../lessons');

function lessonNamed(slug: string): Lesson {
  const folder = readdirSync(LESSONS).find((name) => name.replace(/^\d+-/, '') === slug);
  const bank = join(LESSONS, 'teach', `${slug}.md`);
  const file = folder && folder !== 'teach' ? join(LESSONS, folder, 'lesson.md') : bank;
  if (!existsSync(file)) throw new Error(`there is no lesson ${slug}`);
  const { lesson } = parseLesson(readFileSync(file, 'utf8'));
  if (!lesson) throw new Error(`${slug} cannot be read`);
  return lesson;
}

function stepsNamed(slug: string, ids: readonly string[]): Step[] {
  const { steps } = lessonNamed(slug);
  return ids.map((id) => {
    const step = steps.find((each) => each.id === id);
    if (!step) throw new Error(`${slug} has no step ${id}`);
    return step;
  });
}

test.each(PLANS)('the minutes of lecture $id add up', ({ items }) => {
  expect(items.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(LECTURE);
});

test.each(PLANS)('each part of lecture $id has time for its steps, and not much more', ({ items }) => {
  const parts = items.flatMap(({ lesson, steps, minutes }) =>
    lesson && steps ? [{ lesson, steps, minutes }] : [],
  );
  expect(parts.length).toBeGreaterThan(4);
  for (const { lesson, steps, minutes } of parts) {
    const computed = minutesOf(stepsNamed(lesson, steps));
    const name = `${lesson}: ${steps.join(' ')}`;
    expect(minutes, name).toBeGreaterThanOrEqual(computed);
    // A class votes and talks, up to 3 minutes a step.
    expect(minutes, name).toBeLessThanOrEqual(computed + 3 * steps.length);
  }
});

test.each(PLANS)(
  'a lecture goes through steps of the core, in the order of their lesson: $id',
  ({ items }) => {
    for (const { lesson, steps } of items) {
      if (!lesson || !steps) continue;
      const found = stepsNamed(lesson, steps);
      if (!lesson.startsWith('exam'))
        expect(found.filter(({ more }) => more).map(({ id }) => id)).toEqual([]);
      const lines = found.map(({ line }) => line);
      expect(lines).toEqual([...lines].sort((a, b) => a - b));
    }
  },
);

test.each(PLANS)(
  'the homework after lecture $id is an assignment that can be read; all its steps ask',
  async (plan) => {
    const read = await readAssignment(writeAssignment(homeworkOf(plan, 'autumn')));
    expect(read.faults).toEqual([]);
    for (const { name, steps } of read.assignment?.parts ?? [])
      for (const step of stepsNamed(name, steps)) expect(asks(step), `${name} ${step.id}`).toBe(true);
    expect(read.assignment?.parts.map(({ name }) => name)).toEqual(
      plan.homework.parts.map(({ lesson }) => lesson),
    );
  },
);

test('the texts to read name lessons of the course', () => {
  for (const { lessons } of READINGS)
    for (const lesson of lessons) expect(lessonNamed(lesson).steps.length).toBeGreaterThan(5);
});
