// @ts-check
// `npm run mutants [-- NAME...]`: breaks one rule of the project after another, as wasm-sim/mutants.json lists them, and says
// which of them no test notices. `npm run test:deep` does the same with lessons/mutants.json: there the lesson must fail. Each is broken in a copy of the tree in a temporary folder, never in the tree itself.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesBelow } from '../stamp.mjs';
import { ask, Failure, ROOT, RUST } from '../step.mjs';

/**
 * A rule to break.
 *
 * @typedef {object} Mutant
 * @property {string} name the rule as it reads when it is broken
 * @property {string} file the file, or a folder that has it, from the root of the project
 * @property {string} find what is there, exactly once
 * @property {string} replace what is put in its place
 * @property {string} test the cheapest command that must fail then: `cargo test ...` in wasm-sim/, `vitest run ...`, or `lesson NN-name`
 */

/** @returns {Mutant[]} */
export function readMutants() {
  return JSON.parse(readFileSync(join(RUST, 'mutants.json'), 'utf8'));
}

/** The rules that lessons teach: a lesson fails when its rule is broken. @returns {Mutant[]} */
export function readLessonMutants() {
  /** @type {(Omit<Mutant, 'test'> & { lesson: string })[]} */
  const listed = JSON.parse(readFileSync(join(ROOT, 'lessons', 'mutants.json'), 'utf8'));
  return listed.map(({ lesson, ...mutant }) => ({ ...mutant, test: `lesson ${lesson}` }));
}

/**
 * The files that hold the text of a rule, one for each time that it is there. A rule with another number than one is outdated.
 *
 * @param {Mutant} mutant @returns {string[]}
 */
export function placesOf({ file, find }, root = ROOT) {
  return filesBelow(join(root, file)).flatMap((path) =>
    Array(readFileSync(path, 'utf8').split(find).length - 1).fill(path),
  );
}

/** A broken rule may keep a test from ending. Such a test has noticed. */
const MINUTES = 5;
/** The first build on a machine with other work. */
const BUILD_MINUTES = 30;
/** Made by the build and not in git, but some tests of web/ load it. */
const BUILT = ['web/i18n/compiled', 'web/protocol/pkg'];

/** The outcome of a test command. @typedef {'passed' | 'failed' | 'hangs' | 'not built' | 'no test'} Outcome */

