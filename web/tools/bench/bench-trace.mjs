// @ts-check
// Traces through the file picker: `npm run bench -- trace [--mb 1000]`. Prints figures, judges nothing: another
// program on the machine shifts them.
//
// One of 100,000 requests is compared under all FTLs, and a large one is imported and run. The large trace is made here, in the format of Microsoft Research Cambridge, some requests late as in the real ones.
// While the page imports it, opens it on a device and runs part of it, its main thread is asked for an answer every
// few milliseconds; memory is that of the browser's processes (Linux only). The browser has a profile, as a person's
// has: in a private window its own files lie in the memory of another of its processes, and an import takes 1.5 times
// as long.

import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { findBrowser } from '../browser.mjs';
import { memoryMb } from '../processes.mjs';
import { freePort, serve } from '../serve.mjs';
import { Failure } from '../step.mjs';

const MEGABYTES = 1000;
/** Requests of the trace that is compared, and pages that they touch. */
const REQUESTS = 100_000;
const PAGES = 1 << 14;
const SAMPLE_MS = 200;
const PATIENCE_MS = 2 * 60_000;

/** @param {string[]} args */
export async function benchTrace(args) {
  const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-bench-'));
  const { chromium } = await import('@playwright/test');
  const found = await findBrowser();
  const url = await serve({ port: await freePort() });
  const compared = await makeTrace(join(folder, 'compared.csv'), (at) => at < REQUESTS, PAGES);
  const most = megabytesFrom(args) * 1e6;
  const file = await makeTrace(join(folder, 'large.csv'), (_, written) => written < most);
  const megabytes = statSync(file).size / 1e6;
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const lines = [found.from, `${megabytes.toFixed(0)} MB`];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    lines.push(await answer(page, url, compared));
    await open(page, url);
    const meter = await measure(page, await processOf(context));
    await choose(page, file);
    const device = page.getByRole('region', { name: 'Proposed device' });
    await device.waitFor();
    lines.push(`import ${meter.part(megabytes)}`);
    await device.getByRole('status').filter({ hasText: /\S/ }).waitFor();
    lines.push(`fitted to a device ${meter.part()}`);
    // It touches more pages than a browser holds: some are one on the device.
    await page.getByRole('checkbox', { name: 'Run it all the same' }).check();
    const next = page.getByRole('complementary', { name: 'What next?' });
    await next.getByRole('button', { name: 'Page', exact: true }).click();
    await page.getByTestId('position').filter({ hasText: 'before the first of' }).waitFor();
    await page.waitForTimeout(2000);
    lines.push(`open ${meter.part()}`);
    await page.getByRole('button', { name: 'Run to…' }).click();
    await page.getByRole('menuitem', { name: 'End of the run' }).click();
    await page.waitForTimeout(20_000);
    lines.push(`20 s of running ${meter.part()}`);
    meter.stop();
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return lines.join('\n  ');
}

/** @param {import('@playwright/test').Page} page @param {string} url */
async function open(page, url) {
  await page.goto('about:blank');
  await page.goto(`${url}#/traces`);
  await page.getByRole('textbox', { name: 'Lines of a trace' }).waitFor();
}

/**
 * From a file to the sentence that compares all FTLs: one click.
 *
 * @param {import('@playwright/test').Page} page @param {string} url @param {string} file
 */
async function answer(page, url, file) {
  await open(page, url);
  const began = performance.now();
  await choose(page, file);
  await page.getByRole('button', { name: 'Compare all FTLs' }).click();
  const main = page.getByRole('main');
  await main
    .getByRole('status')
    .filter({ hasText: /\d+ runs in/ })
    .waitFor();
  const seconds = (performance.now() - began) / 1000;
  const said = await main.getByRole('heading', { level: 2 }).innerText();
  return `${REQUESTS} requests compared in ${seconds.toFixed(1)} s, with one click: ${said}`;
}

/**
 * Starts to measure. Each `part` is reported since the part before.
 *
 * @param {import('@playwright/test').Page} page @param {number | undefined} pid
 */
