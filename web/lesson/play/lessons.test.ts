/** Every lesson of the course and every bank of questions, on the engine; and what a broken one says. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineClient } from '../../protocol/engine/engine-client';

import { checkLesson } from '../language/check';
import { unvaried } from '../language/cli';
import { describe as described } from '../language/fault';
import type { Lesson } from '../language/lesson';
import { parseLesson } from '../language/parse';
import { flat } from '../language/prose';
import { nodePolicies } from '../policy/node-policies';
import { nodeEngine, nodeRounds } from './node-engine';

const LESSONS = join(import.meta.dirname, '../../../lessons');
const FOLDERS = readdirSync(LESSONS, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && /^\d/.test(entry.name),
);
/** Files of `lessons/teach`, without their language. */
const BANKS = readdirSync(join(LESSONS, 'teach'))
  .filter((file) => !file.endsWith('.ko.md'))
  .map((file) => file.replace(/\.md$/, ''));

let engine: EngineClient;
beforeAll(() => {
  engine = nodeEngine();
});
afterAll(() => engine.close());

function textOf(folder: string, file = 'lesson.md'): string {
  return readFileSync(join(LESSONS, folder, file), 'utf8');
}

async function faultsOf(text: string): Promise<string[]> {
  return (await checkLesson(text, engine, nodeRounds)).faults.map((fault) => described(fault));
}

const KOREAN = FOLDERS.filter(({ name }) => existsSync(join(LESSONS, name, 'lesson.ko.md')));

/** The Korean one has the same bones, below: that it holds, too, is for `npm run test:deep`. */
const PLAYED = [
  ...FOLDERS.map(({ name }) => [name, 'lesson.md']),
  ...(process.env.DEEP ? KOREAN : []).map(({ name }) => [name, 'lesson.ko.md']),
];

test.each(PLAYED)('%s/%s holds', async (folder, file) => {
  const { faults, lesson, evaluated } = await checkLesson(textOf(folder, file), engine, nodeRounds, {
    policies: nodePolicies,
    // A machine with other things to do takes its time.
    ms: 240_000,
  });
  expect(faults.map((fault) => described(fault))).toEqual([]);
  expect(lesson?.steps.every((step) => step.source !== null && step.notes.length > 0)).toBe(true);
  expect(lesson?.steps.filter((step) => step.challenge)).toHaveLength(1);
  // A lesson that computes nothing shows nothing.
  expect(evaluated).toBeGreaterThan(3 * (lesson?.steps.length ?? 0));
});

test.each(BANKS)('the keys of %s are those of the engine', async (bank) => {
  const { faults, lesson } = await checkLesson(textOf('teach', `${bank}.md`), engine, nodeRounds);
  expect(faults.map((fault) => described(fault))).toEqual([]);
  // A key without a reason teaches no one who looks it up.
  for (const { id, predict, reveal } of lesson?.steps ?? [])
    if (predict && bank.startsWith('exam')) expect(reveal.length, id).toBeGreaterThan(0);
});

test('the exam has at least 40 questions with variants, the inventory 15', () => {
  const asked = (names: readonly string[]) =>
    names.flatMap((bank) => parseLesson(textOf('teach', `${bank}.md`)).lesson?.steps ?? []);
  const exam = asked(BANKS.filter((bank) => bank.startsWith('exam-')));
  expect(exam.filter(({ predict }) => predict?.variants).length).toBeGreaterThanOrEqual(40);
  const inventory = asked(['inventory']);
  expect(inventory).toHaveLength(15);
  for (const { id, predict } of inventory) {
    expect(predict?.choices.length, id).toBeGreaterThanOrEqual(3);
    // Form B is the same concept with other figures, in other words.
    expect(predict?.variants, id).not.toBeNull();
    expect(predict?.again, id).not.toBeNull();
    expect(predict?.again && flat(predict.again), id).not.toBe(predict && flat(predict.ask));
  }
});

