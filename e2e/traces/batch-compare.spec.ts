// A trace is dropped on the page and compared under all FTLs, a scenario behind all write buffers and all schedulers; the command line
// gets the same numbers.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { expect, FTLS, test } from '../lab-page';
import { planOf, saved, sweep } from './bulk';

const ROOT = join(import.meta.dirname, '../..');
const DTRS = join(ROOT, '../shared/traces/dtrs-127043.mqsim.gz');
// The large trace is not the project's to hand on: where it is absent, the excerpt that ships with the page.
const file = existsSync(DTRS) ? DTRS : join(ROOT, 'public/traces/tpcc-small-2000.mqsim');

test('a trace under all FTLs at once: numbers, words and charts, and ftl-lab says the same', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  await lab.drop(basename(file), await readFile(file));
  await page.getByRole('button', { name: 'Compare all FTLs' }).click();
  const main = page.getByRole('main');
  const results = await saved(lab, FTLS.length);
  expect(results.traces[0]?.name).toBe(basename(file));
  expect(results.runs.map(({ name }) => name)).toEqual([...FTLS]);
  const native = await sweep(planOf(results.runs), dirname(file));
  expect(results.runs.map(({ report }) => report)).toEqual(native);

  // The answer says what it holds for.
  const { host } = native[0] as unknown as { host: { writes: number; reads: number } };
  const count = (n: number) => n.toLocaleString('en');
  await expect(main.getByRole('heading', { level: 2 }).locator('xpath=following-sibling::p')).toContainText(
    new RegExp(
      `GC policy: greedy \\(Page, DFTL\\)\\. Device: [\\d,]+ blocks of \\d+ pages, [\\d.]+% spare\\. Counted: ${count(host.writes)} page writes and ${count(host.reads)} page reads\\.`,
    ),
  );

  // And what is to be seen is what the reports say.
  for (const { name, report } of results.runs) {
    const { flash } = report as unknown as { flash: { erases: { total: number } } };
    const row = main
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: `${name}: open on stage`, exact: true }) });
    await expect(row.getByRole('cell').first()).toHaveText(flash.erases.total.toLocaleString('en'));
  }
  await expect(main.getByRole('region', { name: 'What sets them apart' }).getByRole('listitem')).toHaveCount(
    FTLS.length - 1,
  );

  // A run opens on the stage: the trace is there already.
  await main.getByRole('link', { name: 'FAST: open on stage', exact: true }).click();
  await lab.standsAt(/^before the first of/);
});

/** Small, but written often enough that buffers and schedulers have something to do. */
const DEVICE = { blocks: 40, pages_per_block: 8, page_bytes: 2048, timing: 'hu' };
const WORKLOAD = { kind: 'hot_cold', r: 0.8, f: 0.2, requests: 3000, read_fraction: 0.3, pages: 2 };
const BASE = {
  ...{ format: 1, name: 'Bulk', seed: 3, device: DEVICE, logical_pages: 240 },
  precondition: [{ kind: 'sequential' }],
};

test('every write buffer at equal RAM: hits and padding in figures, words and charts, and ftl-lab says the same', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  const buffer = { kind: 'pud_lru', capacity: 24, threshold: 0.01 };
  await lab.apply(
    JSON.stringify({
      ...BASE,
      ftl: { kind: 'dftl', cmt_entries: 32, entries_per_translation_page: 64 },
      buffer,
      workload: WORKLOAD,
    }),
  );
  await page.goto('./#/batch');
  const main = page.getByRole('main');
  const presets = main.getByRole('combobox', { name: 'Compare' });
  // Nothing waits in a queue here: the page says so, and offers nothing to choose.
  await expect(presets.getByRole('option', { name: 'schedulers' })).toBeDisabled();
  await expect(main).toContainText(
    'Not available here: schedulers, channel counts, queue depths, because the device does one thing at a time',
  );
  await presets.selectOption('write buffers at equal RAM');
  await main.getByRole('button', { name: 'Run all 8' }).click();
  const results = await saved(lab, 8);
  expect(results.runs.map(({ name }) => name)).toEqual([
    'DFTL without a buffer',
    ...['LRU', 'CFLRU', 'FAB', 'BPLRU', 'PUD-LRU', 'GC-ARM', 'AP'].map((name) => `DFTL behind ${name}`),
  ]);
  const native = await sweep(planOf(results.runs), dirname(file));
  expect(results.runs.map(({ report }) => report)).toEqual(native);

  // All had as much RAM, and what is to be seen is what the reports say.
  const told = native as unknown as {
    host: { writes: number };
    flash: { programs: { pad: number } };
    buffer?: { write_hits: number; padded: number; mapping_bytes: number; buffer_bytes: number };
  }[];
  const bytes = told.flatMap(({ buffer: b }) => (b ? [b.mapping_bytes + b.buffer_bytes] : []));
  expect(new Set(bytes)).toEqual(new Set([4 * 4 + 32 * 8 + 24 * 2048]));
  const figures = main.getByRole('table', { name: 'Runs and their figures' });
  const header = figures.getByRole('columnheader');
  const names = await header.allInnerTexts();
  const cell = (run: number, column: string) =>
    figures
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: results.runs[run]?.name ?? '', exact: true }) })
      .getByRole('cell')
      .nth(names.indexOf(column) - 1);
  for (const [run, { buffer: b, host }] of told.entries()) {
    const share = b ? `${((100 * b.write_hits) / host.writes).toFixed(1)}%` : '–';
    await expect(cell(run, 'Buffer hits (writes)')).toHaveText(share);
    await expect(cell(run, 'Pages padded')).toHaveText(b ? b.padded.toLocaleString('en') : '–');
  }
  expect(told[4]?.buffer?.padded).toBeGreaterThan(0);
  expect(told[4]?.flash.programs.pad).toBe(told[4]?.buffer?.padded);
  const words = main.getByRole('region', { name: 'What sets them apart' });
  await expect(words.getByRole('listitem')).toHaveCount(7);
  await expect(words).toContainText(/of the page writes hit the buffer, .*[\d,]+ pages destaged/);
  await expect(main.getByRole('region', { name: 'Who wrote these pages?' })).toContainText('padding');
  await main.getByText('Charts to save').click();
  await expect(main.getByText('Pages programmed, by cause').first()).toBeVisible();

  await main.getByRole('link', { name: 'DFTL behind BPLRU: open on stage' }).click();
  await lab.standsAt('before the first of 3,000 requests');
  await expect(lab.region('Mapping tables')).toContainText('Write buffer (BPLRU), block groups');
});