async function measure(page, pid) {
  const before = memoryMb(pid);
  let peak = before;
  let began = performance.now();
  /** How long an answer of the page's main thread took at most, milliseconds: asked from outside, so none is missed. */
  let slowest = 0;
  let on = true;
  const sample = setInterval(() => {
    const now = memoryMb(pid);
    peak = { all: Math.max(peak.all, now.all), page: Math.max(peak.page, now.page) };
  }, SAMPLE_MS);
  await page.evaluate(() => {
    const gaps = { longest: 0 };
    Object.assign(globalThis, { gaps });
    const { port1, port2 } = new MessageChannel();
    let last = performance.now();
    // A task that follows itself: what lies between two is what anything else has to wait.
    port1.onmessage = () => {
      const now = performance.now();
      gaps.longest = Math.max(gaps.longest, now - last);
      last = now;
      setTimeout(() => {
        last = performance.now();
        port2.postMessage(null);
      }, 1);
    };
    port2.postMessage(null);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) gaps.longest = Math.max(gaps.longest, duration);
    }).observe({ type: 'longtask' });
  });
  const ask = async () => {
    while (on) {
      const longest = await page
        .evaluate(() => {
          const { gaps } = /** @type {any} */ (globalThis);
          const { longest } = gaps;
          gaps.longest = 0;
          return longest;
        })
        .catch(() => 0);
      slowest = Math.max(slowest, longest);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  };
  void ask();
  return {
    /** @param {number} [megabytes] */
    part(megabytes) {
      const seconds = (performance.now() - began) / 1000;
      const text =
        `${seconds.toFixed(1)} s${megabytes ? `, ${(megabytes / seconds).toFixed(0)} MB/s` : ''}: ` +
        `longest wait of the page ${slowest.toFixed(0)} ms; MB before -> peak ` +
        `${before.all.toFixed(0)} -> ${peak.all.toFixed(0)}, of these the page ${before.page.toFixed(0)} -> ${peak.page.toFixed(0)}`;
      began = performance.now();
      slowest = 0;
      peak = memoryMb(pid);
      return text;
    },
    stop() {
      on = false;
      clearInterval(sample);
    },
  };
}

/** The browser's own process, which has started the others. @param {import('@playwright/test').BrowserContext} context */
async function processOf(context) {
  const session = await context.browser()?.newBrowserCDPSession();
  const answer = await session?.send('SystemInfo.getProcessInfo');
  return answer?.processInfo.find(({ type }) => type === 'browser')?.id;
}

/** As the file picker does: the file stays where it is. @param {import('@playwright/test').Page} page @param {string} file */
async function choose(page, file) {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const selector = 'input[type=file]:not([accept*=json])';
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  await session.send('DOM.setFileInputFiles', { nodeId, files: [file] });
}

/**
 * @param {string} path
 * @param {(request: number, bytes: number) => boolean} goesOn whether these requests and bytes are too few
 * @param {number} [pages] that its requests begin at
 */
async function makeTrace(path, goesOn, pages = 1 << 26) {
  const out = createWriteStream(path);
  let written = 0;
  let random = 1;
  for (let i = 0; goesOn(i, written); ) {
    let text = '';
    for (const end = i + 20_000; i < end; i += 1) {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      // A tenth of the requests is up to 64 places late.
      const time = 128_166_385_295n + BigInt(random % 10 === 0 ? i ^ 63 : i);
      const kind = random & 1024 ? 'Write' : 'Read';
      text += `${time}514663,hm,0,${kind},${((random >>> 6) % pages) * 4096},${4096 << (random & 3)},2833\n`;
    }
    written += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return path;
}

/** @param {string[]} args */
function megabytesFrom(args) {
  const at = args.indexOf('--mb');
  if (at < 0) return MEGABYTES;
  const megabytes = Number(args[at + 1]);
  if (!(megabytes > 0)) throw new Failure('--mb wants a number above 0');
  return megabytes;
}
