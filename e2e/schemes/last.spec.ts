// LAST on the stage: the slides' hot and cold pages (SPEC 9, E3) and its example. The stage, page by page, agrees
// with the command line at the same position: going forward, going back, and by seek.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, seek, stage } from '../against-cli';
import { expect, test } from '../lab-page';

const E3 = join(import.meta.dirname, '../../wasm-sim/testdata/last/two-partitions.json');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the slides’ hot and cold pages: which partition each goes to, and a dead block', async ({ lab }) => {
  await lab.open();
  await lab.apply(await readFile(E3, 'utf8'));

  await seek(lab, 14, 0);
  await lab.standsAt('request 15 of 20');
  // The sixteenth write is of LPN 9, the fourth of the five pages written last.
  await lab.stepBy('Flash op');
  for (let steps = 0; steps < 2; steps += 1) await lab.move('Step');
  const why = lab.region('Why');
  await expect(why).toContainText('Random and hot: LPN 9 goes to the hot partition');
  await expect(why).toContainText('fewer than 4096 count as random');
  await expect(why).toContainText('It is hot: of the 5 pages written last, LPN 9 is number 4.');

  await lab.button('Next request').click();
  await lab.standsAt('request 16 of 20');
  const pages = await stage(lab, 10, 4);
  expect(pages).toEqual((await commandLine(E3, 16, 0)).pages);
  expect(pages).toContainEqual(['x1', 'x2', 'x1', 'x2']);
  expect(pages).toContainEqual(['7', '8', '5', 'x9']);
  await lab.inspect('Maps');
  const tables = lab.region('Mapping tables');
  await expect(tables.getByRole('table', { name: /^Log blocks/ })).toMatchAriaSnapshot(`
    - 'table "Log blocks, SW, hot, cold, each oldest first: 5 of 6 in use"':
      - caption: "Log blocks, SW, hot, cold, each oldest first: 5 of 6 in use"
      - rowgroup:
        - row:
          - rowheader "Order"
          - columnheader "hot"
          - columnheader "hot"
          - columnheader "cold"
          - columnheader "cold"
          - columnheader "cold"
        - row "Block B4 B6 B3 B5 B7"
        - row "LBN – – – – –"
  `);
  await expect(tables.getByRole('table', { name: /^Last written pages/ })).toMatchAriaSnapshot(`
    - 'table "Last written pages, the latest first: 5 of 5"':
      - caption: "Last written pages, the latest first: 5 of 5"
      - rowgroup:
        - row:
          - rowheader "LPN"
          - columnheader "9"
          - columnheader "2"
          - columnheader "4"
          - columnheader "1"
          - columnheader "5"
  `);

  await lab.runTo('Next reclaimed log block');
  await expect(why).toContainText('B4 is the oldest full block of the hot partition without a valid page');
  await lab.button('Next request').click();
  await expect(lab.figure('Dead log blocks erased')).toHaveText('1 block');
  await expect(lab.figure('Full merges')).toHaveText('0 merges');
});

test('streams, and a victim of two logical blocks: forward, back and by seek', async ({ lab }, testInfo) => {
  const { page } = lab;
  await lab.open();
  await lab.example('LAST');
  const scenario = testInfo.outputPath('scenario.json');
  const text = await lab.scenarioText();
  await writeFile(scenario, await text.read());
  await lab.closeDialog();

  for (let request = 0; request < 4; request += 1) await lab.button('Next request').click();
  await lab.standsAt('request 4 of 44');
  const four = await stage(lab, 12, 4);
  expect(four).toEqual((await commandLine(scenario, 4, 0)).pages);
  expect(four).toContainEqual(['0', '1', '2', '3']);
  expect(four).toContainEqual(['8', '9', '.', '.']);

  await page.getByRole('group', { name: 'A step is' }).getByRole('button', { name: 'Flash op' }).click();
  const [banner, why] = [lab.region('Flash array'), lab.region('Why')];
  for (let victim = 0; victim < 2; victim += 1) await lab.runTo('Next reclaimed log block');
  await lab.standsAt(/^request 23 of 44 · step 3 /);
  await expect(why).toContainText('B9 has valid pages of the fewest logical blocks: 2.');
  for (let merge = 0; merge < 2; merge += 1) await lab.runTo('Next full merge');
  await expect(banner).toContainText('merge 2 of 2 for B9');
  for (let steps = 0; steps < 5; steps += 1) await lab.move('Step');
  await expect(banner).toContainText('copy 2 of 4');
  const where = (await lab.position.textContent()) ?? '';
  const event = Number(/step (\d+)/.exec(where)?.[1]);
  const expected = await commandLine(scenario, 22, event);
  expect(await stage(lab, 12, 4)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);

  // Beyond it and back: the same, by the same way.
  for (let steps = 0; steps < 6; steps += 1) await lab.move('Step');
  for (let steps = 0; steps < 6; steps += 1) await lab.move('Step back');
  await lab.standsAt(where);
  expect(await stage(lab, 12, 4)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);

  // And from the beginning, at once.
  await lab.runTo('Start');
  await lab.standsAt(/^before the first/);
  await seek(lab, 22, event);
  await lab.standsAt(where);
  expect(await stage(lab, 12, 4)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);
});
