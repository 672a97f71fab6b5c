// @ts-check
// All eight FTLs on one trace in the page, next to `ftl-lab sweep` with as many jobs: `npm run bench -- compare [--trace FILE]
// [--times N] [--rounds N]`, N times the trace to see what grows with it. Prints figures, judges nothing but that both came to the
// same numbers: another program on the machine shifts times, so the two take turns, and medians are told.
//
// What is counted: of ftl-lab all from its start to its end, so with reading the trace. Of the page, by its own clock: from the file's
// arrival until it can be compared, and from the click to the last result in a frame. Together they are what ftl-lab does once. `again` is
// the click alone, a second time. A first visit, whose service worker fetches the page's files meanwhile, and one that has them.
// `with the click` is all from the file's arrival to the last result, what the script takes to click included.
//
// Beside the clock's time, which other programs on the machine shift, the processor's: of all cores, and of all processes of the browser.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { findBrowser } from './browser.mjs';
import { processorSeconds } from './processes.mjs';
import { freePort, serve } from './serve.mjs';
import { Failure, ROOT, RUST } from './step.mjs';

/** The large trace is not the project's to hand on: where it is absent, one that ships with the page. */
const TRACES = ['../shared/traces/dtrs-127043.mqsim.gz', 'public/traces/tpcc-small.mqsim.gz'];
const ROUNDS = 7;
const PATIENCE_MS = 20 * 60_000;
/** Where in the page which text says that a trace can be compared, that all was. */
const READ = /** @type {const} */ (['main', 'Compare all eight FTLs']);
const COMPARED = /** @type {const} */ (['main [role=status]', '8 runs in']);

