// The lecture as the audience and the speaker see it: sizes, room for text, charts, screen readers, axe.

import type { Page } from '@playwright/test';
import { nothingWrong, nothingWrongIn, THEMES } from '../axe';
import { expect, LabPage, test } from '../lab-page';
import { someOf } from '../some-of';
import { head, Lecture, WORDS } from './lecture-page';

// Without motion a view is its final picture at once.
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1920, height: 1080 } });
test.slow();

test('everything the audience reads is 24 px or more on a projector of 1920 x 1080', async ({ page }) => {
  await page.addInitScript(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    const sizes = new Map<string, number>();
    Object.assign(window, { sizes });
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      sizes.set(text, Number(/([\d.]+)px/.exec(this.font)?.[1]));
      return fillText.call(this, text, ...rest);
    };
  });
  const lecture = await Lecture.begin(page, 'full_copies');
  const { projector } = lecture;
  for (const [step, theme] of [
    ['8. ', 'projector'],
    ['11. ', 'projector'],
    ['16. ', 'dark'],
  ] as const) {
    await lecture.presenter.getByRole('button', { name: new RegExp(`^${step}`) }).click();
    await lecture.presenter.getByText('Room', { exact: true }).click();
    await lecture.presenter.getByLabel('Theme of the projector').selectOption(theme);
    await lecture.presenter.getByText('Room', { exact: true }).click();
    await expect(projector.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(head(projector)).toContainText(`Step ${Number.parseInt(step, 10)} of 21`);
    // The painting of this step, from its first picture on.
    await projector.evaluate(() => (window as unknown as { sizes: Map<string, number> }).sizes.clear());
    await lecture.presenter.keyboard.press('Shift+ArrowLeft');
    const painted = () =>
      projector.evaluate(() => [...(window as unknown as { sizes: Map<string, number> }).sizes]);
    await expect.poll(async () => (await painted()).length).toBeGreaterThan(10);
    // The labels of pages, blocks and sections.
    const labels = (await painted()).filter(([text]) => /^(\d+$|B\d|LBN|W|Data|Log|Free)/.test(text));
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.filter(([, size]) => size < 24)).toEqual([]);
    await expect.poll(() => smallText(projector), `step ${step}`).toEqual([]);
  }
  // Text to read is 3.6 % of the height; the speaker makes it larger or smaller for the room, and nothing too small.
  const prose = () =>
    projector
      .locator('.lesson-view .prose')
      .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
  const normal = await prose();
  expect(normal).toBeGreaterThanOrEqual(1080 * 0.036);
  await lecture.presenter.keyboard.press('+');
  await expect.poll(prose).toBeGreaterThan(normal * 1.1);
  await expect.poll(() => smallText(projector)).toEqual([]);
  await lecture.presenter.keyboard.press('-');
  await lecture.presenter.keyboard.press('-');
  await expect.poll(prose).toBeLessThan(normal);
  await expect.poll(() => smallText(projector)).toEqual([]);
});

test('the text of a step fits, and so does the result of a question; the figures that a step names are in sight, with nothing to press', async ({
  page,
}) => {
  const { projector, presenter } = await Lecture.begin(page, 'which_merge');
  const text = projector.locator('.lesson-view > .scroll');
  const cut = () => text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight > 1);
  await expect(text.locator('.ask')).toBeInViewport({ ratio: 1 });
  await expect.poll(cut).toBe(false);
  await presenter.keyboard.press('PageDown');
  await expect(text.locator('.reveal')).toBeInViewport({ ratio: 1 });
  await expect(text.locator('.ask')).toBeInViewport({ ratio: 1 });
  await expect.poll(cut).toBe(false);
  // The largest letters need the most room.
  await presenter.keyboard.press('+');
  await expect(projector.locator('html')).toHaveAttribute('data-room', 'larger');
  await expect.poll(cut).toBe(false);
  await presenter.keyboard.press('-');

  await presenter.getByRole('button', { name: /^14\. / }).click();
  const figures = new LabPage(projector).region('Metrics');
  for (const name of ['Write amplification', 'Full merges', 'Mean erases per block']) {
    await expect(figures.getByRole('row').filter({ hasText: name })).toBeInViewport({ ratio: 1 });
  }
  // Except the terms, which are words of the text.
  await expect(projector.locator('button:not(.term):visible')).toHaveCount(0);
});

test('a chart replaces the stage, and is as large as the stage was @deep', async ({ page }) => {
  const { projector } = await Lecture.begin(page, 'walks', undefined, 'replacement');
  const chart = projector.locator('.lesson-view .chart');
  const drawings = chart.getByRole('img');
  await expect(drawings).toHaveCount(2);
  const stage = await projector.getByRole('main').boundingBox();
  const box = await chart.boundingBox();
  expect(box?.width).toBeGreaterThan(0.95 * (stage?.width ?? 1e9));
  expect(box?.height).toBeGreaterThan(0.95 * (stage?.height ?? 1e9));
  const drawn = await drawings.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  expect(drawn.reduce((sum, { height }) => sum + height, 0)).toBeGreaterThan(0.6 * (box?.height ?? 1e9));
  // All of it is there to be seen.
  for (const { bottom } of drawn) expect(bottom).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
});

