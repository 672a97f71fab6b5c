// The stage of a device that is larger than the window.

import { expect, test } from './lab-page';

test.use({ viewport: { width: 1280, height: 720 } });

test('the stage goes where a merge begins, and back to the top for the start', async ({ lab }) => {
  await lab.open();
  const text = await lab.scenarioText();
  await text.fill(
    JSON.stringify({
      format: 1,
      device: { blocks: 256, pages_per_block: 16 },
      logical_pages: 3200,
      ftl: { kind: 'bast', log_blocks: 2 },
      precondition: [{ kind: 'sequential' }],
      workload: { kind: 'ops', ops: 'w2600 w2616 w2632 w2648' },
    }),
  );
  await lab.button('Apply').click();
  const scrolled = () =>
    lab.page.evaluate(() => {
      const canvas = document.querySelector('section[aria-label="Flash array"] canvas');
      return canvas?.parentElement?.parentElement?.scrollTop;
    });
  // LBN 162 has its block far below the first line.
  await lab.runTo('Next full merge');
  await lab.standsAt(/^request 3 of 4/);
  await expect.poll(scrolled).toBeGreaterThan(1000);
  await lab.runTo('Start');
  await lab.standsAt(/^before the first of/);
  await expect.poll(scrolled).toBe(0);
});
