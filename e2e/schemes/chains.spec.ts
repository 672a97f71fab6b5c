// Replacement blocks and block mapping on the stage: the slides' chain (1 2 3 4 4 3 4), folds of both kinds, and a
// block rewritten for one page. The stage, page by page, agrees with the command line at the same position: going
// forward, going back, and by seek.

import { writeFile } from 'node:fs/promises';
import { commandLine, seek, stage } from '../against-cli';
import { expect, type LabPage, test } from '../lab-page';

const PAGES = 5;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Opens the example and writes its scenario to a file. */
async function opened(lab: LabPage, example: 'Replacement' | 'Block', file: string) {
  await lab.open();
  await lab.example(example);
  const text = await lab.scenarioText();
  await writeFile(file, await text.read());
  await lab.closeDialog();
  await lab.stepBy('Flash op');
}

/** The number of the event that the lab is behind. */
async function eventOf(lab: LabPage): Promise<number> {
  return Number(/step (\d+)/.exec((await lab.position.textContent()) ?? '')?.[1]);
}

/** The current position is right; so it is after some steps on and back, and when it is come to by seek. */
async function sameHoweverReached(lab: LabPage, file: string, blocks: number, request: number) {
  const [where, event] = [(await lab.position.textContent()) ?? '', await eventOf(lab)];
  const expected = await commandLine(file, request, event);
  const same = async () => {
    await lab.standsAt(where);
    expect(await stage(lab, blocks, PAGES)).toEqual(expected.pages);
    expect(await lab.report()).toEqual(expected.report);
  };
  await same();
  for (let steps = 0; steps < 4; steps += 1) await lab.move('Step');
  await expect(lab.position).not.toHaveText(where);
  for (let steps = 0; steps < 4; steps += 1) await lab.move('Step back');
  await same();
  await lab.runTo('Start');
  await lab.standsAt(/^before the first/);
  await seek(lab, request, event);
  await same();
}

test('replacement blocks: the slides’ chain, read from its end and folded into its last block', async ({
  lab,
}, testInfo) => {
  const file = testInfo.outputPath('scenario.json');
  await opened(lab, 'Replacement', file);

  for (let request = 0; request < 7; request += 1) await lab.button('Next request').click();
  await lab.standsAt('request 7 of 39');
  const seven = await stage(lab, 6, PAGES);
  expect(seven).toEqual((await commandLine(file, 7, 0)).pages);
  expect(seven.slice(0, 3)).toEqual([
    ['.', '1', '2', 'x3', 'x4'],
    ['.', '.', '.', '3', 'x4'],
    ['.', '.', '.', '.', '4'],
  ]);
  await lab.inspect('Maps');
  await expect(lab.region('Mapping tables').getByRole('table')).toMatchAriaSnapshot(`
    - table "Block map, and the replacement blocks of each chain":
      - caption: Block map, and the replacement blocks of each chain
      - rowgroup:
        - row:
          - rowheader "LBN"
          - columnheader "0"
          - columnheader "1"
          - columnheader "2"
        - row "Block B0 – –"
        - row "Then B1 B2 – –"
  `);
  await expect(lab.figure('Blocks inspected along chains')).toHaveText('8 OOB reads');

  // Page 3 is read: not in the last block, but in the one before it.
  await lab.move('Next request');
  for (let steps = 0; steps < 2; steps += 1) await lab.move('Step');
  const why = lab.region('Why');
  await expect(why).toContainText('Chain of LBN 0: B2 is inspected, 1 of 3');
  await lab.move('Step');
  await expect(why).toContainText('Page 3 of B1 holds LPN 3.');

  await lab.runTo('Next chain fold');
  await expect(why).toContainText('With 3 blocks, the chain of LBN 0 is the longest');
  for (let steps = 0; steps < 5; steps += 1) await lab.move('Step');
  await expect(lab.region('Flash array')).toContainText('Fold of the chain of LBN 0');
  await expect(lab.region('Flash array')).toContainText('copy 2 of 3');
  await sameHoweverReached(lab, file, 6, 13);

  await lab.runTo('Next switch merge');
  await expect(why).toContainText('Every valid page of LBN 1 is already in B5');
  await lab.button('Next request').click();
  await expect(lab.figure('Switch merges')).toHaveText('1 merge');
  await expect(lab.figure('Partial merges')).toHaveText('1 merge');
});

test('block mapping: a page written again costs its whole block @deep', async ({ lab }, testInfo) => {
  const file = testInfo.outputPath('scenario.json');
  await opened(lab, 'Block', file);
  await lab.runTo('Next full merge');
  await lab.runTo('Next full merge');
  const why = lab.region('Why');
  await expect(why).toContainText('LBN 1 is rewritten, for LPN 7');
  for (let steps = 0; steps < 5; steps += 1) await lab.move('Step');
  await expect(lab.region('Flash array')).toContainText('Rewrite of LBN 1');
  await expect(why).toContainText('Page 1 of LBN 1 has not changed, but its block is rewritten');
  await lab.inspect('Maps');
  await expect(lab.region('Mapping tables').getByRole('table')).toMatchAriaSnapshot(`
    - 'table "Block map: LBN to block"':
      - 'caption'
      - rowgroup:
        - row:
          - rowheader "LBN"
          - columnheader "0"
          - columnheader "1"
          - columnheader "2"
          - columnheader "3"
        - row "Block B1 B2 B3 –"
  `);
  await sameHoweverReached(lab, file, 6, 9);
});
