// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plain, reader } from './extract.mjs';
import { judge, sentences } from './prose.mjs';

type Kind = 'messages' | 'lessons' | 'documents' | 'comments' | 'korean';
const inFile = (text: string, kind: Kind) => ({ file: 'a.md', line: 1, text: plain(text), kind });
const found = (text: string, kind: Kind = 'messages') => judge(inFile(text, kind)).map((each) => each.found);
const read = (file: string, source: string) =>
  (reader(file)?.(source, file) ?? []).map(({ line, text, kind }) => [line, text, kind]);

// The sentences that reviewers stumbled over, word for word: the list has to know every one.
const REVIEWED: string[] = JSON.parse(readFileSync(join(import.meta.dirname, 'reviewed.json'), 'utf8'));

test.each(REVIEWED)('a sentence that a reviewer did not understand is found: %s', (sentence) => {
  expect(found(sentence)).not.toEqual([]);
});

test('all that reviewers named is there', () => {
  expect(REVIEWED).toHaveLength(40);
});

test('plain sentences are left alone', () => {
  for (const text of [
    'The FTL copies the valid pages of the victim, then erases it.',
    'FAST needs 2.5% more erases than BAST; nothing else differs.',
    'The switch stands still while the page `stands` in a table.',
    'Readers who know BAST can skip this. Who wrote this page?',
    'No more than 4 pages fit, and no more log blocks than 2.',
  ])
    expect(found(text)).toEqual([]);
});

test('a finding has its line and what to write', () => {
  const text = 'The host writes again.\nThe page is stale, and\nthe victim is dear.';
  expect(judge({ file: 'a.rs', line: 7, text, kind: 'comments' })).toMatchObject([
    { file: 'a.rs', line: 9, found: 'dear', write: 'expensive' },
    { file: 'a.rs', line: 8, found: 'stale' },
  ]);
});

test('a word is found across the end of a line, and a word twice', () => {
  expect(found('It goes on\nwhere it was.')).toEqual(['goes on where']);
  expect(found('The the page is free.').join()).toContain('the');
});

test('a long sentence is found; a list in a comment is read item by item', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
  expect(found(`${words(25)}.`)).toEqual([]);
  expect(found(`${words(26)}.`)).toEqual(['26 words']);
  expect(found(`${words(20)}; ${words(20)}.`)).toEqual(['40 words']);
  expect(found(`${words(20)}; ${words(20)}.`, 'comments')).toEqual([]);
  expect(found(`${words(31)}.`, 'comments')).toEqual(['31 words']);
});

test('a sentence ends behind a number and a letter, not behind an abbreviation', () => {
  const texts = sentences(
    inFile('It starts at 0. Then B. See Fig. 2 of it. `a.b` is code. So is 3.5 here.', 'lessons'),
  );
  expect(texts.map(({ text }) => text)).toEqual([
    'It starts at 0.',
    'Then B.',
    'See Fig. 2 of it.',
    'Xx is code.',
    'So is 3.5 here.',
  ]);
});

test('TypeScript: comments, with their lines; code in them is no prose', () => {
  const source = `const a = 'it stands // here';\n// One comment\n// of \`two\` lines.\n\n/**\n * A block\n * of two.\n *\n * @param {string} a the name\n */\n`;
  expect(read('web/a.ts', source)).toEqual([
    [2, 'One comment\nof Xx lines.', 'comments'],
    [6, 'A block\nof two.', 'comments'],
    [9, ' the name', 'comments'],
  ]);
});

test('TypeScript: the titles of tests, not other texts', () => {
  const source =
    "describe('a group here', () => {\n  test.each([1])('some %s title', () => call('no title here'));\n  test.skip(`one more $" +
    "{a} here`);\n  test.each`a`('$name of it');\n});\n";
  expect(read('web/a.test.ts', source)).toEqual([
    [1, 'a group here', 'comments'],
    [2, 'some Xx title', 'comments'],
    [3, 'one more Xx here', 'comments'],
    [4, 'Xx of it', 'comments'],
  ]);
  expect(read('web/a.ts', source)).toEqual([]);
});

test('Python, TOML and YAML: comments, and the names of tests', () => {
  const source = `"""The module\nhere."""\na = "no # comment"  # one comment\n\ndef test_a_run_stands_here():\n    pass\n`;
  expect(read('a/b.py', source)).toEqual([
    [1, 'The module\nhere.', 'comments'],
    [3, 'one comment', 'comments'],
    [5, 'a run stands here', 'comments'],
  ]);
  expect(read('.github/workflows/ci.yml', "on: push\n# It doesn't wait\n# at all.\n")).toEqual([
    [2, "It doesn't wait\nat all.", 'comments'],
  ]);
});

