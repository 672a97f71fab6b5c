// @ts-check
// Finds a Chromium for the tests and says which was taken: the newest that this machine can have, because a person's browser is of
// this month. Nothing is downloaded from outside the npm registry, except by the system's own package manager.

import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { isStamped, stamp } from './stamp.mjs';
import { ask, Failure, ROOT, run } from './step.mjs';

/**
 * @typedef {object} Browser
 * @property {string} path the executable
 * @property {Record<string, string>} env what it needs in its environment
 * @property {string} from its version, and where it was found
 */

/** The npm package that carries one (Linux on x64 only), and its version of a year ago, with which `npm run test:deep` tests too. */
const PACKAGE = '@sparticuz/chromium';
const A_YEAR_AGO = '143.0.4';

/** @returns {Promise<Browser>} */
export async function findBrowser() {
  const named = process.env.CHROME_PATH || process.env.CHROMIUM_PATH;
  if (named) return theNamed(named);
  const own = await playwrightsOwn();
  const found = (await Promise.all([own, await systems()].map(versioned))).filter((one) => one !== undefined);
  const packaged = await packagedBrowser();
  const [newest] = (packaged ? [...found, packaged] : found).sort(newestFirst);
  if (newest) return newest;
  throw new Failure(
    'no browser was found for the tests',
    'install Chromium or Chrome, or let CHROME_PATH name one',
  );
}

/** The browser of a year ago, from the npm registry; none but on Linux on x64. @returns {Promise<Browser | undefined>} */
export async function findBrowserOfAYearAgo() {
  if (!carriesOne()) return undefined;
  const folder = join(ROOT, '.cache', `chromium-${A_YEAR_AGO}-package`);
  if (!existsSync(join(folder, 'package'))) {
    mkdirSync(folder, { recursive: true });
    const pack = ['pack', `${PACKAGE}@${A_YEAR_AGO}`, '--silent'];
    const archive = (await ask('npm', pack, folder))?.trim();
    if (!archive) throw new Failure(`npm could not fetch ${PACKAGE} ${A_YEAR_AGO}`, 'reach the npm registry');
    await run('tar', ['-xzf', archive], { cwd: folder, quiet: true });
  }
  return versioned(await unpack(join(folder, 'package'), A_YEAR_AGO));
}

/** One the environment names. It must be right: a wrong name is an error, not a reason to look further. @param {string} path */
async function theNamed(path) {
  const remedy = 'correct CHROME_PATH or CHROMIUM_PATH, or unset it';
  // The package's own, also where a newer one is installed.
  const packaged = path === 'npm' && (await packagedBrowser());
  if (packaged) return packaged;
  if (!existsSync(path))
    throw new Failure(`CHROME_PATH or CHROMIUM_PATH names ${path}, which is not there`, remedy);
  const found = await versioned({ path, env: {}, from: 'named by the environment' });
  if (!found) throw new Failure(`${path} does not start`, remedy);
  return found;
}

/** With its version; undefined when it does not start. @param {Browser | undefined} browser */
async function versioned(browser) {
  if (!browser) return undefined;
  const printed = await ask('env', [
    ...Object.entries(browser.env).map(([key, value]) => `${key}=${value}`),
    browser.path,
    '--version',
  ]);
  // On Windows `--version` opens a window instead of printing: being there has to be enough.
  if (printed === undefined && process.platform !== 'win32') return undefined;
  const line = printed?.trim().split('\n').at(-1) ?? '';
  const version = (/\d+(\.\d+)+/.exec(line)?.[0] ?? '').split('.').map(Number);
  return { ...browser, version, from: `${line || 'a browser'}, ${browser.from}` };
}

/** The order of versions; one that is not known is the oldest. @param {{ version: number[] }} a @param {{ version: number[] }} b */
function newestFirst({ version: a }, { version: b }) {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (b[at] ?? 0) - (a[at] ?? 0);
}

/** Playwright's own, when someone has installed it. @returns {Promise<Browser | undefined>} */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? { path, env: {}, from: "Playwright's own" } : undefined;
}

/** The system's, after its package manager has brought the newest. @returns {Promise<Browser | undefined>} */
async function systems() {
  await bringTheNewest();
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
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

/** Once a day. A machine without a network keeps what it has. */
async function bringTheNewest() {
  const today = new Date().toISOString().slice(0, 10);
  if (isStamped('chromium', today)) return;
  try {
    if (!(await installByApt('chromium'))) return;
    stamp('chromium', today);
  } catch (error) {
    console.log(
      `  apt-get could not bring the newest Chromium: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Whether the package's Chromium runs here. */
const carriesOne = () => process.platform === 'linux' && process.arch === 'x64';

/** The one that the lock file names. Undefined where it does not run. */
export async function packagedBrowser() {
  const home = join(ROOT, 'node_modules', PACKAGE);
  if (!carriesOne() || !existsSync(home)) return undefined;
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return versioned(await unpack(home, version));
}

/**
 * Unpacks the package's browser, once. Only its files are used: its code needs a newer Node.
 *
 * @param {string} home folder of the package @param {string} version
 * @returns {Promise<Browser>}
 */
async function unpack(home, version) {
  const folder = join(ROOT, '.cache', `chromium-${version}`);
  const path = join(folder, 'chromium');
  const fonts = join(folder, 'fonts.conf');
  if (!existsSync(path)) {
    mkdirSync(join(folder, 'al2023'), { recursive: true });
    await extract(home, 'fonts', folder);
    await extract(home, 'swiftshader', folder);
    await extract(home, 'al2023', join(folder, 'al2023'));
    // The archive's own names folders of another machine.
    writeFileSync(
      fonts,
      `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
    );
    await unbrotli(join(home, 'bin', 'chromium.br'), `${path}.part`);
    chmodSync(`${path}.part`, 0o755);
    renameSync(`${path}.part`, path);
  }
  /** @type {Record<string, string>} */
  const env = {};
  if ((await ask('ldd', [path]))?.includes('not found')) env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib');
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_FILE = fonts;
  return { path, env, from: `of the npm package ${PACKAGE}` };
}

/** One archive of the package, into a folder. @param {string} home @param {string} name @param {string} folder */
async function extract(home, name, folder) {
  const archive = join(folder, `${name}.tar`);
  await unbrotli(join(home, 'bin', `${name}.tar.br`), archive);
  await run('tar', ['-xf', archive], { cwd: folder, quiet: true });
}

/** @param {string} from @param {string} to */
async function unbrotli(from, to) {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
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
