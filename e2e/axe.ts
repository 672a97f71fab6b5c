// The faults that a machine can find in the page for people with disabilities, and the state in which it looks at a
// place.

import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { expect } from './lab-page';

export const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];
export const THEMES = ['light', 'dark', 'projector'];
export const LANGUAGES = ['en', 'ko'] as const;

/** The rules that look at what is drawn, which takes most of the time. */
const DRAWN = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];
/** All others read the document, which a theme leaves as it is; a language leaves colours as they are. */
const READ: RunOptions = { rules: Object.fromEntries(DRAWN.map((rule) => [rule, { enabled: false }])) };

/** Axe finds nothing on the page as it is. */
export async function nothingWrong(page: Page, what: string, options: RunOptions = {}) {
  // The page as a whole: no frame is left out.
  expect(page.frames(), what).toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (chosen) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // Passed rules are not described: that takes most of the time.
    const { violations } = await run(document, { resultTypes: ['violations'], ...chosen });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`),
    );
  }, options);
  expect(found, what).toEqual([]);
}

/** Nothing is wrong with what is read, in whatever theme. */
export function nothingWrongToRead(page: Page, what: string) {
  return nothingWrong(page, what, READ);
}

export async function show(page: Page, theme: string) {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);
}

/** Nothing is wrong in any of the themes, the first of which is looked at with every rule unless only what is `drawn` is asked for. */
export async function nothingWrongIn(themes: string[], page: Page, what: string, drawn = false) {
  for (const [turn, theme] of themes.entries()) {
    await show(page, theme);
    await nothingWrong(page, `${what}, ${theme}`, turn > 0 || drawn ? { runOnly: DRAWN } : {});
  }
}

/** Changes the language with everything as it is, also behind a dialog: as the choice in another tab does. */
export async function speak(page: Page, language: (typeof LANGUAGES)[number]) {
  await page.evaluate((newValue) => {
    dispatchEvent(new StorageEvent('storage', { key: 'ftl-lab.language', newValue }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
