// Nothing that a person typed is lost: by Back and Next, by a reload, by another tab, by a storage that is full.

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, LabPage, SLOWLY, test } from '../lab-page';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const lessonOf = (page: Page) => new LabPage(page).region('Lesson');
const codeOf = (page: Page) => page.getByRole('textbox', { name: 'The code of your policy' });
/** The notice about another tab. */
const otherTab = (page: Page) => page.getByRole('alert').filter({ hasText: 'changed in another tab' });

async function write(page: Page, text: string) {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}
async function writeCode(page: Page, code: string) {
  await codeOf(page).click();
  await write(page, code);
}

/** The step of a lesson of the course that asks for code. */
const CODE_STEP = './#/lesson/cleaner?step=greedy';
const codeReady = (page: Page) =>
  expect(lessonOf(page).getByRole('button', { name: 'Hand in' })).toBeEnabled({ timeout: SLOWLY });

/** Leaves no room in the storage of the page. */
async function fill(page: Page) {
  await page.evaluate(() => {
    for (let size = 1 << 22; size >= 1; size = Math.floor(size / 2))
      for (let at = 0; ; at += 1)
        try {
          localStorage.setItem(`other site ${size} ${at}`, 'x'.repeat(size));
        } catch {
          break;
        }
  });
}

test('code that was typed and never run is there after Back, Next and a reload', async ({ page, lab }) => {
  await page.goto(CODE_STEP);
  await codeReady(page);
  await writeCode(page, 'export const victim = () => OWN; // mine');
  await lab.button('Back').click();
  // The step before it asks something, too: on by Skip.
  await lessonOf(page).locator('.steps button').last().click();
  await expect(codeOf(page)).toContainText('// mine');
  await page.reload();
  await codeReady(page);
  await expect(codeOf(page)).toContainText('// mine');
});

test('the code of a link that was changed stays changed, and the code of the link is one press away', async ({
  page,
  lab,
}) => {
  await page.goto('./#/policy');
  await writeCode(page, 'export const victim = () => OWN; // of the link');
  await context(page).grantPermissions(['clipboard-read', 'clipboard-write']);
  await page
    .getByRole('button', { name: 'Save…' })
    .or(page.getByRole('button', { name: /^Save/ }))
    .first()
    .click();
  await page.getByRole('menuitem', { name: /link/i }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('./#/lab');
  await page.goto(link);
  await expect(codeOf(page)).toContainText('// of the link');
  await writeCode(page, 'export const victim = () => OWN; // changed');
  await page.reload();
  await expect(codeOf(page)).toContainText('// changed');
  await page.getByRole('button', { name: 'Go back to the code of the link' }).click();
  await expect(codeOf(page)).toContainText('// of the link');
  await page.reload();
  await expect(codeOf(page)).toContainText('// of the link');
  await lab.goTo('Lab');
});
const context = (page: Page) => page.context();

test('two tabs at one lesson: the answers of both stay', async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('./#/lesson/bast?step=full_merge');
    await expect(lessonOf(tab).getByRole('button', { name: 'Check' })).toBeEnabled({ timeout: SLOWLY });
  }
  const answer = (tab: Page) => lessonOf(tab).getByRole('textbox', { name: /Your answer/ });
  await answer(page).fill('99');
  await lessonOf(page).getByRole('button', { name: 'Check' }).click();
  await other.goto('./#/lesson/bast?step=rescue');
  await lessonOf(other).getByRole('textbox', { name: 'Your requests' }).fill('w4 w5');
  const kept = () =>
    page.evaluate(() => {
      const { full_merge: merge, rescue } = JSON.parse(
        localStorage.getItem('ftl-lab.lesson.bast') ?? '{}',
      ).asked;
      return [merge?.given, merge?.tries, rescue?.draft];
    });
  await expect.poll(kept).toEqual(['99', 1, 'w4 w5']);
  // And they are at rest: a tab that hears nothing new writes nothing, or each would write over what is typed in the other.
  const heard = await page.evaluate(async () => {
    let events = 0;
    addEventListener('storage', () => {
      events += 1;
    });
    await new Promise((done) => setTimeout(done, 1000));
    return events;
  });
  expect(heard).toBe(0);
  await other.reload();
  await expect(lessonOf(other).getByRole('textbox', { name: 'Your requests' })).toHaveValue('w4 w5');
});

