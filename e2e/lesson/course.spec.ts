// The course on paper, and in a course page of others.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, SLOWLY, test } from '../lab-page';
import { platformOf } from './platform';

test('a handout: questions beside pictures, no answers; the answers apart; on paper nothing else', async ({
  page,
}) => {
  await page.goto('./#/handout/mapping?questions');
  const paper = page.getByRole('article');
  await expect(paper.getByRole('heading', { level: 3 }).first()).toBeVisible({ timeout: SLOWLY });
  await expect(paper.getByRole('img').first()).toBeVisible();
  await expect(paper.getByText('Predict.').nth(2)).toBeVisible();
  await expect(paper.getByText('Answer:')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden();
  for (const whole of ['figure', '.asking']) {
    const parts = await paper
      .locator(whole)
      .evaluateAll((found) => found.map((part) => getComputedStyle(part).breakInside));
    expect(parts.length, whole).toBeGreaterThan(2);
    expect(new Set(parts), whole).toEqual(new Set(['avoid']));
  }
  await page.emulateMedia({ media: 'screen' });
  // On a phone the pictures are drawn for its width: their letters stay as large as the text.
  const dotsForPixels = () =>
    paper
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.clientWidth);
  expect(await dotsForPixels()).toBeGreaterThan(2.8);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(dotsForPixels).toBeCloseTo(2.5, 1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Answer key' }).click();
  await expect(paper.getByText('Answer:').nth(2)).toBeVisible();
});

test('an exam on paper: sheets of a seed differ, and the key is a paper of its own', async ({ page }) => {
  await page.goto('./#/teach/exam');
  const exams = page.getByRole('region', { name: 'Exam questions' });
  await exams.getByLabel('Seed of the variants').fill('autumn');
  await exams
    .getByRole('listitem')
    .filter({ hasText: 'Exam: log blocks' })
    .getByRole('link', { name: 'Sheet A' })
    .click();
  const paper = page.getByRole('article');
  await expect(paper.getByText('Sheet A, seed “autumn”')).toBeVisible({ timeout: SLOWLY });
  await expect(paper.getByRole('heading', { level: 3 })).toHaveCount(9);
  await expect(paper.getByText('Answer:')).toHaveCount(0);
  const asked = () => paper.locator('.asking > p:first-child').allTextContents();
  const a = await asked();
  await page.getByRole('link', { name: 'Sheet B' }).click();
  await expect(paper.getByText('Sheet B, seed “autumn”')).toBeVisible({ timeout: SLOWLY });
  const b = await asked();
  expect(b).toHaveLength(a.length);
  expect(b.filter((text, at) => text !== a[at]).length).toBeGreaterThan(6);
  await page.getByRole('link', { name: 'Answer key' }).click();
  await expect(paper.getByText('Answer:')).toHaveCount(9, { timeout: SLOWLY });
  // The key is that of sheet B.
  await expect(paper.getByText('Sheet B, seed “autumn”')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'Sheet A' })).toBeHidden();
});

for (const [bank, questions] of [
  ['exam-dftl', 8],
  ['inventory', 15],
] as const)
  test(`on paper two questions with their pictures are on a page, the first beside the name: ${bank}`, async ({
    page,
  }) => {
    await page.goto(`./#/handout/${bank}?questions&sheet=A&seed=autumn`);
    const paper = page.getByRole('article');
    await expect(paper.getByRole('heading', { level: 3 })).toHaveCount(questions, { timeout: SLOWLY });
    // Choices have no frame but the sheet's own.
    for (const list of await paper.locator('.choices').all())
      await expect(list).toHaveCSS('border-top-style', 'none');
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const pages = pdf.match(/\/Type\s*\/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.length).toBeLessThanOrEqual(1 + Math.ceil((questions - 1) / 2));
  });

