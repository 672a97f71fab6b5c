// @vitest-environment node
/** `ftl-lab grade` is the same grader as the page's and Node's: the same bytes from the same files. */
import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { csvParseRows } from 'd3-dsv';
import { expect, test } from 'vitest';
import { FORMATS } from '../../lesson/assignment/autograders';
import { classOf, HOMEWORK } from '../../lesson/assignment/class.fixture';
import { writeResult } from '../../lesson/assignment/result';
import {
  folder,
  homework,
  node,
  POLICY,
  prepareGrading,
  program,
  programIn,
  put,
  read,
  written,
} from './grade.fixture';

/** A chart of a closed form, and a trace of the course. */
const MORE = `
assignment: More
parts: [{ lesson: hot-cold }, { lesson: trace }]
seed: spring
`;

prepareGrading();

/** The block with the fewest valid pages, the first of several. */
const GREEDY = `(module
  (import "ftl" "id" (func $id (param i32) (result i32)))
  (import "ftl" "valid" (func $valid (param i32) (result i32)))
  (func (export "victim") (param $count i32) (param $now i32) (result i32)
    (local $at i32) (local $best i32)
    (loop $next
      (if (i32.lt_u (call $valid (local.get $at)) (call $valid (local.get $best)))
        (then (local.set $best (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $count))))
    (call $id (local.get $best))))`;

test('right, wrong, late, cheating, cut and strange files: the same reports, byte for byte', async () => {
  const { files } = await homework.handedIn(4);
  const names = put({
    ...files,
    'empty.json': '',
    'half.json': writeResult({ ...(await homework.taken('half \ud800', () => [true])), title: '\ud800' }),
    '[이] <x>.json': writeResult(await homework.taken('=이"1', () => [false, true])),
    'newer.json': '{ "result": 7 }',
  });
  const [assignment] = read('homework.yaml');
  if (!assignment) throw new Error('no assignment');
  const handed = read(...names);
  // Each format is tested without the program, too (autograders.test.ts).
  for (const format of process.env.DEEP ? FORMATS : FORMATS.filter((_, n) => n % 3 === 0)) {
    const wanted = await node({ assignment, files: handed, format }, homework);
    const out = join(folder, `out-${format}`);
    const { code, stderr } = await program('homework.yaml', ...names, '--format', format, '--out', out);
    expect([format, code, stderr]).toEqual([format, 0, '']);
    for (const { name, text } of wanted) expect(readFileSync(join(out, name), 'utf8')).toBe(written(text));
  }
  const [csv] = await node({ assignment, files: handed, format: 'csv' }, homework);
  expect(await program('homework.yaml', ...names, '--csv')).toMatchObject({
    stdout: written(csv?.text ?? ''),
    code: 0,
  });
});

test('closed forms, charts and traces are the same', async () => {
  const more = await classOf(MORE);
  writeFileSync(join(folder, 'more.yaml'), MORE);
  put({ 'kim.json': writeResult(await more.taken('kim', () => [true])) });
  const [assignment, ...files] = read('more.yaml', 'kim.json');
  if (!assignment) throw new Error('no assignment');
  const [wanted] = await node({ assignment, files, format: 'csv' }, more);
  expect((await program('more.yaml', 'kim.json')).stdout).toBe(wanted?.text);
  expect(wanted?.text).toContain(`kim,kim.json,graded,yes,${more.questions},${more.questions},`);
  more.client.close();
});

