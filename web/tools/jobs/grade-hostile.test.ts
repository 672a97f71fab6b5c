// @vitest-environment node
/** A class in which some want to break the grader: what they hand in costs the others nothing. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvParseRows } from 'd3-dsv';
import { expect, test } from 'vitest';
import fc from '../../base/property';
import { classOf } from '../../lesson/assignment/class.fixture';
import { writeResult } from '../../lesson/assignment/result';
import {
  folder,
  homework,
  node,
  POLICY,
  PROGRAM,
  prepareGrading,
  program,
  put,
  read,
  written,
} from './grade.fixture';

/** Each tries to take the others' rows with it. */
const HOSTILE: Record<string, string | Buffer> = {
  'reverse.js':
    'export function victim(b, t, own) { Array.prototype.reverse.call({ length: 2 ** 53 - 1 }); return own; }',
  'join.js': 'export function write() { new Array(2 ** 32 - 1).join(""); }\nexport const victim = () => OWN;',
  'search.js':
    'export const init = () => "a".repeat(1 << 24).indexOf("a".repeat(1 << 23) + "b");\nexport const victim = () => OWN;',
  'loading.js': '[].fill.call({ length: 2 ** 53 - 1 }, 0); export const victim = () => OWN;',
  'loop.js': 'export function victim() { for (;;); }',
  'deep.js': 'export function victim() { return victim() + 1; }',
  'memory.js': 'const all = []; export function victim() { for (;;) all.push(new Uint8Array(1 << 20)); }',
  'nested.js': `export const victim = () => ${'('.repeat(7000)}1${')'.repeat(7000)};`,
  'comments.js': `import${'/**/'.repeat(3000)}x; export const victim = () => OWN;`,
  'half.wasm': Buffer.from('\0asm\x01\0\0\0\x01\xff', 'latin1'),
  'brackets.json': '['.repeat(700_000),
  'maps.json': '{"a":'.repeat(700_000),
  'pairs.json': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'nul.json': Buffer.alloc(3_000_000),
  'proto.json': '{ "result": 3, "__proto__": { "answers": 1 }, "constructor": null }',
};

prepareGrading();

test('a class with every hostile file: each has a row with a reason, the others have their grades, within a minute', async () => {
  const cleaners = await classOf(POLICY);
  writeFileSync(join(folder, 'policy.json'), POLICY);
  const hostile = join(folder, 'hostile');
  mkdirSync(hostile);
  for (const [name, content] of Object.entries(HOSTILE)) writeFileSync(join(hostile, name), content);
  const honest = ['alice', 'kim', 'zoe'];
  for (const id of honest)
    writeFileSync(join(hostile, `${id}.json`), writeResult(await cleaners.taken(id, () => [true])));
  const began = performance.now();
  const { stdout, stderr, code } = await program('policy.json', 'hostile');
  expect(performance.now() - began).toBeLessThan(60_000);
  expect([stderr, code]).toEqual(['', 0]);
  const rows = csvParseRows(stdout).slice(1);
  expect(rows.map(([, file]) => file)).toEqual(readdirSync(hostile).sort());
  for (const id of honest)
    expect(rows.find(([name]) => name === id)?.slice(2, 8)).toEqual(['graded', 'yes', '1', '1', '1', '1']);
  const said = (file: string) => rows.find(([, name]) => name === file)?.[9];
  for (const file of Object.keys(HOSTILE).filter((name) => /js$|wasm$/.test(name)))
    expect([file, said(file)]).toEqual([
      file,
      expect.stringContaining('the policy was ended in the run "visible"'),
    ]);
  for (const file of ['brackets.json', 'maps.json'])
    expect([file, said(file)]).toEqual([file, expect.stringContaining('the file is cut or damaged')]);
  for (const file of ['pairs.json', 'nul.json', 'proto.json'])
    expect([file, said(file)]).toEqual([
      file,
      expect.stringContaining('ask for the file that the page saved'),
    ]);
  cleaners.client.close();
});

test('a file that takes the grader’s time has a row that says so and how to grade it; the next one has its grade', async () => {
  const cleaners = await classOf(POLICY);
  writeFileSync(join(folder, 'policy.json'), POLICY);
  const kim = await cleaners.taken('kim', () => [true]);
  // Each takes about 2 s, together far more than they are given; an honest file takes far less, even on a busy machine.
  const slow = [1, 2, 3, 4, 5].map((n) => `export const victim = () => new Array(2 ** 32 - ${n}).join('');`);
  const answers = slow.map((given, s) => ({ given, right: false, s }));
  const late = { ...kim, student: 'late', answers: { ours: { greedy: { variant: 0, answers } } } };
  put({ 'late.json': writeResult(late), 'next.json': writeResult(kim) });
  const { stdout, code } = await program('policy.json', 'late.json', 'next.json', '--seconds', '4');
  const [, first, second] = csvParseRows(stdout);
  expect([code, first?.[2], second?.slice(2, 5)]).toEqual([0, 'unread', ['graded', 'yes', '1']]);
  expect(first?.[9]).toContain('the grader could not grade this file: it took longer than 4 s');
  expect(first?.[9]).toContain('`--seconds 600`');
  // As the row says.
  const again = await program('policy.json', 'late.json', '--seconds', '600');
  expect(csvParseRows(again.stdout)[1]?.slice(0, 5)).toEqual(['late', 'late.json', 'graded', 'yes', '0']);
  cleaners.client.close();
});