test('a lecture plan on paper is the plan alone', async ({ page }) => {
  await page.goto('./#/teach/lectures');
  await expect(page.getByRole('link', { name: 'The host waits' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'The host waits' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Exam and inventory' })).toBeHidden();
});

test('a lesson as a SCORM package, in a platform: reports, and goes on after the platform was closed', async ({
  page: lab,
  baseURL,
  browser,
}) => {
  await lab.goto('./#/lesson/bast');
  await expect(lab.getByText('Step 1 of')).toBeVisible();
  const saved = lab.waitForEvent('download');
  await lab.getByRole('button', { name: 'Export as SCORM' }).click();
  const zip = unzipSync(await readFile(await (await saved).path()));
  expect(strFromU8(zip['imsmanifest.xml'] ?? new Uint8Array())).toContain('href="launch.html"');

  const { frame, cmi, visit, faults, context } = await platformOf(browser, baseURL, zip);
  await expect(frame.getByText('Step 1 of')).toBeVisible();
  await expect(frame.getByRole('banner')).toHaveCount(0);
  await frame.getByRole('combobox', { name: 'All steps' }).selectOption({ index: 6 });
  await frame.getByRole('textbox', { name: /Your answer/ }).fill('8');
  await frame.getByRole('button', { name: 'Check' }).click();
  await expect(frame.getByText('Right.')).toBeVisible();
  await expect
    .poll(() => cmi().core)
    .toMatchObject({ lesson_status: 'incomplete', score: { raw: expect.stringMatching(/^[1-9]\d?$/) } });
  expect(cmi().interactions[0]).toMatchObject({ type: 'numeric', student_response: '8', result: 'correct' });

  await visit();
  await expect(frame.getByText('Step 7 of')).toBeVisible();
  await expect(frame.getByText('Right.')).toBeVisible();
  expect(faults).toEqual([]);
  await context.close();
});

test('a class with a lesson of one’s own as one SCORM package: the next visit goes on in the lesson of the last @deep', async ({
  page: lab,
  baseURL,
  browser,
}) => {
  const own = await readFile(join(import.meta.dirname, '../../web/lesson/testdata/sound.md'), 'utf8');
  const text = `class: Week 5\nlessons: [flash, { name: ours.md, text: ${JSON.stringify(own)} }]\n`;
  await lab.goto('./#/learn');
  const chosen = lab.waitForEvent('filechooser');
  await lab.getByRole('button', { name: 'Open a lesson from disk' }).click();
  await (await chosen).setFiles({ name: 'w.ftlclass', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(lab.getByText('Step 1 of')).toBeVisible();
  await lab.goto('./#/learn');
  const saved = lab.waitForEvent('download');
  await lab.locator('section.class').getByRole('button', { name: 'Export as SCORM' }).click();
  const zip = unzipSync(await readFile(await (await saved).path()));
  expect(strFromU8(zip['imsmanifest.xml'] ?? new Uint8Array())).toContain('<title>Week 5</title>');

  const { frame, cmi, visit, faults, context } = await platformOf(browser, baseURL, zip);
  await expect(frame.getByRole('article', { name: /Flash/ })).toBeVisible();
  await frame.getByRole('button', { name: 'All lessons' }).click();
  await frame.getByRole('button', { name: 'ours.md' }).click();
  await expect(frame.getByRole('article', { name: 'A lesson' })).toBeVisible();
  await frame.getByRole('combobox', { name: 'All steps' }).selectOption({ index: 1 });
  await frame.getByRole('textbox', { name: /Your answer/ }).fill('2');
  await frame.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => cmi().core?.lesson_location).toBe('A lesson/second');
  await expect
    .poll(() => cmi().interactions?.[0])
    .toMatchObject({ id: 'A-lesson-10cf4247.second.1', type: 'numeric' });

  await visit();
  await expect(frame.getByRole('article', { name: 'A lesson' })).toBeVisible();
  await expect(frame.getByText('Step 2 of')).toBeVisible();
  expect(faults).toEqual([]);
  await context.close();
});
