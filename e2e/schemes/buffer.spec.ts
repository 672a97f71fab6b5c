// A write buffer in front of BAST: Hu's Table 2.3 under PUD-LRU (worked example E8 of the specification), stepped to
// its first eviction, into it, and back. The page says the same as the command line about a position.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, seek, stage } from '../against-cli';
import { nothingWrong, SIZES, show, THEMES } from '../axe';
import { expect, test } from '../lab-page';
import { someOf } from '../some-of';

const BLOCKS = 8;
const PAGES = 4;
const SCENARIO = join(import.meta.dirname, '../../wasm-sim/testdata/buffer/pud-lru.json');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('PUD-LRU gives up the largest group that is not updated often: forward, back and by seek', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  await lab.apply(await readFile(SCENARIO, 'utf8'));
  await page.getByRole('group', { name: 'A step is' }).getByRole('button', { name: 'Flash op' }).click();
  const tables = lab.region('Mapping tables');
  const why = lab.region('Why');
  await expect(tables).toContainText('Write buffer is empty: PUD-LRU, room for 6 pages');

  // A write that finds room: nothing is programmed.
  await lab.move('Step');
  await expect(why).toContainText('The page goes to the write buffer');
  await lab.move('Step');
  await expect(why).toContainText('Pages in the buffer: 1 of 6. Nothing was programmed for this write.');
  await expect(lab.figure('Flash programs')).toHaveText('0 pages');

  // After the sixth request it is full. The values are those of the table.
  for (let requests = 0; requests < 5; requests += 1) await lab.move('Next request');
  await lab.standsAt('request 6 of 15');
  const table = tables.getByRole('table', { name: /^Write buffer/ });
  const full = `
    - 'table "Write buffer (PUD-LRU), block groups least recently written first: 6 of 6 pages"':
      - 'caption': "Write buffer (PUD-LRU), block groups least recently written first: 6 of 6 pages"
      - rowgroup:
        - row:
          - rowheader "Block"
          - columnheader "1"
          - columnheader "2"
          - columnheader "0"
          - columnheader "3"
        - row "LPNs 4 8 0 1 2 12"
        - row "PUD 2 1 1 · leaves next 0 · stays"
  `;
  await lab.inspect('Maps');
  await expect(table).toMatchAriaSnapshot(full);
  const before = await lab.seen();
  const grid = lab.region('Flash array').getByRole('grid', { name: 'Pages in the write buffer' });
  await expect(grid).toHaveAttribute('aria-colcount', '4');

  // The seventh write finds no room.
  await lab.move('Step');
  await lab.move('Step');
  await expect(why).toContainText('Block group 0 leaves the write buffer; its pages: 3');
  await expect(why).toContainText('The buffer is full, and LPN 3 needs room.');
  await expect(why).toContainText(
    'Groups: 4; updated infrequently, with a PUD of 0.02 or more: 3. Of these, this one (PUD 1) has the most pages: 3.',
  );
  await lab.move('Step');
  await expect(why).toContainText('LPN 0 goes to the FTL: page 1 of 3');
  await lab.move('Step');
  await expect(lab.figure('Flash programs')).toHaveText('1 page');
  await expect(table).toContainText('1 2');
  const where = (await lab.position.textContent()) ?? '';
  const event = Number(/step (\d+)/.exec(where)?.[1]);
  const expected = await commandLine(SCENARIO, 6, event);
  expect(await stage(lab, BLOCKS, PAGES)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);
  const inside = await lab.seen();

  // Back to the full buffer, and forward again.
  for (let steps = 0; steps < 4; steps += 1) await lab.move('Step back');
  await lab.standsAt('request 6 of 15');
  await expect(table).toMatchAriaSnapshot(full);
  const again = await lab.seen();
  expect([again.tables, again.figures]).toEqual([before.tables, before.figures]);
  for (let steps = 0; steps < 4; steps += 1) await lab.move('Step');
  await lab.standsAt(where);
  expect(await lab.report()).toEqual(expected.report);
  const back = await lab.seen();
  expect([back.tables, back.figures]).toEqual([inside.tables, inside.figures]);

  // Whatever leaves next is a destination.
  await lab.runTo('Next destage');
  await expect(why).toContainText('Block group 0 leaves the write buffer; its pages: 2');
  await expect(why).toContainText('pages read from flash to complete it: 2');

  // By seek, and to the end: two groups left, the second completed by two pages of the first.
  await lab.runTo('Start');
  await seek(lab, 6, event);
  await lab.standsAt(where);
  expect(await lab.report()).toEqual(expected.report);
  await lab.runToEnd();
  await expect(lab.figure('Destages')).toHaveText('2 times');
  await expect(lab.figure('Padding written to complete blocks')).toHaveText('2 pages');
  expect(await lab.report()).toEqual((await commandLine(SCENARIO, 15, 0)).report);
});

