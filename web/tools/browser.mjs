// @ts-check
// Finds a Chromium for the tests and says which was taken. Nothing is downloaded from outside the npm
// registry, except by the system's own package manager as the last resort.

import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ask, Failure, ROOT, run } from './step.mjs';

/**
 * @typedef {object} Browser
 * @property {string} path the executable
 * @property {Record<string, string>} env what it needs in its environment
 * @property {string} from where it was found
 */

/** @returns {Promise<Browser>} */
export async function findBrowser() {
  const places = [named, playwrightsOwn, systems, packaged, installed];
  const tried = [];
  for (const place of places) {
    const browser = await place();
    if (!browser) continue;
    const version = await ask('env', [
      ...Object.entries(browser.env).map(([key, value]) => `${key}=${value}`),
      browser.path,
      '--version',
    ]);
    // On Windows `--version` opens a window instead of printing: being there has to be enough.
    if (version !== undefined || process.platform === 'win32') {
      return {
        ...browser,
        from: `${browser.from}${version ? ` (${version.trim().split('\n').at(-1)})` : ''}`,
      };
    }
    if (place === named)
      throw new Failure(
        `${browser.path} does not start`,
        'correct CHROME_PATH or CHROMIUM_PATH, or unset it',
      );
    tried.push(`${browser.from}: ${browser.path} does not start`);
  }
  throw new Failure(
    ['no browser was found for the tests', ...tried].join('\n'),
    'install Chromium or Chrome, or let CHROME_PATH name one',
  );
}

/** One the environment names. It must be right: a wrong name is an error, not a reason to look further. */
function named() {
  const path = process.env.CHROME_PATH || process.env.CHROMIUM_PATH;
  if (!path) return undefined;
  if (!existsSync(path))
    throw new Failure(
      `CHROME_PATH or CHROMIUM_PATH names ${path}, which is not there`,
      'correct or unset it',
    );
  return { path, env: {}, from: 'named by the environment' };
}

/** Playwright's own, when someone has installed it. */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? { path, env: {}, from: "Playwright's own" } : undefined;
}

function systems() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const elsewhere = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
  ];
  const path = [...inPath, ...elsewhere].find((candidate) => existsSync(candidate));
  return path ? { path, env: {}, from: "the system's" } : undefined;
}

/** The npm package that carries one (Linux on x64 only). */
async function packaged() {
  const home = join(ROOT, 'node_modules', '@sparticuz', 'chromium');
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(home)) return undefined;
  // The package unpacks to the temporary folder and takes whatever `chromium` lies there, of whatever
  // version: it gets a folder of its own, named by its version, before it is imported.
  const { version } = (
    await import(pathToFileURL(join(home, 'package.json')).href, { with: { type: 'json' } })
  ).default;
  const folder = join(ROOT, '.cache', `chromium-${version}`);
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const path = await chromium.executablePath();
    /** @type {Record<string, string>} */
    const env = {};
    const libraries = await ask('ldd', [path]);
    if (libraries?.includes('not found')) {
      const { inflate } = await import(pathToFileURL(join(home, 'build', 'esm', 'lambdafs.js')).href);
      await inflate(join(home, 'bin', 'al2023.tar.br'));
      env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib');
    }
    if (!existsSync('/etc/fonts/fonts.conf') && existsSync(join(folder, 'fonts', 'fonts.conf'))) {
      env.FONTCONFIG_PATH = join(folder, 'fonts');
    }
    return { path, env, from: 'the npm package @sparticuz/chromium' };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The last resort. */
async function installed() {
  if (!(await installByApt('chromium'))) return undefined;
  const browser = systems();
  return browser && { ...browser, from: 'installed by apt-get' };
}

/** Whether the system's package manager could be asked: as root, on Debian and its kin. @param {string[]} packages */
export async function installByApt(...packages) {
  if (process.getuid?.() !== 0 || (await ask('apt-get', ['--version'])) === undefined) return false;
  await run('apt-get', ['update', '-qq'], { quiet: true });
  await run('apt-get', ['install', '-y', '-qq', ...packages], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
  return true;
}
