// @vitest-environment node
/** Every citation of a source leads to a section, a figure, a table, an equation or a slide that is in it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { citations, PAPERS, type PaperId, references, SLIDES, unknownSlides, unresolved } from './citations';

const ROOT = join(import.meta.dirname, '../../..');
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((file) => !/generated\/|testdata\/|fixtures\/|tools\/(citations|prose)\//.test(file));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const named = (pattern: RegExp) => FILES.filter((file) => pattern.test(file));
const isPaper = (id: string): id is PaperId => id in PAPERS;

/** Sources without a list: a standard, a course's program, and papers that are cited as a whole. */
const WHOLE = [
  'acs',
  'ban',
  'blkmq',
  'bleak',
  'cat',
  'cflru',
  'chang',
  'cmu',
  'kang',
  'kast',
  'lfs',
  'nvme',
  'pen',
  'slc',
  'streams',
  'zns',
];

test('lessons', () => {
  let count = 0;
  const wrong = named(/^lessons\/[^/]+\/lesson(\.ko)?\.md$/).flatMap((file) =>
    [...read(file).matchAll(/\bref: (\w+), at: "([^"]+)"/g)].flatMap(([, ref = '', at = '']) => {
      count += 1;
      if (ref === 'slides') return unknownSlides(at).map((part) => `${file}: ${part}`);
      if (isPaper(ref)) return unresolved([ref], at).map((part) => `${file}: ${ref}, ${at}: ${part}`);
      return WHOLE.includes(ref) ? [] : [`${file}: ${ref} has no list`];
    }),
  );
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

test('the reasons of the page', () => {
  for (const language of ['en', 'ko']) {
    const said = named(new RegExp(`^web/i18n/messages/${language}/.*\\.json$`)).flatMap((file) => {
      const messages: Record<string, unknown> = JSON.parse(read(file));
      return Object.entries(messages).filter(([key]) => key.startsWith('why_source_'));
    });
    expect(said.length).toBeGreaterThan(30);
    const titles = said.flatMap(([key, text]) =>
      [...String(text).matchAll(/(?:slides?|슬라이드),? “([^”]+)”/gi)].map(([, title = '']) => [key, title]),
    );
    expect(titles.length).toBeGreaterThan(10);
    expect(titles.filter(([, title = '']) => unknownSlides(title).length > 0)).toEqual([]);
  }
});

test('figures of the validation page: their names, and what they say of sources', () => {
  const wrong: string[] = [];
  for (const file of named(/^web\/views\/validation\/figures\/.*\.json$/)) {
    const text = read(file);
    const [start = ''] = /^[a-z]+/.exec(file.split('/').at(-1) ?? '') ?? [];
    const papers: PaperId[] = start === 'dftl' ? ['dftl', 'dftlj'] : isPaper(start) ? [start] : [];
    for (const [, id = '', number = ''] of text.matchAll(/"id": "(dftl|desnoyers|hu)-(\d+(?:\.\d+)?)/g))
      if (isPaper(id) && unresolved(papers, `figure ${number}`).length > 0)
        wrong.push(`${file}: figure ${number}`);
    // Citations of other authors are read below.
    for (const { kind, number } of references(text.replace(/DFTL['’](J|09),? \w+\.? \d+/g, '')))
      if (papers.length > 0 && unresolved(papers, `${kind} ${number}`).length > 0)
        wrong.push(`${file}: ${kind} ${number}`);
  }
  expect(wrong).toEqual([]);
});

test('every text that names an author and a place: messages, documents, comments', () => {
  let count = 0;
  const wrong = named(/\.(rs|ts|tsx|mjs|md|json|css)$/).flatMap((file) =>
    citations(read(file).replace(/\n\s*(\/\/[/!]?|\*)?\s*/g, ' ')).flatMap(({ paper, text }) => {
      count += 1;
      return unresolved([paper], text).map((part) => `${file}: ${text}: ${part}`);
    }),
  );
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

test('the lists hold every figure and table, and sections without a gap', () => {
  const numbers = (list: object) => Object.keys(list).length;
  const counts = Object.entries(PAPERS).map(([id, { figures, tables }]) => [
    id,
    numbers(figures),
    numbers(tables),
  ]);
  expect(counts).toEqual([
    ['dftl', 11, 3],
    ['dftlj', 16, 6],
    ['hu', 47, 5],
    ['desnoyers', 16, 7],
  ]);
  for (const { sections, figures } of Object.values(PAPERS))
    for (const list of [sections, figures])
      for (const number of Object.keys(list)) {
        const parts = number.split('.');
        const last = Number(parts.pop());
        const before = [...parts, String(last - 1)].join('.');
        if (last > 1) expect(Object.keys(list), `${number} follows`).toContain(before);
      }
  expect(SLIDES.slides).toHaveLength(new Set(SLIDES.slides).size);
});

test('a citation of a place that does not exist is found', () => {
  expect(unresolved(['desnoyers'], 'Section 5, equations 20 to 22')).toEqual([]);
  expect(unresolved(['desnoyers'], 'Section 5, equations 29 to 31')).toEqual(['equations 31']);
  expect(unresolved(['dftl'], 'Section 2.1')).toEqual(['sections 2.1']);
  expect(unresolved(['hu'], 'Figures 2.8 to 2.10')).toEqual(['figures 2.10']);
  expect(unresolved(['dftl'], 'the abstract')).toEqual(['the abstract']);
  expect(references('Figs. 4.10 to 4.12 and Table 2.4').map(({ number }) => number)).toEqual([
    '4.10',
    '4.11',
    '4.12',
    '2.4',
  ]);
  expect(unknownSlides('Merge operation 1: full merge, third picture; Challenges of BAST')).toEqual([]);
  expect(unknownSlides('Merge Operation 4')).toEqual(['Merge Operation 4']);
  expect(
    citations("(Hu 5.2; Desnoyers' 7) by Gupta et al. 2009, section 2 and Table 2, of Hu's equations 2.1"),
  ).toEqual([
    { paper: 'hu', text: 'section 5.2' },
    { paper: 'hu', text: "Hu's equations 2.1" },
    { paper: 'dftl', text: 'Gupta et al. 2009, section 2 and Table 2' },
  ]);
});
