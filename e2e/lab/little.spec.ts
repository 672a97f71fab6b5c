// A run that shows little says why, under its write amplification, with the change that shows more.

import { expect, test } from '../lab-page';

const pages = (blocks: number, workload: object) =>
  JSON.stringify({
    ...{ format: 1, device: { blocks, pages_per_block: 8 }, logical_pages: 48 },
    ...{ ftl: { kind: 'page' }, workload },
  });

test('a write amplification that comes of two spare blocks says so, and opens the run with one more', async ({
  lab,
}) => {
  const note = lab.page.getByRole('note');
  await lab.open();
  await lab.apply(pages(8, { kind: 'sequential', requests: 480 }));
  await lab.runToEnd();
  await expect(note).toContainText(
    '7.29 comes from 2 spare blocks, the fewest that page mapping works with. With one more it is 1.00.',
  );
  // Not of a run that is under way.
  await lab.button('Previous request').click();
  await expect(note).toHaveCount(0);
  await lab.runToEnd();
  await lab.button('Compare with one block more').click();
  // It goes to the same request.
  await expect(lab.region('Comparison')).toBeVisible();
  await expect(lab.figure(/^Write amplification/)).toHaveText([/7\.29/, /1\.00/, /./]);
  await expect(note).toHaveCount(0);
});

test('pages that are written once say so, and what a full device comes to', async ({ lab }) => {
  await lab.open();
  await lab.apply(pages(12, { kind: 'sequential', requests: 40 }));
  await lab.runToEnd();
  await expect(lab.page.getByRole('note')).toContainText(
    /^The host writes no page twice, so no block has to be erased\. On a device that is full before the run, the write amplification is 1\.\d\d\./,
  );
});
