// @ts-check
// `npm test`: everything, in the order in which a fault is cheapest to find. The first failing step ends it.

import { join } from 'node:path';
import { setUp } from './setup.mjs';
import { ROOT, RUST, run, runPackage, step } from './step.mjs';

export async function test() {
  await setUp({ rust: true });
  const { buildWasm } = await import('./wasm.mjs');
  const { checkTypes } = await import('./types.mjs');
  const { compileMessages } = await import('./messages.mjs');
  const { checkLessons } = await import('./lesson.mjs');
  const { checkSize } = await import('./size.mjs');

  const cargo = (/** @type {string[]} */ ...args) => run('cargo', args, { cwd: RUST });
  await step('Rust formatting', () =>
    run('cargo', ['fmt', '--all', '--check'], { cwd: RUST, remedy: '`cargo fmt --all` in wasm-sim/' }),
  );
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
  await step('Rust tests', () =>
    cargo('test', '--locked', '--quiet', '--workspace', '--exclude', 'wasm', '--exclude', 'xtask'),
  );
  // xtask holds the import rules. It keeps its own profile: its large dependencies are built once, unoptimised.
  await step('Rust import rules', () =>
    cargo('test', '--locked', '--quiet', '--profile', 'xtask', '-p', 'xtask'),
  );
  await step('Build the engine', () => buildWasm());
  await step('Generated types', checkTypes);
  await step('Compile the messages', compileMessages);
  await step('TypeScript', () => runPackage('typescript/bin/tsc', ['--noEmit']));
  await step('Biome', () =>
    runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'], {
      remedy: '`npm run fix`',
    }),
  );
  await step('Unused files, exports and packages (knip)', () => runPackage('knip/bin/knip.js', []));
  await step('Unit tests', () => runPackage('vitest/vitest.mjs', ['run']));
  await step('Lessons', checkLessons);
  // The lessons' check ran in this process and has left Vite's NODE_ENV, under which React is built for development.
  await step('Build the page', () =>
    runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } }),
  );
  await step('Check the size', checkSize);
  await endToEnd([]);
}

/**
 * End-to-end tests on dist/, which must be built.
 *
 * @param {string[]} args for Playwright
 */
export async function endToEnd(args) {
  const { findBrowser } = await import('./browser.mjs');
  const { freePort } = await import('./serve.mjs');
  let browser = /** @type {import('./browser.mjs').Browser | undefined} */ (undefined);
  await step('Find a browser', async () => {
    browser = await findBrowser();
    return browser.from;
  });
  // Native numbers are compared with the page's. Built as `cargo test` builds, so that little is left to do.
  await step('Build the command line', () =>
    run('cargo', ['build', '--locked', '--quiet', '--profile', 'test', '-p', 'cli'], { cwd: RUST }),
  );
  const target = process.env.CARGO_TARGET_DIR ?? join(RUST, 'target');
  const env = {
    LAB_CLI: join(target, 'debug', process.platform === 'win32' ? 'ftl-lab.exe' : 'ftl-lab'),
    LAB_BROWSER: browser?.path ?? '',
    LAB_BROWSER_ENV: JSON.stringify(browser?.env ?? {}),
    LAB_PORT: String(await freePort()),
  };
  const config = join(ROOT, 'e2e', 'playwright.config.ts');
  await step('End-to-end tests', () =>
    runPackage('@playwright/test/cli.js', ['test', '--config', config, ...args], { env }),
  );
}
