// The round trip: requests leave as a fio job with its log, the page and ftl-lab write the same log, and it is read back to the same run.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { cli } from '../cli';
import { expect, test } from '../lab-page';

const TRACE = join(import.meta.dirname, '../../public/traces/tpcc-small-2000.mqsim');

/** The job and the log in the zip that a button saves. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ job: string; log: string }> {
  const saving = page.waitForEvent('download');
  await press();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/\.fio\.zip$/);
  const { 'requests.fio': job, 'requests.iolog': log } = unzipSync(await readFile(await download.path()));
  if (!job || !log) throw new Error('the zip lacks a file');
  return { job: strFromU8(job), log: strFromU8(log) };
}

test('a trace and a workload go to fio and come back', async ({ lab, page }, testInfo) => {
  await lab.open();
  await lab.drop('tpcc-small-2000.mqsim', await readFile(TRACE));
  const main = page.getByRole('main');
  const count = main.getByRole('definition').first();
  const requests = (await count.textContent()) ?? '';
  const { job, log } = await saved(page, () => main.getByRole('button', { name: 'Save for fio' }).click());
  expect(job).toContain('read_iolog=requests.iolog');
  const fio = testInfo.outputPath('trace.fio');
  await cli('export', TRACE, '--fio', fio);
  expect(log).toBe(await readFile(testInfo.outputPath('trace.iolog'), 'utf8'));
  await lab.drop('back.iolog', Buffer.from(log));
  await expect(main.getByText('back.iolog')).toBeVisible();
  await expect(count).toHaveText(requests);
  const hash = async (file: string) => JSON.parse(await cli('trace', file, '--json')).import.hash;
  // Whole microseconds: the times of this trace have nanoseconds, its requests are the same.
  const rows = (text: string) => text.split('\n').map((line) => line.split(' ').slice(2).join(' '));
  const again = testInfo.outputPath('again.fio');
  await cli('export', testInfo.outputPath('trace.iolog'), '--fio', again);
  expect(rows(await readFile(testInfo.outputPath('again.iolog'), 'utf8'))).toEqual(rows(log));
  expect(await hash(testInfo.outputPath('again.iolog'))).toBe(await hash(testInfo.outputPath('trace.iolog')));

  // The workload on stage, whose device does the same when it runs the log.
  await page.goto('./#/lab/bast');
  await lab.runToEnd();
  const report = await lab.report();
  const workload = await saved(page, async () => {
    await lab.button('More').click();
    await page.getByRole('menuitem', { name: 'Save requests for fio' }).click();
  });
  expect(workload.log).toMatch(/^fio version 2 iolog\n/);
  const file = testInfo.outputPath('workload.iolog');
  await writeFile(file, workload.log);
  const scenario = testInfo.outputPath('scenario.json');
  const text = await lab.scenarioText();
  await writeFile(scenario, await text.read());
  const run = JSON.parse(await cli('run', scenario, '--trace', file, '--json'));
  expect(run.state_hash).toBe(report.state_hash);
});

test('results of fio that hold no requests are refused with what to do', async ({ lab, page }) => {
  await lab.open();
  await lab.drop('lat.log', Buffer.from('3, 181, 1, 4096, 0x0000\n5, 99, 0, 4096, 0x0000\n'));
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('whose lines have no offset');
  await expect(alert).toContainText('--write_iolog=FILE');
});
