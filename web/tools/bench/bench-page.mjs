// @ts-check
// How smoothly the page plays a million pages, and how soon a key is answered: `npm run bench -- page [--minutes 10]
// [--only near]`. Prints figures, judges nothing: another program on the machine shifts them. `--only`: ways of playing with this
// in their name.
//
// A frame is the time between two animation frames. The browser draws in software, as on a machine whose graphics
// cannot be used. Memory is that of all the browser's processes (Linux only) and of the page's JavaScript, told from beginning to end.

import { findBrowser } from '../browser.mjs';
import { memoryMb } from '../processes.mjs';
import { freePort, serve } from '../serve.mjs';
import { Failure } from '../step.mjs';

const MINUTES = 0.5;
const SIZE = { width: 1280, height: 720 };
/** Frames before this are the page's start and the engine's first slices. */
const SETTLE_MS = 3000;
/** Memory is asked for at the beginning and after each part of the time. */
const PARTS = 4;
/** Keys pressed, one as soon as the last is answered. */
const STEPS = 100;

/** Playing from afar, where all pages are drawn, and near, where cells are labelled. */
const SPEEDS = [
  { name: 'far, 60 steps/s', speed: 60, near: false },
  { name: 'far, 10,000 steps/s', speed: 10_000, near: false },
  { name: 'near, 60 steps/s', speed: 60, near: true },
];

/** @param {string[]} args */
export async function benchPage(args) {
  const minutes = minutesFrom(args);
  const ways = waysFrom(args);
  const { chromium } = await import('@playwright/test');
  const found = await findBrowser();
  const url = await serve({ port: await freePort() });
  const server = await chromium.launchServer({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
  });
  const lines = [found.from];
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    for (const { name, speed, near } of ways) {
      const page = await browser.newPage({ viewport: SIZE });
      // The speed is a preference; the longest choice of the page is not the fastest the store knows.
      await page.addInitScript(
        (value) => {
          const key = 'ftl-lab';
          localStorage.setItem(
            key,
            JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), ...value }),
          );
        },
        { speed, grain: 'request' },
      );
      await page.goto(`${url}#/lab/million`);
      await page.getByTestId('heat-map').waitFor();
      await page.getByTestId('position').filter({ hasText: '5,000,000' }).waitFor();
      if (near) {
        const zoom = page.getByRole('button', { name: 'Zoom in' });
        for (let press = 0; press < 8; press++) {
          await zoom.click();
          await page.waitForTimeout(450);
        }
      }
      const figures = await play(page, minutes, () => memoryMb(server.process().pid).all);
      lines.push(`${name}: ${figures}`);
      await page.close();
    }
    if (ways.length === SPEEDS.length) lines.push(`keys on BAST's example: ${await keys(browser, url)}`);
  } finally {
    await server.close();
  }
  return lines.join('\n  ');
}

/** @param {import('@playwright/test').Page} page @param {number} minutes @param {() => number} all megabytes */
async function play(page, minutes, all) {
  const heap = async () => {
    await page.evaluate(() => /** @type {{ gc?: () => void }} */ (globalThis).gc?.());
    return page.evaluate(() => /** @type {any} */ (performance).memory.usedJSHeapSize / 1e6);
  };
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForTimeout(SETTLE_MS);
  /** Memory of all processes and of JavaScript, sampled over the time. */
  const memory = [[all()], [await heap()]];
  await page.evaluate(() => {
    const record = { frames: /** @type {number[]} */ ([]), long: /** @type {number[]} */ ([]), on: true };
    Object.assign(globalThis, { record });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) record.long.push(duration);
    }).observe({ type: 'longtask' });
    let last = 0;
    const tick = (/** @type {number} */ now) => {
      if (last > 0) record.frames.push(now - last);
      last = now;
      if (record.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const from = await requestOf(page);
  for (let part = 0; part < PARTS; part++) {
    await page.waitForTimeout((minutes * 60_000) / PARTS);
    memory[0]?.push(all());
    memory[1]?.push(await heap());
  }
  const { frames, long } = await page.evaluate(() => {
    const { record } = /** @type {any} */ (globalThis);
    record.on = false;
    return record;
  });
  const requests = (await requestOf(page)) - from;
  await page.getByRole('button', { name: 'Pause' }).click();
  frames.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  const at = (/** @type {number} */ share) =>
    (frames[Math.floor(frames.length * share)] ?? Number.NaN).toFixed(1);
  const [browser, script] = memory.map((each) => each.map((mb) => mb.toFixed(0)).join(' '));
  return (
    `frame p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms of ${frames.length}; ` +
    `${long.length} long tasks, longest ${Math.max(0, ...long).toFixed(0)} ms; ` +
    `${(requests / minutes / 60).toFixed(0)} requests/s; ` +
    `MB of the browser ${browser}, of these JavaScript ${script}`
  );
}

/**
 * From a key to the settled state: the position is written and its picture is on its way to the screen.
 *
 * @param {import('@playwright/test').Browser} browser @param {string} url
 */
async function keys(browser, url) {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(`${url}#/lab/bast`);
  await page.getByTestId('position').waitFor();
  await page.waitForTimeout(SETTLE_MS);
  const times = await page.evaluate(async (steps) => {
    const position = document.querySelector('[data-testid=position]');
    /** @type {number[]} */
    const times = [];
    for (let step = 0; step < steps; step += 1) {
      const before = position?.textContent;
      const from = performance.now();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      while (position?.textContent === before) await new Promise((then) => requestAnimationFrame(then));
      await new Promise((then) => requestAnimationFrame(() => setTimeout(then)));
      times.push(performance.now() - from);
    }
    return times.sort((a, b) => a - b);
  }, STEPS);
  await page.close();
  const at = (/** @type {number} */ share) => (times[Math.floor(STEPS * share)] ?? Number.NaN).toFixed(1);
  return `from key to settled state p50 ${at(0.5)}, p95 ${at(0.95)} ms of ${STEPS} steps`;
}

/** @param {import('@playwright/test').Page} page */
async function requestOf(page) {
  const text = (await page.getByTestId('position').textContent()) ?? '';
  return Number(/request ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
}

/** @param {string[]} args */
function waysFrom(args) {
  const at = args.indexOf('--only');
  const ways = at < 0 ? SPEEDS : SPEEDS.filter(({ name }) => name.includes(args[at + 1] ?? name));
  if (ways.length > 0) return ways;
  throw new Failure('--only names no way of playing', `one of: ${SPEEDS.map(({ name }) => name).join('; ')}`);
}

/** @param {string[]} args */
function minutesFrom(args) {
  const at = args.indexOf('--minutes');
  if (at < 0) return MINUTES;
  const minutes = Number(args[at + 1]);
  if (!(minutes > 0)) throw new Failure('--minutes wants a number above 0');
  return minutes;
}