test('two tabs at one text: the second shows it and asks, in a lesson, on the policy page, in the editor', async ({
  page,
  context,
}) => {
  test.slow();
  const other = await context.newPage();
  const says = async (tab: Page, text: string) => expect(codeOf(tab)).toContainText(text);
  for (const address of [CODE_STEP, './#/policy']) {
    for (const tab of [page, other]) {
      await tab.goto('./#/lab');
      await tab.goto(address);
      await codeOf(tab).waitFor();
      if (address === CODE_STEP) await codeReady(tab);
    }
    await writeCode(page, '// of the first');
    await expect(otherTab(other)).toBeVisible();
    // As far from the edge as what is around it.
    const { x } = (await otherTab(other).getByRole('button').first().boundingBox()) ?? { x: 0 };
    expect(x, address).toBeGreaterThan(12);
    await writeCode(other, '// of the second');
    // Nothing is written over, and leaving asks.
    await page.reload();
    await says(page, '// of the first');
    await otherTab(other).getByRole('button', { name: 'Keep the text of this tab' }).click();
    await expect(otherTab(other)).toBeHidden();
    await expect(otherTab(page)).toBeVisible();
    await otherTab(page).getByRole('button', { name: 'Show the text of the other tab' }).click();
    await says(page, '// of the second');
    await expect(otherTab(page)).toBeHidden();
    await expect(otherTab(other)).toBeHidden();
  }
  await page.goto('./#/edit/empty');
  const text = (tab: Page) => tab.getByRole('textbox', { name: 'Text of the lesson' });
  await text(page).click();
  await write(page, 'of the first');
  await expect(page).toHaveURL(/edit\/draft-/);
  await other.goto(page.url());
  await expect(text(other)).toContainText('of the first');
  await text(page).click();
  await write(page, 'of the first, later');
  await expect(otherTab(other)).toBeVisible();
  await text(other).click();
  await write(other, 'of the second');
  await page.reload();
  await expect(text(page)).toContainText('of the first, later');
  await otherTab(other).getByRole('button', { name: 'Show the text of the other tab' }).click();
  await expect(text(other)).toContainText('of the first, later');
});

test('the entries of a form are there after a reload', async ({ page, lab }) => {
  await lab.open();
  const scenario = await lab.scenarioText();
  await scenario.write('{ "name": "mine" ');
  await page.reload();
  expect(await (await lab.scenarioText()).read()).toBe('{ "name": "mine" ');
  await lab.button('Discard the changes').click();
  const box = lab.region('Scenario').getByRole('textbox', { name: 'Scenario as JSON' });
  await expect(box).toContainText('"ftl"');
});

test('the storage is full: an assignment says what is not kept, saves it, and leaving asks first', async ({
  page,
  lab,
}) => {
  await page.goto('./#/teach');
  await page.getByLabel('Name').fill('Homework');
  await page.getByText('Log blocks: BAST and the three merges', { exact: true }).click();
  await page.getByLabel('Merge operation one: the full merge').check();
  await page.reload();
  // The form is as it was.
  await expect(page.getByLabel('Name')).toHaveValue('Homework');
  await page.getByRole('link', { name: 'Try it' }).click();
  await page.getByLabel(/^Your id/).fill('kim');
  await page.keyboard.press('Enter');
  const lesson = lab.region('Lesson');
  const check = lesson.getByRole('button', { name: 'Check' });
  await expect(check).toBeEnabled({ timeout: SLOWLY });
  await fill(page);
  await lesson.getByRole('textbox', { name: /Your answer/ }).fill('99');
  await check.click();
  await expect(lesson.locator('.feedback.wrong')).toBeVisible();
  const said = page.getByRole('alert').filter({ hasText: 'Your answers in this assignment' });
  await expect(said).toContainText('the attempts that you used');
  const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await asks()).toBe(true);
  // Elsewhere and back, it is there.
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await page.goBack();
  await expect(lesson.locator('.feedback.wrong')).toBeVisible({ timeout: SLOWLY });
  const saving = page.waitForEvent('download');
  await said.getByRole('button', { name: 'Save as a file' }).click();
  const file = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(file.answers.bast.full_merge.answers).toMatchObject([{ given: '99', right: false }]);
  expect(await asks()).toBe(false);
});

test('the storage is full: the code of a policy and a lesson’s text say so, each with its file', async ({
  page,
}) => {
  await page.goto('./#/policy');
  await codeOf(page).waitFor();
  await fill(page);
  await writeCode(
    page,
    'export const victim = () => OWN; // longer than what was there before, by some letters',
  );
  const said = page.getByRole('alert').filter({ hasText: 'The text that you are writing' });
  const saving = page.waitForEvent('download');
  await said.getByRole('button', { name: 'Save as a file' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('// longer than');
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await page.goBack();
  await expect(codeOf(page)).toContainText('// longer than');
});
