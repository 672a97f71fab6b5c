// @ts-check
// Every npm script of this project: `node web/tools/lab.mjs <command>`. Node built-ins only at the top, so
// that `npm start` and `npm test` work before anything is installed.

import { portFrom, serve } from './serve.mjs';
import { setUp } from './setup.mjs';
import { Failure, finish, keepGoing, RUST, run, runPackage, step } from './step.mjs';

const [command = '', ...args] = process.argv.slice(2);

/** @type {Record<string, () => Promise<void>>} */
const COMMANDS = {
  start: async () => {
    await buildAll();
    await step('Serve the page', async () => {
      const address = await serve({ port: portFrom(args, 4173), orNext: true });
      return `FTL Lab is at ${address} (Ctrl-C stops it)`;
    });
  },

  build: async () => buildAll(),

  dev: async () => {
    await setUp({ rust: true });
    await wasmAndMessages();
    const { dev } = await import('./dev.mjs');
    await dev();
  },

  test: async () => {
    const { test } = await import('./test.mjs');
    // `npm test -- --keep-going` names every failing step instead of ending at the first.
    if (args.includes('--keep-going')) keepGoing();
    await test();
    finish();
  },

  'test:deep': async () => {
    const { checkPython, installAndTestPython } = await import('./jobs/python.mjs');
    // It takes hours: `--keep-going` tells of every failing step in one run.
    const ofVitest = args.filter((arg) => arg !== '--keep-going');
    if (ofVitest.length < args.length) keepGoing();
    await checkPython();
    await buildAll();
    const { endToEnd, labProgram } = await import('./test.mjs');
    // Other cases than those of `npm test`; the same again with the seed that is printed.
    const { SEED = String(Date.now()), PROPTEST_CASES = '1024' } = process.env;
    console.log(`Property tests of Rust draw from SEED=${SEED}.`);
    const env = { DEEP: '1', PROPTEST_CASES, PROPTEST_RNG_SEED: SEED };
    const tests = [
      'test',
      '--locked',
      '--profile',
      'deep',
      '--workspace',
      '--exclude',
      'wasm',
      '--exclude',
      'xtask',
    ];
    await step('Long Rust tests', () =>
      run('cargo', [...tests, '--', '--include-ignored'], { cwd: RUST, env }),
    );
    const { buildGrader } = await import('./jobs/grade.mjs');
    const grader = process.platform === 'linux' && process.arch === 'x64' ? await buildGrader() : '';
    await step('Long unit tests', () =>
      runPackage('vitest/vitest.mjs', ['run', ...ofVitest], { env: { ...env, LAB_GRADER: grader } }),
    );
    // With the cases that `npm test` leaves out: every state of a screen in every theme, size and language; a long Play; a sweep of a
    // thousand runs; every step of every lecture.
    await endToEnd([], env);
    // Students of a school have what its machines have: every feature works there. That all cases of a screen are laid out alike, one
    // browser shows.
    await endToEnd([], {}, true);
    const { starters } = await import('./jobs/starters.mjs');
    await step('Policies in Rust, C and AssemblyScript', async () => starters(labProgram()));
    const { browsers } = await import('./jobs/browsers.mjs');
    await browsers([]);
    await installAndTestPython(env);
    const { mutants, readLessonMutants } = await import('./jobs/mutants.mjs');
    await step('Broken rules that lessons notice', () => mutants([], readLessonMutants()));
    finish();
  },

  bench: async () => {
    // `npm run bench -- page [--minutes N]`: only how smoothly the page plays.
    if (args[0] === 'page') return benchThePage(args.slice(1));
    // `npm run bench -- trace [--mb N]`: only a large trace through the page.
    if (args[0] === 'trace') return benchTheTrace(args.slice(1));
    // `npm run bench -- wasm [FTL]`: only the engine in wasm next to native.
    if (args[0] === 'wasm') {
      await setUp({ rust: true });
      return benchTheEngine(args[1]);
    }
    // `npm run bench -- policy`: only a policy in JavaScript beside the built-in one.
    if (args[0] === 'policy') return benchThePolicy();
    // `npm run bench -- start [--runs N]`: only how soon a first step is taken.
    if (args[0] === 'start') return benchTheStart(args.slice(1));
    const { hugePages } = await import('./bench/bench.mjs');
    const env = hugePages();
    const { GLIBC_TUNABLES } = { ...process.env, ...env };
    console.log(
      `Native benches run with ${GLIBC_TUNABLES ? `GLIBC_TUNABLES=${GLIBC_TUNABLES}` : 'the usual memory'}`,
    );
    // `npm run bench -- lighthouse [--runs N]`: the scores of the production build in Lighthouse.
    if (args[0] === 'lighthouse') {
      await buildAll();
      const { lighthouse } = await import('./bench/bench-lighthouse.mjs');
      await step('Lighthouse', () => lighthouse(args.slice(1)));
      return;
    }
    await setUp({ rust: true });
    await step('Benchmarks', () =>
      run('cargo', ['bench', '--workspace', '--exclude', 'wasm', '--exclude', 'xtask', ...args], {
        cwd: RUST,
        env,
      }),
    );
    if (args.length > 0) return; // a part of the native benches was asked for
    await benchTheEngine();
    const { importSpeed } = await import('./bench/bench.mjs');
    await step('Import of traces in wasm', importSpeed);
    await benchThePolicy();
    await benchTheStart([]);
    await benchThePage([]);
    await benchTheTrace([]);
  },

  wasm: async () => {
    const { buildWasm } = await import('./wasm.mjs');
    await step('Build the engine', () => buildWasm());
  },

  messages: async () => {
    const { compileMessages } = await import('./messages.mjs');
    await step('Compile the messages', compileMessages);
  },

  gen: async () => {
    const { generateTypes } = await import('./types.mjs');
    await step('Write the protocol types', generateTypes);
  },

  unit: async () => {
    await COMMANDS.messages?.();
    // Without a filter the answer must come soon: the tests that play whole lessons are left out.
    const which = args.length > 0 ? args : ['--project', 'lab*'];
    await step('Unit tests', () => runPackage('vitest/vitest.mjs', ['run', ...which]));
  },

  fix: async () => {
    const { formatRust } = await import('./jobs/format-rust.mjs');
    await step('Format the Rust code', () => formatRust(false));
  },

  prose: async () => {
    const { prose } = await import('./prose/prose.mjs');
    await step('The English', () => prose(args));
  },

  lesson: async () => {
    const { lesson } = await import('./jobs/lesson.mjs');
    await lesson(args);
  },

  grade: async () => {
    const { grade } = await import('./jobs/grade.mjs');
    await grade(args);
  },

  grader: async () => {
    await setUp({ rust: true });
    const { buildGrader } = await import('./jobs/grade.mjs');
    await buildGrader();
  },

  charts: async () => {
    await COMMANDS.messages?.();
    const { charts } = await import('./jobs/charts.mjs');
    await charts(args);
  },

  font: async () => {
    const { cutKoreanFont } = await import('./text/korean-font.mjs');
    await step('Cut the Korean font', cutKoreanFont);
  },

  pictures: async () => {
    await buildAll();
    const { takePictures } = await import('./jobs/pictures.mjs');
    await step('Take the pictures', () => takePictures(args));
  },

  mutants: async () => {
    await setUp({ rust: true });
    await wasmAndMessages();
    const { mutants } = await import('./jobs/mutants.mjs');
    await mutants(args);
  },

  size: async () => {
    const { checkSize } = await import('./size.mjs');
    await step('Check the size', checkSize);
  },

  browsers: async () => {
    const { browsers } = await import('./jobs/browsers.mjs');
    await buildAll();
    await browsers(args);
  },

  e2e: async () => {
    const { endToEnd } = await import('./test.mjs');
    await buildAll();
    await endToEnd(args);
  },
};

