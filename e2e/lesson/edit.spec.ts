// Someone writes a lesson: from the template, through an error and its mending, to a file and back.

import { nothingWrong } from '../axe';
import { expect, test } from '../lab-page';

// Without motion a view is its final picture at once.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an error at its line, mended, previewed, saved, opened again', async ({ page, lab }) => {
  await page.goto('./#/edit/new');
  const editor = page.getByRole('region', { name: 'Lesson editor' });
  const text = editor.getByRole('textbox', { name: 'Text of the lesson' });
  const preview = page.getByRole('region', { name: 'Lesson', exact: true });
  const says = editor.getByRole('status');
  await expect(says).toHaveText(/^No errors: 3 steps/);

  // Into the second step: the preview follows the cursor, and so does the stage.
  const run = text.getByText('run: end');
  await run.click();
  await expect(preview.getByRole('heading', { name: 'Writing again', level: 3 })).toBeVisible();
  await lab.standsAt('request 2 of 5');

  // Broken: told with its line, in the list and in the gutter; the preview stays.
  await page.keyboard.press('End');
  await page.keyboard.type('s');
  await expect(says).toHaveText(/^1 error/);
  await expect(editor.getByRole('list', { name: 'Errors' })).toContainText(
    /Line 31, column 6.*"ends".*Remedy/,
  );
  await expect(editor.locator('.cm-lint-marker-error')).toHaveCount(1);
  await expect(preview.getByText('before the error in line 31')).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'Writing again', level: 3 })).toBeVisible();
  await nothingWrong(page, 'the editor with an error');

  // Mended where a press on the error leads; then another word, which the preview shows.
  await editor.getByRole('button', { name: 'Line 31, column 6' }).click();
  await expect(text).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await text.getByText('## Writing again').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' and again');
  await expect(preview.getByRole('heading', { name: 'Writing again and again' })).toBeVisible();
  await expect(says).toHaveText(/^No errors: 3 steps/);

  // As a student: the whole lab, and the first step.
  await editor.getByRole('button', { name: 'Try as a student' }).click();
  await expect(preview.getByText('Step 1 of 3')).toBeVisible();
  await expect(editor).toBeHidden();
  await preview.getByRole('button', { name: 'Back to the text' }).click();

  // By keyboard out of the text, where Tab indents.
  await text.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();

  const download = page.waitForEvent('download');
  await editor.getByRole('button', { name: 'Save as a file' }).click();
  const saved = await (await download).path();
  await editor.getByRole('link', { name: 'All drafts' }).click();
  await expect(page.getByRole('main')).toHaveCount(1);
  await editor.getByRole('button', { name: 'Discard Writing again' }).click();
  await editor.getByRole('button', { name: 'Undo' }).click();
  await expect(editor.getByRole('link', { name: 'Writing again' })).toBeVisible();
  await editor.getByLabel('Open a lesson file').setInputFiles(saved);
  await text.getByText('## Writing again and again').click();
  await expect(preview.getByRole('heading', { name: 'Writing again and again' })).toBeVisible();
  // It was kept at once.
  await page.reload();
  await expect(text.getByText('## Writing again and again')).toBeVisible();
  // On a phone the text has the page to itself.
  await page.setViewportSize({ width: 390, height: 844 });
  await editor.getByRole('button', { name: 'Text', exact: true }).click();
  await expect(page.getByRole('main').getByRole('region', { name: 'Lesson editor' })).toBeVisible();
});

test.describe('with a clipboard', () => {
  test.use({
    contextOptions: { permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' },
  });

  test('the preview hands on the draft: as a link, on paper, as a package', async ({ page }) => {
    await page.goto('./#/edit/new');
    const editor = page.getByRole('region', { name: 'Lesson editor' });
    const text = editor.getByRole('textbox', { name: 'Text of the lesson' });
    const preview = page.getByRole('region', { name: 'Lesson', exact: true });
    await text.getByText('## Writing again').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' and again');
    await expect(preview.getByRole('heading', { name: 'Writing again and again' })).toBeVisible();
    await preview.getByText('About this lesson').click();
    const download = page.waitForEvent('download');
    await preview.getByRole('button', { name: 'Export as SCORM' }).click();
    expect((await download).suggestedFilename()).toMatch(/^ftl-lab-class-.*-scorm12\.zip$/);
    await preview.getByRole('button', { name: 'Class link' }).click();
    await expect(preview.getByText('A link to this lesson was copied.')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const paper = (await preview.getByRole('link', { name: 'Handout' }).getAttribute('href')) ?? '';
    // The same of a lesson that is tried as a student.
    await expect(editor.getByRole('status')).toHaveText(/^No errors/);
    await editor.getByRole('button', { name: 'Try as a student' }).click();
    await expect(preview.getByText('Step 1 of 3')).toBeVisible();
    await expect(preview.getByRole('link', { name: 'Handout' })).toHaveAttribute('href', paper);
    await page.goto('about:blank');
    await page.goto(`${link}?step=2`);
    await expect(preview.getByRole('heading', { name: 'Writing again and again' })).toBeVisible();
    await page.goto('about:blank');
    await page.goto(`./${paper}`);
    await expect(page.getByRole('article')).toContainText('Writing again and again');
  });
});