test('the axes of charts are 24 px or more there', async ({ page }) => {
  await page.goto('./#/lesson/replacement?step=walks&theme=projector');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'projector');
  await expect(page.locator('.lesson-view .chart svg text').first()).toBeVisible();
  const sizes = () =>
    page.locator('svg text').evaluateAll((texts) =>
      texts.map((text) => {
        const scale = (text as SVGGraphicsElement).getScreenCTM()?.a ?? 0;
        return Number.parseFloat(getComputedStyle(text).fontSize) * scale;
      }),
    );
  await expect.poll(async () => (await sizes()).length).toBeGreaterThan(6);
  await expect.poll(async () => (await sizes()).filter((size) => size < 24)).toEqual([]);
});

/** The texts on the page in less than 24 px. */
function smallText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim()) continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      // The text that is read out, and not seen.
      const { width } = parent.getBoundingClientRect();
      if (width <= 2 || parent.closest('.visually-hidden, [role=grid], option')) continue;
      const scale = parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.a ?? 1) : 1;
      const size = Number.parseFloat(getComputedStyle(parent).fontSize) * scale;
      if (size < 24) found.push(`${size} px: ${node.textContent}`);
    }
    return found;
  });
}

test('presenter and projector as a screen reader gets them', async ({ page }) => {
  const { presenter, projector } = await Lecture.begin(page, 'full_merge');
  await expect(presenter.locator('.script')).toMatchAriaSnapshot({ name: 'presenter-script.aria.yml' });
  const controls = presenter.getByRole('region', { name: 'Controls' });
  await expect(controls.getByRole('button')).toHaveText([
    'SpaceNext',
    '←Back',
    'WWatch',
    'DDraw a variant',
    'QQuestion',
    'LPointer',
    'PPen',
    'BBlank',
    'SSync',
    'TPause timer',
    'NLarger notes',
  ]);
  // The room sees nothing of the speaker's to press.
  await expect(
    projector.getByRole('button', { name: /Pen|Pointer|Blank|Question|Presenter|End/ }),
  ).toHaveCount(0);
  await expect(projector.locator('.lecture-foot')).toMatchAriaSnapshot({ name: 'projector-foot.aria.yml' });
});

for (const [locale, words] of someOf(Object.entries(WORDS), 2)) {
  test.describe(`in a browser in ${locale}`, () => {
    test.use({ locale });

    test('nothing is wrong for people with disabilities: presenter and projector @deep', async ({ page }) => {
      const lecture = await Lecture.begin(page, 'full_merge', words);
      const { presenter, projector } = lecture;
      // The lecture sets the theme of the projector's window: changed as a lecturer changes it. Another language
      // changes only words.
      const themes = locale === 'en-US' ? THEMES : THEMES.slice(0, 1);
      for (const [turn, theme] of themes.entries()) {
        await presenter.getByText(words.room, { exact: true }).click();
        await presenter.getByLabel(words.theme).selectOption(theme);
        await presenter.getByText(words.room, { exact: true }).click();
        await expect(projector.locator('html')).toHaveAttribute('data-theme', theme);
        const on = (what: string) => `${what}, ${locale}`;
        await nothingWrongIn([theme], projector, on('projector'), turn > 0);
        await nothingWrongIn([theme], presenter, on('presenter'), turn > 0);
        await presenter.keyboard.press('q');
        await expect(lecture.question).toBeVisible();
        await nothingWrongIn([theme], projector, on('projector, a question'), turn > 0);
        await presenter.keyboard.press('q');
        await expect(lecture.question).toBeHidden();
        await presenter.keyboard.press('b');
        await expect(projector.getByRole('region', { name: words.blank })).toBeVisible();
        await nothingWrongIn([theme], projector, on('projector, blank'), turn > 0);
        await presenter.keyboard.press('b');
        await expect(projector.getByRole('region', { name: words.blank })).toBeHidden();
        if (turn > 0) continue;
        await presenter.getByText(words.room, { exact: true }).click();
        await presenter.getByText(words.help, { exact: true }).click();
        await nothingWrong(presenter, on('presenter, all open'));
        await presenter.setViewportSize({ width: 390, height: 844 });
        await nothingWrong(presenter, on('presenter, small'));
        await expect
          .poll(() => presenter.evaluate(() => document.documentElement.scrollWidth))
          .toBeLessThanOrEqual(390);
        await presenter.setViewportSize({ width: 1280, height: 720 });
        await presenter.getByText(words.help, { exact: true }).click();
        await presenter.getByText(words.room, { exact: true }).click();
      }
    });
  });
}
