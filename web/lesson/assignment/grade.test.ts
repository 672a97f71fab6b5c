/** A class hands in: right, wrong, late right, cheating, damaged; every answer is judged again by the engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvParseRows } from 'd3-dsv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from '../../base/property';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { unpack } from '../address/packed';
import type { Lesson, Step } from '../language/lesson';
import { nodeRounds } from '../play/node-engine';
import { nodePolicies } from '../policy/node-policies';
import { assigned } from './assigned';
import { type Assignment, packAssignment, readAssignment, writeAssignment } from './assignment';
import { reportOf } from './autograders';
import { CHEATS, type Class, classOf, HOMEWORK, mapAnswers } from './class.fixture';
import { gradeAll, type Row } from './grade';
import { offsetOf } from './json';
import { lessonHash } from './lesson-hash';
import { csvOf, type Graded } from './report';
import { type Result, readResult, writeResult } from './result';

let assignment: Assignment;
let lessons: ReadonlyMap<string, Lesson>;
let client: EngineClient;
let questions: number;
let taken: Class['taken'];
let handedIn: Class['handedIn'];

beforeAll(async () => {
  ({ assignment, lessons, client, questions, taken, handedIn } = await classOf(HOMEWORK));
});
afterAll(() => client.close());

const grade = (files: Record<string, string>) =>
  gradeAll(
    assignment,
    lessons,
    Object.entries(files).map(([name, text]) => ({ name, text })),
    { client, challenges: nodeRounds, policies: nodePolicies },
  );

const graded = (row: Row | undefined): Graded => {
  if (row?.is !== 'graded') throw new Error(JSON.stringify(row));
  return row;
};
const sums = (row: Row | undefined) => {
  const { scores } = graded(row);
  return [scores.filter(({ first }) => first).length, scores.filter(({ final }) => final).length];
};

describe('an assignment', () => {
  test('comes back from its file and from its link', async () => {
    const text = writeAssignment(assignment);
    expect(await readAssignment(text)).toMatchObject({ assignment });
    const link = packAssignment(assignment);
    expect(unpack(link)).toBe(text);
    for (let has = 0; has < link.length; has += 1) expect(unpack(link.slice(0, has)), `${has}`).toBe(null);
  });

  test.each([
    ['', 1, 'the file is empty'],
    ['assignment: A', 1, '"parts" is missing'],
    ['assignment: A\nparts: [{ lesson: bats }]', 2, 'the course has no lesson "bats"'],
    ['assignment: A\nparts: [{ lesson: bast, steps: [ful_merge] }]', 2, 'the lesson has no step "ful_merge"'],
    ['assignment: A\nparts: [{ lesson: bast }, { lesson: bast }]', 2, '"bast" is there twice'],
    ['assignment: A\nparts: [{ lesson: bast }]\nattempts: 0', 3, 'this is no number of attempts'],
    ['assignment: A\nparts: [{ lesson: bast }]\nhints: maybe', 3, 'this is neither true nor false'],
    ['assignment: A\nparts: [{ text: "# no lesson", name: ours }]', 2, 'there is no front matter'],
    ['assignment: A\nparts: [{}]', 2, 'a part has either "lesson" or "text"'],
    ['{ "assignment": "A", "parts": [', 1, 'this is not YAML'],
  ])('%j is refused at its line', async (text, line, message) => {
    const { assignment: none, faults } = await readAssignment(text);
    expect(none).toBe(null);
    expect(faults[0]).toMatchObject({ line, message: expect.stringContaining(message) });
    expect(faults[0]?.remedy).not.toBe('');
  });

  test('gives students variants of their own, and one student the same on every machine', () => {
    const part = assignment.parts[1] as Assignment['parts'][number];
    const of = (student: string) =>
      assigned(lessons.get('bast') as Lesson, assignment, part, student).rules?.seed;
    expect(of('Kim ')).toBe(of('kim'));
    expect(of('kim')).not.toBe(of('lee'));
  });
});

describe('results', () => {
  test('any id and answers come back exactly', () => {
    const id = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 100 })
      .filter((text) => text.trim() !== '');
    const answer = fc.record({ given: fc.string({ minLength: 1 }), right: fc.boolean(), s: fc.nat() });
    fc.assert(
      fc.property(id, fc.array(answer, { maxLength: 5 }), (student, answers) => {
        const result: Result = {
          ...{ assignment: 'a', title: 'T', student, lab: '1', lessons: {}, begun: 0, saved: 1 },
          answers: { bast: { full: { variant: 1, answers } } },
        };
        expect(readResult(writeResult(result))).toEqual({ result, edited: false });
      }),
    );
  });

  test('brackets in texts, keys that are there twice and sizes are no trouble', () => {
    const result: Result = {
      ...{ assignment: 'a', title: 'T', student: '['.repeat(41), lab: '1', lessons: {}, begun: 0, saved: 1 },
      answers: { bast: { policy: { variant: 0, answers: [], reason: 'of [0, n) '.repeat(25) } } },
    };
    const given = '// a block in [0, n), { or [ another one\n'.repeat(350);
    const answers = Array.from({ length: 200 }, () => ({ given, right: false, s: 1 }));
    const long: Result = { ...result, answers: { bast: { policy: { variant: 0, answers } } } };
    for (const each of [result, long])
      expect(readResult(writeResult(each))).toEqual({ result: each, edited: false });
    expect(writeResult(long).length).toBeGreaterThan(2.8e6);
    const twice = writeResult(result).replace('"title"', '"title": "", "title"');
    expect(readResult(twice)).toEqual({ result, edited: true });
    const flat = `{ ${Array.from({ length: 30_000 }, (_, index) => `"k${index}": 0`).join()} }`;
    expect(readResult(flat)).toMatchObject({ trouble: { faults: [{ message: 'this is no result' }] } });
  });

  test('a fault has its place', () => {
    const result: Result = {
      ...{ assignment: 'a', title: 'T', student: 'kim', lab: '1', lessons: {}, begun: 0, saved: 1 },
      answers: { bast: { full: { variant: 0, answers: [{ given: '1 \\ "\u0007', right: true, s: 1 }] } } },
    };
    const text = writeResult(result);
    const faultIn = (from: string | RegExp, to: string) => {
      const changed = text.replace(from, to);
      const read = readResult(changed);
      if (!('trouble' in read) || read.trouble.kind !== 'unread') throw new Error(changed);
      const [{ line, column, message } = { line: 0, column: 0, message: '' }] = read.trouble.faults;
      return [changed.split('\n')[line - 1]?.slice(column - 1), message];
    };
    expect(faultIn('"kim"', '7')).toEqual(['7,', 'this must be a text']);
    expect(faultIn('"s": 1', '"s": -1')).toEqual(['-1', 'this is no count']);
    expect(faultIn('"s": 1', '"t": 1')).toEqual(['{', '"s" is missing']);
    expect(faultIn('"right": true', '"right": "yes"')).toEqual(['"yes",', 'this is neither true nor false']);
    expect(faultIn('"variant": 0', '"variant": 0x')).toEqual(['x,', 'the file is cut or damaged']);
    expect(faultIn('"kim"', '"kim\t"')).toEqual(['\t",', 'the file is cut or damaged']);
    expect(faultIn('"saved": 1', '"saved" 1')).toEqual(['1,', 'the file is cut or damaged']);
    expect(faultIn('"lessons": {}', '"lessons": []')).toEqual(['[],', expect.stringContaining('a map')]);
    expect(faultIn(/.{20}$/s, '')).toEqual(['', 'the file is cut or damaged']);
    expect(faultIn(/$/, 'x')).toEqual(['x', 'the file is cut or damaged']);
    // Wherever it is cut, that is where it ends, or the word or the escape that is cut.
    for (let has = 1; has < text.length - 2; has += 1)
      expect(text.slice(offsetOf(text.slice(0, has), null), has)).toMatch(/^(\\(u0{0,3})?|tr?u?)?$/);
  });

  test('where a text is no JSON, as JSON.parse has it', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '}', ']', '"', '0', ':'),
        (json, at, mark) => {
          const place = at % (json.length + 1);
          const changed = `${json.slice(0, place)}${mark}${json.slice(place)}`;
          expect(offsetOf(json, null)).toBe(json.length);
          const sound = (text: string) => {
            try {
              JSON.parse(text);
              return true;
            } catch {
              return false;
            }
          };
          if (!sound(changed)) expect(offsetOf(changed, null)).toBeLessThanOrEqual(changed.length);
          else expect(offsetOf(changed, null)).toBe(changed.length);
        },
      ),
    );
  });

  test('an assignment may have no title, and a round no choice', async () => {
    const whole = { ...(await taken('kim', () => [true])), title: '' };
    const [row] = await grade({ a: writeResult(whole) });
    expect(graded(row).notes).toEqual([]);
  });

  test('right, wrong and late right answers are graded as the page judged them', async () => {
    const count = questions;
    const all = await taken('right', () => [true]);
    const none = await taken('wrong', () => [false, false, false]);
    const late = await taken('late', (index) => (index % 2 === 0 ? [false, true] : [true]));
    const rows = await grade({ a: writeResult(all), b: writeResult(none), c: writeResult(late) });
    expect(rows.map((row) => row.notes)).toEqual([[], [], []]);
    expect(sums(rows[0])).toEqual([count, count]);
    expect(sums(rows[1])).toEqual([0, 0]);
    expect(sums(rows[2])).toEqual([Math.floor(count / 2), count]);
    expect(graded(rows[2]).seconds).toBe(Math.max(...timesOf(late)));
  });

  test('no text that is not a finite number, and no index beyond the choices, is right', async () => {
    const honest = await taken('kim', () => [true]);
    for (const given of ['1e999', '-Infinity', 'NaN', '0x', '99', '-1', '0.5', '1e-400']) {
      const [row] = await grade({ a: writeResult(mapAnswers(honest, (answer) => ({ ...answer, given }))) });
      const right = graded(row).scores.filter(({ final }) => final);
      // A question of a number may have 0 as its answer.
      expect([given, right.length <= (given === '1e-400' || given === '99' ? 1 : 0)]).toEqual([given, true]);
    }
  });

  test('a reason for a choice of two is kept, shown and not graded; files of before have none', async () => {
    const own = await classOf('parts: [{ lesson: flash, steps: [spare] }]');
    const result = await own.taken('Grace', () => [true]);
    const withReason = (reason: string): Result => {
      const spare = result.answers.flash?.spare;
      if (!spare) throw new Error('it was not answered');
      return { ...result, answers: { flash: { spare: { ...spare, reason } } } };
    };
    const graderOf = (files: Record<string, string>) =>
      gradeAll(
        own.assignment,
        own.lessons,
        Object.entries(files).map(([name, text]) => ({ name, text })),
        { client: own.client, challenges: nodeRounds, policies: nodePolicies },
      );
    const said = '=SUM(1), because "it" moves';
    const rows = await graderOf({
      'with.json': writeResult(withReason(said)),
      'old.json': writeResult({ ...result, student: 'Ada' }, 1),
    });
    // The answers are the same, and at the same times: that is noted. Nothing was edited.
    expect(rows.flatMap(({ notes }) => notes.map(({ kind }) => kind))).toEqual(['copied', 'copied']);
    expect(rows.map(sums)).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(rows.map((row) => graded(row).scores.map(({ reason }) => reason))).toEqual([[said], [undefined]]);
    const [head = '', first = '', second = ''] = csvOf(rows, { later: 0.5 }).split('\n');
    expect(head.endsWith('flash/spare reason')).toBe(true);
    // A spreadsheet must not run it as a formula.
    expect(first.endsWith(`"'=SUM(1), because ""it"" moves"`)).toBe(true);
    expect(second.endsWith(',')).toBe(true);
    expect((await graderOf({ 'long.json': writeResult(withReason('x'.repeat(301))) }))[0]?.is).toBe('unread');
    own.client.close();
  });

  test('an answer that is given twice in a row is one answer; the last attempt shows the result', async () => {
    const twice = await taken('kim', () => [false, false]);
    for (const steps of Object.values(twice.answers))
      for (const { answers } of Object.values(steps)) expect(answers).toHaveLength(1);
    const [row] = await grade({ a: writeResult(twice) });
    expect(row?.notes).toEqual([]);
  });

  test('a false claim, another’s answers, more answers than are taken: each is named', async () => {
    const honest = await taken('kim', () => [true]);
    const wrong = await taken('lee', () => [false]);
    const claims = mapAnswers(wrong, (answer) => ({ ...answer, right: true }));
    const copied = { ...honest, student: 'park' };
    const many = mapAnswers(await taken('choi', () => [false]), (answer) => answer, 4);
    const rows = await grade({
      honest: writeResult(honest),
      claims: writeResult(claims),
      copied: writeResult(copied),
      many: writeResult(many),
      edited: writeResult(wrong).replace('"student": "lee"', '"student": "jung"'),
    });
    const kinds = rows.map((row) => [...new Set(row.notes.map(({ kind }) => kind))].sort());
    // The edited file has the same answers.
    expect(kinds[1]).toEqual(['copied', 'disputed']);
    expect(sums(rows[1])).toEqual([0, 0]);
    expect(kinds[0]).toEqual(['copied']);
    // Another student's variants have other answers.
    expect(kinds[2]).toEqual(['copied', 'disputed']);
    expect(kinds[3]).toEqual(['beyond']);
    expect(graded(rows[3]).scores.every(({ tries }) => tries <= 3)).toBe(true);
    expect(kinds[4]).toContain('edited');
  });

  // All of a class with DEEP=1.
  const CLASS = process.env.DEEP ? 100 : 8;
  test(`a class of ${CLASS}: every score as the page had it, every cheat named`, async () => {
    const { files, final } = await handedIn(CLASS);
    const rows = await grade(files);
    for (const [student, row] of rows.entries()) {
      if (final[student] === null) {
        expect(row.is).toBe('unread');
        continue;
      }
      const disputed = row.notes.some(({ kind }) => kind === 'disputed');
      // A claim that all is right ends a question at its first answer: the rest are beyond it, whatever they are.
      expect([student, disputed]).toEqual([student, student % 4 === CHEATS]);
      expect([student, sums(row)[1]]).toEqual([student, final[student]]);
    }
  });

  test('a lesson of one’s own may be called what every object has', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../../lessons/01-flash/lesson.md'), 'utf8');
    for (const name of ['constructor', '__proto__', 'toString']) {
      const own = await classOf(JSON.stringify({ parts: [{ name, text, steps: ['spare'] }], seed: 's' }));
      const engines = { client: own.client, challenges: nodeRounds, policies: nodePolicies };
      const result = await own.taken('kim', () => [true]);
      const files = [result, { ...result, student: 'lee', answers: {}, lessons: {} }].map((each, at) => ({
        ...{ name: String(at), text: writeResult(each) },
      }));
      const [kim, lee] = await gradeAll(own.assignment, own.lessons, files, engines);
      expect([sums(kim), kim?.notes, sums(lee), lee?.notes]).toEqual([[1, 1], [], [0, 0], []]);
      own.client.close();
    }
  });

  test('choices that are not the person’s to make are no answer', async () => {
    const at = assignment.parts[0]?.steps.indexOf('be_the_ftl') ?? -1;
    const honest = await taken('kim', () => [true]);
    const answer = honest.answers.flash?.be_the_ftl?.answers[0];
    const step = lessons.get('flash')?.steps.find(({ id }) => id === 'be_the_ftl');
    const first = Number(answer?.given.split('.')[0]);
    expect([at, step?.challenge?.kinds?.length]).toEqual([2, 1]);
    const others = ['0.0=0', `${first + 10_000}.0=0`].map((more) => `${more} ${answer?.given}`);
    for (const given of [answer?.given ?? '', ...others]) {
      const flash = { be_the_ftl: { variant: 0, answers: [{ given, right: true, s: 1 }] } };
      const [row] = await grade({ a: writeResult({ ...honest, answers: { flash } }) });
      const score = graded(row).scores.find(({ step: id }) => id === 'be_the_ftl');
      expect([given, score?.final]).toEqual([given, given === answer?.given]);
    }
  });

  test('that lessons were open is noted where an answer came later', async () => {
    const honest = await taken('kim', () => [true]);
    const times = timesOf(honest);
    const [first = 0, last = 0] = [Math.min(...times), Math.max(...times)];
    const absent = (left: Result['left']): Result => {
      const { answers, ...rest } = honest;
      return { ...rest, ...(left && { left }), answers };
    };
    const result = absent([{ s: first, back: first + 5 }, { s: last - 1, back: last - 1 }, { s: last }]);
    const whole = writeResult(result);
    expect(readResult(whole)).toEqual({ result, edited: false });
    const [row, after, before] = await grade({
      a: whole,
      b: writeResult({ ...absent([{ s: last }]), student: 'KIM', saved: 0 }),
      c: writeResult({ ...honest, student: 'Kim', saved: 0 }, 2),
    });
    expect(row?.notes.filter(({ kind }) => kind !== 'again')).toEqual([{ kind: 'left', times: 2 }]);
    expect([after?.notes, before?.notes]).toEqual([[], []]);
    expect(csvOf(row ? [row] : [], { later: 0.5 })).toContain(
      'left the assignment 2 times while questions had no answer yet',
    );
  });

  test('a lesson is another one when what its answers read is', () => {
    const [bast, flash] = [lessons.get('bast'), lessons.get('flash')];
    if (!bast || !flash) throw new Error('no lessons');
    const chart = { along: ['ftl'], name: 'N', values: [1], lines: [], figures: [], line: 1, column: 1 };
    const withFirst = (more: Partial<Step>) => ({
      ...bast,
      steps: bast.steps.map((step, index) => (index === 0 ? { ...step, ...more } : step)),
    });
    const hashes = [{}, { chart }, { chart: { ...chart, values: [2] } }, { compare: 'other' }].map((more) =>
      lessonHash(withFirst(more)),
    );
    expect(new Set(hashes).size).toBe(4);
    expect(lessonHash(withFirst({ chart: { ...chart, line: 9, name: 'M' } }))).toBe(hashes[1]);
  });

  test('a spreadsheet runs no text as a formula, whatever it takes for a separator, and shows Korean', () => {
    const row = (student: string): Row => ({
      ...{ is: 'foreign', file: 'f', notes: [], student, title: '' },
    });
    const said = (student: string) => {
      const table = csvOf([row(student)], { later: 0.5 });
      expect(table.startsWith('\ufeffstudent,')).toBe(true);
      return csvParseRows(table)[1]?.[0];
    };
    expect(said('=1+1')).toBe("'=1+1");
    expect(said('＝1')).toBe("'＝1");
    expect(said('a;=1\t-2\n@b; =c')).toBe("a;'=1\t'-2\n'@b; =c");
    expect(said('\t=1')).toBe("'\t'=1");
    expect(said('김-이=a+b')).toBe('김-이=a+b');
  });

  test('damaged, foreign, newer and later files have a row that says so', async () => {
    const first = await taken('kim', () => [false]);
    const second = { ...(await taken('Kim', () => [true])), saved: 3_000 };
    const text = writeResult(second);
    const rows = await grade({
      cut: text.slice(0, text.length / 2),
      empty: '',
      photo: '\u0000\u0001\ufffd',
      list: '[1, 2]',
      progress: '{ "progress": 1, "lessons": {} }',
      object: '{ "result": { "toString": 1, "valueOf": 1 } }',
      moment: writeResult({ ...first, saved: 9e15 }),
      newer: '{ "result": 7 }',
      foreign: writeResult({ ...first, assignment: '0123456789abcdef', title: 'Homework 1' }),
      first: writeResult(first),
      second: text,
      lesson: writeResult({ ...first, student: 'han', lessons: { bast: '0' } }),
      unknown: writeResult({
        ...first,
        student: 'oh',
        answers: { bats: { x: { variant: 0, answers: [] } } },
      }),
    });
    expect(rows.map(({ is }) => is)).toEqual([
      ...['unread', 'unread', 'unread', 'unread', 'unread', 'unread', 'unread', 'newer', 'foreign'],
      ...['graded', 'graded', 'graded', 'graded'],
    ]);
    for (const row of rows.slice(0, 7))
      expect(row.is === 'unread' && row.trouble.kind === 'unread' && row.trouble.faults[0]).toMatchObject({
        line: expect.any(Number),
        remedy: expect.stringMatching(/./),
      });
    expect([rows[9], rows[10]].map((row) => graded(row).counts)).toEqual([false, true]);
    expect(graded(rows[10]).notes).toEqual([{ kind: 'again', file: 'first' }]);
    expect(rows[11]?.notes).toContainEqual({ kind: 'lesson', part: 'bast' });
    expect(rows[12]?.notes).toEqual([{ kind: 'unknown', part: 'bats', step: 'x' }]);
    const lines = csvOf(rows, { later: 0.5 }).trim().split('\n');
    expect(lines).toHaveLength(1 + rows.length);
  });

  test('the reports have the fields that their readers ask for', async () => {
    const late = await taken('=1+1', (index) => (index === 0 ? [false, true] : [true]));
    const [row, unread] = await grade({ a: writeResult(late), b: '' });
    if (!row || !unread) throw new Error('no rows');
    const count = questions;
    const weights = { later: 0.5 };
    const points = count - 0.5;
    expect(csvOf([row], weights).split('\n')[1]).toMatch(
      new RegExp(`^'=1\\+1,a,graded,yes,${points},${count},`),
    );
    const lines = JSON.parse(reportOf('prairielearn', row, weights));
    expect(lines).toMatchObject({ gradable: true, score: points / count });
    expect(lines.tests).toHaveLength(count);
    expect(JSON.parse(reportOf('prairielearn', unread, weights))).toMatchObject({
      gradable: false,
      score: 0,
    });
    const scope = JSON.parse(reportOf('gradescope', row, weights));
    expect(scope.tests.reduce((sum: number, { score }: { score: number }) => sum + score, 0)).toBe(points);
    const fifty = JSON.parse(reportOf('classroom50', row, weights, { username: 'kim', classroom: 'os' }));
    expect(fifty).toMatchObject({
      ...{ schema: 'classroom50/result/v1', classroom: 'os', owner: 'kim' },
      ...{ datetime: '1970-01-01T00:00:02Z', score: 100 * points, 'max-score': 100 * count },
    });
    const xml = reportOf('junit', row, weights);
    expect(xml.match(/<testcase /g)).toHaveLength(count);
    expect(xml).toContain(` failures="0" errors="0" `);
    expect(reportOf('junit', unread, weights)).toContain('errors="1"');
  });
});

function timesOf({ answers }: Result): number[] {
  return Object.values(answers).flatMap((steps) =>
    Object.values(steps).flatMap((question) => question.answers.map(({ s }) => s)),
  );
}
