// A device too large to name every page: the heat map, from afar down to labelled cells.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type LabPage, test } from './lab-page';

/** 20,480 pages: large, and open in a moment. */
const SCENARIO = JSON.stringify({
  format: 1,
  name: 'Large',
  seed: 3,
  device: { blocks: 640, pages_per_block: 32, page_bytes: 4096, timing: 'slides' },
  spare_factor: 0.1,
  ftl: { kind: 'page' },
  precondition: [{ kind: 'fill_and_invalidate', fraction: 1 }],
  workload: { kind: 'uniform', requests: 100_000 },
});

async function openLarge(lab: LabPage) {
  await lab.open();
  const text = await lab.scenarioText();
  await text.fill(SCENARIO);
  await lab.button('Apply').click();
  await expect(lab.page.getByRole('dialog')).toBeHidden();
  await lab.standsAt('before the first of 100,000 requests');
  await expect(lab.region('Flash array').getByText('20,480 pages in 640 blocks')).toBeVisible();
}

const cellOf = (lab: LabPage) => lab.region('Flash array').getByRole('gridcell');

test('a large device is a heat map whose modes each say what their colours mean', async ({ lab }) => {
  await openLarge(lab);
  const stage = lab.region('Flash array');
  const legend = stage.getByRole('list', { name: 'Legend' });
  await expect(legend).toContainText('invalid');
  const canvas = stage.locator('canvas');
  let before = await canvas.screenshot();
  for (const [mode, meaning] of [
    ['Valid count', '0 valid pages'],
    ['Age', 'just now'],
    ['Erase count', /erased \d+×/],
    ['Owner', 'data block'],
  ] as const) {
    await stage.getByText(mode, { exact: true }).click();
    await expect(stage.getByRole('radio', { name: mode })).toBeChecked();
    await expect(legend).toContainText(meaning);
    await expect.poll(async () => before.equals(await canvas.screenshot())).toBe(false);
    before = await canvas.screenshot();
  }
  await expect(stage.getByRole('region', { name: 'How full blocks are' })).toContainText('blocks in use');
  await lab.button('As a table').click();
  await expect(stage.getByRole('row')).not.toHaveCount(0);
  const counted = await stage.locator('table td').allTextContents();
  const blocks = counted.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0);
  const erased = Number(
    /; (\d+) erased/.exec((await stage.locator('section p').first().textContent()) ?? '')?.[1],
  );
  expect(blocks + erased).toBe(640);
});

test('where hot and cold pages are kept apart, a mode shows which blocks are which', async ({
  lab,
  page,
}) => {
  await openLarge(lab);
  const stage = lab.region('Flash array');
  await expect(stage.getByRole('radio', { name: 'Hot and cold' })).toBeHidden();
  await page.getByRole('combobox', { name: 'Example of a large device' }).selectOption('apart');
  await lab.standsAt('before the first of 2,000,000 requests');
  await stage.getByText('Hot and cold', { exact: true }).click();
  await expect(stage.getByRole('list', { name: 'Legend' })).toContainText('block of hot pages');
  const canvas = stage.locator('canvas');
  const cold = await canvas.screenshot();
  await lab.runTo('Next cleaning');
  await lab.standsAt(/event/);
  await expect.poll(async () => cold.equals(await canvas.screenshot())).toBe(false);
  // Another device, on which nothing is kept apart.
  await page.getByRole('combobox', { name: 'Example of a large device' }).selectOption('aged');
  await expect(stage.getByRole('radio', { name: 'State' })).toBeChecked();
});

test('the keyboard goes from block to block, zooms to pages, and selects one', async ({ lab }) => {
  await openLarge(lab);
  const cell = cellOf(lab);
  await cell.focus();
  await expect(cell).toContainText('B0: ');
  await lab.page.keyboard.press('ArrowRight');
  await expect(cell).toContainText('B1: ');
  await expect(cell).toBeFocused();
  await lab.page.keyboard.press('Control+End');
  await expect(cell).toContainText('B639: ');
  await lab.page.keyboard.press('Home');
  await expect(cell).not.toContainText('B639: ');
  const zoomed = lab.region('Flash array').getByText(/^Blocks [\d,]+ to [\d,]+ · /);
  for (let press = 0; press < 7; press += 1) {
    await lab.page.keyboard.press('+');
    // The view glides: the next press starts from where it has come to.
    await expect(zoomed).toBeVisible();
    await lab.page.waitForFunction(() => new Promise((resolve) => setTimeout(() => resolve(true), 400)));
  }
  await lab.page.keyboard.press('ArrowDown');
  await expect(cell).toContainText(/Page B\d+·0: (in|)valid/);
  await expect(cell).toContainText(/LPN \d+, from host write/);
  await lab.page.keyboard.press('Enter');
  await expect(cell).toHaveAttribute('aria-selected', 'true');
  await expect(lab.region('Why')).toContainText('Why is it here?');
  await lab.page.keyboard.press('0');
  await expect(lab.region('Flash array').getByText('20,480 pages in 640 blocks')).toBeVisible();
  // Moving the active cell is not a step of the run.
  await lab.standsAt('before the first of 100,000 requests');
});

test('an entry of the mapping table leads to its page on the map', async ({ lab }) => {
  await openLarge(lab);
  const table = lab.region('Mapping tables');
  const head = table.getByRole('columnheader', { name: '17', exact: true });
  const column = await head.evaluate((th) => (th as HTMLTableCellElement).cellIndex);
  const page = await table.getByRole('row').nth(1).locator('th, td').nth(column).textContent();
  await head.getByRole('button').click();
  await expect(lab.region('Why')).toContainText(`${page}`);
  // The keyboard goes on from there.
  const cell = cellOf(lab);
  await expect(cell).toContainText(`B${/B(\d+)/.exec(page ?? '')?.[1]}: `);
  await lab.button('Zoom in').click();
  await cell.focus();
  for (let press = 0; press < 6; press += 1) {
    await lab.page.keyboard.press('+');
    await lab.page.waitForFunction(() => new Promise((resolve) => setTimeout(() => resolve(true), 400)));
  }
  await expect(cell).toContainText(`Page ${page}: valid`);
  await expect(cell).toContainText('LPN 17, from host write');
});

test('it plays, and the map and the charts go along', async ({ lab }) => {
  await openLarge(lab);
  const canvas = lab.region('Flash array').locator('canvas');
  const before = await canvas.screenshot();
  await lab.page.getByRole('combobox', { name: 'A step is' }).selectOption('request');
  await lab.button('Play').click();
  await lab.standsAt(/^request ([5-9]|[1-9]\d+) of/);
  await lab.button('Pause').click();
  expect(before.equals(await canvas.screenshot())).toBe(false);
});

for (const theme of ['light', 'dark', 'projector']) {
  test(`a machine finds nothing wrong with it in the ${theme} theme`, async ({ lab }) => {
    test.setTimeout(120_000);
    await openLarge(lab);
    await lab.page.getByRole('combobox', { name: 'Theme' }).selectOption(theme);
    for (const mode of ['State', 'Age', 'Owner']) {
      await lab.region('Flash array').getByText(mode, { exact: true }).click();
      const { violations } = await new AxeBuilder({ page: lab.page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)).toEqual(
        [],
      );
    }
  });
}
