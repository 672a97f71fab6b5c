// How the stage moves: Play stays at each part of a merge, fast steps leave nothing half-way, and a state has one picture.

import type { Page } from '@playwright/test';
import { expect, SLOWLY, test } from '../lab-page';

interface Painted {
  key: string;
  x: number;
  y: number;
  w: number;
  h: number;
  alpha: number;
  look: { kind: string };
}

declare global {
  interface Window {
    onStagePaint: (things: readonly Painted[]) => void;
    /** All that was painted last. */
    painted: readonly Painted[];
    /** Pages in two places or at part opacity, in pictures since `watch`. */
    faults: string[];
    pictures: number;
    seen: { at: number; position: string }[];
  }
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.faults = [];
    window.pictures = 0;
    window.onStagePaint = (things) => {
      window.painted = things;
      window.pictures += 1;
      const pages = new Set<string>();
      for (const { key, alpha, look } of things) {
        if (look.kind !== 'cell') continue;
        const page = key.replace(/'$/, '');
        if (pages.has(page) || alpha !== 1) window.faults.push(`${key} at ${alpha}`);
        pages.add(page);
      }
    };
  });
});

/** The painted picture, once nothing moves or flashes any more. */
async function picture(page: Page): Promise<unknown> {
  await page.waitForFunction(() => {
    const now = window.painted;
    return new Promise((resolve) => setTimeout(() => resolve(window.painted === now && now.length > 0), 700));
  });
  return page.evaluate(() =>
    window.painted
      .map(({ key, x, y, w, h, look }) => ({ key, x, y, w, h, look }))
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
  );
}

/** Where Play has shown enough, and how many parts of merges have come until then; `npm run test:deep` looks longer. */
const [LAST, PARTS] = process.env.DEEP ? [/^request 3\d of/, 40] : [/^request 14 of/, 20];

test('Play at the default speed stays at each part of a merge', async ({ lab, page }) => {
  await lab.open();
  await lab.runTo('Next full merge');
  await page.evaluate(() => {
    window.seen = [];
    const place = document.querySelector('[data-testid=position]') as HTMLElement;
    const note = () => {
      const position = place.textContent ?? '';
      if (window.seen.at(-1)?.position !== position) window.seen.push({ at: performance.now(), position });
    };
    new MutationObserver(note).observe(place, { childList: true, characterData: true, subtree: true });
  });
  await lab.button('Play').click();
  await expect(lab.position).toHaveText(LAST, { timeout: SLOWLY });
  await lab.button('Pause').click();
  const seen = await page.evaluate(() => window.seen);
  const stays = seen.slice(1).map(({ at }, index) => ({ ...seen[index], ms: at - (seen[index]?.at ?? 0) }));
  // Between two requests the last step was a plain access; inside one are the parts of merges, after the request that came up.
  const parts = stays.filter(({ position }) => / step ([2-9]|\d\d)/.test(position ?? ''));
  expect(parts.length).toBeGreaterThan(PARTS);
  expect(Math.min(...parts.map(({ ms }) => ms))).toBeGreaterThanOrEqual(250);
});

test('at 10 and at 30 steps a second no page is in two places or half there', async ({ lab, page }) => {
  await lab.open();
  for (const every of [100, 33]) {
    const before = (await lab.position.textContent()) ?? '';
    await page.evaluate(async (ms) => {
      window.pictures = 0;
      for (let step = 0; step < 60; step += 1) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, ms));
      }
    }, every);
    await expect(lab.position).not.toHaveText(before);
    expect(await page.evaluate(() => window.pictures)).toBeGreaterThan(20);
    expect(await page.evaluate(() => window.faults)).toEqual([]);
  }
});

test('a state has one picture, stepped to, sought and linked', async ({ lab, page }) => {
  await lab.open();
  await lab.runTo('Next full merge');
  for (let steps = 0; steps < 3; steps += 1) await lab.move('Step');
  const position = (await lab.position.textContent()) ?? '';
  const sought = await picture(page);
  await lab.button('Step back').click();
  await expect(lab.position).not.toHaveText(position);
  await lab.move('Step');
  await lab.standsAt(position);
  expect(await picture(page)).toEqual(sought);
  // The address follows once the lab rests.
  const [, request = '', event = ''] = /request (\d+) of \d+ · step (\d+)/.exec(position) ?? [];
  const at = `at=${Number(request) - 1}.${event}`;
  await expect(page).toHaveURL(new RegExp(`#/lab/bast\\?${at.replace('.', '\\.')}$`));
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await lab.standsAt(position);
  expect(await picture(page)).toEqual(sought);
});
