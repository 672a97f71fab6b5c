// A device too large to name every page: the heat map, from afar down to labelled cells.

import { nothingWrongIn, nothingWrongToRead, speak, THEMES } from '../axe';
import { expect, type LabPage, SLOWLY, test } from '../lab-page';

// Without motion a view is where it is to be at once: the next key starts from there.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

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
  await lab.apply(SCENARIO);
  await lab.standsAt('before the first of 100,000 requests');
  await expect(lab.region('Flash array').getByText('20,480 pages in 640 blocks')).toBeVisible();
}

/** The map as it is drawn. */
const picture = (lab: LabPage) =>
  lab
    .region('Flash array')
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

const cellOf = (lab: LabPage) => lab.region('Flash array').getByRole('gridcell');

test('a large device is a heat map whose modes each say what their colours mean', async ({ lab }) => {
  await openLarge(lab);
  const stage = lab.region('Flash array');
  const legend = stage.getByRole('list', { name: 'Legend' });
  await expect(legend).toContainText('invalid');
  let before = await picture(lab);
  for (const [mode, meaning] of [
    ['Valid count', '0 valid pages'],
    ['Age', 'just now'],
    ['Erase count', /erased \d+×/],
    ['Owner', 'data block'],
  ] as const) {
    await stage.getByText(mode, { exact: true }).click();
    await expect(stage.getByRole('radio', { name: mode })).toBeChecked();
    await expect(legend).toContainText(meaning);
    await expect.poll(() => picture(lab)).not.toBe(before);
    before = await picture(lab);
  }
  await expect(stage.getByRole('region', { name: 'How full blocks are' })).toContainText('blocks in use');
  await stage.getByRole('button', { name: 'As a table' }).click();
  await expect(stage.getByRole('row')).not.toHaveCount(0);
  const counted = await stage.locator('table td').allTextContents();
  const blocks = counted.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0);
  const erased = Number(
    /; (\d+) erased/.exec((await stage.locator('section p').first().textContent()) ?? '')?.[1],
  );
  expect(blocks + erased).toBe(640);
});

test('where hot and cold pages are kept apart, a mode shows which blocks are which', async ({ lab }) => {
  await openLarge(lab);
  const stage = lab.region('Flash array');
  await expect(stage.getByRole('radio', { name: 'Hot and cold' })).toBeHidden();
  await lab.otherExample('apart');
  // A slow machine takes its time to age it.
  await expect(lab.position).toHaveText('before the first of 2,000,000 requests', { timeout: SLOWLY });
  await stage.getByText('Hot and cold', { exact: true }).click();
  await expect(stage.getByRole('list', { name: 'Legend' })).toContainText('block of hot pages');
  const cold = await picture(lab);
  await lab.runTo('Next GC');
  await lab.standsAt(/step/);
  await expect.poll(() => picture(lab)).not.toBe(cold);
  // Another device, on which nothing is kept apart.
  await lab.otherExample('aged');
  await expect(stage.getByRole('radio', { name: 'State' })).toBeChecked({ timeout: SLOWLY });
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
    await expect(zoomed).toBeVisible();
  }
  await lab.page.keyboard.press('ArrowDown');
  await expect(cell).toContainText(/Page B\d+\.0: (in|)valid/);
  await expect(cell).toContainText(/LPN \d+, from write/);
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
  await lab.inspect('Maps');
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
  for (let press = 0; press < 6; press += 1) await lab.page.keyboard.press('+');
  await expect(cell).toContainText(`Page ${page}: valid`);
  await expect(cell).toContainText('LPN 17, from write');
});

test('it plays, and the map and the charts go along', async ({ lab }) => {
  await openLarge(lab);
  const before = await picture(lab);
  await lab.stepBy('Request');
  await lab.button('Play').click();
  await lab.standsAt(/^request ([5-9]|[1-9]\d+) of/);
  await lab.button('Pause').click();
  await expect.poll(() => picture(lab)).not.toBe(before);
});

test('a machine finds nothing wrong with it in any theme @deep', async ({ lab }) => {
  await openLarge(lab);
  await nothingWrongIn(THEMES, lab.page, 'State');
  // A mode adds only its words.
  for (const [mode, theme] of [
    ['Age', 'dark'],
    ['Owner', 'projector'],
  ] as const) {
    await lab.region('Flash array').getByText(mode, { exact: true }).click();
    await nothingWrongIn([theme], lab.page, mode);
  }
  await speak(lab.page, 'ko');
  await nothingWrongToRead(lab.page, 'in Korean');
});
