// A round of "be the FTL" wherever a lesson may ask for one. The round of lesson 4, taken back and kept over a reload, is in
// lab/challenge.spec.ts, with those of the lab and of a phone.

import { readFile } from 'node:fs/promises';
import type { FrameLocator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, SLOWLY, test } from '../lab-page';
import { platformOf } from './platform';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Takes the first place at each decision, by the keyboard, to the end of the round. */
async function chooseToTheEnd(at: Page | FrameLocator): Promise<void> {
  const places = at.getByRole('listbox');
  const result = at.getByText(/You: \d+ \w+;? /);
  await at.getByRole('button', { name: 'Choose for yourself' }).click();
  for (let decision = 1; ; decision += 1) {
    const asked = at.getByText(new RegExp(`^decision ${decision}, request`));
    await expect(asked.or(result).first()).toBeVisible({ timeout: SLOWLY });
    if (await result.isVisible()) return;
    await expect(places).toBeFocused();
    await places.press('1');
  }
}

test('in lesson 1: each choice is taken, and the round has its result', async ({ lab: { page } }) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto('./#/lesson/flash?step=be_the_ftl');
  await chooseToTheEnd(page);
  expect(faults).toEqual([]);
});

test('in an assignment: the round counts as an answer', async ({ lab }) => {
  const { page } = lab;
  await page.goto('./#/teach');
  await page.getByLabel('Name').fill('Victims');
  await page.getByText('Log blocks: BAST and the three merges', { exact: true }).click();
  await page.getByLabel('Be the FTL: which log block').check();
  await page.getByRole('link', { name: 'Try it' }).click();
  await page.getByLabel(/^Your id/).fill('kim');
  await page.keyboard.press('Enter');
  await expect(lab.region('Lesson').getByText('Step 1 of 1')).toBeVisible();
  await chooseToTheEnd(page);
  await expect(page.getByText(/1 of 1 questions? answered/)).toBeVisible();
});

test('in a learning platform: the round is reported', async ({ page: lab, baseURL, browser }) => {
  await lab.goto('./#/lesson/bast');
  const saved = lab.waitForEvent('download');
  await lab.getByRole('button', { name: 'Export as SCORM' }).click();
  const zip = unzipSync(await readFile(await (await saved).path()));
  const { frame, cmi, faults, context } = await platformOf(browser, baseURL, zip);
  const steps = frame.getByRole('combobox', { name: 'All steps' });
  const label = await steps.getByRole('option', { name: /Be the FTL/ }).innerText();
  await steps.selectOption({ label });
  await chooseToTheEnd(frame);
  await expect.poll(() => JSON.stringify(cmi().interactions ?? [])).toContain('be_the_ftl');
  expect(faults).toEqual([]);
  await context.close();
});