test.each([
  ...FOLDERS.map(({ name }) => [name, 'lesson.md']),
  ...BANKS.map((bank) => ['teach', `${bank}.md`]),
])('every prediction of %s/%s has variants or says why not', (folder, file) => {
  const { lesson } = parseLesson(textOf(folder, file));
  if (!lesson) throw new Error(`${file} cannot be read`);
  expect(unvaried(lesson).map((fault) => described(fault))).toEqual([]);
});

test('a prediction without variants and without a reason is a fault of the check', () => {
  const { lesson } = parseLesson(textOf('01-flash').replace(/\n {2}once: .*/, ''));
  if (!lesson) throw new Error('it cannot be read');
  expect(unvaried(lesson).map(({ where }) => where)).toEqual(['step "wait", predict']);
});

/** In these the student decides in the FTL's place: that is their topic. */
const DECIDED = ['01', '03', '04', '05', '08', '11', '16'];

test.each(FOLDERS.filter(({ name }) => !DECIDED.includes(name.slice(0, 2))))(
  '$name has a design task, or a policy to write',
  ({ name }) => {
    const steps = parseLesson(textOf(name)).lesson?.steps ?? [];
    expect(steps.some(({ design, policy }) => design || policy)).toBe(true);
  },
);

test('every lesson is there in Korean', () => {
  expect(KOREAN.map(({ name }) => name)).toEqual(FOLDERS.map(({ name }) => name));
});

/** Everything but the words: what a translation must leave as it is. Words may be in another order. */
function bones(value: unknown): unknown {
  if (Array.isArray(value)) {
    const inner = value.map(bones).filter((bone) => bone !== null);
    return value.some((each) => each?.kind) ? sortedBones(inner.flat()) : inner;
  }
  if (value instanceof Map) return [...value].map(([key, each]) => [key, bones(each)]);
  if (value === null || typeof value !== 'object') return value;
  const { kind, ...rest } = value as Record<string, unknown>;
  if (kind === 'text' || kind === 'break') return null;
  if ('expression' in rest) return rest.text;
  if (kind === 'strong' || kind === 'emphasis') return bones(rest.children);
  return Object.fromEntries(
    Object.entries({ kind, ...rest })
      .filter(([key]) => !['title', 'name', 'line', 'column', 'lines', 'at', 'unit'].includes(key))
      .map(([key, each]) => [
        key,
        ['given', 'source'].includes(String(kind)) ? JSON.stringify(each) : bones(each),
      ]),
  );
}

