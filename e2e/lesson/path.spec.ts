// The 15-minute path, by keyboard alone: from the first page through its ten steps to the course.

import { expect, test } from '../lab-page';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const STEPS = 10;

test('a newcomer takes the path by keyboard, reloads on the way, and ends at the course', async ({ lab }) => {
  const { page } = lab;
  const lesson = lab.region('Lesson');
  const at = (step: number) => expect(lesson.getByText(`Step ${step} of ${STEPS}`)).toBeVisible();
  await page.goto('./');
  const start = page.getByRole('link', { name: 'New here? Ten scenes in 15 minutes' });
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/path\?step=update$/);
  await at(1);
  await expect(lesson.getByRole('button', { name: 'Check' })).toBeEnabled();

  // The first answer is typed; the heading of the next step has the focus.
  await lesson.getByRole('textbox', { name: /Your answer/ }).focus();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(lesson.getByText('Right.')).toBeVisible();
  await page.keyboard.press('Alt+ArrowRight');
  await at(2);
  await expect(lesson.getByRole('heading', { name: 'What must be saved before an erase?' })).toBeFocused();

  // Reload finds the place and the answer; Back leads to the first page and forward to the place again.
  await page.reload();
  await at(2);
  await expect(page).toHaveURL(/#\/path\?step=victim$/);
  await page.goBack();
  await expect(start).toBeVisible();
  await page.goForward();
  await at(2);

  for (let step = 2; step < STEPS; step += 1) {
    await at(step);
    const show = lesson.getByRole('button', { name: 'Show me' });
    await show.focus();
    await page.keyboard.press('Enter');
    await expect(show).toBeHidden();
    await page.keyboard.press('Alt+ArrowRight');
  }
  await at(STEPS);
  const end = lesson.getByRole('region', { name: 'The end of this lesson' });
  await expect(end.getByText('You answered 1 of 9 questions, 1 at the first try.')).toBeVisible();
  await expect(end.getByRole('heading', { name: 'What you now know' })).toBeVisible();
  await expect(end.getByRole('listitem')).toHaveCount(4);
  await end.getByRole('link', { name: 'To the course map' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The course' })).toBeVisible();

  // The course leads there too, and finds the place.
  await page.getByRole('link', { name: 'New here? Ten scenes in 15 minutes' }).focus();
  await page.keyboard.press('Enter');
  await at(STEPS);
});

for (const [width, height, least] of [
  [1280, 720, 300],
  [1440, 900, 300],
  [1920, 1080, 400],
] as const) {
  test(`two runs beside a lesson have room, and nothing is over anything else: ${width} x ${height}`, async ({
    page,
    lab,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('./#/path?step=layer');
    await page.getByRole('button', { name: /^Compare with/ }).click();
    const bar = lab.region('Comparison');
    await expect(bar.getByRole('heading')).toHaveText('page mapping beside BAST');
    await expect(page.locator('.side-name').last()).toBeVisible();
    // One line, whatever is beside it.
    expect((await bar.getByRole('heading').boundingBox())?.height).toBeLessThan(40);
    // Both stages, whole.
    for (const stage of await page.locator('.simulation canvas').all()) {
      const box = await stage.boundingBox();
      expect(box?.height).toBeGreaterThan(least);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width + 1);
    }
    const over = await page.evaluate(() => {
      const parts = [
        ...document.querySelectorAll(
          '.compare-bar :is(h2, p, button), .centre .side-name, .side-figures > div',
        ),
        ...document.querySelectorAll('.centre .chip, .centre > .explain'),
      ].filter((part) => part.checkVisibility());
      const boxes = parts.map((part) => [part.textContent, part.getBoundingClientRect()] as const);
      return boxes.flatMap(([name, a], at) =>
        boxes
          .slice(at + 1)
          .filter(
            ([, b]) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
          )
          .map(([other]) => `${name} / ${other}`),
      );
    });
    expect(over).toEqual([]);
    // On a low screen the lanes are a press away.
    const lanes = page.locator('.timeline canvas');
    if (height < 900) {
      await expect(lanes).toBeHidden();
      await page.getByRole('button', { name: 'Whole timeline' }).click();
    }
    await expect(lanes).toBeVisible();
  });
}
