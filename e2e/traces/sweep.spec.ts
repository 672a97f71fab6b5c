// Sweeps in the page: made of the scenario on stage, run, stopped and gone on with after a reload; and the same bytes as the command
// line prints, with one job, with two and in shards.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from '../cli';
import { expect, type LabPage, test } from '../lab-page';

/** That of wasm-sim/python/tests: 2 x 10 settings. A thousand runs in `npm run test:deep`, otherwise a hundred. */
const PLAN = {
  format: 1,
  name: 'thousand',
  scenario: {
    format: 1,
    seed: 7,
    device: { blocks: 40, pages_per_block: 8, page_bytes: 2048 },
    logical_pages: 240,
    ftl: { kind: 'bast', log_blocks: 2 },
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'hot_cold', r: 0.9, f: 0.1, requests: 400 },
  },
  list: [{}, { 'ftl.kind': 'fast' }],
  over: { 'ftl.log_blocks': [2, 3, 4, 6, 8], 'workload.r': [0.8, 0.9] },
  seeds: process.env.DEEP ? 50 : 5,
};
const RUNS = 20 * PLAN.seeds;

/** Buffers at equal RAM, then schedulers before channels, then both: 24 runs. */
const SIDES = {
  ...{ format: 1, name: 'buffers and queues', seeds: 2 },
  scenario: {
    ...PLAN.scenario,
    device: { ...PLAN.scenario.device, timing: 'hu' },
    workload: { ...PLAN.scenario.workload, pages: 2, read_fraction: 0.3 },
  },
  list: [
    { buffer: { kind: 'none' }, host: { merge: true } },
    ...['lru', 'bplru', 'gc_arm'].map((kind) => ({ 'buffer.kind': kind })),
    ...['deadline', 'ssd_zones'].map((scheduler) => ({
      ...{ 'buffer.kind': 'pud_lru', 'host.channels': 4, 'host.outstanding': 12 },
      'host.scheduler': scheduler,
    })),
  ],
  over: { ram_bytes: [20480, 40960] },
};

async function saved(lab: LabPage, button: string): Promise<string> {
  const waiting = lab.page.waitForEvent('download');
  await lab.page.getByRole('button', { name: button }).click();
  return readFileSync(await (await waiting).path(), 'utf8');
}

const status = (lab: LabPage) => lab.page.getByRole('region', { name: 'Runs' }).getByRole('status');

