// FAST on the stage: the slides' example (SPEC 9, E1) and a victim of three logical blocks (E11). What is to be seen, page
// by page, is what the command line says of the same position: going forward, going back, and by seek.

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

test('the slides’ example, and a victim of three logical blocks: forward, back and by seek', async ({
  lab,
}, testInfo) => {
  test.setTimeout(180_000);
  const { page } = lab;
  await lab.open();
  await lab.example('FAST');
  const scenario = testInfo.outputPath('scenario.json');
  const text = await lab.scenarioText();
  await writeFile(scenario, await text.inputValue());
  await lab.closeDialog();

  // E1: after six writes RW holds 5 and 13, SW 0 to 3; the next offset 0 makes one switch merge.
  for (let request = 0; request < 6; request += 1) await lab.button('Next request').click();
  await lab.standsAt('request 6 of 41');
  const six = await stage(lab);
  expect(six).toEqual((await commandLine(scenario, 6, 0)).pages);
  expect(six).toContainEqual(['5', '13', '.', '.']);
  expect(six).toContainEqual(['0', '1', '2', '3']);
  await expect(lab.region('Mapping tables').getByRole('table', { name: /^Log blocks/ })).toMatchAriaSnapshot(`
    - 'table "Log blocks, SW, then RW, oldest first: 2 of 3 in use"':
      - caption: "Log blocks, SW, then RW, oldest first: 2 of 3 in use"
      - rowgroup:
        - row:
          - rowheader "Order"
          - columnheader "SW"
          - columnheader "1"
        - row "Block B5 B4"
        - row "LBN 0 –"
  `);
  await lab.runTo('Next switch merge');
  await lab.standsAt(/^request 7 of 41 · event 2 /);
  await lab.button('Next request').click();
  expect(await stage(lab)).toEqual((await commandLine(scenario, 7, 0)).pages);

  await page.getByLabel('A step is').selectOption('Flash operation');

  // E11: the oldest RW log block holds pages of three logical blocks. Into the second of three full merges.
  await lab.runTo('Next reclaimed log block');
  await lab.standsAt(/^request 15 of 41 · event 2 /);
  const banner = lab.region('Flash array');
  for (let merge = 0; merge < 2; merge += 1) await lab.runTo('Next full merge');
  await expect(banner).toContainText('Reclaiming B4: full merge 2 of 3 · LBN 3');
  for (let steps = 0; steps < 5; steps += 1) await go(lab, 'Step');
  await expect(banner).toContainText('copy 2 of 4');
  const where = (await lab.position.textContent()) ?? '';
  const event = Number(/event (\d+)/.exec(where)?.[1]);
  const expected = await commandLine(scenario, 14, event);
  expect(await stage(lab)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);
  await expect(lab.region('Why')).toContainText('A data block keeps page 1 of LBN 3 at offset 1.');

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
  await seek(lab, 14, event);
  await lab.standsAt(where);
  expect(await stage(lab)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);

  // What it cost: three full merges for one log block.
  await lab.button('Next request').click();
  await expect(lab.figure('Full merges')).toHaveText('3 merges');
  await expect(page.getByRole('row', { name: /^3 1 100/ })).toBeVisible();
});
