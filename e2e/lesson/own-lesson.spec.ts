// A lesson of one's own, opened from disk, has a link and a paper as those of the course have.

import { join } from 'node:path';
import { expect, test } from '../lab-page';

const SOUND = join(import.meta.dirname, '../../web/lesson/testdata/sound.md');

test.use({ contextOptions: { permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' } });

test('its link opens it again, also on paper; a link that was cut opens nothing', async ({ page, lab }) => {
  await page.goto('./#/learn');
  await page.getByLabel('Open a lesson from disk').setInputFiles(SOUND);
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await expect(lesson.getByRole('heading', { name: 'A first step' })).toBeVisible();
  await lesson.getByRole('button', { name: 'Class link' }).click();
  await expect(lesson.getByText('A link to this lesson was copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const paper = (await lesson.getByRole('link', { name: 'Handout' }).getAttribute('href')) ?? '';

  await page.goto('about:blank');
  await page.goto(link);
  await expect(lesson.getByRole('heading', { name: 'A first step' })).toBeVisible();
  await expect(lesson.getByText('After 3 writes.')).toBeVisible();
  await lab.standsAt(/^end: all 3 requests done/);

  await page.goto('about:blank');
  await page.goto(`./${paper}`);
  const sheet = page.getByRole('article');
  await expect(sheet.getByRole('heading', { name: 'A lesson', level: 1 })).toBeVisible();
  await expect(sheet).toContainText('After 3 writes.');
  await page.getByRole('link', { name: 'Answer key' }).click();
  await expect(sheet.getByRole('heading', { name: 'Answer key' })).toBeVisible();

  await page.goto('about:blank');
  await page.goto(link.slice(0, -5));
  await expect(page.getByRole('alert').filter({ hasText: 'This link was cut or altered' })).toBeVisible();
});
