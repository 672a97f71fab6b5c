// Without a network: the page is kept whole after its first visit, below any path. A newer build waits for consent.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Site, test } from './site';

/** Until every file is kept and the page's requests go through the service worker. */
async function isKept(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const { serviceWorker } = navigator;
    if (serviceWorker.controller) return;
    await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
}

/** A newer build: another page, and a service worker that knows of it. */
function rebuild({ folder }: Site) {
  const [page, worker] = [join(folder, 'index.html'), join(folder, 'sw.js')];
  writeFileSync(page, readFileSync(page, 'utf8').replace('<title>FTL Lab', '<title>Newer FTL Lab'));
  const before = readFileSync(worker, 'utf8');
  const after = before.replace(/(url:"index\.html",revision:)"[0-9a-f]{32}"/, `$1"${'f'.repeat(32)}"`);
  expect(after).not.toBe(before);
  writeFileSync(worker, after);
}

test('loaded once, in a folder of a site: the network is cut, and all of it still works', async ({
  lab,
  page,
  context,
  site,
}) => {
  await lab.open();
  await isKept(page);
  await site.close();
  await context.setOffline(true);

  // First what this visit has not loaded yet, then a visit that begins without a network.
  await lab.button('Help').click();
  await lab.closeDialog();
  await page.reload();
  await lab.standsAt(/^before the first of/);
  await lab.example('DFTL');
  await lab.runToEnd();
  await lab.button('Scenario').click();
  await expect(lab.region('Scenario').getByRole('status')).toContainText('logical pages on');
  await lab.closeDialog();
  await page.goto('./?course=2#/lesson/bast');
  await expect(lab.region('Lesson').getByText('Step 1 of 20')).toBeVisible();
  await lab.standsAt('before the first of 11 requests');
});

test('the page can be installed: a manifest with icons, all below its folder', async ({
  lab,
  page,
  site,
}) => {
  await lab.open();
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const address = new URL(href ?? '', site.address);
  const manifest = await (await page.request.get(address.href)).json();
  expect(manifest).toMatchObject({ name: 'FTL Lab', display: 'standalone' });
  for (const member of ['start_url', 'scope', 'id']) {
    expect(new URL(manifest[member], address).href, member).toBe(site.address);
  }
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(new URL(src, address).href);
    expect(icon.headers()['content-type'], src).toBe(type);
    if (type !== 'image/png') continue;
    // Width and height stand in the first chunk of a PNG.
    const bytes = await icon.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
});

test('a newer version comes when asked for: not in a lesson, not while playing, never by itself', async ({
  lab,
  page,
  context,
  site,
}) => {
  await lab.open();
  await isKept(page);
  rebuild(site);
  const offer = page.getByRole('status').filter({ hasText: 'A new version of the lab is here' });
  const waits = (of: Page) =>
    expect
      .poll(() =>
        of.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? null),
      )
      .toBe('installed');

  // A visit to a lesson: the newer version is found, and says nothing.
  await page.goto('./#/lesson/bast');
  await page.reload();
  await expect(page).toHaveTitle('FTL Lab');
  await waits(page);
  await expect(lab.region('Lesson').getByText('Step 1 of 20')).toBeVisible();
  await expect(offer).toBeHidden();
  await lab.button('Lessons').click();
  await expect(offer).toBeVisible();
  await lab.example('BAST');
  await lab.button('Play').click();
  await expect(offer).toBeHidden();
  await lab.button('Pause').click();
  await expect(offer).toBeVisible();
  await lab.runTo('Next full merge');
  const position = (await lab.position.textContent()) ?? '';
  expect(position).not.toMatch(/^before/);

  // Another tab of the same lab, which nobody asks.
  const other = await context.newPage();
  await other.goto('./');
  await other.evaluate(() => document.body.setAttribute('data-mark', 'here'));
  await expect(other).toHaveTitle('FTL Lab');

  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveTitle('Newer FTL Lab');
  await lab.standsAt(position);
  await expect(offer).toBeHidden();
  await expect(other.getByRole('status').filter({ hasText: 'A new version' })).toBeVisible();
  await expect(other.locator('[data-mark=here]')).toBeAttached();
  await expect(other).toHaveTitle('FTL Lab');
});
