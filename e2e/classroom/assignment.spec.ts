// Homework: an instructor makes it, a student takes it and hands it in, the instructor grades what comes.

import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { cli } from '../cli';
import { expect, SLOWLY, test } from '../lab-page';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an assignment from the instructor’s page to the grades', async ({ lab }, info) => {
  const { page } = lab;
  await page.goto('./#/teach');
  await expect(page.getByRole('heading', { name: 'Teach with it' })).toBeFocused();
  await page.getByLabel('Name').fill('Homework 2: merges');
  await page.getByLabel(/^Due/).fill('Friday, 12:00');
  await page.getByLabel(/^Seed/).fill('autumn');
  await page.getByLabel('Answers to a question').selectOption('2');
  await page.getByLabel('Explain wrong answers').uncheck();
  await expect(page.getByText('Choose at least one question.')).toBeVisible();
  await page.getByText('Log blocks: BAST and the three merges', { exact: true }).click();
  await page.getByLabel('Merge operation one: the full merge').check();
  await page.getByLabel('Your turn: make it switch').check();
  await expect(page.getByText(/^Questions: 2, about \d+ min$/)).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the assignment' }).click();
  const file = await (await saving).path();
  expect((await saving).suggestedFilename()).toBe('Homework-2-merges.json');
  await page.getByRole('link', { name: 'Try it' }).click();

  await test.step('a student', async () => {
    await expect(page.getByRole('heading', { name: 'Homework 2: merges' })).toBeVisible();
    await expect(page.getByText('Due: Friday, 12:00')).toBeVisible();
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page.getByRole('alert')).toContainText('Enter your id first.');
    await page.getByLabel(/^Your id/).fill('kim 2026');
    await page.keyboard.press('Enter');
    const lesson = lab.region('Lesson');
    await expect(lesson.getByText('Step 1 of 2')).toBeVisible();
    await expect(lesson.getByText(/Speaker notes|Show me|About this lesson/)).toHaveCount(0);
    const answer = lesson.getByRole('textbox', { name: /Your answer/ });
    const check = lesson.getByRole('button', { name: 'Check' });
    await answer.fill('99');
    await expect(check).toBeEnabled({ timeout: SLOWLY });
    await check.click();
    // Nothing is explained, and one answer is left.
    await expect(lesson.getByText(/^Not right\. Answers left: 1\.$/)).toBeVisible();
    const question = await lesson.locator('.ask').innerText();
    await page.reload();
    await expect(lesson.getByText(/^Not right\. Answers left: 1\.$/)).toBeVisible({ timeout: SLOWLY });
    expect(await lesson.locator('.ask').innerText()).toBe(question);
    await answer.fill('98');
    await check.click();
    await expect(answer).toBeDisabled();
    await lesson.getByRole('button', { name: 'Next step' }).click();
    await expect(lesson.getByText('Step 2 of 2')).toBeVisible();
    await lesson.getByRole('textbox', { name: 'Your requests' }).fill('w4 w5 w6 w7 w8');
    await expect(check).toBeEnabled({ timeout: SLOWLY });
    await check.click();
    await expect(lesson.getByText('Right.')).toBeVisible();
    await expect(lesson.getByText('2 of 2 questions answered.')).toBeVisible();

    // Lessons have the answers: they are closed meanwhile, at every address.
    for (const address of ['lesson/bast', 'learn', 'handout/bast', 'teach', 'teach/exam']) {
      await page.goto(`./#/${address}`);
      await expect(page.getByText(/^An assignment is under way: “Homework 2: merges”/)).toBeVisible();
    }
    await page.getByRole('link', { name: 'Back to the assignment' }).click();
    await page.getByRole('button', { name: /^Log blocks: BAST.*: questions: 2/ }).click();
    await expect(lesson.getByText('Step 2 of 2')).toBeVisible();
  });

  const handIn = page.getByRole('button', { name: 'Hand in: save the file' });
  await test.step('a student who leaves and comes back', async () => {
    await page.goto('./#/lesson/bast');
    await expect(page.getByText('The file that you hand in says when you left.')).toBeVisible();
    await page.getByRole('button', { name: 'Leave the assignment' }).click();
    await expect(lab.region('Lesson').getByText('Step 1 of')).toBeVisible({ timeout: SLOWLY });
    await page.goBack();
    await page.getByRole('button', { name: 'Go on as kim 2026' }).click();
  });
  const handing = page.waitForEvent('download');
  await handIn.click();
  expect((await handing).suggestedFilename()).toBe('Homework-2-merges_kim-2026.json');
  await expect(page.getByText(/^Saved as Homework-2-merges_kim-2026\.json/)).toBeVisible();
  const result = await readFile(await (await handing).path(), 'utf8');

  await test.step('the instructor', async () => {
    await page.goto('./#/teach');
    const opening = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open an assignment' }).click();
    await (await opening).setFiles(file);
    await expect(page.getByLabel('Name')).toHaveValue('Homework 2: merges');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open files of students' }).click();
    const asFile = (name: string, text: string) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    const handed = [
      asFile('kim.json', result),
      asFile('lee.json', result.replace('"kim 2026"', '"lee"').replace('"right": false', '"right": true')),
      asFile('cut.json', result.slice(0, 300)),
    ];
    await (await choosing).setFiles(handed);
    await expect(page.getByText('2 graded, 1 not; 3 with notes.')).toBeVisible({ timeout: SLOWLY });
    const row = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
    await expect(row('kim.json')).toContainText('1.00 / 2');
    await expect(row('lee.json')).toContainText('The file was changed by hand.');
    await expect(row('lee.json')).toContainText(
      'the file says that “99” is right; the engine says that it is wrong',
    );
    await expect(row('lee.json')).toContainText('The same answers at the same times as in kim.json.');
    await expect(row('cut.json')).toContainText(/Line \d+, column \d+: .+ Remedy: /);
    const csv = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const table = await readFile(await (await csv).path(), 'utf8');
    const lines = table.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^kim 2026,kim\.json,graded,yes,1,2,1,1,/);
    // The command line grades the same files in the same way.
    const paths = handed.map(({ name, buffer }) => {
      const path = info.outputPath(name);
      writeFileSync(path, buffer);
      return path;
    });
    expect(await cli('grade', file, ...paths)).toBe(table);
  });
});

test('a link that was cut, and one that asks for nothing', async ({ lab }) => {
  await lab.page.goto('./#/assignment/12345678.abc');
  await expect(lab.page.getByRole('alert')).toContainText('This link was cut or altered.');
  await lab.page.goto('./#/assignment');
  await expect(lab.page.getByRole('alert')).toContainText('There is no assignment in this address.');
});
