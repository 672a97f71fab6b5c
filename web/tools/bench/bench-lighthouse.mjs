// @ts-check
// Lighthouse on the built page, on a phone and on a desk, by its own simulated throttling: performance, accessibility
// and best practices, each of which is to be 95 or more. Any other work of the machine counts as the page's. So there
// are several runs, each of which is printed, and their median is judged. Lighthouse is fetched by npx: nothing else
// needs it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../browser.mjs';
import { freePort, serve } from '../serve.mjs';
import { Failure, run } from '../step.mjs';

/** The last that runs on Node 20. */
const VERSION = '12.8.2';
const LEAST = 95;
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
];

/**
 * @param {string[]} options `--runs N`: of each form
 * @returns {Promise<string>}
 */
export async function lighthouse(options) {
  const runs = runsFrom(options);
  const browser = await findBrowser();
  const url = await serve({ port: await freePort() });
  const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-lighthouse-'));
  const file = join(folder, 'report.json');
  const lines = [browser.from];
  let low = false;
  try {
    for (const form of ['mobile', 'desktop']) {
      /** @type {Report[]} */
      const reports = [];
      for (let at = 0; at < runs; at += 1) {
        await run(
          'npx',
          [
            '--yes',
            `lighthouse@${VERSION}`,
            url,
            ...(form === 'desktop' ? ['--preset=desktop'] : []),
            `--only-categories=${CATEGORIES.join(',')}`,
            '--output=json',
            `--output-path=${file}`,
            '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
            '--quiet',
          ],
          { env: { ...browser.env, CHROME_PATH: browser.path }, quiet: true },
        );
        reports.push(JSON.parse(readFileSync(file, 'utf8')));
      }
      const scores = CATEGORIES.map((name) => [name, median(reports.map((report) => scoreOf(report, name)))]);
      low ||= scores.some(([, score]) => Number(score) < LEAST);
      lines.push(`${form}, median of ${runs}: ${scores.map((score) => score.join(' ')).join(', ')}`);
      lines.push(...reports.map(told));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (low) throw new Failure(lines.join('\n'), `bring every score to ${LEAST}`);
  return lines.join('\n');
}

/**
 * @typedef {{ title: string, displayValue: string, score: number | null }} Audit
 * @typedef {object} Report what is read of Lighthouse's
 * @property {Record<string, { score: number, auditRefs: { id: string }[] }>} categories
 * @property {Record<string, Audit>} audits
 * @property {{ benchmarkIndex: number }} environment
 */

/** @param {Report} report @param {string} category */
function scoreOf({ categories }, category) {
  return Math.round((categories[category]?.score ?? 0) * 100);
}

/** A run in a line, what it found in lines below. @param {Report} report */
function told(report) {
  const { categories, audits, environment } = report;
  const scores = CATEGORIES.map((name) => scoreOf(report, name)).join(', ');
  const figures = FIGURES.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`).join(', ');
  const faults = CATEGORIES.slice(1).flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .map(({ id }) => audits[id])
      .filter((audit) => audit && audit.score !== null && audit.score < 1)
      .map((audit) => `    ${name}: ${audit?.title}`),
  );
  // Lighthouse divides the processor's speed by a number made for a machine that has it for itself (an index of 1,500 or so).
  const index = Math.round(environment.benchmarkIndex);
  return [`  ${scores} on a machine of index ${index}: ${figures}`, ...faults].join('\n');
}

/** @param {string[]} options */
function runsFrom(options) {
  const at = options.indexOf('--runs');
  if (at < 0) return RUNS;
  const runs = Number(options[at + 1]);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Failure('--runs wants a number from 1 on', '`npm run bench -- lighthouse --runs 5`');
  return runs;
}

/** The middle one; of an even number, the lower of the two. @param {number[]} figures */
function median(figures) {
  return [...figures].sort((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? Number.NaN;
}
