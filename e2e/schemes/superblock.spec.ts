// The superblock FTL on the stage: OOB reads, victims inside a superblock, a compaction. The stage, page by page,
// agrees with the command line at the same position: going forward, going back, and by seek.

import { writeFile } from 'node:fs/promises';
import { commandLine, seek, stage } from '../against-cli';
import { expect, test } from '../lab-page';

const BLOCKS = 10;
const PAGES = 4;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('GC inside a superblock, and a compaction: forward, back and by seek', async ({ lab }, testInfo) => {
  const { page } = lab;
  await lab.open();
  await lab.example('Superblock');
  const scenario = testInfo.outputPath('scenario.json');
  const text = await lab.scenarioText();
  await writeFile(scenario, await text.read());
  await lab.closeDialog();
  await page.getByRole('group', { name: 'A step is' }).getByRole('button', { name: 'Flash op' }).click();
  const array = lab.region('Flash array');
  await lab.inspect('Maps');
  const tables = lab.region('Mapping tables');

  // The fill left the maps of superblocks 1 and 2 in SRAM: the first access of superblock 0 looks for its own.
  await lab.runTo('Next OOB read');
  await lab.standsAt(/^request 1 of 38 · step 2 /);
  await expect(lab.region('Why')).toContainText(
    'The OOB area of B1.3, the page of the superblock programmed last, has it',
  );
  await expect(lab.figure('OOB reads for maps')).toHaveText('1 page');
  await expect(lab.figure('Flash reads')).toHaveText('0 pages');

  // Two victims of two valid pages each: the copies of the first take a block.
  await lab.runTo('Next partial merge');
  await expect(array).toContainText('Garbage collection of B1, superblock 0');
  await expect(lab.region('Why')).toContainText('of those with equally few, it was taken first');
  await lab.button('Next request').click();
  await lab.standsAt('request 9 of 38');
  const nine = await stage(lab, BLOCKS, PAGES);
  expect(nine).toEqual((await commandLine(scenario, 9, 0)).pages);
  expect(nine).toContainEqual(['x0', '4', '1', '5']);
  expect(nine).toContainEqual(['6', '7', '2', '3']);
  await expect(tables.getByRole('table', { name: /^Blocks of superblocks/ })).toMatchAriaSnapshot(`
    - 'table "Blocks of superblocks, oldest first; update blocks in use: 1, M = 2"':
      - 'caption': "Blocks of superblocks, oldest first; update blocks in use: 1, M = 2"
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
  await expect(array).toContainText('Compaction of superblock 0');
  await expect(lab.region('Why')).toContainText('superblock 0 was written least recently');
  for (let steps = 0; steps < 8; steps += 1) await lab.move('Step');
  await expect(array).toContainText('Compaction of superblock 0');
  const where = (await lab.position.textContent()) ?? '';
  const event = Number(/step (\d+)/.exec(where)?.[1]);
  const expected = await commandLine(scenario, 11, event);
  expect(await stage(lab, BLOCKS, PAGES)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);

  // Beyond it and back: the same, by the same way.
  for (let steps = 0; steps < 6; steps += 1) await lab.move('Step');
  await expect(lab.position).not.toHaveText(where);
  for (let steps = 0; steps < 6; steps += 1) await lab.move('Step back');
  await lab.standsAt(where);
  expect(await stage(lab, BLOCKS, PAGES)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);

  // And from the beginning, at once.
  await lab.runTo('Start');
  await lab.standsAt(/^before the first/);
  await seek(lab, 11, event);
  await lab.standsAt(where);
  expect(await stage(lab, BLOCKS, PAGES)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);

  // The total: one switch, two partial merges, one compaction.
  await lab.button('Next request').click();
  await expect(lab.figure('Switch merges')).toHaveText('1 merge');
  await expect(lab.figure('Partial merges')).toHaveText('2 merges');
  await expect(lab.figure('Full merges')).toHaveText('1 merge');
  await expect(lab.figure('OOB reads for maps')).toHaveText('3 pages');
});