/** @param {string[]} args */
export async function benchCompare(args) {
  const option = (/** @type {string} */ name) =>
    args.includes(name) ? args[args.indexOf(name) + 1] : undefined;
  const trace = resolve(ROOT, option('--trace') ?? TRACES.find((file) => existsSync(join(ROOT, file))) ?? '');
  if (!existsSync(trace)) throw new Failure(`there is no trace ${trace}`, 'name one: --trace FILE');
  const rounds = Number(option('--rounds') ?? ROUNDS);
  const times = Number(option('--times') ?? 1);
  if (times === 1) return compare(trace, rounds);
  const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-bench-'));
  try {
    return await compare(repeated(trace, times, folder), rounds);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * A trace of lines, so many times behind one another: an import puts their requests in the order of their times.
 *
 * @param {string} trace @param {number} times @param {string} folder
 */
function repeated(trace, times, folder) {
  const bytes = readFileSync(trace);
  const text = trace.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const file = join(folder, `${times} times ${basename(trace).replace(/\.gz$/, '')}`);
  writeFileSync(file, Buffer.concat(Array(times).fill(text)));
  return file;
}

/** @param {string} trace @param {number} rounds */
async function compare(trace, rounds) {
  execFileSync('cargo', ['build', '--release', '-q', '-p', 'cli'], { cwd: RUST, stdio: 'inherit' });
  const { chromium } = await import('@playwright/test');
  const found = await findBrowser();
  const url = await serve({ port: await freePort() });
  const server = await chromium.launchServer({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const pid = server.process().pid;
  const browser = await chromium.connect(server.wsEndpoint());
  try {
    /** @typedef {Awaited<ReturnType<typeof visit>>} Visit */
    /** @type {{ first: Visit, later: Visit, native: ReturnType<typeof sweep> }[]} */
    const all = [];
    let jobs = 0;
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext();
      context.setDefaultTimeout(PATIENCE_MS);
      await context.addInitScript(watch);
      const first = await visit(context, url, trace, pid);
      const later = await visit(context, url, trace, pid);
      await context.close();
      jobs = first.workers;
      all.push({ first, later, native: sweep(trace, jobs, later.results, pid) });
    }
    const seconds = (/** @type {(round: (typeof all)[number]) => number} */ of) => median(all.map(of));
    const native = seconds((round) => round.native.seconds);
    const nativeCores = seconds((round) => round.native.cores);
    const next = (/** @type {number} */ took, to = native) =>
      `${took.toFixed(2)} s, ${(took / to).toFixed(2)} to 1`;
    const of = (/** @type {'first' | 'later'} */ which) => {
      const the = (/** @type {(visit: Visit) => number} */ figure) =>
        seconds(({ [which]: visit }) => figure(visit));
      const long = all.flatMap(({ [which]: visit }) => visit.long);
      return [
        `${which} visit: from the drop to the last result ${next(the(({ read, compared }) => read + compared))}`,
        `  with the click, after ${(1000 * the(({ wait }) => wait)).toFixed(0)} ms, ${next(the(({ whole }) => whole))}`,
        `  read ${next(the(({ read }) => read))}; compared ${next(the(({ compared }) => compared))}; compared again ${next(the(({ again }) => again))}`,
        `  of the processors ${next(
          the(({ cores }) => cores),
          nativeCores,
        )}; others had ${the(({ others }) => others).toFixed(1)} of them`,
        `  main thread: ${long.length} tasks of more than 50 ms${long.length ? `, the longest ${Math.max(...long).toFixed(0)} ms` : ''}`,
      ];
    };
    const reports = all[0]?.later.results.runs.length;
    return [
      `${basename(trace)}, ${jobs} workers and jobs, medians of ${rounds}; the page and ftl-lab came to the same ${reports} reports`,
      `ftl-lab sweep ${native.toFixed(2)} s, of the processors ${nativeCores.toFixed(2)} s; others had ${seconds((round) => round.native.others).toFixed(1)} of them`,
      ...of('first'),
      ...of('later'),
    ].join('\n  ');
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * What is taken of the processors until the returned function is called: seconds of the browser and of whatever else this process has
 * started, and how many cores others had.
 *
 * @param {number | undefined} pid the browser's
 */
function onProcessors(pid) {
  const look = () => {
    const { own: all, machine } = processorSeconds(process.pid);
    const { own: page } = processorSeconds(pid);
    return { at: performance.now() / 1000, page, rest: all - page, others: machine - all };
  };
  const before = look();
  return () => {
    const now = look();
    return {
      page: now.page - before.page,
      rest: now.rest - before.rest,
      others: (now.others - before.others) / (now.at - before.at),
    };
  };
}

/**
 * A person comes, opens a trace, compares all FTLs on it, and once more. Ends when the page is kept for the next visit.
 *
 * @param {import('@playwright/test').BrowserContext} context @param {string} url @param {string} trace
 * @param {number | undefined} pid the browser's
 */
async function visit(context, url, trace, pid) {
  const page = await context.newPage();
  await page.goto(`${url}#/traces`);
  const input = page.getByRole('region', { name: 'Source' }).locator('input[type=file]');
  await input.waitFor({ state: 'attached' });
  const busy = onProcessors(pid);
  const reading = await secondsUntil(page, () => input.setInputFiles(trace), ...READ);
  const runs = (/** @type {string} */ name) => page.getByRole('button', { name }).click();
  const comparing = await secondsUntil(page, () => runs('Compare all eight FTLs'), ...COMPARED);
  const { page: cores, others } = busy();
  const results = await saved(page);
  const { seconds: again } = await secondsUntil(page, () => runs('Run again'), ...COMPARED);
  const [long, workers] = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return [/** @type {any} */ (globalThis).bench.long, navigator.hardwareConcurrency];
  });
  await page.close();
  const { seconds: read } = reading;
  const { seconds: compared } = comparing;
  const wait = comparing.began - reading.began - read;
  return {
    ...{ read, compared, again, wait, whole: read + wait + compared },
    ...{ cores, others, results, workers, long: /** @type {number[]} */ (long) },
  };
}

/**
 * Runs in the page before its own code. `bench.until` resolves with when the next thing that a person does is done, and the seconds from
 * there until a text, which is not there before, is on screen; `bench.long` are the tasks of more than 50 ms meanwhile, in milliseconds.
 */
function watch() {
  let began = 0;
  /** @type {number[]} */
  const long = [];
  for (const type of ['click', 'change'])
    addEventListener(
      type,
      ({ timeStamp }) => {
        began ||= timeStamp;
      },
      { capture: true },
    );
  new PerformanceObserver((entries) => {
    for (const { startTime, duration } of entries.getEntries())
      if (began > 0 && startTime + duration > began) long.push(duration);
  }).observe({ type: 'longtask' });
  const until = (/** @type {string} */ place, /** @type {string} */ text) => {
    began = 0;
    let gone = false;
    return new Promise((resolve) => {
      const look = () => {
        const there = document.querySelector(place)?.textContent?.includes(text);
        gone ||= !there;
        if (!there || !gone || began === 0) return;
        observer.disconnect();
        // In a frame that was drawn.
        requestAnimationFrame(() =>
          setTimeout(() => resolve({ began: began / 1000, seconds: (performance.now() - began) / 1000 })),
        );
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, characterData: true });
      look();
    });
  };
  Object.assign(globalThis, { bench: { long, until } });
}

/**
 * Seconds from what `act` does to when a text is in a place of the page, and when that began.
 *
 * @param {import('@playwright/test').Page} page @param {() => Promise<void>} act @param {string} place @param {string} text
 * @returns {Promise<{ began: number, seconds: number }>}
 */
async function secondsUntil(page, act, place, text) {
  const seen = await page.evaluateHandle(
    ([at = '', wanted = '']) => ({ found: /** @type {any} */ (globalThis).bench.until(at, wanted) }),
    [place, text],
  );
  await act();
  return seen.evaluate(({ found }) => found);
}

/** @param {import('@playwright/test').Page} page */
async function saved(page) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Results as JSON' }).click();
  // Downloads of a server of the browser lie with it.
  const parts = await (await (await download).createReadStream()).toArray();
  return JSON.parse(Buffer.concat(parts).toString());
}

/**
 * The same runs by the command line: how many seconds they took. Fails where the reports differ.
 *
 * @param {string} trace @param {number} jobs @param {any} results @param {number | undefined} pid the browser's
 */
function sweep(trace, jobs, results, pid) {
  /** @type {{ scenario: Record<string, unknown>, report: unknown }[]} */
  const runs = results.runs;
  const list = runs.map(({ scenario: { name, device, ftl } }) => ({ name, device, ftl }));
  // Standard input: the trace is then looked for where the command runs.
  const input = JSON.stringify({ format: 1, name: 'all FTLs', scenario: runs[0]?.scenario, list });
  const binary = join(RUST, 'target', 'release', process.platform === 'win32' ? 'ftl-lab.exe' : 'ftl-lab');
  const busy = onProcessors(pid);
  const began = performance.now();
  const lines = execFileSync(binary, ['sweep', '-', '--json', '--jobs', String(jobs)], {
    cwd: dirname(trace),
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const seconds = (performance.now() - began) / 1000;
  const { rest: cores, others } = busy();
  const reports = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const { run, report } of reports) {
    if (!isDeepStrictEqual(report, runs[run]?.report))
      throw new Failure(
        `ftl-lab says otherwise of ${runs[run]?.scenario.name}`,
        'native and wasm must agree: see web/protocol/native.test.ts',
      );
  }
  return { seconds, cores, others };
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
