// Policies that try what they may not (wasm-sim/crates/policy/testdata): each ends in a message, and the lab is unharmed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../lab-page';
import { someOf } from '../some-of';

interface Attempt {
  name: string;
  source: string;
  says: string;
  function: string;
  /** The task on which the function is called; `trims`: only the search for a counterexample trims. */
  task?: 'placement' | 'cache' | 'trims';
}

const ATTEMPTS: Attempt[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../wasm-sim/crates/policy/testdata/escapes.json'), 'utf8'),
);
/** All of them are tried on the command line in `npm test`, in the page in `npm run test:deep`. */
const PARTS = [0, 1, 2, 3, 4, 5, 6, 7];

async function run(page: Page, { source, task }: Attempt) {
  const panel = page.getByRole('region', { name: 'Your policy' });
  await panel.getByRole('combobox').selectOption(!task || task === 'trims' ? 'skewed' : task);
  const file = { name: 'policy.js', mimeType: 'text/javascript', buffer: Buffer.from(source) };
  await panel.getByLabel('Open…').setInputFiles(file);
  await panel.getByRole('button', { name: task === 'trims' ? 'Break it' : 'Run 20,000 requests' }).click();
  await expect(panel.getByRole('status')).toHaveText(/stopped|done in|traces tried/, { timeout: 40_000 });
  return panel.getByRole('alert');
}

for (const part of someOf(PARTS, 8)) {
  test(`attempts to escape end in a message, part ${part + 1} of ${PARTS.length}`, async ({
    page,
    expected,
  }) => {
    // Chromium names a request that the sandbox's policy refuses, and it does not send it.
    const sent: string[] = [];
    expected.push('https://example.com/');
    await page.goto('#/policy');
    await page.getByRole('button', { name: 'Run 20,000 requests' }).waitFor();
    const outside = (address: string) =>
      !address.startsWith(new URL(page.url()).origin) && !/^(blob|data):/.test(address);
    page.on('requestfailed', (request) => {
      if (outside(request.url()) && request.failure()?.errorText !== 'csp') sent.push(request.url());
    });
    page.on('response', (response) => {
      if (outside(response.url())) sent.push(response.url());
    });
    for (const attempt of ATTEMPTS.filter((_, n) => n % PARTS.length === part)) {
      const alert = await run(page, attempt);
      await expect.soft(alert, attempt.name).toHaveText(new RegExp(attempt.says));
      if (attempt.function) await expect.soft(alert, attempt.name).toContainText(attempt.function);
    }
    expect(sent).toEqual([]);
    // The lab goes on, with another task.
    await page.getByRole('combobox').selectOption('uniform');
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(/request 1 of 20,000/i);
  });
}

test.describe('in the frame that the service worker keeps', () => {
  test.use({ worksOffline: true });
  /** Those that a frame with an origin, or with a network, would let through. */
  const outward =
    /fetch|XMLHttpRequest|WebSocket|EventSource|Beacon|importScripts|worker|frame|Storage|indexedDB|caches|Channel|import/i;
  test('attempts to reach the network or the page end in the same messages', async ({ page, expected }) => {
    const attempts = ATTEMPTS.filter(({ name }) => outward.test(name));
    expect(attempts.length).toBeGreaterThan(12);
    expected.push('https://example.com/');
    // The page asks the service worker first where the browser says that there is no network.
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }),
    );
    await page.goto('#/policy');
    await page.evaluate(async () => {
      const { serviceWorker } = navigator;
      if (!serviceWorker.controller)
        await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    });
    const kept: boolean[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/policy.html')) kept.push(response.fromServiceWorker());
    });
    for (const attempt of attempts) {
      const alert = await run(page, attempt);
      await expect.soft(alert, attempt.name).toHaveText(new RegExp(attempt.says));
    }
    expect(kept.length).toBeGreaterThanOrEqual(attempts.length);
    expect(kept.every(Boolean)).toBe(true);
  });
});