function sortedBones(inner: unknown[]): unknown[] {
  return inner
    .filter((bone) => JSON.stringify(bone) !== '[]')
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

test.each([
  ...KOREAN.map(({ name }) => [name, 'lesson.md', 'lesson.ko.md'] as const),
  ...BANKS.map((bank) => ['teach', `${bank}.md`, `${bank}.ko.md`] as const),
])('%s/%s is the same in Korean', (folder, ...files) => {
  const read = (file: string): Lesson => {
    const { lesson, faults } = parseLesson(textOf(folder, file));
    expect(faults.map((fault) => described(fault))).toEqual([]);
    if (!lesson) throw new Error(`${file} cannot be read`);
    return lesson;
  };
  const [english, korean] = [read(files[0]), read(files[1])];
  expect(bones(korean.scenarios)).toEqual(bones(english.scenarios));
  expect(korean.steps.map(({ id }) => id)).toEqual(english.steps.map(({ id }) => id));
  for (const [at, step] of english.steps.entries()) expect(bones(korean.steps[at])).toEqual(bones(step));
  expect(korean.goals).toHaveLength(english.goals.length);
  expect(korean.title).toMatch(/\p{Script=Hangul}/u);
});

test('the BAST lesson has its steps and its predictions', async () => {
  const { lesson } = await checkLesson(textOf('04-bast'), engine, nodeRounds);
  expect(lesson?.steps.length).toBeGreaterThanOrEqual(12);
  expect(lesson?.steps.length).toBeLessThanOrEqual(30);
  expect(lesson?.steps.filter((step) => step.predict?.variants).length).toBeGreaterThanOrEqual(3);
  expect(lesson?.steps.some((step) => step.task)).toBe(true);
});

test('the writes of the round on a trace are those of the trace that it names', () => {
  const { lesson } = parseLesson(textOf('13-trace'));
  const trace = readFileSync(join(LESSONS, '../public/traces/financial1-first10k.mqsim.gz'));
  // A line is time, device, first sector, sectors, 0 for a write; a page has eight sectors.
  const writes = gunzipSync(trace)
    .toString()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  const pages = writes
    .filter(([, , , , type]) => type === 0)
    .map(([, , sector = 0]) => Math.floor(sector / 8));
  const round = lesson?.scenarios.get('by_you')?.json as { logical_pages: number; workload: { ops: string } };
  const prose = JSON.stringify(lesson?.steps.find(({ challenge }) => challenge)?.prose);
  const given = [...prose.matchAll(/"given","children":\[\{"kind":"text","text":"(\d+)"/g)].map(([, n]) =>
    Number(n),
  );
  expect(given).toHaveLength(2);
  const [from = 0, until = 0] = given;
  const ops = pages.slice(from - 1, until).map((page) => `w${page % round.logical_pages}`);
  expect(round.workload.ops).toBe(ops.join(' '));
});

describe('a lesson that says something wrong', () => {
  const sound = textOf('04-bast');

  /** Replaces a text that must be there. */
  function broken(from: string, to: string): string {
    expect(sound).toContain(from);
    return sound.replace(from, to);
  }

  test.each([
    [
      'an expectation',
      'delta.flash.programs.merge == 15',
      'delta.flash.programs.merge == 14',
      /the engine says 15 == 14/,
    ],
    [
      'an empty expectation',
      'becomes:\n  - report.merges.switch == 1',
      'becomes:\n  - report.merges.full == 0',
      /before the step too/,
    ],
    [
      'a path',
      ':v[delta.merges.partial] partial',
      ':v[delta.merges.parital] partial',
      /did you mean "partial"/,
    ],
    ['a run', 'run: next partial_merge', 'run: next switch_merge', /no switch_merge happens any more/],
    [
      'a predicate',
      'run: next partial_merge',
      'run: [next gc or erases 3, end]',
      /:\d+:26: step .*, run 1: "gc or erases 3": .* is missing at the end\. Remedy: Write, for example, `erases pbn 7 >= 3`/,
    ],
    ['a wrong choice that is right', '- value: "0"', '- value: delta.flash.programs.merge', /is the answer/],
    ['two choices alike', `value: '"partial"'`, `value: '"switch"'`, /2 choices are right/],
    ['no right choice', `value: '"switch"'`, `value: '"none"'`, /no choice is right/],
    ['a solution', '"w4+4 w23"', '"w4+4"', /is no solution/],
    ['a wrong entry', '"w4 w4"', '"w4+5"', /is a solution/],
    ['a scenario field', 'log_blocks: 1 }', 'log_blocks: 0 }', /log_blocks/],
    [
      'a scenario that does not fit',
      'blocks: 8, pages_per_block: 4',
      'blocks: 6, pages_per_block: 4',
      /blocks/,
    ],
    ['dull variants', 'written: 1..7', 'written: 3..3', /variant/],
    ['an empty draw', 'written: 1..7', 'written: 7..1', /nothing to draw from/],
  ])('is found out: %s', async (_, from, to, message) => {
    expect((await faultsOf(broken(from, to))).join('\n')).toMatch(message);
  });

  test('names the line', async () => {
    const text = broken('delta.flash.programs.merge == 15', 'delta.flash.programs.merge == 14');
    const line = text.slice(0, text.indexOf('delta.flash.programs.merge == 14')).split('\n').length;
    const { faults } = await checkLesson(text, engine, nodeRounds);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({
      line,
      column: 5,
      where: 'step "More data blocks than log blocks", must 4',
    });
  });
});

test('a scenario that asks for too much is refused', async () => {
  const text = textOf('04-bast').replace('requests: 96', 'requests: 2000000');
  expect((await faultsOf(text)).join('\n')).toMatch(/too large/);
});
