/** Sheets A and B: for neighbours, and none answers itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asks, beforehand, type Lesson } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import { inlineValues, valuesIn } from '../../lesson/language/prose';
import { keyOf } from '../../lesson/play/grade';
import { nodeEngine, nodeRounds } from '../../lesson/play/node-engine';
import { isFault, plainOf, walk } from '../../lesson/play/walk';
import { picturesOf, scopeOf } from './pictures';
import { dealt, SHEETS, type Sheet } from './sheets';

const engine = nodeEngine();
afterAll(() => engine.close());
const LESSONS = join(import.meta.dirname, '..', '..', '..', 'lessons');

function lessonIn(file: string): Lesson {
  const { lesson } = parseLesson(readFileSync(join(LESSONS, file), 'utf8'));
  if (!lesson) throw new Error(`${file} cannot be read`);
  return lesson;
}

const sheetOf = (lesson: Lesson, is: Sheet, seed: string) =>
  picturesOf(lesson, engine, new AbortController().signal, { sheet: { is, seed } });

test.each(['01-flash', '03-replacement', '07-last', '08-dftl', '14-buffer', '16-gc-arm'])(
  'a later question that starts behind an earlier one is on the other sheet: %s',
  async (folder) => {
    const lesson = lessonIn(`${folder}/lesson.md`);
    const stations = await walk(lesson, engine);
    const sheets = dealt(lesson, stations);
    for (const ids of SHEETS.map((sheet) => sheets[sheet])) {
      const plain = lesson.steps.filter(({ id, predict }) => ids.includes(id) && !predict?.variants);
      for (const one of plain)
        for (const other of plain) {
          const [first, second] = [stations.get(one.id), stations.get(other.id)];
          if (one === other || first?.source !== second?.source) continue;
          expect(second?.begin.position, `${one.id} ${other.id}`).toEqual(first?.begin.position);
        }
    }
    expect(sheets.A.length).toBeGreaterThan(2);
    expect(sheets.B.length).toBeGreaterThan(2);
  },
);

test('no question names the result of another one on its sheet; each sheet has most of the questions', async () => {
  // Those with the most questions; all of them in `npm run test:deep`.
  const some = process.env.DEEP ? /^\d/ : /^(04|05|08)/;
  const folders = readdirSync(LESSONS).filter((name) => some.test(name));
  expect(folders.length).toBeGreaterThan(2);
  for (const folder of folders) {
    const lesson = lessonIn(`${folder}/lesson.md`);
    const sheets = dealt(lesson, await walk(lesson, engine));
    const questions = lesson.steps.filter(asks);
    const either = questions.filter(({ id }) => SHEETS.some((sheet) => sheets[sheet].includes(id)));
    expect(either.length, folder).toBeGreaterThanOrEqual(0.8 * questions.length);
    for (const ids of SHEETS.map((sheet) => sheets[sheet])) {
      expect(ids.length, folder).toBeGreaterThanOrEqual(0.4 * questions.length);
      for (const { id, predict } of questions)
        if (ids.includes(id))
          for (const other of ids)
            expect(JSON.stringify(predict?.ask ?? []), id).not.toContain(`at(${other})`);
    }
  }
});

test('a bank is on both sheets as a whole, with other variants and their own keys', async () => {
  const lesson = lessonIn('teach/exam-logs.md');
  const [a, b, again] = [
    await sheetOf(lesson, 'A', 'autumn'),
    await sheetOf(lesson, 'B', 'autumn'),
    await sheetOf(lesson, 'A', 'autumn'),
  ];
  expect(a.asked).toEqual(lesson.steps.filter(asks).map(({ id }) => id));
  expect(b.asked).toEqual(a.asked);
  const texts = (of: typeof a) => [...of.variants.values()].map(({ station }) => station.source);
  expect(texts(again)).toEqual(texts(a));
  expect(texts(a)).toHaveLength(lesson.steps.length);
  expect(texts(a).filter((text, at) => text !== texts(b)[at]).length).toBeGreaterThanOrEqual(
    lesson.steps.length - 2,
  );
  for (const step of lesson.steps) {
    const scope = scopeOf(lesson, a, step, 'end');
    if (!step.predict || !scope) throw new Error(`${step.id} asks nothing`);
    expect(keyOf(step.predict, scope)).toHaveProperty('answer');
    // The picture is that of the variant.
    expect(a.before.get(step.id)?.frame.state_hash).toBe(a.variants.get(step.id)?.station.begin.state_hash);
  }
});

test('the key of a round has the best choices, and their cost is what the check found', async () => {
  const lesson = lessonIn('04-bast/lesson.md');
  const signal = new AbortController().signal;
  const { best } = await picturesOf(lesson, engine, signal, { challenges: nodeRounds });
  expect([...best.keys()]).toEqual(lesson.steps.filter(({ challenge }) => challenge).map(({ id }) => id));
  for (const { at, choices, total } of best.values()) {
    expect(at).toBeNull();
    expect(choices.length).toBeGreaterThan(0);
    expect(total.person).toBeLessThan(total.scheme);
  }
});

/** Lessons with many variants, and with runs of many requests; all of them in `npm run test:deep`. */
const PRINTED = readdirSync(LESSONS).filter((name) => (process.env.DEEP ? /^\d/ : /^(04|10)/).test(name));

test.each(PRINTED)('every figure on the sheets of %s can be computed, also of a variant', async (folder) => {
  const lesson = lessonIn(`${folder}/lesson.md`);
  const wrong: string[] = [];
  for (const is of SHEETS) {
    const sheet = await sheetOf(lesson, is, 'autumn');
    expect(sheet.asked?.length).toBeGreaterThan(2);
    for (const step of lesson.steps.filter(({ id }) => sheet.asked?.includes(id))) {
      const scope = scopeOf(lesson, sheet, step, beforehand(step) ? 'begin' : 'end');
      const asked = (step.predict ?? step.task ?? step.policy ?? step.challenge)?.ask ?? [];
      if (!scope) throw new Error(`${step.id} has no state`);
      for (const value of [...valuesIn(step.prose), ...inlineValues([...step.title, ...asked])])
        if (isFault(plainOf(value, scope))) wrong.push(`sheet ${is}, ${step.id}: ${value.text}`);
    }
  }
  expect(wrong).toEqual([]);
});
