// Without a network: the page is kept whole after its first visit, below any path. A newer build waits for consent.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { LabPage, SLOWLY } from '../lab-page';
import { expect, type Site, test } from '../site';

test.use({ worksOffline: true });

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

/** The newer build is fetched, and waits. */
async function newerWaits(page: Page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { waiting } = registration;
    if (waiting) return;
    const found = new Promise((resolve) =>
      registration.addEventListener('updatefound', resolve, { once: true }),
    );
    if (!registration.installing) await found;
    const { installing } = registration;
    while (installing?.state === 'installing')
      await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
  });
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state),
  ).toBe('installed');
}

/**
 * At its next load, a page as on a machine where loading takes long: the browser has found the newer build and
 * fetches it before the page learns of its service worker.
 */
async function loadSlowly(page: Page) {
  await page.addInitScript(() => {
    // Any later load finds nothing newer, and would wait for ever.
    if (sessionStorage.loadedSlowly) return;
    sessionStorage.loadedSlowly = 'yes';
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = async function (...script) {
      const registration = await register.apply(this, script);
      if (!registration.installing && !registration.waiting)
        await new Promise((found) => registration.addEventListener('updatefound', found, { once: true }));
      return registration;
    };
  });
}

const offerOn = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'A new version of the lab is available' });

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
  await lab.command('Help');
  await lab.closeDialog();
  await page.reload();
  await lab.standsAt(/^before the first of/);
  await lab.example('DFTL');
  await lab.runToEnd();
  await lab.button('Scenario').click();
  await expect(lab.region('Scenario').getByRole('status')).toContainText('logical pages on');
  await lab.closeDialog();
  await page.goto('./?course=2#/lesson/bast');
  await expect(lab.region('Lesson').getByText('Step 1 of 21')).toBeVisible();
  await lab.standsAt('before the first of 11 requests');
  // A language that no visit has had yet.
  await lab.more('한국어');
  await expect(page.getByRole('region', { name: '플래시 배열', exact: true })).toBeVisible();
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
    // Width and height are in the first chunk of a PNG.
    const bytes = await icon.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
});

test('a newer version waits for the end of a lecture, through its questions too @deep', async ({
  page,
  context,
  site,
}) => {
  test.slow();
  await page.goto('./#/lesson/bast');
  await isKept(page);
  rebuild(site);
  await page.reload();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Lecture', exact: true }).click();
  const presenter = await opened;
  await newerWaits(page);
  const offer = offerOn(page);
  await page.keyboard.press('q');
  await expect(page.getByText('Question: you can explore the lab freely')).toBeVisible();
  await expect(offer).toBeHidden();
  await page.keyboard.press('q');
  await expect(page.locator('.lecture-head')).toContainText('Step 1 of');
  await expect(presenter.getByText('A new version')).toHaveCount(0);
  await presenter.getByText('Room', { exact: true }).click();
  await presenter.getByRole('button', { name: 'End the lecture' }).click();
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await expect(offer).toBeVisible();
});

test('a newer version comes when asked for: not in a lesson, not while playing, never by itself', async ({
  lab,
  page,
  context,
  site,
}) => {
  test.slow();
  await lab.open();
  await isKept(page);
  rebuild(site);
  const offer = offerOn(page);

  // A visit to a lesson: the newer version is found, and says nothing.
  await page.goto('./#/lesson/bast');
  await loadSlowly(page);
  await page.reload();
  await expect(page).toHaveTitle('FTL Lab');
  await newerWaits(page);
  await expect(lab.region('Lesson').getByText('Step 1 of 21')).toBeVisible();
  await expect(offer).toBeHidden();
  await lab.goTo('Lab');
  await expect(offer).toBeVisible();
  // From the lesson's scenario, which is one of BAST as well.
  await lab.examples.click();
  await page.getByRole('menuitemradio', { name: 'BAST', exact: true }).click();
  await lab.standsAt('before the first of 41 requests');
  await page.getByRole('slider', { name: 'Speed' }).fill('0');
  await lab.button('Play').click();
  await expect(offer).toBeHidden();
  await lab.button('Pause').click();
  await expect(offer).toBeVisible();
  await lab.runTo('Next full merge');
  await expect(lab.region('Why')).toContainText('Full merge of LBN');
  const position = (await lab.position.textContent()) ?? '';
  expect(position).toMatch(/^request \d+ of 41 · step \d+/);

  // Another tab of the same lab, which is offered it too, and which no one asks.
  const other = await context.newPage();
  await other.goto('./#/lab');
  await other.evaluate(() => document.body.setAttribute('data-mark', 'here'));
  await expect(other).toHaveTitle('FTL Lab');
  await expect(offerOn(other)).toBeVisible();
  // And one that is still loading when it comes, and receives it as well.
  const late = await context.newPage();
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await late.exposeFunction('held', () => held);
  await late.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = async function (...script) {
      await (window as unknown as { held(): Promise<void> }).held();
      return register.apply(this, script);
    };
  });
  await late.goto('./#/lab');
  await expect(new LabPage(late).position).toHaveText(/^before the first of/);
  await expect(offerOn(late)).toBeHidden();
  // A request that the old worker holds as it ends fails in Chromium: none may be under way.
  for (const tab of [other, late]) await tab.waitForLoadState('networkidle');

  await offer.getByRole('button', { name: 'Reload' }).click();
  // The old one is let go when it is idle, which the browser may find out half a minute late.
  await expect(page).toHaveTitle('Newer FTL Lab', { timeout: SLOWLY });
  await lab.standsAt(position);
  await expect(offer).toBeHidden();
  finish();
  for (const tab of [other, late]) {
    await expect(offerOn(tab)).toBeVisible();
    await expect(tab).toHaveTitle('FTL Lab');
  }
  await expect(other.locator('[data-mark=here]')).toBeAttached();
});
