// @ts-check
// The starters in other languages (public/starters): each is built as its first lines say, and makes the choices of the starter in
// JavaScript. Part of `npm run test:deep`; a language whose compiler is not there is named and left out.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, ROOT } from '../step.mjs';

const FOLDER = join(ROOT, 'public/starters');
const OTHERS = [
  { file: 'window.rs', needs: ['rustc', '--version'], install: 'rustup' },
  { file: 'window.c', needs: ['wasm-ld', '--version'], install: 'clang and lld' },
  { file: 'window.as.ts', needs: ['npx', '--version'], install: 'Node.js' },
];
/** Hot and cold writes, uniform ones, and a device that begins empty. */
const SCENARIOS = [
  {
    workload: { kind: 'hot_cold', r: 0.9, f: 0.1, requests: 20_000 },
    precondition: [{ kind: 'sequential' }],
  },
  { workload: { kind: 'uniform', requests: 20_000 }, precondition: [{ kind: 'sequential' }] },
  { workload: { kind: 'zipf', theta: 0.9, requests: 20_000 } },
];

/**
 * @param {string} lab the command line
 * @returns {string} the languages that were built, and what is missing for the others
 */
export function starters(lab) {
  const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-starters-'));
  try {
    const notes = [];
    const wanted = choicesOf(lab, join(ROOT, 'web/views/policy/starters/window.js'), folder);
    for (const { file, needs, install } of OTHERS) {
      const [program = '', ...args] = needs;
      if (!runs(program, args)) {
        notes.push(`${file} left out: install ${install}`);
        continue;
      }
      const built = build(file, folder);
      if (choicesOf(lab, built, folder) !== wanted)
        throw new Failure(`${file} does not make the choices of window.js`, 'compare the two line by line');
      notes.push(file);
    }
    return notes.join(', ');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} program @param {string[]} args */
function runs(program, args) {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The last command of the file's first lines, in a folder of its own. @param {string} file @param {string} folder */
function build(file, folder) {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const command = /^(?:\/\/!| \*|\/\/) ((?:rustc|clang|npx) .*)$/m.exec(text)?.[1];
  if (!command)
    throw new Failure(`${file} does not say how it is built`, 'write the command into its first lines');
  writeFileSync(join(folder, file), text);
  const [program = '', ...args] = command.split(' ');
  // Without a question whether to fetch the compiler.
  execFileSync(program, program === 'npx' ? ['--yes', ...args] : args, { cwd: folder, stdio: 'pipe' });
  return join(folder, 'window.wasm');
}

/** All choices on all scenarios, as a text. @param {string} lab @param {string} policy @param {string} folder */
function choicesOf(lab, policy, folder) {
  const scenario = join(folder, 'scenario.json');
  return SCENARIOS.map((given) => {
    const device = { blocks: 64, pages_per_block: 16, timing: 'slides' };
    const ftl = { kind: 'page', gc_policy: 'greedy' };
    writeFileSync(
      scenario,
      JSON.stringify({ format: 1, seed: 1, device, spare_factor: 0.12, ftl, ...given }),
    );
    const said = execFileSync(lab, ['policy', 'run', policy, scenario, '--json'], { maxBuffer: 1 << 28 });
    const { choices, state_hash } = JSON.parse(said.toString());
    if (choices.length === 0)
      throw new Failure(`${policy} decides as the scheme does`, 'give it more to decide');
    return JSON.stringify([choices, state_hash]);
  }).join('\n');
}
