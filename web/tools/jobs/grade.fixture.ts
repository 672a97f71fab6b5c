/** `ftl-lab grade` as a person runs it, in a folder of its own, and the same grader in Node. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { type Class, classOf, HOMEWORK } from '../../lesson/assignment/class.fixture';
import { gradeHandedIn, type HandedIn } from '../../lesson/assignment/handed-in';
import { nodeRounds } from '../../lesson/play/node-engine';
import { nodePolicies } from '../../lesson/policy/node-policies';
import { bundleGrader } from './grade.mjs';

const RUST = join(import.meta.dirname, '../../../wasm-sim');
const EXE = process.platform === 'win32' ? 'ftl-lab.exe' : 'ftl-lab';
export const PROGRAM = join(process.env.CARGO_TARGET_DIR ?? join(RUST, 'target'), 'debug', EXE);

/** A lesson of one's own, in which a policy is written. */
export const POLICY = JSON.stringify({
  assignment: 'A cleaner',
  parts: [
    {
      name: 'ours',
      text: readFileSync(join(import.meta.dirname, '../../lesson/testdata/policy.md'), 'utf8'),
    },
  ],
  seed: 'winter',
});

export let folder: string;
export let homework: Class;

/** To be called by each file of tests: files that share a worker share this module, whose own hooks would run for the first alone. */
export function prepareGrading(): void {
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
}

/** The output of the program and its exit status. */
export async function program(...args: string[]) {
  return programIn({}, ...args);
}

/** With more variables, as an autograder sets them. */
export async function programIn(more: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, ...more };
  const run = promisify(execFile)(PROGRAM, ['grade', ...args], { cwd: folder, env, maxBuffer: 64 << 20 });
  return run.then(
    ({ stdout }) => ({ stdout, stderr: '', code: 0 }),
    ({ stdout, stderr, code }) => ({ stdout, stderr, code }),
  );
}

export const put = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return Object.keys(files);
};
export const read = (...names: string[]) =>
  names.map((name) => ({ path: name, text: readFileSync(join(folder, name), 'utf8') }));

/** A text as a file of it has it: half of a character is none. */
export const written = (text: string) => Buffer.from(text).toString();

/** The same by Node. */
export async function node(asked: Pick<HandedIn, 'assignment' | 'files' | 'format'>, { client }: Class) {
  const graded = await gradeHandedIn(
    { ...asked, single: false, later: 0.5, submission: {} },
    { client, challenges: nodeRounds, policies: nodePolicies },
  );
  if ('faults' in graded) throw new Error(graded.faults.join());
  return graded.written;
}