test(`${RUNS} runs give the same bytes in the page and on the command line, with one job, two, and in shards`, async ({
  lab,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-sweep-'));
  const plan = join(folder, 'plan.json');
  writeFileSync(plan, JSON.stringify(PLAN));

  await lab.page.goto('./#/sweep');
  await lab.page.getByLabel('Open a plan or results…').setInputFiles(plan);
  await lab.button(`Run all ${RUNS.toLocaleString('en')}`).click();
  await expect(status(lab)).toContainText(`All ${RUNS.toLocaleString('en')} runs`, { timeout: 240_000 });
  const lines = await saved(lab, 'Save as JSON lines');
  const csv = await saved(lab, 'Save as CSV');

  expect(lines).toBe(await cli('sweep', plan, '--json', '--jobs', '1'));
  expect(lines).toBe(await cli('sweep', plan, '--json', '--jobs', '2'));
  expect(csv).toBe(await cli('sweep', plan, '--csv'));
  const shards = await Promise.all(
    [1, 2, 3].map(async (i) => (await cli('sweep', plan, '--json', '--shard', `${i}/3`)).split('\n')),
  );
  const joined = Array.from({ length: RUNS }, (_, run) => shards[run % 3]?.[Math.floor(run / 3)]);
  expect(lines).toBe(`${joined.join('\n')}\n`);
  rmSync(folder, { recursive: true });
});

test('a sweep over buffers and schedulers: the table shows their figures, and ftl-lab gives the same bytes', async ({
  lab,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-sides-'));
  const plan = join(folder, 'plan.json');
  writeFileSync(plan, JSON.stringify(SIDES));
  await lab.page.goto('./#/sweep');
  await lab.page.getByLabel('Open a plan or results…').setInputFiles(plan);
  await lab.button('Run all 24').click();
  await expect(status(lab)).toContainText('All 24 runs');
  const table = lab.page.getByRole('table');
  const heads = [
    'Buffer write hits, pages',
    'Destaged, pages',
    'Padded, pages',
    'Mean wait, µs',
    'Channels busy',
  ];
  for (const name of heads) await expect(table.getByRole('columnheader', { name })).toBeVisible();
  const figures = lab.page.getByLabel('Another figure');
  await expect(figures.getByRole('option', { name: 'buffer.buffer_bytes' })).toBeAttached();

  const lines = await saved(lab, 'Save as JSON lines');
  const csv = await saved(lab, 'Save as CSV');
  expect(lines).toBe(await cli('sweep', plan, '--json'));
  expect(csv).toBe(await cli('sweep', plan, '--csv'));
  const [head = ''] = csv.split('\n');
  expect(head).toContain(',buffer.write_hits,');
  expect(head).toContain(',parallel.wait_us.mean,');
  // The table's means are those that the command line prints.
  const printed = (await cli('sweep', plan)).split('\n');
  const row = printed.find((line) => line.includes('deadline')) ?? '';
  const mean = Number(/([\d.]+) ± [\d.]+$/.exec(row)?.[1]);
  expect(mean).toBeGreaterThan(0);
  const busy = table.getByRole('row').filter({ hasText: 'deadline' }).first().getByRole('cell');
  expect(Number.parseFloat(await busy.nth(-2).innerText())).toBeCloseTo(mean, 2);
  rmSync(folder, { recursive: true });
});

test('a plan of the scenario on stage is run, goes on after a reload, and opens its rows on stage', async ({
  lab,
}) => {
  await lab.open();
  await lab.page.goto('./#/sweep');
  await lab.page.getByLabel('Field').fill('ftl.log_blocks');
  await lab.page.getByLabel('Values, separated by commas').fill('2, 3');
  await lab.button('Make the plan').click();
  await lab.button('Run all 6').click();
  await expect(status(lab)).toContainText('All 6 runs');
  const table = lab.page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(3);
  const means = await table.getByRole('row').nth(1).textContent();

  // A known run is not run again; a wrong plan names the place of its error.
  await lab.page.reload();
  await expect(status(lab)).toContainText('All 6 runs');
  await expect(table.getByRole('row').nth(1)).toHaveText(means ?? '');
  const text = lab.page.getByLabel('Plan as JSON');
  const plan = await text.inputValue();
  await text.fill(plan.replace('[2, 3]', '[2, 3, 4, "x"]'));
  await lab.button('Check the plan').click();
  await expect(lab.page.getByRole('alert')).toContainText('log_blocks');
  await lab.page.getByRole('button', { name: /^line \d+/ }).click();
  await expect(text).toBeFocused();
  await text.fill(plan.replace('[2, 3]', '[2, 3, 4]'));
  await lab.button('Check the plan').click();
  await lab.button('Run the 3 that are missing').click();
  await expect(status(lab)).toContainText('All 9 runs');

  // By its columns, also by keyboard.
  const column = table.getByRole('columnheader', { name: 'ftl.log_blocks' });
  await column.getByRole('button').press('Enter');
  await expect(column).toHaveAttribute('aria-sort', 'ascending');
  await column.getByRole('button').press('Enter');
  await expect(table.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('4');
  await expect(column).toHaveAttribute('aria-sort', 'descending');

  await table.getByRole('link', { name: 'Open on stage: ftl.log_blocks 4' }).click();
  await expect(lab.region('Flash array')).toBeVisible();
  await lab.standsAt(/^before the first of/);
});