test('policies: in a result, by themselves, in WebAssembly, endless; a row for each hidden run, a leaderboard', async () => {
  const cleaners = await classOf(POLICY);
  writeFileSync(join(folder, 'policy.json'), POLICY);
  put({
    'kim.json': writeResult(await cleaners.taken('kim', () => [false, true])),
    'lee.js':
      'export function victim(blocks) { return blocks.reduce((a, b) => (b.valid < a.valid ? b : a)).id; }',
    'park.js': 'export function victim(blocks) { return blocks[blocks.length - 1].id; }',
    'choi.js': 'export function victim() { for (;;); }',
    'jung.js': 'export function victim(',
    'long.js': `// ${'x'.repeat(20_000)}`,
  });
  put({ 'han.wat': GREEDY });
  const assembler = join(import.meta.dirname, '../../../node_modules/binaryen/bin/wasm-as');
  execFileSync(process.execPath, [assembler, 'han.wat', '-o', 'han.wasm'], { cwd: folder });
  const names = ['kim.json', 'lee.js', 'park.js', 'choi.js', 'jung.js', 'long.js', 'han.wasm'];
  const { stdout, stderr, code } = await program('policy.json', ...names);
  expect([stderr, code]).toEqual(['', 0]);
  const [head, ...rows] = csvParseRows(stdout);
  expect(head?.slice(-6)).toEqual([
    ...['ours/greedy', 'ours/greedy visible', 'ours/greedy hidden 1', 'ours/greedy hidden 2'],
    ...['ours/greedy hidden 3', 'ours/greedy WA'],
  ]);
  const of = (student: string) => rows.find(([name]) => name === student) ?? [];
  // Greedy is right, whatever its language; the same runs for all, for they are drawn from the assignment's seed.
  expect(of('kim').slice(4, 8)).toEqual(['0.5', '1', '0', '1']);
  for (const student of ['lee', 'han']) {
    expect([student, of(student).slice(4, 8)]).toEqual([student, ['1', '1', '1', '1']]);
    expect([student, of(student).slice(-5)]).toEqual([student, of('kim').slice(-5)]);
  }
  expect(
    of('kim')
      .slice(-5)
      .map(Number)
      .every((figure) => figure > 1),
  ).toBe(true);
  expect(of('park').slice(4, 8)).toEqual(['0', '1', '0', '0']);
  expect(Number(of('park').at(-1))).toBeGreaterThan(Number(of('kim').at(-1)));
  for (const student of ['choi', 'jung'])
    expect(of(student).slice(-6)).toEqual(['0', '0', '0', '0', '0', '']);
  expect(rows.find(([, file]) => file === 'long.js')?.slice(2)).toContain('unread');
  const report = async (format: string) =>
    (await program('policy.json', 'lee.js', '--format', format)).stdout;
  const scope = JSON.parse(await report('gradescope'));
  expect(scope).toMatchObject({
    score: 1,
    leaderboard: [
      { name: 'WA', value: Number(of('kim').at(-1)), order: 'asc' },
      { name: 'Points', order: 'desc' },
    ],
  });
  for (const format of ['gradescope', 'prairielearn', 'classroom50'] as const)
    expect((JSON.parse(await report(format)) as { tests: object[] }).tests).toHaveLength(5);
  expect((await report('junit')).match(/<testcase /g)).toHaveLength(5);
  // Node starts the same program for each run: the same choices, and the same grades.
  const [assignment, ...files] = read('policy.json', 'kim.json', 'lee.js', 'park.js');
  if (!assignment) throw new Error('no assignment');
  const [wanted] = await node({ assignment, files, format: 'csv' }, cleaners);
  expect((await program('policy.json', 'kim.json', 'lee.js', 'park.js')).stdout).toBe(wanted?.text);
  cleaners.client.close();
});

test('an assignment or a file that cannot be read is named, with the place', async () => {
  writeFileSync(join(folder, 'bad.yaml'), 'assignment: A\nparts: [{ lesson: bats }]');
  put({ 'one.json': '', 'two.json': '' });
  const said = async (...args: string[]) => {
    const { code, stdout, stderr } = await program(...args);
    expect(stdout).toBe('');
    return [code, stderr];
  };
  expect(await said('bad.yaml', 'one.json')).toEqual([
    2,
    expect.stringMatching(/bad\.yaml:2:\d+: assignment.*the course has no lesson "bats"/),
  ]);
  expect(await said('none.yaml', 'one.json')).toEqual([2, expect.stringContaining('none.yaml')]);
  expect(await said('homework.yaml', 'one.json', 'two.json', '--format', 'junit')).toEqual([
    2,
    expect.stringContaining('--out FOLDER'),
  ]);
  expect(await said('homework.yaml', 'one.json', '--later', '2')).toEqual([
    2,
    expect.stringContaining('from 0 to 1'),
  ]);
  expect(await said('homework.yaml', 'one.json', '--format', 'xlsx')).toEqual([
    2,
    expect.stringContaining('prairielearn'),
  ]);
});

test('folders of students: every file has a row, whatever it is', async () => {
  const class2 = join(folder, 'class');
  for (const name of ['kim', 'lee', 'empty', 'oh']) mkdirSync(join(class2, name), { recursive: true });
  const [kim, lee] = await Promise.all(
    ['kim', 'lee'].map(async (id) => writeResult(await homework.taken(id, () => [true]))),
  );
  writeFileSync(join(class2, 'kim/answers.json'), kim ?? '');
  writeFileSync(join(class2, 'lee/answers.json'), lee ?? '');
  writeFileSync(join(class2, 'lee/.hidden'), '');
  symlinkSync('nowhere', join(class2, 'oh/answers.json'));
  symlinkSync('..', join(class2, 'oh/round'));
  // Latin 1: no file of this name in UTF-8.
  writeFileSync(Buffer.from(`${class2}/oh/r\xe9sultat.json`, 'latin1'), kim?.replace('kim', 'oh') ?? '');
  symlinkSync('/dev/zero', join(class2, 'oh/endless'));
  const { stdout, stderr, code } = await program('homework.yaml', 'class', 'none.json');
  expect([code, stderr]).toEqual([2, expect.stringContaining('none.json')]);
  const rows = csvParseRows(stdout).slice(1);
  expect(rows.map(([student, file, state]) => [student, file, state])).toEqual([
    ['', 'class/empty', 'unread'],
    ['kim', 'class/kim/answers.json', 'graded'],
    ['lee', 'class/lee/answers.json', 'graded'],
    ['', 'class/oh/answers.json', 'unread'],
    ['', 'class/oh/endless', 'unread'],
    ['', 'class/oh/round', 'unread'],
    ['oh', 'class/oh/r\ufffdsultat.json', 'graded'],
    ['', 'none.json', 'unread'],
  ]);
  for (const row of rows.filter(([, , state]) => state === 'unread'))
    expect(row[9]).toMatch(/the file cannot be read: ./);
  const out = join(folder, 'class-out');
  await program('homework.yaml', 'class', '--format', 'gradescope', '--out', out);
  expect(readdirSync(out).sort()).toEqual([
    ...['empty.json', 'kim-answers.json', 'lee-answers.json', 'oh-answers.json'],
    ...['oh-endless.json', 'oh-round.json', 'oh-r\ufffdsultat.json'].sort(),
  ]);
});

