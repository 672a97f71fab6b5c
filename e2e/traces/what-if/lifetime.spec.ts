// How long the drive lasts under an open trace: in at most three clicks, with the figures of `ftl-lab lifetime`, for any number of erases,
// which the page keeps.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cli } from '../../cli';
import { expect, FTLS, test } from '../../lab-page';
import { comparedOn, saved } from '../bulk';

/** 3,000 writes to 300 pages, two a second. */
const LINES = Array.from({ length: 3000 }, (_, i) => `${i * 5e8} 0 ${((i * i * 7) % 300) * 8} 8 0`);
const TRACE = Buffer.from(`${LINES.join('\n')}\n`);

test('a trace is open, and three clicks later it says how long the drive lasts, as ftl-lab does', async ({
  lab,
}, testInfo) => {
  const { page } = lab;
  const { main, click, clicks } = await comparedOn(lab, 'worn.mqsim', TRACE);
  const panel = main.getByRole('region', { name: 'How long would it last?' });
  const row = panel
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Page', exact: true }) });
  // The trace once, then the window in which it is steady.
  const years = /^[\d.,]+ (days|years)$/;
  await expect(row.getByRole('cell').first()).toHaveText(years);
  await expect(panel).toContainText('Of all requests that count: 25.0 minutes from the first arrival');
  await click(main.getByRole('button', { name: 'Repeat until steady, then compare' }));
  await expect(panel).toContainText(/Of window \d+, which is steady: [\d.]+ minutes from the first arrival/);
  expect(clicks()).toBeLessThanOrEqual(3);

  // The command line, from the result that the page saves and the trace beside it.
  const results = await saved(lab, FTLS.length);
  const file = testInfo.outputPath('comparison.result.json');
  await writeFile(file, JSON.stringify(results));
  await writeFile(join(testInfo.outputPath(), 'worn.mqsim'), TRACE);
  const csv = async () => {
    const saving = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Save as CSV' }).click();
    return (await readFile(await (await saving).path(), 'utf8')).trim().split('\n').sort();
  };
  const native = async (...args: string[]) =>
    (await cli('lifetime', file, ...args, '--csv')).trim().split('\n').sort();
  expect(await csv()).toEqual(await native());
  const { runs } = JSON.parse(await cli('lifetime', file, '--json'));
  const told = runs.find(({ name }: { name: string }) => name === 'Page').lasting;
  const digits = (value: number) => value.toPrecision(3);
  const cells = await row.getByRole('cell').allInnerTexts();
  const number = (text: string | undefined) => Number.parseFloat((text ?? '').replaceAll(',', ''));
  expect(cells[0]).toMatch(/days$/);
  expect(digits(number(cells[0]))).toBe(digits(told.mean_block.years * 365));
  expect(digits(number(cells[2]))).toBe(digits(told.mean_block.erases_per_day));
  expect(cells[3]).toBe(`${digits(told.terabytes_written * 1000)} GB`);
  expect(cells[5]).toBe(`${digits(told.hu.years * 365 * 24)} hours`);
  // Why the equation differs: by the quotient of what an erased block has room for.
  await expect(panel).toContainText(
    `the drive lasts ${digits(told.host_share_of_erased / told.hu.host_share_of_erased)} times as long as the equation says`,
  );

  // Another number of erases, by keyboard; what is none leaves the figures and says so.
  const cycles = panel.getByRole('textbox', { name: 'Erases that a block endures' });
  await cycles.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('1000');
  expect(await csv()).toEqual(await native('--cycles', '1000'));
  const thousand = await row.getByRole('cell').first().innerText();
  await cycles.fill('many');
  await expect(panel.getByRole('alert')).toHaveText(
    'Erases must be a whole number from 1 to 1,000,000,000. You typed “many”.',
  );
  await expect(cycles).toHaveAttribute('aria-invalid', 'true');
  await expect(row.getByRole('cell').first()).toHaveText(thousand);

  // Kept, and of a comparison without times there are passes.
  await page.reload();
  await page.goto('./#/lab');
  await lab.apply(
    JSON.stringify({
      ...{ format: 1, device: { blocks: 40, pages_per_block: 8 }, logical_pages: 240, ftl: { kind: 'page' } },
      ...{ precondition: [{ kind: 'sequential' }], workload: { kind: 'uniform', requests: 2000 } },
    }),
  );
  await page.goto('./#/batch');
  await main.getByRole('button', { name: `Run all ${FTLS.length}` }).click();
  await expect(cycles).toHaveValue('1,000');
  await expect(row.getByRole('cell').first()).toHaveText(/^[\d.,]+ passes$/);
  await expect(panel).toContainText(
    'requests have no times of their own, so the table has passes and no days',
  );
});
