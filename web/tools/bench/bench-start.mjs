// @ts-check
// How soon the page is painted, and a first step is taken, where the line carries 10 Mbit/s and the processor is four times
// slower: `npm run bench -- start [--runs N]`. Prints figures, judges nothing: another program on the machine shifts them.
//
// The tools of browsers slow down a page's main thread alone, while the engine runs in a worker. So the line is a
// relay that passes on this many bytes a second. The processor is slow because all processes of the browser are
// stopped three quarters of the time.

import { connect, createServer } from 'node:net';
import { findBrowser } from '../browser.mjs';
import { family } from '../processes.mjs';
import { freePort, serve } from '../serve.mjs';
import { Failure } from '../step.mjs';

const BITS_PER_SECOND = 10e6;
/** Each round trip takes so long, milliseconds: a wired line. */
const LATENCY = 20;
const SLOWER = 4;
/** How long the browser runs at a time, milliseconds. */
const TURN = 4;
const RUNS = 5;
const BUDGET = 2500;
/** A page that has not stepped after so long, milliseconds, never will. */
const PATIENCE = 60_000;

/** @param {string[]} args */
export async function benchStart(args) {
  const at = args.indexOf('--runs');
  const runs = at < 0 ? RUNS : Number(args[at + 1]);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Failure('--runs wants a number from 1 on', '`npm run bench -- start --runs 5`');
  const { chromium } = await import('@playwright/test');
  const found = await findBrowser();
  const line = await slowLine(new URL(await serve({ port: await freePort() })));
  const lines = [found.from];
  /** @type {number[]} */
  const steps = [];
  for (let turn = 0; turn < runs; turn += 1) {
    // A browser of its own each time: nothing is in a cache.
    const server = await chromium.launchServer({
      executablePath: found.path,
      env: { ...process.env, ...found.env },
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.addInitScript(stepAtOnce, PATIENCE);
    const stop = slowDown(server.process().pid);
    try {
      // The lab, as the home has no step. A navigation that is waited for would wait for all that is loaded later, too.
      await page.goto(`${line}#/lab`, { waitUntil: 'commit' });
      const figures = await page.evaluate(
        () => /** @type {{ stepped: Promise<Stepped> }} */ (/** @type {unknown} */ (globalThis)).stepped,
      );
      steps.push(figures.step);
      lines.push(
        `painted after ${figures.paint.toFixed(0)} ms, engine ready after ${figures.ready.toFixed(0)} ms, first step seen after ${figures.step.toFixed(0)} ms`,
      );
    } finally {
      stop();
      await server.close();
    }
  }
  const median = steps.sort((a, b) => a - b)[Math.floor((runs - 1) / 2)] ?? Number.NaN;
  lines.push(`first step, median of ${runs}: ${median.toFixed(0)} ms; the budget is ${BUDGET} ms`);
  return lines.join('\n  ');
}

/**
 * @typedef {object} Stepped milliseconds since the navigation
 * @property {number} paint the first picture
 * @property {number} ready a step can be taken
 * @property {number} step a step has been taken and is shown
 */

/** Runs in the page, before anything of it: takes a step as soon as one can be taken. @param {number} patience */
function stepAtOnce(patience) {
  const button = () =>
    [...document.querySelectorAll('button')].find(
      (each) => (each.getAttribute('aria-label') ?? each.textContent)?.trim() === 'Step',
    );
  const position = () => document.querySelector('[data-testid=position]')?.textContent;
  const stepped = (async () => {
    /** @param {() => boolean} condition */
    const until = async (condition) => {
      while (!condition()) {
        if (performance.now() > patience) throw new Error(`no step could be taken in ${patience} ms`);
        await new Promise((done) => setTimeout(done, 5));
      }
      return performance.now();
    };
    const ready = await until(() => {
      const step = button();
      return step !== undefined && step.ariaDisabled !== 'true' && !step.disabled && Boolean(position());
    });
    const before = position();
    button()?.click();
    const step = await until(() => position() !== before);
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
    return { paint, ready, step };
  })();
  Object.assign(globalThis, { stepped });
}

/** A relay in front of a server, over which all connections together get {@link BITS_PER_SECOND}. @param {URL} to */
async function slowLine(to) {
  /** When the line is free again. */
  let free = 0;
  const relay = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    near.on('data', (bytes) => setTimeout(() => far.write(bytes), LATENCY));
    far.on('data', (bytes) => {
      // In pieces, so that connections take turns.
      for (let from = 0; from < bytes.length; from += 1500) {
        const piece = bytes.subarray(from, from + 1500);
        free = Math.max(free, performance.now()) + (piece.length * 8000) / BITS_PER_SECOND;
        setTimeout(() => near.write(piece), free - performance.now());
      }
    });
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  const port = await freePort();
  await new Promise((done) => relay.listen(port, to.hostname, () => done(undefined)));
  return `http://${to.hostname}:${port}/`;
}

/**
 * Lets a process, and all it started, run a {@link SLOWER}th of the time. Returns what ends that.
 *
 * @param {number | undefined} root
 */
function slowDown(root) {
  let on = true;
  let ended = false;
  /** @type {number[]} */
  let known = [];
  /** @param {NodeJS.Signals} signal */
  const all = (signal) => {
    for (const pid of known) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  };
  const turn = () => {
    if (ended) return;
    on = !on;
    all(on ? 'SIGCONT' : 'SIGSTOP');
    setTimeout(turn, on ? TURN : TURN * (SLOWER - 1));
    if (on) return;
    // Those that have been started meanwhile. To find them takes some milliseconds, in which the others wait.
    known = family(root).map(([pid]) => pid);
    all('SIGSTOP');
  };
  turn();
  return () => {
    ended = true;
    all('SIGCONT');
  };
}
