// How a page came to hold what it holds: asked for by keyboard at the cell, each link leads to where it happened. One scheme
// of each engine module.

import { expect, type LabPage, test } from '../lab-page';
import { someOf } from '../some-of';

const cellOf = (lab: LabPage) => lab.region('Flash array').getByRole('gridcell');

/** Goes over the cells until one is selected whose past has a link of this kind, and shows that past. */
async function find(lab: LabPage, link: RegExp, blocks: number, pages: number) {
  const cell = cellOf(lab);
  const past = lab.page.getByRole('region', { name: 'How it got here' });
  await cell.focus();
  await cell.press('Control+Home');
  for (let page = 0; page < pages; page += 1) {
    await cell.focus();
    await cell.press('Home');
    await cell.press('ArrowDown');
    for (let block = 0; block < blocks; block += 1) {
      if (block > 0) {
        await cell.focus();
        await cell.press('ArrowRight');
      }
      await expect(cell).toContainText(`Page B${block}.${page}: `);
      if (/: free/.test((await cell.textContent()) ?? '')) continue;
      await cell.press('Enter');
      await lab.button('How did it get here?').press('Enter');
      await expect(past).toBeVisible();
      if ((await past.getByRole('button', { name: link }).count()) > 0) return past;
    }
  }
  throw new Error(`no page has a link ${link}`);
}

const FTLS = [
  ['FAST', 10, /copied from/],
  ['Page', 8, /copied from/],
  ['DFTL', 12, /writes translation page/],
] as const;

for (const [ftl, blocks, link] of someOf(FTLS, 3)) {
  test(`${ftl}: the chain of a page leads back to the request that wrote it`, async ({ lab }) => {
    await lab.open();
    await lab.example(ftl);
    await lab.runToEnd();
    const past = await find(lab, link, blocks, 4);
    const links = past.getByRole('button');
    const count = await links.count();
    // Every link can be followed; the list stays, and marks where one is.
    for (let i = 0; i < Math.min(count, 4); i += 1) {
      await links.nth(i).press('Enter');
      await expect(links.nth(i)).toHaveAttribute('aria-current', 'step');
      await expect(links).toHaveCount(count);
    }
  });
}
