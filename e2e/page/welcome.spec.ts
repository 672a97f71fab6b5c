// A first visit: what the lab is, a merge that plays, and the ways from there; and what the model is worth.

import { readFile } from 'node:fs/promises';
import { cli } from '../cli';
import { expect, test } from '../lab-page';

const TITLE = 'You change one page. The SSD copies eight.';

test('the first page says what it is, keeps the place of the merge, and leads to the course, the lab and every FTL', async ({
  lab,
}) => {
  const { page } = lab;
  await page.goto('./');
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();
  const hero = page.getByRole('figure');
  await expect(hero).toBeVisible();
  // The placeholder has its place, and gives it to the stage.
  let place: Awaited<ReturnType<typeof hero.boundingBox>> = null;
  // There is none in the moment in which the stage replaces it.
  await expect(async () => {
    place = await hero.boundingBox();
    expect(place).not.toBeNull();
  }).toPass();
  // The stage itself, of an engine of its own; for screen readers, a text with what it shows.
  await expect(hero.locator('canvas')).toBeVisible();
  expect(await hero.boundingBox()).toEqual(place);
  await expect(hero.getByRole('link', { name: /eight are copied and two blocks erased/ })).toBeVisible();
  await expect(hero.getByText(/^copy \d of 8$/)).toBeVisible();
  const ftls = page.getByRole('region', { name: 'Pick a translation layer' }).getByRole('link');
  await expect(ftls).toHaveCount(9);
  await ftls.filter({ hasText: 'FAST' }).click();
  await expect(lab.examples).toHaveText('FAST');
  await lab.standsAt(/^before the first/);

  await page.goto('./');
  await page.getByRole('link', { name: 'Open the lab' }).click();
  await expect(lab.region('Flash array')).toBeVisible();

  // A visitor who has begun a lesson continues there.
  await page.goto('./');
  await page.getByRole('link', { name: 'Start lesson 1' }).click();
  await expect(page).toHaveURL(/#\/lesson\/flash/);
  await lab.region('Lesson').getByRole('button', { name: 'Next step' }).click();
  await expect(lab.region('Lesson').getByText(/^Step 2 of/)).toBeVisible();
  await page.getByRole('link', { name: 'FTL Lab' }).click();
  await expect(page.getByRole('link', { name: /^Continue ?1\. .*step 2 of/ })).toBeVisible();
  await page.getByRole('link', { name: 'Continue lesson 1' }).click();
  await expect(lab.region('Lesson').getByText(/^Step 2 of/)).toBeVisible();
});

test('a file chosen on the first page is read as a trace', async ({ lab }) => {
  const { page } = lab;
  await page.goto('./');
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'mine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('time,op,offset,size\n0,W,0,4096\n1,W,4096,4096\n2,R,0,4096\n'),
  });
  await expect(page.getByText('mine.csv').first()).toBeVisible();
});

test('the figures of the first page are those that the command line prints for the scenario it saves', async ({
  page,
}) => {
  await page.goto('./');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the scenario' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('full-merge.json');
  const path = await file.path();
  expect(JSON.parse(await readFile(path, 'utf8')).ftl.kind).toBe('bast');
  const stdout = await cli('run', path);
  const [command, ...listed] = (await page.getByText('$ ftl-lab run').innerText()).split('\n');
  expect(command).toBe('$ ftl-lab run full-merge.json');
  expect(listed).toHaveLength(2);
  for (const line of listed) expect(stdout.split('\n')).toContain(line);
});

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the merge on the first page stands still in its middle', async ({ page }) => {
    await page.goto('./');
    await expect(page.getByRole('figure').getByText(/copy 4 of 8/)).toBeVisible();
  });
});

test('the model card looks at the laws on the run that is open', async ({ lab }) => {
  await lab.open();
  await lab.runTo('Next full merge');
  await lab.command('Help');
  await lab.button('What is simulated, and what is not').click();
  const card = lab.page.getByRole('dialog', { name: 'The model' });
  const law = (name: RegExp) => card.getByRole('row', { name });
  await expect(law(/^Counters equal the sums/).getByRole('cell')).toHaveText('holds');
  // Inside a request an old and a new copy may both be valid.
  await expect(law(/^Every mapped page/).getByRole('cell')).toHaveText('not checked');
  await card.getByRole('button', { name: 'Try it' }).click();
  await expect(law(/^A position is the same/).getByRole('cell')).toHaveText('holds');
  await lab.closeDialog();
  await lab.page.keyboard.press('Home');
  await lab.page.keyboard.press('Shift+ArrowRight');
  await lab.standsAt(/^request 1 of/);
  await lab.command('Help');
  await lab.button('What is simulated, and what is not').click();
  await expect(law(/^Every mapped page/)).toContainText('16 valid pages for 16 logical pages');
  await expect(law(/^Every mapped page/).getByRole('cell')).toHaveText('holds');
  await expect(law(/^Each block knows/).getByRole('cell')).toHaveText('holds');
});

test('nothing jumps when the lab is shown in place of another page', async ({ lab, page }) => {
  await page.goto('./#/learn');
  await page.getByRole('link', { name: /BAST/ }).first().waitFor();
  // Heights of the timeline, frame by frame.
  await page.evaluate(() => {
    const seen = new Set<number>();
    const look = () => {
      const { height = 0 } = document.querySelector('.timeline')?.getBoundingClientRect() ?? {};
      if (height > 0) seen.add(height);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { heightsSeen: seen });
    location.hash = '#/lab/bast';
  });
  await lab.standsAt(/^before/);
  await lab.move('Step');
  expect(
    await page.evaluate(() => [...(globalThis as unknown as { heightsSeen: Set<number> }).heightsSeen]),
  ).toHaveLength(1);
});
