// @ts-check
// `npm run pictures`: the pictures of the README, taken from the production page into .github/pictures.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { freePort, serve } from './serve.mjs';
import { ROOT } from './step.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const FOLDER = join(ROOT, '.github', 'pictures');
const SIZE = { width: 1280, height: 720 };

/** What is on each picture. The route is opened first, then the page is led to what is shown. */
/** @type {Record<string, { route?: string, dark?: boolean, lead: (page: Page) => Promise<void> }>} */
const PICTURES = {
  'full-merge': {
    lead: async (page) => {
      await runTo(page, 'Next full merge');
      // Into the merge: some copies are made, others are still to come.
      await page.getByLabel('A step is').selectOption('operation');
      for (let step = 0; step < 5; step++) await button(page, 'Step').click();
    },
  },
  dftl: {
    dark: true,
    lead: async (page) => {
      await example(page, 'DFTL');
      await runTo(page, 'Next cleaning');
      await runTo(page, 'Next CMT miss');
    },
  },
  comparison: {
    lead: async (page) => {
      await button(page, 'Compare').click();
      await button(page, 'Compare both').click();
      await button(page, 'Run both to the end').click();
      await page.getByTestId('position').filter({ hasText: 'end' }).waitFor();
    },
  },
  million: {
    lead: async (page) => {
      await page.getByLabel('Example of a large device').selectOption('aged');
      await page.getByRole('radio', { name: 'Valid count' }).check({ force: true });
      await runTo(page, 'Next cleaning');
    },
  },
  lesson: {
    route: '#/lesson/bast',
    lead: async (page) => {
      for (let step = 0; step < 3; step++) await button(page, 'Next step').click();
    },
  },
};

/** Takes them all, or those whose names are given. */
export async function takePictures(/** @type {string[]} */ names) {
  const { chromium } = await import('@playwright/test');
  const found = await findBrowser();
  const url = await serve({ port: await freePort() });
  const browser = await chromium.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    args: ['--no-sandbox'],
  });
  mkdirSync(FOLDER, { recursive: true });
  const wanted = Object.entries(PICTURES).filter(([name]) => names.length === 0 || names.includes(name));
  try {
    for (const [name, { route = '', dark = false, lead }] of wanted) {
      const page = await browser.newPage({
        viewport: SIZE,
        colorScheme: dark ? 'dark' : 'light',
        // Motion is at its end in a picture.
        reducedMotion: 'reduce',
      });
      await page.goto(url + route);
      await page.getByTestId('position').waitFor();
      await lead(page);
      await page.waitForLoadState('networkidle');
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return `${wanted.length} in .github/pictures`;
}

function button(/** @type {Page} */ page, /** @type {string} */ name) {
  return page.getByRole('button', { name, exact: true });
}

async function runTo(/** @type {Page} */ page, /** @type {string} */ name) {
  await button(page, 'Run to…').click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('menu').waitFor({ state: 'hidden' });
  await settled(page);
}

async function example(/** @type {Page} */ page, /** @type {string} */ ftl) {
  await page.getByRole('button', { name: /^Example for an FTL/ }).click();
  await page.getByRole('menuitemradio', { name: ftl, exact: true }).click();
  await page
    .getByTestId('position')
    .filter({ hasText: /^before the first/ })
    .waitFor();
}

/** A search is over when Step can be pressed again; then the stage comes to rest. */
async function settled(/** @type {Page} */ page) {
  await button(page, 'Step').and(page.locator(':enabled')).waitFor();
  await page.waitForTimeout(500);
}
