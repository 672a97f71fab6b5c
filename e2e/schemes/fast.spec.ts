// FAST on the stage: the slides' example (SPEC 9, E1) and a victim of three logical blocks (E11). The stage, page by
// page, agrees with the command line at the same position: going forward, going back, and by seek.

import { writeFile } from 'node:fs/promises';
import { commandLine, seek, stage } from '../against-cli';
import { expect, test } from '../lab-page';

const BLOCKS = 10;
const PAGES = 4;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the slides’ example, and a victim of three logical blocks: forward, back and by seek', async ({
  lab,
}, testInfo) => {
  const { page } = lab;
  await lab.open();
  await lab.example('FAST');
  const scenario = testInfo.outputPath('scenario.json');
  const text = await lab.scenarioText();
  await writeFile(scenario, await text.read());
  await lab.closeDialog();

  // E1: after six writes RW holds 5 and 13, SW 0 to 3; the next offset 0 makes one switch merge.
  for (let request = 0; request < 6; request += 1) await lab.button('Next request').click();
  await lab.standsAt('request 6 of 41');
  const six = await stage(lab, BLOCKS, PAGES);
  expect(six).toEqual((await commandLine(scenario, 6, 0)).pages);
  expect(six).toContainEqual(['5', '13', '.', '.']);
  expect(six).toContainEqual(['0', '1', '2', '3']);
  await lab.inspect('Maps');
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
  await lab.standsAt(/^request 7 of 41 · step 2 /);
  await lab.button('Next request').click();
  await lab.standsAt('request 7 of 41');
  expect(await stage(lab, BLOCKS, PAGES)).toEqual((await commandLine(scenario, 7, 0)).pages);

  await page.getByRole('group', { name: 'A step is' }).getByRole('button', { name: 'Flash op' }).click();

  // E11: the oldest RW log block holds pages of three logical blocks. Into the second of three full merges.
  await lab.runTo('Next reclaimed log block');
  await lab.standsAt(/^request 15 of 41 · step 2 /);
  const banner = lab.region('Flash array');
  for (let merge = 0; merge < 2; merge += 1) await lab.runTo('Next full merge');
  await expect(banner).toContainText('merge 2 of 3 for B4');
  for (let steps = 0; steps < 5; steps += 1) await lab.move('Step');
  await expect(banner).toContainText('copy 2 of 4');
  const where = (await lab.position.textContent()) ?? '';
  const event = Number(/step (\d+)/.exec(where)?.[1]);
  const expected = await commandLine(scenario, 14, event);
  expect(await stage(lab, BLOCKS, PAGES)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);
  await expect(lab.region('Why')).toContainText('A data block keeps page 1 of LBN 3 at offset 1.');

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
  await seek(lab, 14, event);
  await lab.standsAt(where);
  expect(await stage(lab, BLOCKS, PAGES)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);

  // Its cost: three full merges for one log block.
  await lab.button('Next request').click();
  await expect(lab.figure('Full merges')).toHaveText('3 merges');
  await lab.inspect('Numbers');
  await expect(page.getByRole('row', { name: /^3 1 100/ })).toBeVisible();
});
