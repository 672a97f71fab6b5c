// From a trace to a change that helps in three clicks, counted from its drop; `ftl-lab run` says the same of it.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, TestInfo } from '@playwright/test';
import { cli } from '../cli';
import { expect, type LabPage, test } from '../lab-page';

const TRACES = join(import.meta.dirname, '../../public/traces');
const NAME = 'tpcc-small-2000.mqsim';

/** The report of `ftl-lab run` about a scenario and a trace. */
async function commandLine(scenario: string, trace: string, ...more: string[]): Promise<Told> {
  return JSON.parse(await cli('run', scenario, '--trace', trace, ...more, '--json'));
}

interface Told {
  write_amplification: number;
  write_amplification_drained: number | null;
  flash: { programs: { gc: number; merge: number }; erases: { total: number } };
}

/** Every click from here on counts. */
async function clicks(lab: LabPage, names: (string | RegExp)[]): Promise<number> {
  for (const name of names) await lab.page.getByRole('main').getByRole('button', { name }).first().click();
  return names.length;
}

/** Opens a change on the stage; gives the file that has its scenario. */
async function openedOnStage(lab: LabPage, change: Locator, requests: string, testInfo: TestInfo) {
  const link = change.getByRole('link', { name: /open on stage$/ });
  const opened = await link.getAttribute('href');
  await link.click();
  await lab.standsAt(`before the first of ${requests} requests`);
  // The address is that of the scenario that was read, which closes the form of the one before.
  await expect.poll(() => new URL(lab.page.url()).hash).not.toBe(opened);
  const scenario = testInfo.outputPath('scenario.json');
  await writeFile(scenario, await (await lab.scenarioText()).read());
  return scenario;
}

test('of a trace the changes that help are found in two clicks and opened with the third', async ({
  lab,
}, testInfo) => {
  const { page } = lab;
  await lab.open();
  await lab.drop(NAME, await readFile(join(TRACES, NAME)));
  const main = page.getByRole('main');
  let clicked = await clicks(lab, ['Compare all FTLs', /^Try \d+ changes$/]);
  const change = main.getByRole('region', { name: 'What should I change?' });
  await expect(change.getByText(/^Tried, and worse or the same: \d+$/)).toBeVisible();
  // All are done.
  await expect(change.getByRole('button', { name: /^Try \d+ changes$/ })).toBeVisible();

  // All that are named cost less than the run before, and so does the first, which is opened.
  // Those that other requests may not show come behind.
  const helping = change.locator('ol').getByRole('listitem');
  const told = (await helping.allInnerTexts()).map((text) =>
    /([\d,.]+) (?:erases|pages erased) instead of ([\d,.]+)|amplification ([\d.]+) instead of ([\d.]+)/
      .exec(text)
      ?.slice(1)
      .flatMap((each) => (each ? Number(each.replaceAll(',', '')) : [])),
  );
  expect(told.length).toBeGreaterThan(1);
  for (const each of told) expect(each?.[0]).toBeLessThan(each?.[1] ?? 0);

  const buffered = helping.filter({ hasText: 'Write buffer of 1 page' });
  const said = await buffered.innerText();
  clicked += 1;
  expect(clicked).toBe(3);
  const scenario = await openedOnStage(lab, buffered, '2,000', testInfo);
  const native = await commandLine(scenario, join(TRACES, NAME));
  const { gc, merge } = native.flash.programs;
  expect(said).toContain((native.write_amplification_drained ?? native.write_amplification).toFixed(2));
  expect(said).toContain(`${(gc + merge).toLocaleString('en')} copies instead of`);
});

/** Writes of whole pages to a partition that begins in the seventh sector of a page; later trims, which come again. */
function inside(): string {
  const rows = ['time_us,op,offset_bytes,size_bytes'];
  for (let i = 0; i < 6000; i += 1) {
    const page = (i * i * 31 + i) % 1200;
    rows.push(`${i * 100},${i % 6 === 5 ? 'T' : 'W'},${page * 4096 + 3584},8192`);
  }
  return rows.join('\n');
}

test('the worth of a shift to pages, and of trims, is said of a trace, as ftl-lab says it', async ({
  lab,
}, testInfo) => {
  const { page } = lab;
  const trace = testInfo.outputPath('partition.csv');
  await writeFile(trace, inside());
  await lab.open();
  await lab.drop('partition.csv', await readFile(trace));
  const main = page.getByRole('main');
  await clicks(lab, ['Compare all FTLs', /^Try \d+ changes$/]);
  const change = main.getByRole('region', { name: 'What should I change?' });
  await expect(change.getByText(/^Tried, and worse or the same: \d+$/)).toBeVisible();
  await expect(change.getByRole('button', { name: /^Try \d+ changes$/ })).toBeVisible();
  const moved = change.getByRole('listitem').filter({ hasText: 'Addresses moved by 512 bytes' });
  const said = await moved.innerText();
  const scenario = await openedOnStage(lab, moved, '6,000', testInfo);
  const native = await commandLine(scenario, trace);
  expect(said).toContain(`${native.flash.erases.total.toLocaleString('en')} erases instead of`);
  const unmoved = await commandLine(scenario, trace, '--shift', '0');
  expect(said).toContain(`instead of ${unmoved.flash.erases.total.toLocaleString('en')},`);
  expect(native.flash.erases.total).toBeLessThan(unmoved.flash.erases.total);

  // Of the run that is open now: with its trims, and without.
  await page.goto('#/batch');
  await main.getByRole('button', { name: /^What is compared: / }).click();
  await page.getByRole('menuitem', { name: 'Use the scenario on stage' }).click();
  await main.getByRole('combobox', { name: 'Compare', exact: true }).selectOption('with and without trims');
  await clicks(lab, ['Run all 2']);
  const ignored = await commandLine(scenario, trace, '--ignore-trims');
  const table = main.getByRole('table', { name: 'Runs and their figures' });
  const erases = ({ flash }: Told) => flash.erases.total.toLocaleString('en');
  const row = table.getByRole('row').filter({ hasText: 'without trims' });
  await expect(row).toContainText(erases(ignored));
  await expect(table.getByRole('row').filter({ hasNotText: 'without trims' }).last()).toContainText(
    erases(native),
  );
  expect(ignored.flash.erases.total).toBeGreaterThan(native.flash.erases.total);
});
