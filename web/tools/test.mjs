// @ts-check
// `npm test`: everything, in the order in which a fault is cheapest to find. The first failing step ends it, as soon as what
// runs beside it is done.

import { join } from 'node:path';
import { formatRust } from './jobs/format-rust.mjs';
import { setUp } from './setup.mjs';
import { ROOT, RUST, run, runPackage, sideBySide, step } from './step.mjs';

export async function test() {
  const cargo = (/** @type {string[]} */ ...args) => run('cargo', args, { cwd: RUST });
  await setUp({
    rust: true,
    withRust: async () => {
      await step('Rust formatting', () => formatRust(true));
      await step('Clippy', () =>
        cargo(
          'clippy',
          '--locked',
          '--quiet',
          '--workspace',
          '--all-targets',
          '--all-features',
          '--',
          '-D',
          'warnings',
        ),
      );
    },
  });
  const { buildWasm, XTASK } = await import('./wasm.mjs');
  const { compileMessages } = await import('./messages.mjs');
  const { bundleGrader } = await import('./jobs/grade.mjs');
  const { lesson } = await import('./jobs/lesson.mjs');
  const { prose } = await import('./prose/prose.mjs');
  const { checkSize } = await import('./size.mjs');
  const { testPythonIfThere } = await import('./jobs/python.mjs');

  // `ftl-lab` takes it in when it is compiled.
  await step('Bundle the grader', bundleGrader);
  // Linking the engine keeps one core busy, and so does linking the tests.
  await sideBySide(
    () => step('Compile the Rust tests', () => cargo('native-test', '--no-run')),
    async () => {
      await step('Rust import rules', () =>
        run('cargo', ['test', '--locked', '--quiet', '-p', 'xtask'], { cwd: RUST, env: XTASK }),
      );
      await step('Compile the messages', compileMessages);
      await step('Biome', () =>
        runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'], {
          remedy: '`npm run fix`',
        }),
      );
      await step('The English of every text', () => prose([]));
      await step('Build the engine', () => buildWasm());
      await step('TypeScript', () => runPackage('typescript/bin/tsc', ['--noEmit']));
      await step('Unused files, exports and packages (knip)', () => runPackage('knip/bin/knip.js', []));
    },
  );
  // Some unit tests start the command line, and would wait for a cargo that compiles.
  await sideBySide(
    () => step('Rust tests', () => cargo('native-test')),
    () => step('Unit tests', () => runPackage('vitest/vitest.mjs', ['run'])),
  );
  // Every lesson was checked by the unit tests; that the command does so, one tells.
  await step('The check of lessons', () => lesson(['check', join(ROOT, 'lessons/01-flash/lesson.md')]));
  // The lessons' check ran in this process and has left Vite's NODE_ENV, under which React is built for development.
  await step('Build the page', () =>
    runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } }),
  );
  await step('Check the size', checkSize);
  await endToEnd([]);
  await step('Python package', testPythonIfThere);
}

/** The command line, as the tests build it. */
export function labProgram() {
  const target = process.env.CARGO_TARGET_DIR ?? join(RUST, 'target');
  return join(target, 'debug', process.platform === 'win32' ? 'ftl-lab.exe' : 'ftl-lab');
}

/**
 * End-to-end tests on dist/, which must be built.
 *
 * @param {string[]} args for Playwright
 * @param {Record<string, string>} [more] of the environment
 * @param {boolean} [ofAYearAgo] in the browser of a year ago, where there is one, instead of the newest
 */
export async function endToEnd(args, more = {}, ofAYearAgo = false) {
  const { findBrowser, findBrowserOfAYearAgo, packagedBrowser } = await import('./browser.mjs');
  const { freePort } = await import('./serve.mjs');
  let browser = /** @type {import('./browser.mjs').Browser | undefined} */ (undefined);
  await step(ofAYearAgo ? 'Find the browser of a year ago' : 'Find the newest browser', async () => {
    browser = ofAYearAgo ? await findBrowserOfAYearAgo() : await findBrowser();
    return browser?.from ?? 'none: it is left out, because the npm registry has one for Linux on x64 only';
  });
  if (!browser) return;
  const pictures = await packagedBrowser();
  // Native numbers are compared with the page's.
  await step('Build the command line', () =>
    run('cargo', ['native-test', '--no-run', '--test', 'command_line'], { cwd: RUST }),
  );
  const env = {
    ...more,
    LAB_CLI: labProgram(),
    LAB_BROWSER: browser.path,
    LAB_BROWSER_ENV: JSON.stringify(browser.env),
    LAB_PICTURES: pictures?.path ?? '',
    LAB_PICTURES_ENV: JSON.stringify(pictures?.env ?? {}),
    LAB_PORT: String(await freePort()),
  };
  const config = join(ROOT, 'e2e', 'playwright.config.ts');
  // Tests tagged `@deep` are long (e2e/some-of.ts): an ordinary run leaves them out.
  const part = args.length > 0 ? [] : ['--grep-invert', more.DEEP ? '@alone' : '@deep'];
  const playwright = (/** @type {string[]} */ ...which) =>
    runPackage('@playwright/test/cli.js', ['test', '--config', config, ...which, ...args], { env });
  await step('End-to-end tests', () => playwright(...part));
  // Those of a rate have the machine for themselves.
  if (more.DEEP && args.length === 0)
    await step('End-to-end tests, one at a time', () => playwright('--grep', '@alone', '--workers', '1'));
}