test('an autograder gets its one report, whatever was handed in', async () => {
  const one = await homework.taken('kim', () => [false]);
  const two = { ...(await homework.taken('kim', () => [true])), saved: one.saved + 1 };
  const handed = join(folder, 'submission');
  const out = join(folder, 'results/results.json');
  const report = async (files: Record<string, string>, format = 'gradescope') => {
    rmSync(handed, { recursive: true, force: true });
    rmSync(out, { force: true });
    mkdirSync(handed);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(handed, name), text);
    const { code, stdout } = await program(
      'homework.yaml',
      'submission',
      '--format',
      format,
      '--out',
      'results/results.json',
    );
    expect([code, stdout]).toEqual([0, '']);
    return JSON.parse(readFileSync(out, 'utf8'));
  };
  const full = homework.questions;
  const [worse, better] = [writeResult(one), writeResult(two)];
  const several: Record<string, string>[] = [
    { 'a.json': better },
    { 'a.json': better, 'b.json': worse, 'README.md': 'Hello' },
  ];
  for (const files of several) {
    const { tests } = await report(files);
    expect(tests.reduce((sum: number, { score }: { score: number }) => sum + score, 0)).toBe(full);
  }
  expect(await report({ 'a.json': worse, 'b.json': better }, 'prairielearn')).toMatchObject({ score: 1 });
  expect(await report({})).toMatchObject({ score: 0, output: expect.stringContaining('no file') });
  const foreign = writeResult({ ...one, assignment: '0', title: 'Homework 1' });
  const neither = { 'a.json': foreign, 'b.json': '' };
  expect(await report(neither)).toMatchObject({ output: expect.stringContaining('Homework 1') });
  expect(await report(neither, 'prairielearn')).toMatchObject({ gradable: false });
  // A file that was named and is not there: the report says so, and so does the exit status.
  const { code, stderr } = await program(
    ...['homework.yaml', 'answers.json', '--format', 'classroom50', '--out', 'results/results.json'],
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('answers.json')]);
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ score: 0, owner: 'answers.json' });
});

test('the owner of a submission is of a submission only', async () => {
  put({ 'kim.json': writeResult(await homework.taken('kim', () => [true])), 'lee.json': '' });
  const shell = { USERNAME: 'root', OWNER: 'root', CLASSROOM: '', SUBMISSION_TAG: '' };
  const owner = async (env: Record<string, string>, ...files: string[]) => {
    const args = ['homework.yaml', ...files, '--format', 'classroom50', '--out', 'owned'];
    await programIn(env, ...args);
    return JSON.parse(readFileSync(join(folder, 'owned/kim.json'), 'utf8')).owner;
  };
  expect(await owner(shell, 'kim.json')).toBe('kim');
  expect(await owner({ ...shell, SUBMISSION_TAG: 'submit/1' }, 'kim.json')).toBe('root');
  expect(await owner({ ...shell, CLASSROOM: 'os' }, 'kim.json')).toBe('root');
  expect(await owner({ ...shell, CLASSROOM: 'os' }, 'kim.json', 'lee.json')).toBe('kim');
});

/** The static program, which `npm run test:deep` builds; as root it is run where there is nothing else. */
const { LAB_GRADER = '' } = process.env;

test.runIf(LAB_GRADER && process.getuid?.() === 0)(
  'a class of 100 is graded within a minute by a file that is alone in its root, as Node grades it',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'ftl-lab-root-'));
    const { files } = await homework.handedIn(100);
    mkdirSync(join(root, 'in'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'in', name), text);
    writeFileSync(join(root, 'homework.yaml'), HOMEWORK);
    copyFileSync(LAB_GRADER, join(root, 'ftl-lab'));
    const began = performance.now();
    const args = [root, '/ftl-lab', 'grade', '/homework.yaml', '/in'];
    const { stdout } = await promisify(execFile)('chroot', args, { maxBuffer: 64 << 20 });
    expect(performance.now() - began).toBeLessThan(60_000);
    const handed = Object.entries(files).map(([path, text]) => ({ path, text }));
    handed.sort((a, b) => (a.path < b.path ? -1 : 1));
    const assignment = { path: 'homework.yaml', text: HOMEWORK };
    const [wanted] = await node({ assignment, files: handed, format: 'csv' }, homework);
    expect(stdout).toBe(wanted?.text);
    rmSync(root, { recursive: true });
  },
);