test.describe('in motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a destage, and back to the very picture before it, also in the middle of its motion @deep', async ({
    lab,
  }) => {
    const { page } = lab;
    await lab.open();
    await lab.apply(await readFile(SCENARIO, 'utf8'));
    await page.getByRole('group', { name: 'A step is' }).getByRole('button', { name: 'Flash op' }).click();
    for (let requests = 0; requests < 6; requests += 1) await lab.move('Next request');
    // Nothing is pointed at.
    const picture = async () => {
      await page.mouse.move(2, 2);
      return (await lab.seen()).picture;
    };
    // A change by a jump is outlined for a moment; the picture after it is the one that a motion must end in.
    const atRest = async () => {
      let last = '';
      const same = async () => {
        const before = last;
        last = await picture();
        return last === before;
      };
      await expect.poll(same, { intervals: [250] }).toBe(true);
      return last;
    };
    await seek(lab, 5, 0);
    await lab.standsAt('request 6 of 15');
    const pictures = [await atRest()];
    const events = [2, 5, 7];
    for (const event of events) {
      await seek(lab, 6, event);
      await lab.standsAt(new RegExp(`step ${event} of`));
      pictures.push(await atRest());
    }
    expect(new Set(pictures).size).toBe(4);
    await seek(lab, 5, 0);
    await lab.standsAt('request 6 of 15');
    await lab.move('Step');
    for (const [index, event] of events.entries()) {
      await lab.move('Step');
      await lab.standsAt(new RegExp(`step ${event} of`));
      await expect.poll(picture).toBe(pictures[index + 1]);
    }
    for (const before of [pictures[2], pictures[1]]) {
      await lab.move('Step back');
      await expect.poll(picture).toBe(before);
    }
    // Broken off: each of these comes while the one before still moves.
    for (let steps = 0; steps < 3; steps += 1) await lab.move('Step');
    for (let steps = 0; steps < 5; steps += 1) await lab.move('Step back');
    await expect.poll(picture).toBe(pictures[0]);
  });
});

/** Requests after which RAM is divided otherwise than before. */
const REQUESTS = [6, 12, 18, 24];

for (const kind of someOf(['gc-arm', 'ap'], 2)) {
  test(`the RAM that ${kind} shares is drawn as ftl-lab counts it, forward and back`, async ({ lab }) => {
    const scenario = join(import.meta.dirname, `../../wasm-sim/testdata/buffer/${kind}.json`);
    await lab.open();
    await lab.apply(await readFile(scenario, 'utf8'));
    const bar = lab.region('Flash array').getByRole('img', { name: /^RAM / });
    const told = async (request: number) => {
      const { report } = await commandLine(scenario, request, 0);
      const { mapping_bytes, buffer_bytes } = report.buffer as Record<string, number>;
      await seek(lab, request, 0);
      await expect(bar).toHaveAccessibleName(new RegExp(`Write buffer ${buffer_bytes} B$`));
      await expect(bar).toHaveAccessibleName(
        new RegExp(`^RAM ${(mapping_bytes ?? 0) + (buffer_bytes ?? 0)} B: `),
      );
      return bar.getAttribute('aria-label');
    };
    const there: (string | null)[] = [];
    for (const request of REQUESTS) there.push(await told(request));
    expect(new Set(there).size).toBeGreaterThan(1);
    for (const [index, request] of [...REQUESTS.entries()].reverse())
      expect(await told(request)).toBe(there[index]);
  });
}

test('the write buffer is chosen in the form, with the fields of its kind', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  await lab.button('Scenario').click();
  await lab.part('Write buffer');
  const form = lab.region('Scenario').getByRole('group', { name: 'Write buffer' });
  await form.getByLabel('Policy').selectOption('cflru');
  await expect(form.getByLabel('Clean-first window')).toHaveValue('4');
  await form.getByLabel('Clean-first window').fill('9');
  await expect(form).toContainText('Give at most 8.');
  await form.getByLabel('Policy').selectOption('bplru');
  await expect(form.getByLabel('Clean-first window')).toBeHidden();
  await form.getByLabel('Capacity').fill('4');
  await lab.button('Apply').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  // The fill of the precondition went through it, too: its last block is still there.
  await lab.inspect('Maps');
  const table = lab.region('Mapping tables').getByRole('table', { name: /^Write buffer \(BPLRU\)/ });
  await expect(table).toContainText('12 13 14 15');
  await lab.runToEnd();
  await lab.inspect('Numbers');
  await expect(lab.figure('In the write buffer now')).toBeVisible();
});

test('the write buffer on the stage is read and walked by keyboard', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  await lab.apply(await readFile(SCENARIO, 'utf8'));
  for (let requests = 0; requests < 6; requests += 1) await lab.move('Next request');
  const grid = lab.region('Flash array').getByRole('grid', { name: 'Pages in the write buffer' });
  const cell = grid.getByRole('gridcell');
  await cell.focus();
  await expect(cell).toHaveText(
    'block group of LBN 1 in the write buffer: pages 4; writes 1, mean update distance 0, last write 4 writes ago; PUD 2',
  );
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(cell).toHaveText(
    'block group of LBN 0 in the write buffer: pages 0 1 2; writes 3, mean update distance 1, last write 1 writes ago; PUD 1; leaves next',
  );
  await page.keyboard.press('ArrowDown');
  await expect(cell).toHaveText('LPN 0; in the write buffer: version 1, flash does not have it');
  await page.keyboard.press('Control+End');
  await expect(cell).toHaveText('LPN 15; not in the write buffer');
  await expect(cell).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(cell).toHaveAttribute('aria-selected', 'true');
});

test('nothing is wrong with a full write buffer for people with disabilities @deep', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  await lab.apply(await readFile(SCENARIO, 'utf8'));
  for (let requests = 0; requests < 6; requests += 1) await lab.move('Next request');
  await lab.move('Step');
  await lab.move('Step');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const theme of THEMES) {
      await show(page, theme);
      await nothingWrong(page, `${theme} ${size.width}`);
    }
  }
});
