// @vitest-environment jsdom
/** Reports are what their readers document: each is held against a schema of testdata, whatever a student handed in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { expect, test } from 'vitest';
import fc from '../../base/property';
import { FORMATS, reportOf, type Submission } from './autograders';
import type { Note, Row, Score } from './grade';
import { csvOf } from './report';
import { unseenOf } from './unseen';

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, 'testdata', name), 'utf8'));
const ajv = new Ajv2020({ strict: true, allErrors: true, strictRequired: false, allowUnionTypes: true });
const schemaOf = (format: string) => ajv.compile(read(`${format}.schema.json`));
const VALID = {
  prairielearn: schemaOf('prairielearn'),
  gradescope: schemaOf('gradescope'),
  classroom50: schemaOf('classroom50'),
};
/** No report may be longer. */
const MOST_BYTES = 1_000_000;

const parse = (xml: string) => new DOMParser().parseFromString(xml, 'application/xml');

type Rule = { attributes: Record<string, string>; children: string };
const JUNIT = read('junit.json') as Record<string, Rule>;

/** The faults of a tree of XML by the rules of JUnit. */
function faultsIn(element: Element): string[] {
  const { tagName: name } = element;
  const rule = JUNIT[name];
  if (!rule) return [`there is no element ${name}`];
  const attributes = [...element.attributes];
  const others = attributes.filter((attribute) => !(attribute.name in rule.attributes));
  const wrong = Object.entries(rule.attributes).filter(([key, pattern]) => {
    const value = element.getAttribute(key);
    return value === null || !new RegExp(`^(${pattern})$`, 'su').test(value);
  });
  const children = [...element.children];
  const order = children.map((child) => `${child.tagName} `).join('');
  return [
    ...others.map((attribute) => `${name} has no attribute ${attribute.name}`),
    ...wrong.map(([key]) => `${name} ${key} is ${element.getAttribute(key)}`),
    ...(new RegExp(`^(${rule.children})$`, 'u').test(order) ? [] : [`${name} holds ${order}`]),
    ...children.flatMap(faultsIn),
  ];
}

const text = fc.string({ unit: 'binary', maxLength: 30 });
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((one) => one.trim() !== '');
const share = fc.double({ min: 0, max: 20, noNaN: true });
const runs = fc.array(
  fc.record({
    ...{ name: fc.constantFrom('visible', 'hidden 1'), met: fc.boolean(), ran: fc.boolean() },
    points: fc.option(fc.record({ you: share, most: fc.constant(20) })),
    amplification: fc.option(share),
  }),
  { minLength: 1, maxLength: 9 },
);
const score: fc.Arbitrary<Score> = fc
  .record({
    part: name,
    step: name,
    tries: fc.nat(9),
    first: fc.boolean(),
    late: fc.boolean(),
    runs: fc.option(runs),
  })
  .map(({ part, step, tries, first, late, runs }) => ({
    ...{ part, step, tries, first: first && tries > 0 },
    final: tries > 0 && (first || late),
    ...(runs && { runs }),
  }));
const given = fc.oneof(text, fc.constant('w5 '.repeat(5000)));
const note: fc.Arbitrary<Note> = fc.oneof(
  fc.constant<Note>({ kind: 'edited' }),
  fc.record({ kind: fc.constant('disputed' as const), part: name, step: name, given, right: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('beyond', 'variant', 'unknown'), part: name, step: name }),
  fc.record({ kind: fc.constantFrom('again', 'copied'), file: name }),
);
const fault = fc.record({ line: fc.nat(), column: fc.nat(), where: text, message: text, remedy: text });
const row: fc.Arbitrary<Row> = fc.oneof(
  fc.record({
    ...{ is: fc.constant('graded' as const), file: name, notes: fc.array(note, { maxLength: 40 }) },
    ...{ student: name, counts: fc.boolean(), scores: fc.array(score, { maxLength: 40 }), lab: text },
    seconds: fc.nat(),
    saved: fc.oneof(fc.nat(), fc.constant(8.64e15), fc.constant(0)),
  }),
  fc.record({
    ...{ is: fc.constant('unread' as const), file: name, notes: fc.constant<Note[]>([]) },
    trouble: fc.record({ kind: fc.constant('unread' as const), faults: fc.array(fault) }),
  }),
  fc.record({
    ...{ is: fc.constant('newer' as const), file: name, notes: fc.constant<Note[]>([]) },
    trouble: fc.record({ kind: fc.constant('newer' as const), version: fc.nat() }),
  }),
  fc.record({
    ...{ is: fc.constant('foreign' as const), file: name, notes: fc.constant<Note[]>([]) },
    ...{ student: name, title: fc.oneof(text, fc.constant('T'.repeat(300))) },
  }),
);

test('every report fits its schema, and adds up', () => {
  fc.assert(
    fc.property(row, fc.constantFrom(0, 0.5, 1), (graded, later) => {
      for (const format of FORMATS) {
        if (format === 'csv') continue;
        const report = reportOf(format, graded, { later });
        expect(new TextEncoder().encode(report).length).toBeLessThan(MOST_BYTES);
        if (format === 'junit') {
          const xml = parse(report);
          expect([report, faultsIn(xml.documentElement)]).toEqual([report, []]);
          const count = (key: string) => Number(xml.documentElement.getAttribute(key));
          expect(count('tests')).toBe(xml.querySelectorAll('testcase').length);
          expect(count('failures')).toBe(xml.querySelectorAll('failure').length);
          expect(count('errors')).toBe(xml.querySelectorAll('error').length);
          continue;
        }
        const valid = VALID[format];
        const value = JSON.parse(report);
        expect([value, valid(value), valid.errors]).toEqual([value, true, null]);
        if (format === 'classroom50') {
          const sum = (key: string) =>
            value.tests.reduce((all: number, each: Record<string, number>) => all + (each[key] ?? 0), 0);
          expect([value.score, value['max-score']]).toEqual([sum('score'), sum('max-score')]);
          expect(value.score).toBeLessThanOrEqual(value['max-score']);
        }
      }
    }),
  );
});