/** @param {string} [ftl] */
async function benchTheEngine(ftl) {
  const { buildWasm } = await import('./wasm.mjs');
  const { compareSpeed } = await import('./bench/bench.mjs');
  await step('Build the engine', () => buildWasm());
  await step('Wasm next to native', () => compareSpeed(ftl));
}
async function benchThePolicy() {
  await setUp({ rust: true });
  await step('Policies', () =>
    run(process.execPath, [new URL('./bench/bench-policy.mjs', import.meta.url).pathname]),
  );
}

async function benchTheStart(/** @type {string[]} */ options) {
  await buildAll();
  const { benchStart } = await import('./bench/bench-start.mjs');
  await step('Take a first step', () => benchStart(options));
}

async function benchThePage(/** @type {string[]} */ options) {
  await buildAll();
  const { benchPage } = await import('./bench/bench-page.mjs');
  await step('Play a million pages', () => benchPage(options));
}

async function benchTheTrace(/** @type {string[]} */ options) {
  await buildAll();
  const { benchTrace } = await import('./bench/bench-trace.mjs');
  await step('Import a large trace', () => benchTrace(options));
}

async function wasmAndMessages() {
  const { buildWasm } = await import('./wasm.mjs');
  const { compileMessages } = await import('./messages.mjs');
  await step('Build the engine', () => buildWasm());
  await step('Compile the messages', compileMessages);
}

async function buildAll() {
  await setUp({ rust: true });
  await wasmAndMessages();
  await step('Build the page', async () => {
    await runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { quiet: true });
  });
}

const chosen = COMMANDS[command];
try {
  if (!chosen)
    throw new Failure(`unknown command "${command}"`, `one of: ${Object.keys(COMMANDS).join(', ')}`);
  await chosen();
  // A server that a command started for itself would go on.
  if (command !== 'start' && command !== 'dev') process.exit(0);
} catch (error) {
  console.error(
    error instanceof Failure ? `${error.message}${error.remedy ? `\nRemedy: ${error.remedy}` : ''}` : error,
  );
  process.exit(1);
}
