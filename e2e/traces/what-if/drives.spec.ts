// Two traces on one drive, and one on two: in at most three clicks from an open trace, equal to `ftl-lab mix`, `split` and `sweep`.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { cli } from '../../cli';
import { expect, FTLS, type LabPage, test } from '../../lab-page';
import { planOf, saved, sweep } from '../bulk';

/** Requests for the first `pages`, from `second` on; every fifth one reads. */
function trace(pages: number, second: number): Buffer {
  const lines = Array.from(
    { length: 2000 },
    (_, i) => `${second * 1e9 + i * 1e6} 0 ${((i * i * 7 + i) % pages) * 8} 8 ${i % 5 === 4 ? 1 : 0}`,
  );
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** Files in a folder of the test's own. */
async function folderOf(info: TestInfo, files: Record<string, Buffer>): Promise<string> {
  const folder = info.outputPath('traces');
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  return folder;
}

/** The table of the trace that is open, as the page saves it. */
async function savedTable({ page }: LabPage): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save this table (CSV)' }).click();
  return readFile(await (await saving).path(), 'utf8');
}

/** All FTLs are compared in one more click: each run is that of `ftl-lab sweep` in a folder with the same table. */
async function comparedAsIn(lab: LabPage, folder: string, name: string) {
  await lab.page.getByRole('button', { name: 'Compare all FTLs' }).click();
  const { runs, traces } = await saved(lab, FTLS.length);
  expect(traces.map((each) => each.name)).toEqual([name]);
  expect(await sweep(planOf(runs), folder)).toEqual(runs.map(({ report }) => report));
}

test('a second trace comes to the drive of the first, in two clicks', async ({ lab }, info) => {
  const { page } = lab;
  // The second one begins a minute later, on the same addresses.
  const files = { 'day.mqsim': trace(500, 0), 'night.mqsim': trace(200, 60) };
  await lab.open();
  await lab.drop('day.mqsim', files['day.mqsim']);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a trace to this drive…' }).click();
  await (await choosing).setFiles({
    name: 'night.mqsim',
    mimeType: 'text/plain',
    buffer: files['night.mqsim'],
  });
  await expect(page.getByText('day.mqsim and night.mqsim, on one drive.')).toBeVisible();

  const folder = await folderOf(info, files);
  const [day, night] = ['day.mqsim', 'night.mqsim'].map((name) => join(folder, name)) as [string, string];
  const both = join(folder, 'day+night.csv');
  await cli('mix', day, night, '--out', both);
  expect(await savedTable(lab)).toBe(await readFile(both, 'utf8'));
  await comparedAsIn(lab, folder, 'day+night.csv');
});

test('a trace is split over two drives, in one click for the first and two more for the other', async ({
  lab,
}, info) => {
  const { page } = lab;
  const files = { 'day.mqsim': trace(1500, 0) };
  await lab.open();
  await lab.drop('day.mqsim', files['day.mqsim']);
  await page.getByRole('button', { name: 'Split' }).click();
  await expect(page.getByText('day.mqsim, split over 2 drives.')).toBeVisible();

  const folder = await folderOf(info, files);
  await cli('split', join(folder, 'day.mqsim'), '--out', join(folder, 'day.csv'));
  const [first, second] = ['day-1.csv', 'day-2.csv'];
  expect(await savedTable(lab)).toBe(await readFile(join(folder, first), 'utf8'));
  await comparedAsIn(lab, folder, first);

  // The page still has both, and the trace itself.
  await page.getByRole('link', { name: 'Traces' }).click();
  const other = page.getByRole('button', { name: /^Drive 2: [\d,]+ requests$/ });
  await other.click();
  await expect(other).toHaveAttribute('aria-pressed', 'true');
  expect(await savedTable(lab)).toBe(await readFile(join(folder, second), 'utf8'));
  await comparedAsIn(lab, folder, second);
  await page.getByRole('link', { name: 'Traces' }).click();
  await page.getByRole('button', { name: 'Back to day.mqsim' }).click();
  await expect(page.getByText('day.mqsim, split over 2 drives.')).toBeHidden();
  await expect(page.locator('.traces-head .file')).toHaveText('day.mqsim');
});
