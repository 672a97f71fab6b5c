/** How long lessons take: the three rates, and the course's own lessons. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Lesson } from '../language/lesson';
import { parseLesson } from '../language/parse';
import { minutesLeft, minutesOf, stepsOf } from './minutes';

const LESSONS = join(import.meta.dirname, '..', '..', '..', 'lessons');

function lessonOf(text: string): Lesson {
  const { lesson, faults } = parseLesson(text);
  if (!lesson) throw new Error(faults[0]?.message);
  return lesson;
}

const FRONT = `---
title: Times
goals: [See it]
scenarios:
  one: { device: { blocks: 8, pages_per_block: 4 }, logical_pages: 16, ftl: { kind: page }, ops: "w0" }
---
`;

const words = (count: number) => Array(count).fill('word').join(' ');
const step = (yaml: string, read: number, revealed = 0) =>
  `## Title\n\`\`\`yaml\n${yaml}\n\`\`\`\n${words(read)}\n${revealed > 0 ? `:::reveal\n${words(revealed)}\n:::\n` : ''}:::notes\n${words(50)}\n:::\n`;

test('180 words take a minute, a prediction 45 seconds, a task or a round 3 minutes; notes take none', () => {
  const reading = Array.from({ length: 6 }, (_, at) => step(`id: s${at}`, 59)).join('');
  expect(minutesOf(lessonOf(FRONT + reading).steps)).toBe(2);
  const ask = `predict: { ask: "${words(30)}", answer: "1", hint: "${words(50)}" }`;
  const predicting = Array.from({ length: 4 }, (_, at) =>
    step(`id: s${at}\non: one\nrun: end\n${ask}`, 9, 5),
  ).join('');
  // 4 of 45 s, and 4 of 45 words in 15 s.
  expect(minutesOf(lessonOf(FRONT + predicting).steps)).toBe(4);
  const task = `task: { ask: "Do it.", grade: [{ is: "1 == 1", otherwise: "no" }], solutions: ["w0"], wrong: [] }`;
  expect(minutesOf(lessonOf(FRONT + step(`on: one\nrun: end\n${task}`, 9)).steps)).toBe(3);
  const round = `befl: { ask: "Do it.", goal: erases, at_most: score.best, hints: ["no"] }`;
  expect(minutesOf(lessonOf(FRONT + step(`on: one\nrun: end\n${round}`, 9)).steps)).toBe(3);
  expect(minutesOf([])).toBe(1);
});

test('steps marked "more" are left out of the core, also of what is left', () => {
  const nine = Array.from({ length: 9 }, (_, at) => step(`id: s${at}\nmore: ${at % 2 === 1}`, 59));
  const lesson = lessonOf(FRONT + nine.join(''));
  expect(stepsOf(lesson, true).map(({ id }) => id)).toEqual(['s0', 's2', 's4', 's6', 's8']);
  // 20 s a step.
  expect([minutesOf(stepsOf(lesson, true)), minutesOf(lesson.steps)]).toEqual([2, 3]);
  expect([0, 3, 8].map((from) => minutesLeft(lesson, from, false))).toEqual([3, 2, 1]);
  expect([0, 3, 8].map((from) => minutesLeft(lesson, from, true))).toEqual([2, 1, 1]);
});

test('the core of each lesson has at most 12 steps with predictions and a task or code, and fits into a class', () => {
  const folders = readdirSync(LESSONS).filter((name) => /^\d/.test(name));
  for (const folder of folders) {
    const lesson = lessonOf(readFileSync(join(LESSONS, folder, 'lesson.md'), 'utf8'));
    const core = stepsOf(lesson, true);
    expect(core.length, folder).toBeLessThanOrEqual(12);
    expect(core[0], folder).toBe(lesson.steps[0]);
    expect(
      core.some(({ task, policy }) => task !== null || policy !== null),
      folder,
    ).toBe(true);
    expect(core.filter(({ predict }) => predict).length, folder).toBeGreaterThanOrEqual(3);
    expect(minutesOf(core), folder).toBeLessThanOrEqual(50);
    expect(minutesOf(core), folder).toBeLessThan(minutesOf(lesson.steps));
  }
});