/** Runs the mutants of a list whose names contain one of `names`, or all of them. @param {string[]} names */
export async function mutants(names, all = [...readMutants(), ...readLessonMutants()]) {
  // Those of lessons last: they leave a broken engine behind in the copy, and tests of web/ would load it.
  const chosen = all.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
  if (chosen.length === 0)
    throw new Failure(
      'no mutant has such a name',
      'wasm-sim/mutants.json and lessons/mutants.json list their names',
    );
  const copy = await copyTree();
  try {
    const faults = await breakEach(copy, chosen);
    console.log(`\n${chosen.length - faults} of ${chosen.length} broken rules are noticed`);
    if (faults > 0) throw new Failure(`${faults} are not`, 'write a test that fails, or mend the list');
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** @param {string} copy @param {Mutant[]} chosen */
async function breakEach(copy, chosen) {
  /** The tests' verdict on the tree as it is: those that fail anyway notice nothing. @type {Map<string, Outcome>} */
  const before = new Map();
  for (const { test } of chosen) {
    if (before.has(test)) continue;
    const { outcome, said } = await runTest(copy, test);
    before.set(test, outcome);
    if (outcome !== 'passed') console.log(`${said}\n${outcome.toUpperCase()} with nothing broken: ${test}`);
  }
  let faults = 0;
  for (const mutant of chosen) {
    const started = performance.now();
    const verdict =
      placesOf(mutant, copy).length !== 1
        ? 'stale'
        : before.get(mutant.test) !== 'passed'
          ? 'fails anyway'
          : await breakOne(copy, mutant);
    const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
    if (!verdict.startsWith('noticed')) faults += 1;
    console.log(`${verdict.padEnd(16)} ${seconds} s  ${mutant.name}`);
  }
  return faults;
}

/** @param {string} copy @param {Mutant} mutant */
async function breakOne(copy, mutant) {
  const { find, replace, test } = mutant;
  const [path = ''] = placesOf(mutant, copy);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  try {
    const { outcome } = await runTest(copy, test);
    return {
      passed: 'NOT NOTICED',
      failed: 'noticed',
      hangs: 'noticed: hangs',
      'not built': 'does not build',
      'no test': 'no test',
    }[outcome];
  } finally {
    writeFileSync(path, whole);
  }
}

/** The files of the tree that git knows or would add, and what tests need beside them. */
async function copyTree() {
  // The same place each time: cargo knows packages by their path.
  const copy = join(
    tmpdir(),
    `ftl-lab-mutants-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`,
  );
  if (existsSync(copy)) {
    const pid = Number(readFileSync(join(copy, 'pid'), 'utf8'));
    if (isAlive(pid)) throw new Failure(`process ${pid} is breaking rules already, in ${copy}`);
    rmSync(copy, { recursive: true, force: true });
  }
  mkdirSync(copy);
  writeFileSync(join(copy, 'pid'), String(process.pid));
  const listed = await ask('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  if (listed === undefined) throw new Failure('git does not list the files of the project');
  for (const file of listed.split('\0')) {
    // A file that is deleted and not yet committed is listed too.
    if (file === '' || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    // With new times: cargo must not take what an earlier run has built of a broken rule for up to date.
    copyFileSync(join(ROOT, file), join(copy, file));
  }
  for (const folder of BUILT) {
    if (existsSync(join(ROOT, folder))) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

function isAlive(/** @type {number} */ pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {string} copy @param {string} test @returns {Promise<{ outcome: Outcome, said: string }>} */
async function runTest(copy, test) {
  const [program, ...args] = test.split(' ');
  if (program === 'vitest') return runVitest(copy, args);
  if (program === 'lesson') return runLesson(copy, args[0] ?? '');
  const [verb = '', ...rest] = args;
  const cargo = (/** @type {string[]} */ ...more) =>
    start('cargo', [verb, '--locked', '--quiet', ...more, ...rest], join(copy, 'wasm-sim'));
  // A refusal of the compiler says nothing of the tests.
  const built = await cargo('--no-run');
  if (built.ended !== 0) return { outcome: 'not built', said: built.said };
  const { ended, said } = await cargo();
  if (ended !== 0) return { outcome: ended === 'late' ? 'hangs' : 'failed', said };
  const passed = [...said.matchAll(/(\d+) passed/g)].reduce((sum, [, n]) => sum + Number(n), 0);
  return { outcome: passed > 0 ? 'passed' : 'no test', said };
}

/** Builds the engine's module and checks a lesson with it. @param {string} copy @param {string} name */
async function runLesson(copy, name) {
  const xtask = ['run', '--locked', '--quiet', '-p', 'xtask', '--', 'wasm', 'engine', 'dev'];
  const built = await start('cargo', xtask, join(copy, 'wasm-sim'), BUILD_MINUTES);
  if (built.ended !== 0) return { outcome: /** @type {Outcome} */ ('not built'), said: built.said };
  const check = `import { lesson } from './web/tools/jobs/lesson.mjs';
await lesson(['check', 'lessons/${name}/lesson.md']);`;
  const { ended, said } = await start(process.execPath, ['--input-type=module', '--eval', check], copy);
  /** @type {Outcome} */
  const outcome = ended === 'late' ? 'hangs' : ended === 0 ? 'passed' : 'failed';
  return { outcome, said };
}

/** @param {string} copy @param {string[]} args @returns {Promise<{ outcome: Outcome, said: string }>} */
async function runVitest(copy, args) {
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args, '--reporter=json'];
  const { ended, said } = await start(process.execPath, vitest, copy);
  if (ended === 'late') return { outcome: 'hangs', said };
  const count = (/** @type {string} */ key) => Number(new RegExp(`"${key}":\\s*(\\d+)`).exec(said)?.[1] ?? 0);
  if (count('numFailedTests') > 0) return { outcome: 'failed', said };
  if (ended !== 0) return { outcome: 'not built', said };
  return { outcome: count('numPassedTests') > 0 ? 'passed' : 'no test', said };
}

/**
 * Runs a command to its end, or for some minutes: then it and all that it has started is ended.
 *
 * @param {string} command @param {string[]} args @param {string} cwd @param {number} minutes
 * @returns {Promise<{ ended: number | null | 'late', said: string }>}
 */
function start(command, args, cwd, minutes = MINUTES) {
  // A target folder of its own: what is built here is broken. Warnings are no faults: half a rule leaves names unused.
  const env = {
    ...process.env,
    CARGO_TARGET_DIR: join(RUST, 'target', 'mutants'),
    RUSTFLAGS: '--cap-lints=warn',
    VITEST: 'true',
  };
  return new Promise((resolve, reject) => {
    const grouped = process.platform !== 'win32';
    const child = spawn(command, args, { cwd, env, detached: grouped, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let late = false;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    const stop = () => {
      if (grouped && child.pid) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    };
    const timer = setTimeout(() => {
      late = true;
      stop();
    }, minutes * 60_000);
    process.once('exit', stop);
    child.on('error', (error) => reject(new Failure(`${command} could not be started: ${error.message}`)));
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', stop);
      resolve({ ended: late ? 'late' : code, said });
    });
  });
}
