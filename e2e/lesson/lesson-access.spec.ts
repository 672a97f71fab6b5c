// A whole lesson without a pointer, and one on a phone.

import type { Locator } from '@playwright/test';
import { expect, test } from '../lab-page';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a lesson by keyboard, from opening the page to its end', async ({ lab }) => {
  const { page } = lab;
  const { keyboard } = page;
  const lesson = lab.region('Lesson');
  const at = (step: number) => expect(lesson.getByText(`Step ${step} of 21`)).toBeVisible();
  await lab.open();
  await keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await keyboard.type('three merges');
  await expect(page.getByRole('menuitem', { name: /^Lesson: .*BAST/ })).toBeVisible();
  await keyboard.press('Enter');
  await at(1);
  await lab.standsAt('before the first of 11 requests');

  let predicted = 0;
  for (let step = 1; step < 21; step += 1) {
    const show = lesson.getByRole('button', { name: 'Show me' });
    if (await show.isVisible()) {
      const field = lesson.getByRole('textbox', { name: /Your answer/ });
      if (predicted === 0 && (await field.isVisible())) {
        // Wanting to go on leads to the question; an answer opens the step.
        await keyboard.press('PageDown');
        await expect(field).toBeFocused();
        await expect(lesson.getByRole('button', { name: 'Check' })).toBeEnabled();
        await keyboard.type('1');
        await keyboard.press('Enter');
        await expect(lesson.getByText(/^(Right\.|Not yet)/).first()).toBeVisible();
        predicted += 1;
      }
      if (await show.isVisible()) {
        await lab.tabTo(show);
        await keyboard.press('Enter');
        await expect(show).toBeHidden();
      }
    }
    await keyboard.press('Alt+ArrowRight');
    await at(step + 1);
    // Reading goes on from the step's heading.
    await expect(lesson.getByRole('heading', { level: 3 })).toBeFocused();
  }
  await expect(lesson.getByRole('heading', { name: 'The end of this lesson' })).toBeVisible();
  expect(predicted).toBe(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a step, its stage and its question are seen together, and the place is not lost', async ({ lab }) => {
    const { page } = lab;
    const lesson = lab.region('Lesson');
    const stage = lab.region('Flash array');
    await page.goto('./#/lesson/bast');
    await lab.standsAt('before the first of 11 requests');
    /** How much of it is in sight, in pixels. */
    const inSight = async (part: Locator) => {
      const box = await part.boundingBox();
      return box ? Math.min(box.y + box.height, 844) - Math.max(box.y, 0) : 0;
    };
    const scrolled = () => page.evaluate(() => scrollY);
    for (let step = 1; step <= 7; step += 1) {
      await expect(lesson.getByText(`Step ${step} of 21`)).toBeVisible();
      await expect(lesson.getByRole('heading', { level: 3 })).toBeInViewport();
      // The stage takes two fifths of the screen.
      await expect.poll(() => inSight(stage)).toBeGreaterThan(844 * 0.38);
      const before = await scrolled();
      const show = lesson.getByRole('button', { name: 'Show me' });
      if (await show.isVisible()) {
        const ask = lesson.locator('form.question');
        await ask.scrollIntoViewIfNeeded();
        // The lesson scrolls in its own place: the stage that is asked about stays in sight beside the question.
        await expect.poll(() => inSight(ask)).toBeGreaterThan(80);
        await expect.poll(() => inSight(stage)).toBeGreaterThan(844 * 0.38);
        await show.tap();
        await expect(show).toBeHidden();
      }
      if (step < 7) await lesson.getByRole('button', { name: 'Next step' }).tap();
      expect(await scrolled()).toBe(before);
    }
    // The transport is a swipe away, right below the stage, and the lesson is where it was.
    await lab.standsAt(/^request 9 of 9 · step/);
    const deck = await page.getByRole('toolbar', { name: 'Transport' }).boundingBox();
    const why = await lab.region('Why').boundingBox();
    expect(deck?.y).toBeLessThan(why?.y ?? 0);
    // Its lanes and one row of buttons.
    expect(deck?.height).toBeLessThan(120);
    const there = (await lab.position.textContent()) ?? '';
    await lab.button('Step back').tap();
    await expect(lab.position).not.toHaveText(there);
    await lesson.getByRole('button', { name: 'Back to the step' }).tap();
    await lab.standsAt(there);
    await expect(lesson.getByText('Step 7 of 21')).toBeVisible();
  });
});
