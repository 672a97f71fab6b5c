// @ts-check
// The main flows (e2e/browsers) in Firefox and in WebKit, each by its own WebDriver: Playwright drives only builds of its own,
// which no package registry has.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installByApt } from '../browser.mjs';
import { freePort, serve } from '../serve.mjs';
import { ask, Failure, ROOT, run, step } from '../step.mjs';

/** Ends a flow that hangs, in milliseconds: how fast a machine is must not decide whether one passes. */
const MOST = 120_000;
/** Firefox's driver, by crates.io where the system has none. */
const GECKODRIVER = { version: '0.37.1', home: join(ROOT, '.cache', 'geckodriver') };

/**
 * @typedef {object} Driven
 * @property {string} driver the path of its WebDriver
 * @property {object} capabilities
 * @property {Record<string, string>} env of the driver
 * @property {string} from
 * @property {() => unknown} end
 */
/** @type {Record<string, () => Promise<Driven>>} */
const BROWSERS = { Firefox: firefox, WebKit: webKit };

/**
 * Goes through the flows on dist/, which must be built. A browser that is not there is left out, in this many words.
 *
 * @param {string[]} only names of browsers and of flows; none: all
 */
export async function browsers(only) {
  const { FLOWS } = await import('../../../e2e/browsers/flows.mjs');
  const names = FLOWS.map(({ name }) => name);
  const unknown = only.filter((name) => !(name in BROWSERS) && !names.includes(name));
  if (unknown.length > 0)
    throw new Failure(
      `unknown: ${unknown.join(', ')}`,
      `name some of: ${[...Object.keys(BROWSERS), ...names].join(', ')}`,
    );
  /** @param {string[]} all */
  const chosen = (all) =>
    all.some((name) => only.includes(name)) ? all.filter((name) => only.includes(name)) : all;
  /** The result of each flow in the browser before. @type {Map<string, { browser: string, given: string }>} */
  const before = new Map();
  for (const browser of chosen(Object.keys(BROWSERS))) {
    let found = /** @type {Driven | undefined} */ (undefined);
    await step(`Find ${browser}`, async () => {
      try {
        found = await BROWSERS[browser]?.();
        return found?.from;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return `LEFT OUT: ${error.message}. ${error.remedy ?? ''}`;
      }
    });
    if (!found) continue;
    const { driver, capabilities, env, end } = found;
    await step(`Main flows in ${browser}`, async () => {
      const port = await freePort();
      const address = `http://127.0.0.1:${port}`;
      const driving = start(driver, [`--port=${port}`], env);
      try {
        await driving.answers(`${address}/status`);
        const faults = [];
        for (const flow of FLOWS.filter(({ name }) => chosen(names).includes(name))) {
          const { given, fault } = await pass(flow, browser, address, capabilities, driving);
          const other = before.get(flow.name);
          if (fault !== undefined) faults.push(fault);
          else if (other && other.given !== given)
            faults.push(`${flow.name}: ${other.browser} gave\n${other.given}\nand ${browser}\n${given}`);
          else before.set(flow.name, { browser, given });
        }
        if (faults.length > 0) throw new Failure(faults.join('\n\n'));
      } finally {
        await driving.end();
        await end();
      }
    });
  }
}

/**
 * Goes through a flow in a browser of its own, which remembers nothing, with a server of its own, which the flow may stop.
 *
 * @param {import('../../../e2e/browsers/flows.mjs').Flow} flow
 * @param {string} browser
 * @param {string} driver
 * @param {object} capabilities
 * @param {ReturnType<typeof start>} driving
 * @returns {Promise<{ given: string, fault?: string }>} what it gave
 */
