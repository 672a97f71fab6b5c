// The stage of a device that is larger than its sections' windows.

import { expect, type LabPage, test } from '../lab-page';

test.use({ viewport: { width: 1280, height: 720 } });

async function open(lab: LabPage) {
  await lab.open();
  await lab.apply(
    JSON.stringify({
      format: 1,
      device: { blocks: 256, pages_per_block: 16 },
      logical_pages: 3200,
      ftl: { kind: 'bast', log_blocks: 2 },
      precondition: [{ kind: 'sequential' }],
      workload: { kind: 'ops', ops: 'w2600 w2616 w2632 w2648' },
    }),
  );
}

/** The words of the section of data blocks about its window. */
function dataBlocks(lab: LabPage) {
  return lab.page.getByRole('slider', { name: 'Data blocks shown' });
}

test('the data blocks’ window goes where a merge begins, and back to the top for the start', async ({
  lab,
}) => {
  await open(lab);
  const window = dataBlocks(lab);
  await expect(window).toHaveAttribute('aria-valuetext', /^blocks 0–\d+ of 200$/);
  // LBN 162 is far from what is seen.
  await lab.runTo('Next full merge');
  await lab.standsAt(/^request 3 of 4/);
  const range = async () => {
    const [, from, to] = /(\d+)–(\d+) of/.exec((await window.getAttribute('aria-valuetext')) ?? '') ?? [];
    return { from: Number(from), to: Number(to) };
  };
  await expect.poll(async () => (await range()).from).toBeGreaterThan(100);
  const { from, to } = await range();
  expect(from).toBeLessThanOrEqual(162);
  expect(to).toBeGreaterThanOrEqual(162);
  await lab.runTo('Start');
  await lab.standsAt(/^before the first of/);
});

test('a window is moved by keys, by the wheel and by going to a block', async ({ lab }) => {
  await open(lab);
  const window = dataBlocks(lab);
  const first = async () =>
    Number(/blocks (\d+)/.exec((await window.getAttribute('aria-valuetext')) ?? '')?.[1]);
  await window.focus();
  await window.press('End');
  await expect.poll(first).toBeGreaterThan(100);
  await expect(window).toHaveAttribute('aria-valuetext', /–199 of 200$/);
  await window.press('Home');
  await expect.poll(first).toBe(0);
  await window.press('ArrowDown');
  await expect.poll(first).toBeGreaterThan(0);
  // The keys were the slider's: no step was made.
  await lab.standsAt(/^before the first of/);

  const box = await window.boundingBox();
  if (!box) throw new Error('the slider is not on screen');
  await lab.page.mouse.move(box.x - 200, box.y + box.height / 2);
  const before = await first();
  await lab.page.mouse.wheel(0, 120);
  await expect.poll(first).toBeGreaterThan(before);

  // The grid's last block of the array is in the free pool; the one 60 to the right of the first is out of the window.
  await window.press('Home');
  await lab.region('Flash array').getByRole('gridcell').focus();
  for (let block = 0; block < 60; block += 1) await lab.page.keyboard.press('ArrowRight');
  await expect.poll(first).toBeGreaterThan(30);
});
