// @vitest-environment node
/** `ftl-lab grade` is the same grader as the page's and Node's: the same bytes from the same files. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Class, classOf, HOMEWORK } from '../../lesson/assignment/class.fixture';
import { gradeHandedIn, type HandedIn } from '../../lesson/assignment/handed-in';
import { FORMATS } from '../../lesson/assignment/report';
import { writeResult } from '../../lesson/assignment/result';
import { nodeRounds } from '../../lesson/play/node-engine';
import { nodePolicies } from '../../lesson/policy/node-policies';
import { bundleGrader } from './grade.mjs';

const RUST = join(import.meta.dirname, '../../../wasm-sim');
const EXE = process.platform === 'win32' ? 'ftl-lab.exe' : 'ftl-lab';
const PROGRAM = join(process.env.CARGO_TARGET_DIR ?? join(RUST, 'target'), 'debug', EXE);
/** A chart of a closed form, and a trace of the course. */
const MORE = `
assignment: More
parts: [{ lesson: hot-cold }, { lesson: trace }]
seed: spring
`;

let folder: string;
let homework: Class;

beforeAll(async () => {
  await bundleGrader();
  execFileSync('cargo', ['native-test', '--no-run', '--test', 'command_line'], {
    cwd: RUST,
    stdio: 'inherit',
  });
  folder = mkdtempSync(join(tmpdir(), 'ftl-lab-grade-'));
  homework = await classOf(HOMEWORK);
  writeFileSync(join(folder, 'homework.yaml'), HOMEWORK);
}, 300_000);
afterAll(() => {
  homework.client.close();
  rmSync(folder, { recursive: true });
});

/** The output of the program and its exit status. */
async function program(...args: string[]) {
  const run = promisify(execFile)(PROGRAM, ['grade', ...args], { cwd: folder, maxBuffer: 64 << 20 });
  return run.then(
    ({ stdout }) => ({ stdout, stderr: '', code: 0 }),
    ({ stdout, stderr, code }) => ({ stdout, stderr, code }),
  );
}

const put = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return Object.keys(files);
};
const read = (...names: string[]) =>
  names.map((name) => ({ path: name, text: readFileSync(join(folder, name), 'utf8') }));

/** A text as a file of it has it: half of a character is none. */
const written = (text: string) => Buffer.from(text).toString();

/** The same by Node. */
async function node(asked: Pick<HandedIn, 'assignment' | 'files' | 'format'>, { client }: Class) {
  const graded = await gradeHandedIn(
    { ...asked, later: 0.5, submission: {} },
    { client, challenges: nodeRounds, policies: nodePolicies },
  );
  if ('faults' in graded) throw new Error(graded.faults.join());
  return graded.written;
}

test('right, wrong, late, cheating, cut and strange files: every format, byte for byte', async () => {
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
  for (const format of FORMATS) {
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
}, 60_000);

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
  expect(await said('homework.yaml', 'none.json')).toEqual([2, expect.stringContaining('none.json')]);
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