async function pass(flow, browser, driver, capabilities, driving) {
  const { Page } = await import('../../../e2e/browsers/page.mjs');
  const began = performance.now();
  const stopping = new AbortController();
  /** @type {import('../../../e2e/browsers/flows.mjs').Site} */
  const site = { stop: () => stopping.abort() };
  const home = await serve({ port: 0, signal: stopping.signal, before: (path) => site.before?.(path) });
  const page = new Page(home, MOST);
  const line = () => `  ${browser}, ${flow.name}: ${((performance.now() - began) / 1000).toFixed(1)} s`;
  driving.printed = '';
  try {
    await page.start(driver, { ...capabilities, ...flow.capabilities });
    const given = await flow.go(page, site);
    // Firefox's driver prints what nothing caught.
    const uncaught = driving.printed.match(/^JavaScript error: http:.*/gm);
    if (uncaught) throw new Error(uncaught.join('\n'));
    console.log(line());
    return { given: JSON.stringify(given, null, 1) ?? '' };
  } catch (error) {
    console.log(`${line()}, FAILED`);
    const shown = await page.text().catch((reason) => `nothing: ${reason.message}`);
    const printed = driving.printed.slice(-2000);
    return {
      given: '',
      fault: `${browser}, ${flow.name}: ${error}\nOn the page was\n${shown}\nThe browser printed\n${printed}`,
    };
  } finally {
    await page.end();
    site.stop();
  }
}

/** @returns {Promise<Driven>} */
async function firefox() {
  const binary = await program('Firefox', 'firefox-esr', () => [
    ...inPath('firefox', 'firefox-esr'),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]);
  const driver = [...inPath('geckodriver'), join(GECKODRIVER.home, 'bin', 'geckodriver')];
  if (!driver.some(existsSync)) {
    const { version, home } = GECKODRIVER;
    await run('cargo', ['install', 'geckodriver', '--version', version, '--locked', '--root', home], {
      quiet: true,
    });
  }
  return {
    driver: driver.find(existsSync) ?? '',
    capabilities: {
      'moz:firefoxOptions': {
        binary,
        args: ['-headless'],
        prefs: { 'intl.accept_languages': 'en-US' },
      },
    },
    env: {},
    from: (await ask(binary, ['--version']))?.trim() ?? '',
    end: () => undefined,
  };
}

/** Debian's. It always opens a window: where no one sees it. @returns {Promise<Driven>} */
async function webKit() {
  const driver = await program("WebKit's driver", 'webkit2gtk-driver', () => inPath('WebKitWebDriver'));
  const xvfb = await program('a display without a screen', 'xvfb', () => inPath('Xvfb'));
  const display = start(xvfb, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {});
  const version = await ask('dpkg-query', ['-W', 'webkit2gtk-driver']);
  return {
    driver,
    capabilities: {},
    env: { DISPLAY: `:${(await display.firstLine()).trim()}`, LANGUAGE: 'en_US' },
    from: version?.trim().replace('\t', ' ') ?? '',
    end: display.end,
  };
}

/**
 * The path of a program of the system's, which its package manager is asked for where that may be done.
 *
 * @param {string} what
 * @param {string} debian the package that holds it
 * @param {() => string[]} places
 */
async function program(what, debian, places) {
  const there = () => places().find(existsSync);
  const path = there() ?? ((await installByApt(debian)) && there());
  if (path) return path;
  throw new Failure(`${what} is not on this machine`, `On Debian it is in the package ${debian}`);
}

/** @param {string[]} names */
function inPath(...names) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
}

/** @param {string} command @param {string[]} args @param {Record<string, string>} env */
function start(command, args, env) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const over = new Promise((done) => child.once('close', done));
  process.once('exit', () => child.kill());
  const it = {
    printed: '',
    /** @returns {Promise<string>} */
    firstLine: () => new Promise((said) => child.stdout.once('data', (text) => said(`${text}`))),
    /** Until it answers at an address. @param {string} address */
    async answers(address) {
      for (;;) {
        if (child.exitCode !== null) throw new Failure(`${command} ended:\n${it.printed}`);
        if ((await fetch(address).catch(() => undefined))?.ok) return;
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    async end() {
      child.kill();
      await over;
    },
  };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      it.printed += text;
    });
  return it;
}