test('the first page, before its code is there: texts and comments', () => {
  const source =
    '<!doctype html>\n<body>\n<!-- Of two\nlines. -->\n<p lang="ko">플래시 랩</p>\n<p>In English.</p>\n';
  expect(read('web/index.html', source)).toEqual([
    [3, 'Of two\nlines.', 'comments'],
    [5, '플래시 랩', 'korean'],
    [6, 'In English.', 'messages'],
  ]);
});

test('the names of mutants', () => {
  const source = '[\n  {\n    "name": "an erase is not counted",\n    "find": "some code here"\n  }\n]\n';
  expect(read('wasm-sim/mutants.json', source)).toEqual([[3, 'an erase is not counted', 'comments']]);
});

test('Rust: comments and what is said, neither lifetimes nor tests', () => {
  const source = `//! The module doc.\nfn a<'a>(b: &'a str) -> char { say("cannot be \\\n  read"); '"' }\n/// * an item\n/// * another item\n#[cfg(test)]\nmod tests { const A: &str = "no prose here"; }\n`;
  expect(read('wasm-sim/crates/a/src/a.rs', source)).toEqual([
    [1, 'The module doc.', 'comments'],
    [4, ' an item', 'comments'],
    [5, ' another item', 'comments'],
    [2, 'cannot be \n  read', 'messages'],
  ]);
});

test('lessons: prose and the texts of their YAML, not what it computes', () => {
  const source = `---\ntitle: "A title here"\n---\n\n# Heading two\n\nFirst of\ntwo :v[a.b[c[0]]] lines.\n\n\`\`\`yaml\nask: "How many pages?"\nmust:\n  - frame.a == frame.b\nsource: { ref: slides, at: "Its own stale words" }\n\`\`\`\n`;
  expect(read('lessons/01-a/lesson.md', source)).toEqual([
    [2, 'A title here', 'lessons'],
    [5, 'Heading two', 'lessons'],
    [7, 'First of\ntwo Xx lines.', 'lessons'],
    [11, 'How many pages?', 'lessons'],
  ]);
});

test('messages: in JSON, each in its language', () => {
  const source = `{\n  "a_key": "Two words",\n  "b": { "en": "In English", "ko": "한국어" },\n  "c": [{ "selectors": ["count is one"], "match": { "one": "{count} more pages" } }]\n}\n`;
  expect(read('web/i18n/messages/en/a.json', source)).toEqual([
    [2, 'Two words', 'messages'],
    [3, 'In English', 'messages'],
    [3, '한국어', 'korean'],
    [4, 'Xx more pages', 'messages'],
  ]);
});

test('nothing is exempt but generated files and golden data', () => {
  for (const file of ['web/protocol/generated/A.ts', 'web/i18n/compiled/a.json', 'wasm-sim/testdata/a.md'])
    expect(reader(file), file).toBeUndefined();
  for (const file of [
    'README.md',
    'web/app/Shell.tsx',
    'e2e/a.spec.ts',
    'wasm-sim/SPEC.md',
    'web/styles/a.css',
  ])
    expect(reader(file), file).toBeDefined();
});

test('Korean: its terms, in messages, failures, the glossary and lessons', () => {
  for (const file of ['web/i18n/messages/ko/a.json', 'web/i18n/failures/ko.json'])
    expect(read(file, '{ "a_key": "합병 3회" }')).toEqual([[1, '합병 3회', 'korean']]);
  expect(read('lessons/01-a/lesson.ko.md', '# 제목\n')).toEqual([[1, '제목', 'korean']]);
  const said = [
    '완전 합병이 3회 일어났습니다.',
    '단추를 누르십시오.',
    '20ms 걸립니다.',
    '낡은 페이지를 복사합니다.',
    '스위치 병합이 됩니다.',
    '랜덤 로그 블록이 찼습니다.',
    '페이지가 쓰기 버퍼를 떠납니다.',
    '작업 부하에 달려 있습니다.',
  ];
  for (const text of said) expect(found(text, 'korean'), text).not.toEqual([]);
  const right = [
    '완전 병합이 3번 일어났습니다.',
    '단추를 누르세요.',
    '20 ms 걸립니다.',
    '무효 페이지를 복사합니다.',
  ];
  for (const text of right) expect(found(text, 'korean'), text).toEqual([]);
});
