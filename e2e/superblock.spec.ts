// The superblock FTL on the stage: OOB reads, victims inside a superblock, a compaction. What is to be seen, page by page, is
// what the command line says of the same position: going forward, going back, and by seek.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, type LabPage, type Report, test } from './lab-page';

const BLOCKS = 10;
const PAGES = 4;

/** `ftl-lab run` up to a position: the report, and every block with its pages in the notation of `initial`. */
async function commandLine(scenario: string, request: number, event: number) {
  const { LAB_CLI } = process.env;
  if (!LAB_CLI) throw new Error('run the end-to-end tests with `npm run e2e`: it builds ftl-lab');
  const args = ['run', scenario, '--json', '--dump', '--at', `${request}.${event}`];
  const { stdout } = await promisify(execFile)(LAB_CLI, args);
  const { blocks, ...report } = JSON.parse(stdout) as Report & { blocks: { pages: string[] }[] };
  return { report, pages: blocks.map(({ pages }) => pages) };
}

/** Every page as the stage's grid tells it, in the same notation. */
async function stage(lab: LabPage): Promise<string[][]> {
  const cell = lab.region('Flash array').getByRole('gridcell');
  const blocks = Array.from({ length: BLOCKS }, (): string[] => []);
  await cell.focus();
  await cell.press('Control+Home');
  for (let page = 0; page < PAGES; page += 1) {
    await cell.press('Home');
    await cell.press('ArrowDown');
    for (const [block, pages] of blocks.entries()) {
      if (block > 0) await cell.press('ArrowRight');
      await expect(cell).toContainText(`Page B${block}·${page}: `);
      const text = (await cell.textContent()) ?? '';
      const lpn = /LPN (\d+),/.exec(text)?.[1] ?? '';
      pages.push(text.includes(': free') ? '.' : text.includes(': invalid') ? `x${lpn}` : lpn);
    }
  }
  return blocks;
}

/** One step, and wait until it is made. */
async function go(lab: LabPage, way: 'Step' | 'Step back') {
  const before = (await lab.position.textContent()) ?? '';
  await lab.button(way).click();
  await expect(lab.position).not.toHaveText(before);
}

async function seek(lab: LabPage, request: number, event: number) {
  await lab.runTo('A step…');
  const form = lab.page.getByRole('dialog', { name: 'Go to step' });
  await form.getByRole('textbox', { name: 'Request' }).fill(String(request + 1));
  await form.getByRole('textbox', { name: 'Event' }).fill(String(event));
  await form.getByRole('button', { name: 'Go' }).click();
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('cleaning inside a superblock, and a compaction: forward, back and by seek', async ({
  lab,
}, testInfo) => {
  test.setTimeout(180_000);
  const { page } = lab;
  await lab.open();
  await lab.example('Superblock');
  const scenario = testInfo.outputPath('scenario.json');
  const text = await lab.scenarioText();
  await writeFile(scenario, await text.inputValue());
  await lab.closeDialog();
  await page.getByLabel('A step is').selectOption('Flash operation');
  const array = lab.region('Flash array');
  const tables = lab.region('Mapping tables');

  // The fill left the maps of superblocks 1 and 2 in SRAM: the first access of superblock 0 looks for its own.
  await lab.runTo('Next OOB read');
  await lab.standsAt(/^request 1 of 38 · event 2 /);
  await expect(lab.region('Why')).toContainText(
    'The OOB area of B1·3, the superblock’s page programmed last, has it',
  );
  await expect(lab.figure('OOB reads for maps')).toHaveText('1 page');
  await expect(lab.figure('Flash reads')).toHaveText('0 pages');

  // Two victims of two valid pages each: the copies of the first take a block.
  await lab.runTo('Next partial merge');
  await expect(array).toContainText('Cleaning inside SB0 · B1');
  await expect(array).toContainText('3 blocks, 2 to remain');
  await expect(lab.region('Why')).toContainText('of those with as many it was taken first');
  await lab.button('Next request').click();
  await lab.standsAt('request 9 of 38');
  const nine = await stage(lab);
  expect(nine).toEqual((await commandLine(scenario, 9, 0)).pages);
  expect(nine).toContainEqual(['x0', '4', '1', '5']);
  expect(nine).toContainEqual(['6', '7', '2', '3']);
  await expect(tables.getByRole('table', { name: /^Superblocks/ })).toMatchAriaSnapshot(`
    - 'table "Superblocks and their blocks, in the order in which they were taken; update blocks in use: 1, M = 2"':
      - 'caption': "Superblocks and their blocks, in the order in which they were taken; update blocks in use: 1, M = 2"
      - rowgroup:
        - row:
          - rowheader "SB"
          - columnheader "0"
          - columnheader "1"
          - columnheader "2"
        - row "Data B7 B8 B2 B3 B4 B5"
        - row "Update B9 – –"
        - row "Host B9 B3 B5"
        - row "Copies B8 – –"
        - row "Order 1 – –"
  `);
  await expect(
    tables.getByRole('table', { name: 'Inner maps in SRAM, least recently accessed first: 2 of 2' }),
  ).toBeVisible();

  // Superblock 2 needs a block, and both update blocks are in use. Into the second victim of the compaction.
  await lab.runTo('Next full merge');
  await expect(array).toContainText('Compacting SB0');
  await expect(lab.region('Why')).toContainText('superblock 0 was written least recently');
  for (let steps = 0; steps < 8; steps += 1) await go(lab, 'Step');
  await expect(array).toContainText('Compacting SB0 · B7');
  const where = (await lab.position.textContent()) ?? '';
  const event = Number(/event (\d+)/.exec(where)?.[1]);
  const expected = await commandLine(scenario, 11, event);
  expect(await stage(lab)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);

  // Beyond it and back: the same, by the same way.
  for (let steps = 0; steps < 6; steps += 1) await go(lab, 'Step');
  await expect(lab.position).not.toHaveText(where);
  for (let steps = 0; steps < 6; steps += 1) await go(lab, 'Step back');
  await lab.standsAt(where);
  expect(await stage(lab)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);

  // And from the beginning, at once.
  await lab.runTo('Start');
  await lab.standsAt(/^before the first/);
  await seek(lab, 11, event);
  await lab.standsAt(where);
  expect(await stage(lab)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);

  // What it all came to: one switch, two partial merges, one compaction.
  await lab.button('Next request').click();
  await expect(lab.figure('Switch merges')).toHaveText('1 merge');
  await expect(lab.figure('Partial merges')).toHaveText('2 merges');
  await expect(lab.figure('Full merges')).toHaveText('1 merge');
  await expect(lab.figure('OOB reads for maps')).toHaveText('3 pages');
});