test('a grader that is killed leaves the rows made so far', async () => {
  const cleaners = await classOf(POLICY);
  writeFileSync(join(folder, 'policy.json'), POLICY);
  put({
    'first.json': writeResult(await cleaners.taken('first', () => [true])),
    'second.js': HOSTILE['reverse.js'] as string,
    'third.js': '',
  });
  const args = ['grade', 'policy.json', 'first.json', 'second.js', 'third.js'];
  const child = spawn(PROGRAM, args, { cwd: folder });
  let got = '';
  const ended = new Promise<string>((resolve) => {
    child.stdout.on('data', (part) => {
      got += part;
      if (got.includes('first.json')) child.kill('SIGKILL');
    });
    child.on('close', () => resolve(got));
  });
  const rows = csvParseRows(await ended);
  expect(rows.map(([student]) => student)).toEqual(['\ufeffstudent', 'first']);
  expect(rows[1]?.slice(2, 5)).toEqual(['graded', 'yes', '1']);
  cleaners.client.close();
});

test('a text in UTF-16 is read by its mark; what systems leave beside files has no row', async () => {
  const mixed = join(folder, 'mixed');
  mkdirSync(join(mixed, '__MACOSX'), { recursive: true });
  const text = writeResult(await homework.taken('김😀', () => [true]));
  writeFileSync(join(mixed, 'big.json'), Buffer.from(`\ufeff${text}`, 'utf16le').swap16());
  writeFileSync(join(mixed, 'little.json'), Buffer.from(`\ufeff${text}`, 'utf16le'));
  for (const name of ['._little.json', '.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX/._little.json'])
    writeFileSync(join(mixed, name), '\0');
  const { stdout, code } = await program('homework.yaml', 'mixed', 'mixed/Thumbs.db', 'mixed/__MACOSX');
  const rows = csvParseRows(stdout).slice(1);
  expect([code, rows.map(([student, file, state]) => [student, file, state])]).toEqual([
    0,
    [
      ['김😀', 'big.json', 'graded'],
      ['김😀', 'little.json', 'graded'],
    ],
  ]);
  for (const row of rows) expect(row[9]).not.toContain('changed by hand');
});

test('any text of Unicode, as an id, in an answer, in a policy: the command line has the page’s table', async () => {
  const cleaners = await classOf(POLICY);
  writeFileSync(join(folder, 'policy.json'), POLICY);
  const [honest, seen] = [
    await homework.taken('kim', () => [true]),
    await cleaners.taken('kim', () => [true]),
  ];
  const texts = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), {
    numRuns: 40,
    seed: 1,
  });
  const halves = ['\ud83d', '\ude00\ud83d', '😀', '\u{10ffff}', '학생 😀', '\ufffe\uffff', 'e\u0301\u0000'];
  const ids = [...halves, ...texts].filter((text) => text.trim() !== '');
  const results = ids.map((student) => writeResult({ ...honest, student, title: student }));
  const names = put(Object.fromEntries(results.map((text, n) => [`any-${n}.json`, text])));
  const policies = ids.slice(0, process.env.DEEP ? undefined : 9).map((text) => {
    const given = `// ${text.replace(/[\n\r\u2028\u2029]/g, ' ')}\nexport const victim = (blocks) => blocks[0].id;`;
    return writeResult({
      ...seen,
      answers: { ours: { greedy: { variant: 0, answers: [{ given, right: false, s: 1 }] } } },
    });
  });
  const coded = put(Object.fromEntries(policies.map((text, n) => [`code-${n}.json`, text])));
  for (const [home, files, its] of [
    ['homework.yaml', names, homework],
    ['policy.json', coded, cleaners],
  ] as const) {
    const [assignment, ...handed] = read(home, ...files);
    if (!assignment) throw new Error('no assignment');
    const [wanted] = await node({ assignment, files: handed, format: 'csv' }, its);
    const { stdout } = await program(home, ...files);
    expect(stdout).toBe(written(wanted?.text ?? ''));
    expect(stdout).not.toContain('changed by hand');
    expect(
      csvParseRows(stdout)
        .slice(1)
        .every(([, , state]) => state === 'graded'),
    ).toBe(true);
  }
  cleaners.client.close();
});

test('an id that shows as that of another student is noted, and is shown as it is', async () => {
  const [alice, mallory] = await Promise.all(
    ['alice', '\u202eecila'].map(async (id) => writeResult(await homework.taken(id, () => [true]))),
  );
  put({ 'a.json': alice ?? '', 'm.json': mallory ?? '' });
  const rows = csvParseRows((await program('homework.yaml', 'a.json', 'm.json')).stdout);
  expect(rows.slice(1).map(([student]) => student)).toEqual(['alice', '[U+202E]ecila']);
  expect(rows[1]?.[9]).not.toContain('not seen');
  expect(rows[2]?.[9]).toContain('the id has characters that are not seen: U+202E');
});
