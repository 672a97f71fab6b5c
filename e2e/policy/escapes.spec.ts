// Policies that try what they may not (wasm-sim/crates/policy/testdata): each ends in a message, and the lab is unharmed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../lab-page';

interface Attempt {
  name: string;
  source: string;
  says: string;
  function: string;
}

const ATTEMPTS: Attempt[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../wasm-sim/crates/policy/testdata/escapes.json'), 'utf8'),
);
const PARTS = 6;

async function run(page: Page, name: string, buffer: Buffer) {
  const panel = page.getByRole('region', { name: 'Your policy' });
  await panel.getByLabel('Open…').setInputFiles({ name, mimeType: 'text/javascript', buffer });
  await panel.getByRole('button', { name: 'Run 20,000 requests' }).click();
  await expect(panel.getByRole('status')).toHaveText(/stopped|done in/, { timeout: 40_000 });
  return panel.getByRole('alert');
}

for (let part = 0; part < PARTS; part += 1) {
  test(`attempts to escape end in a message, part ${part + 1} of ${PARTS}`, async ({ page, expected }) => {
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
    for (const attempt of ATTEMPTS.filter((_, n) => n % PARTS === part)) {
      const alert = await run(page, 'policy.js', Buffer.from(attempt.source));
      await expect.soft(alert, attempt.name).toHaveText(new RegExp(attempt.says));
      if (attempt.function) await expect.soft(alert, attempt.name).toContainText(attempt.function);
    }
    expect(sent).toEqual([]);
    // The lab goes on.
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(/request 1 of 20,000/i);
  });
}