const RUN = { name: 'visible', met: false, ran: false, points: null, amplification: null };
const ROW: Row = {
  ...{
    is: 'graded',
    file: 'kim.json',
    notes: [],
    student: 'kim',
    counts: true,
    seconds: 0,
    saved: 0,
    lab: '1',
  },
  scores: [{ part: 'p', step: 's', first: false, final: false, tries: 0, runs: [RUN] }],
};

test('no report that students see names the file of another one; the table does', () => {
  const notes: Note[] = [{ kind: 'copied', file: 'lee.json' }, { kind: 'edited' }];
  for (const format of FORMATS) {
    const text =
      format === 'csv'
        ? csvOf([{ ...ROW, notes }], { later: 1 })
        : reportOf(format, { ...ROW, notes }, { later: 1 });
    expect([format, text.includes('lee')]).toEqual([format, format === 'csv']);
    if (format !== 'classroom50') expect(text).toContain('changed by hand');
  }
});

test('a policy that was not handed in, and one that was ended, have missed no condition', () => {
  const said = (tries: number, run: typeof RUN) => {
    const scores = [{ part: 'p', step: 's', first: false, final: false, tries, runs: [run] }];
    return ['prairielearn', 'gradescope', 'classroom50', 'junit'].map((format) =>
      reportOf(format as 'junit', { ...ROW, scores } as Row, { later: 1 }),
    );
  };
  for (const report of said(0, RUN)) {
    expect(report).toContain('not answered');
    expect(report).not.toContain('condition');
  }
  for (const report of said(1, RUN)) expect(report).toContain('not run to its end');
  for (const report of said(1, { ...RUN, ran: true })) expect(report).toContain('a condition does not hold');
});

test('an id that shows as another one is shown as it is', () => {
  const row = { ...ROW, student: '\u202eecila', notes: [{ kind: 'unseen', letters: ['U+202E'] }] } as Row;
  expect(csvOf([row], { later: 1 })).toContain('[U+202E]ecila,kim.json,graded');
  expect(reportOf('classroom50', row, { later: 1 })).toContain('[U+202E]ecila');
  expect(unseenOf('a\u200bb\u00ad\u2066\ufeff\u0000')).toEqual([
    ...['U+200B', 'U+00AD', 'U+2066', 'U+FEFF', 'U+0000'],
  ]);
  // Nothing is hidden in what people write.
  for (const text of ['김 민수', 'e\u0301', '👩\u200d💻', '❤\ufe0f', 'می\u200cخواهم', 'a\tb'])
    expect(unseenOf(text), text).toEqual([]);
});

test('Classroom 50 finds its own names of the submission', () => {
  const submission: Submission = {
    ...{ classroom: 'os', assignment: 'hw2', assignment_type: 'group', username: 'kim', owner: 'lee' },
    ...{ submission_tag: 'submit/1', commit_url: 'c', release_url: 'r', review_url: 'v' },
  };
  const graded: Row = {
    ...{ is: 'graded', file: 'f', notes: [], student: 's', counts: true, scores: [], seconds: 0, saved: 0 },
    lab: '1',
  };
  expect(JSON.parse(reportOf('classroom50', graded, { later: 0.5 }, submission))).toMatchObject({
    ...{ classroom: 'os', assignment: 'hw2', assignment_type: 'group', owner: 'lee', submission: 'submit/1' },
    ...{ commit: 'c', release: 'r', review: 'v' },
  });
});

test('the schemas refuse what their readers refuse', () => {
  const { prairielearn, gradescope, classroom50 } = VALID;
  expect(prairielearn({ gradable: true, score: 1.5 })).toBe(false);
  expect(prairielearn({ gradable: false, format_errors: ['x'] })).toBe(true);
  expect(prairielearn({})).toBe(false);
  expect(gradescope({ tests: [] })).toBe(false);
  expect(gradescope({ score: 1, visibility: 'shown' })).toBe(false);
  expect(gradescope({ score: 1, leaderboard: [{ name: 'WA', value: 1.2, order: 'asc' }] })).toBe(true);
  expect(classroom50({ schema: 'classroom50/result/v1', usernames: ['kim'] })).toBe(false);
  const suite = (inside: string) => {
    const head =
      'name="n" timestamp="2026-11-27T09:00:00" hostname="h" tests="1" failures="0" errors="0" time="0"';
    const xml = `<testsuite ${head}>${inside}</testsuite>`;
    return faultsIn(parse(xml).documentElement);
  };
  const end = '<system-out/><system-err/>';
  expect(suite(`<properties/>${end}`)).toEqual([]);
  expect(suite(end)).not.toEqual([]);
  expect(suite(`<properties/><testcase name="a" time="0"/>${end}`)).not.toEqual([]);
  expect(
    suite(`<properties/><testcase name="a" classname="b" time="0"><failure/></testcase>${end}`),
  ).not.toEqual([]);
});
