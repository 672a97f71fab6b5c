// A newer build, whose files have other names, is taken in one tab: the other tabs go on with theirs.

import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { LabPage, SLOWLY } from '../lab-page';
import { expect, type Site, serveFolder, test } from '../site';

test.use({ worksOffline: true });

async function isKept(page: Page) {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller) return;
    await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
}

/** The files below a folder, by their paths in it. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

/** The site gets a newer build: each file with a hash in its name has another one, wherever it is named. */
function rebuild({ folder }: Site) {
  const renamed = new Map<string, string>();
  for (const name of readdirSync(join(folder, 'assets'))) {
    const hash = /-([\w-]{8})(?=\.\w+$)/.exec(name)?.[1];
    if (!hash) continue;
    const other = name.replace(`-${hash}.`, `-${[...hash].reverse().join('')}9.`);
    renameSync(join(folder, 'assets', name), join(folder, 'assets', other));
    renamed.set(name, other);
  }
  expect(renamed.size).toBeGreaterThan(100);
  const names = new RegExp([...renamed.keys()].map((name) => name.replace(/[.$]/g, '\\$&')).join('|'), 'g');
  for (const name of filesBelow(folder).filter((each) => /\.(js|css|html|json)$/.test(each))) {
    const file = join(folder, name);
    const before = readFileSync(file, 'utf8');
    const after = before
      .replace(names, (found) => renamed.get(found) ?? found)
      .replace('<title>FTL Lab', '<title>Newer FTL Lab')
      .replace(/(url:"(?:index|files)\.(?:html|json)",revision:)"[0-9a-f]{32}"/g, `$1"${'f'.repeat(32)}"`);
    if (after !== before) writeFileSync(file, after);
  }
}

/** The newer build is fetched, and offered. */
async function takeNewer(page: Page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  const offer = page.getByRole('status').filter({ hasText: 'A new version of the lab is available' });
  await expect(offer).toBeVisible({ timeout: SLOWLY });
  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveTitle('Newer FTL Lab', { timeout: SLOWLY });
}

test('a lesson goes on after another tab took a newer build: next lesson, every page, a policy, the handout', async ({
  lab,
  page,
  context,
  site,
}) => {
  test.slow();
  await page.goto('./#/lesson/bast');
  await isKept(page);
  await expect(lab.region('Lesson').getByText('Step 1 of 21')).toBeVisible();
  rebuild(site);
  const other = await context.newPage();
  await other.goto('./#/lab');
  await new LabPage(other).standsAt(/^before the first of/);
  await takeNewer(other);

  // The first tab, with what it has not loaded yet.
  await page.goto('./#/lesson/fast');
  await expect(lab.region('Lesson').getByText(/^Step 1 of/)).toBeVisible();
  await expect(page.getByText('Log blocks for any data block').or(lab.region('Lesson'))).not.toHaveCount(0);
  await page.goto('./#/validation');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.goto('./#/glossary');
  await expect(page.getByRole('heading', { name: 'Glossary' })).toBeVisible();
  await page.goto('./#/traces');
  await expect(page.getByText('Paste text').first()).toBeVisible();
  await page.goto('./#/handout/bast');
  await expect(page.locator('article.paper h1')).toBeVisible({ timeout: SLOWLY });
  await page.goto('./#/policy');
  await page.getByRole('button', { name: 'Run 20,000 requests' }).click();
  await expect(page.getByRole('region', { name: 'Score' }).getByRole('heading', { level: 2 })).toBeVisible({
    timeout: SLOWLY,
  });
  await expect(page.getByText('did not load')).toHaveCount(0);
  await expect(page).toHaveTitle(/^FTL Lab/);

  // Loaded again it is the newer build, and nothing is left of the older one.
  await page.goto('./#/lab');
  await page.reload();
  await expect(page).toHaveTitle('Newer FTL Lab');
  await page.reload();
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const files = await caches.open(names.find((name) => name.includes('precache')) ?? '');
      return (await files.keys()).length;
    });
  const now = readFileSync(join(site.folder, 'sw.js'), 'utf8').match(/\burl:"/g)?.length ?? 0;
  await expect.poll(kept).toBe(now);
});

test('a lesson that does not load says so, and what to do', async ({ lab, page, site, provoked }) => {
  provoked('404', 'Failed to fetch dynamically imported module', 'uncaught');
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new Error('no service worker'));
  });
  await page.goto('./#/lesson/bast');
  await expect(lab.region('Lesson').getByText('Step 1 of 21')).toBeVisible();
  rebuild(site);
  await page.goto('./#/lesson/fast');
  const told = page.getByRole('alert').filter({ hasText: 'This part of the page did not load' });
  await expect(told.first()).toContainText('Reload the page');
  await told.getByRole('button', { name: 'Reload' }).first().click();
  await expect(page).toHaveTitle('Newer FTL Lab');
  await expect(lab.region('Lesson').getByText(/^Step 1 of/)).toBeVisible();
});

test('files deleted from the browser’s cache are fetched again', async ({ lab, page, context, site }) => {
  await lab.open();
  await isKept(page);
  const kept = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((each) => each.includes('precache')) ?? '';
      return (await (await caches.open(name)).keys()).length;
    });
  const whole = await kept();
  expect(whole).toBeGreaterThan(100);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  expect(await kept()).toBe(0);
  await page.reload();
  await expect.poll(kept, { timeout: SLOWLY }).toBe(whole);
  await site.close();
  await context.setOffline(true);
  await page.goto('./#/validation');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
});

test('a host that leaves out .html: the page is kept, and a policy runs with and without a network', async ({
  browser,
  site,
}) => {
  test.slow();
  const pretty = await serveFolder(site.folder, '/', true);
  const context = await browser.newContext({ baseURL: pretty.address });
  const page = await context.newPage();
  const run = async () => {
    await page.goto('./#/policy');
    await page.getByRole('button', { name: 'Run 20,000 requests' }).click();
    const score = page.getByRole('region', { name: 'Score' }).getByRole('heading', { level: 2 });
    await expect(score).toBeVisible({ timeout: SLOWLY });
  };
  await run();
  await isKept(page);
  await pretty.close();
  await context.setOffline(true);
  await page.reload();
  await run();
  await context.close();
});

test('the licences of what the page is made of are in it, and Help leads to them', async ({ lab, page }) => {
  await lab.open();
  await lab.command('Help');
  const link = page.getByRole('dialog').getByRole('link', { name: 'Licences' });
  const address = new URL((await link.getAttribute('href')) ?? '', page.url().replace(/#.*/, ''));
  const text = await (await page.request.get(address.href)).text();
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  for (const name of [
    ...Object.keys(manifest.dependencies),
    'scheduler',
    'workbox-core',
    'serde',
    'wasm-bindgen',
  ])
    expect(text).toMatch(new RegExp(`^${name} \\d[^\\n]*\\)$`, 'm'));
});
