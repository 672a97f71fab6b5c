// The stage in the middle of the typical work of each FTL, against pictures kept in `pictures/`. Always in the browser of the lock
// file, whichever the other tests are in: each draws letters in its own way. Where it does not run, the layout's own
// tests (web/views/stage/legible.test.ts) see to it that nothing overlaps.
//
// After a change that is meant: npm run e2e -- pictures.spec.ts --update-snapshots

import { expect, type FtlName, type LabPage, test } from '../lab-page';
import { launchOptions } from '../launch';
import { someOf } from '../some-of';

const { LAB_PICTURES, LAB_PICTURES_ENV } = process.env;
test.skip(
  !LAB_PICTURES,
  'the browser of the lock file, whose pictures these are, does not run on this machine',
);
test.use({ launchOptions: launchOptions(LAB_PICTURES ?? '', LAB_PICTURES_ENV) });
test.use({ viewport: { width: 1280, height: 720 }, colorScheme: 'light', reducedMotion: 'reduce' });

/** Where an FTL's example is most itself, and how many flash operations on. */
const MOMENTS: Record<FtlName, [destination: string, steps: number]> = {
  Page: ['Next GC', 3],
  BAST: ['Next full merge', 5],
  FAST: ['Next full merge', 5],
  KAST: ['Next full merge', 5],
  LAST: ['Next full merge', 4],
  Superblock: ['Next full merge', 4],
  DFTL: ['Next GC', 4],
  Replacement: ['Next partial merge', 4],
  Block: ['Next full merge', 4],
};

async function taken(lab: LabPage, destination: string, steps: number) {
  await lab.runTo(destination);
  await lab.stepBy('Flash op');
  for (let step = 0; step < steps; step += 1) await lab.move('Step');
  await lab.page.mouse.move(0, 0);
  await lab.page.evaluate(() => document.fonts.ready);
  return lab.region('Flash array');
}

for (const [ftl, [destination, steps]] of someOf(
  Object.entries(MOMENTS) as [FtlName, [string, number]][],
  2,
)) {
  test(ftl, async ({ lab }) => {
    await lab.open();
    // The first example is BAST's.
    if (ftl !== 'BAST') await lab.example(ftl);
    const stage = await taken(lab, destination, steps);
    await expect(stage).toHaveScreenshot(`${ftl.toLowerCase()}.png`, { maxDiffPixelRatio: 0.002 });
  });
}

test('FAST with 256 blocks', async ({ lab }) => {
  await lab.open();
  await lab.apply(
    JSON.stringify({
      format: 1,
      device: { blocks: 256, pages_per_block: 16 },
      logical_pages: 3792,
      ftl: { kind: 'fast', log_blocks: 16 },
      seed: 3,
      precondition: [{ kind: 'sequential' }],
      workload: { kind: 'uniform', requests: 400, read_fraction: 0 },
    }),
  );
  await lab.standsAt(/^before the first of 400/);
  const stage = await taken(lab, 'Next full merge', 6);
  await expect(stage).toHaveScreenshot('fast-256.png', { maxDiffPixelRatio: 0.002 });
});
