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
    await setUp({ rust: true });
    await wasmAndMessages();
    const env = { DEEP: '1', PROPTEST_CASES: process.env.PROPTEST_CASES ?? '4096' };
    await step('Long Rust tests', () =>
      run(
        'cargo',
        [
          'test',
          '--release',
          '--workspace',
          '--exclude',
          'wasm',
          '--exclude',
          'xtask',
          '--',
          '--include-ignored',
        ],
        { cwd: RUST, env },
      ),
    );
    await step('Long unit tests', () => runPackage('vitest/vitest.mjs', ['run', ...args], { env }));
    finish();
  },

  bench: async () => {
    // `npm run bench -- page [--minutes N]`: only how smoothly the page plays.
    if (args[0] === 'page') return benchThePage(args.slice(1));
    // `npm run bench -- trace [--mb N]`: only a large trace through the page.
    if (args[0] === 'trace') return benchTheTrace(args.slice(1));
    await setUp({ rust: true });
    await step('Benchmarks', () =>
      run('cargo', ['bench', '--workspace', '--exclude', 'wasm', '--exclude', 'xtask', ...args], {
        cwd: RUST,
      }),
    );
    if (args.length > 0) return; // a part of the native benches was asked for
    const { buildWasm } = await import('./wasm.mjs');
    const { compareSpeed, importSpeed } = await import('./bench.mjs');
    await step('Build the engine', () => buildWasm());
    await step('Wasm next to native', compareSpeed);
    await step('Import of traces in wasm', importSpeed);
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
    await step('Unit tests', () => runPackage('vitest/vitest.mjs', ['run', ...args]));
  },

  lesson: async () => {
    const { lesson } = await import('./lesson.mjs');
    await lesson(args);
  },

  pictures: async () => {
    await buildAll();
    const { takePictures } = await import('./pictures.mjs');
    await step('Take the pictures', () => takePictures(args));
    process.exit(0); // the server would go on
  },

  size: async () => {
    const { checkSize } = await import('./size.mjs');
    await step('Check the size', checkSize);
  },

  e2e: async () => {
    const { endToEnd } = await import('./test.mjs');
    await buildAll();
    await endToEnd(args);
  },
};

async function benchThePage(/** @type {string[]} */ options) {
  await buildAll();
  const { benchPage } = await import('./bench-page.mjs');
  await step('Play a million pages', () => benchPage(options));
}

async function benchTheTrace(/** @type {string[]} */ options) {
  await buildAll();
  const { benchTrace } = await import('./bench-trace.mjs');
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
} catch (error) {
  console.error(
    error instanceof Failure ? `${error.message}${error.remedy ? `\nRemedy: ${error.remedy}` : ''}` : error,
  );
  process.exit(1);
}