test('every scheduler before the same channels: which responds fastest, and ftl-lab says the same', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  const host = { channels: 4, queue_depth: 4, outstanding: 24, scheduler: { kind: 'ssd_zones', zones: 4 } };
  await lab.apply(JSON.stringify({ ...BASE, ftl: { kind: 'page' }, host, workload: WORKLOAD }));
  // The former address: links that hold it go on working.
  await page.goto('./#/compare');
  const main = page.getByRole('main');
  const presets = main.getByRole('combobox', { name: 'Compare' });
  await expect(presets.getByRole('option', { name: 'RAM sizes', exact: true })).toBeDisabled();
  await presets.selectOption('schedulers');
  await main.getByRole('button', { name: 'Run all 5' }).click();
  const results = await saved(lab, 5);
  expect(results.runs.map(({ name }) => name)).toEqual(
    ['Noop', 'Deadline', 'CFQ', 'Anticipatory', 'SSD zones'].map((name) => `Page behind ${name}`),
  );
  const native = await sweep(planOf(results.runs), dirname(file));
  expect(results.runs.map(({ report }) => report)).toEqual(native);

  const means = native.map(({ response_us }) => (response_us as { mean: number }).mean);
  const soonest = results.runs[means.indexOf(Math.min(...means))]?.name ?? '';
  const words = main.getByRole('region', { name: 'What sets them apart' }).getByRole('listitem');
  await expect(words).toHaveCount(4);
  for (const sentence of await words.allInnerTexts()) {
    expect(sentence).toMatch(
      /response time: .*of it in the queue, p99 .*, channels busy for [\d.]+% of the time/,
    );
  }
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(
    new RegExp(`^${soonest} responds fastest\\.`),
  );
  await expect(
    main
      .getByText(
        /[Oo]ther stretches of the workload.*with 95% confidence.*\(40 windows, worth \d+ independent/,
      )
      .first(),
  ).toBeVisible();
});

test('another device than the proposed one: what is compared runs on it @deep', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  await lab.drop(basename(file), await readFile(file));
  await lab.button('Change').click();
  await page.getByRole('dialog').getByLabel('Pages per block').fill('32');
  await lab.closeDialog();
  await lab.button('Compare all FTLs').click();
  const results = await saved(lab, FTLS.length);
  for (const { scenario } of results.runs)
    expect(scenario).toMatchObject({ device: { pages_per_block: 32 } });
  expect(results.runs.map(({ report }) => report)).toEqual(await sweep(planOf(results.runs), dirname(file)));
});

test('with nothing open the first example is compared; a link to that runs it again elsewhere @deep', async ({
  lab,
  context,
}) => {
  const { page } = lab;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./#/batch');
  const main = page.getByRole('main');
  await expect(main).toContainText('No run to compare yet');
  await lab.button('Compare all FTLs').click();
  const results = await saved(lab, FTLS.length);
  const title = main.getByRole('heading', { level: 2 });
  await expect(title).toHaveText(/ (need|erase)s? .*\. /);
  const found = (await title.textContent()) ?? '';

  // Compared with another, the best one is among those that are distinguished.
  await lab.button('Compare all with Block').click();
  const words = main.getByRole('region', { name: 'What sets them apart' });
  await expect(words).toContainText('Compared with block mapping');
  await expect(words).toContainText(/\d+% fewer erases/);

  await lab.button('Share').click();
  await expect(page.getByText('A link to this comparison was copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('about:blank');
  await page.goto(link);
  expect(await saved(lab, FTLS.length)).toEqual(results);
  await expect(title).toHaveText(found);

  // Links of before have the other name.
  expect(link).toContain('#/batch/');
  await page.goto('about:blank');
  await page.goto(link.replace('#/batch/', '#/compare/'));
  expect(await saved(lab, FTLS.length)).toEqual(results);

  // Cut on its way, it says so.
  await page.goto('about:blank');
  await page.goto(link.slice(0, -9));
  await expect(main.getByRole('alert')).toContainText('This link is cut');
});
