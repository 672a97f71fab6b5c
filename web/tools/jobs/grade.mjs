// @ts-check
// `npm run grade -- ASSIGNMENT FILES`, and `npm run grader`, which builds the command line with the grader in it as one file that
// needs nothing else. The grader is the page's own TypeScript: Vite makes one script of it and of the lessons, and `ftl-lab` takes
// that in when it is built (wasm-sim/crates/cli/build.rs).

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, Failure, ROOT, RUST, run, step } from '../step.mjs';

const GRADER = join(ROOT, 'web/lesson/grader');
const SCRIPT = join(RUST, 'crates/cli/grader/grader.js');
const TARGET = process.env.CARGO_TARGET_DIR ?? join(RUST, 'target');
const EXE = process.platform === 'win32' ? 'ftl-lab.exe' : 'ftl-lab';
/** A system whose programs need no library: they run in an empty image. */
const STATIC = 'x86_64-unknown-linux-musl';
const BUILD = ['build', '--locked', '--quiet', '--release', '-p', 'cli'];

/** Makes the script. One that is the same is left alone: nothing is compiled again. */
export async function bundleGrader() {
  const { build } = await import('vite');
  const { NODE_ENV } = process.env;
  const built = await build({
    configFile: false,
    root: join(ROOT, 'web'),
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: 'models-of-the-host',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('/protocol/models') ? join(GRADER, 'models.ts') : null),
      },
      {
        // Answers and their keys are the same in every language.
        name: 'english-only',
        enforce: 'pre',
        load: (id) => (/\.ko\.md(\?|$)/.test(id) ? 'export default ""' : null),
      },
    ],
    // Packages as a worker gets them: without Node, and without a document.
    ssr: {
      noExternal: true,
      target: 'webworker',
      resolve: { conditions: ['worker', 'browser', 'module', 'import', 'default'] },
    },
    build: {
      write: false,
      ssr: join(GRADER, 'grader.ts'),
      target: 'es2022',
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  // Vite leaves its own, under which React is built for production: tests that start after this one would fail.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  const outputs = Array.isArray(built) ? built : [built];
  const [chunk] = outputs.flatMap((output) => ('output' in output ? output.output : []));
  if (chunk?.type !== 'chunk') throw new Failure('the grader was not built');
  if (!existsSync(SCRIPT) || readFileSync(SCRIPT, 'utf8') !== chunk.code) writeFileSync(SCRIPT, chunk.code);
  return `${Math.round(chunk.code.length / 1000)} kB`;
}

/** @param {string[]} args */
export async function grade(args) {
  await bundleGrader();
  await run('cargo', BUILD, { cwd: RUST });
  await run(join(TARGET, 'release', EXE), ['grade', ...args]);
}

/** `npm run grader`: one static file, for images and for machines without Node. Returns its path. */
export async function buildGrader() {
  await step('Bundle the grader', bundleGrader);
  await step('Find a C compiler for static programs', findMusl);
  const path = join(TARGET, STATIC, 'release', EXE);
  await step('Build ftl-lab', async () => {
    await run('cargo', [...BUILD, '--target', STATIC], { cwd: RUST });
    return `${path}, ${(statSync(path).size / 1e6).toFixed(1)} MB`;
  });
  return path;
}

/** QuickJS is C. As root on Debian its compiler is installed. */
async function findMusl() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Failure('the static program is built on Linux on x86-64', 'Run `npm run grade` here.');
  const targets = await ask('rustup', ['target', 'list', '--installed'], RUST);
  if (!targets?.includes(STATIC)) await run('rustup', ['target', 'add', STATIC], { cwd: RUST, quiet: true });
  if (await ask('musl-gcc', ['--version'])) return 'it is there';
  const remedy = 'Install musl-tools (`apt-get install musl-tools` on Debian and Ubuntu), then run it again.';
  if (process.getuid?.() !== 0 || !(await ask('apt-get', ['--version'])))
    throw new Failure('there is no musl-gcc', remedy);
  await run('apt-get', ['update', '-qq'], { quiet: true, remedy });
  await run('apt-get', ['install', '-qq', '-y', '--no-install-recommends', 'musl-tools'], {
    quiet: true,
    remedy,
  });
  return 'musl-tools was installed';
}
