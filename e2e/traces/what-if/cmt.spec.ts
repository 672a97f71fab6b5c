// A CMT of a size in bytes, with its hit ratio: in at most three clicks from an open trace, equal to `ftl-lab run --cmt-bytes`.

import { writeFile } from 'node:fs/promises';
import { cli } from '../../cli';
import { expect, test } from '../../lab-page';
import { comparedOn, saved } from '../bulk';

/** 3,000 writes to 900 pages. */
const LINES = Array.from({ length: 3000 }, (_, i) => `${i * 5e8} 0 ${((i * i * 7) % 900) * 8} 8 0`);
const TRACE = Buffer.from(`${LINES.join('\n')}\n`);

test('a trace is open, and three clicks later a CMT of a size has its hit ratio, as ftl-lab has it', async ({
  lab,
}, testInfo) => {
  const { page } = lab;
  const { main, click, clicks } = await comparedOn(lab, 'cmt.mqsim', TRACE);
  await main.getByRole('combobox', { name: 'Compare', exact: true }).selectOption('SRAM sizes (CMT entries)');
  const size = main.getByRole('textbox', { name: /^A CMT of/ });
  await click(size);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('0.08');
  await page.keyboard.press('Enter');
  // To choose is one too.
  expect(clicks() + 1).toBe(3);
  // Halves of the map of 96 entries, and this one.
  const { runs } = await saved(lab, 6);
  const own = runs.find(({ name }) => name.includes('10 CMT entries (80 B)'));
  const table = main.getByRole('table', { name: 'Runs and their figures' });
  const row = table.getByRole('row').filter({ hasText: '10 CMT entries (80 B)' });

  // Another size of the same device, given in bytes.
  const other = runs.find(({ name }) => name !== own?.name);
  const [file, trace] = ['cmt.json', 'cmt.mqsim'].map((name) => testInfo.outputPath(name)) as [
    string,
    string,
  ];
  await writeFile(file, JSON.stringify(other?.scenario));
  await writeFile(trace, TRACE);
  const native = JSON.parse(await cli('run', file, '--trace', trace, '--cmt-bytes', '81', '--json'));
  const { hits, misses } = native.cmt;
  expect(native.flash).toEqual(own?.report.flash);
  await expect(row).toContainText(`${((100 * hits) / (hits + misses)).toFixed(1)}%`);
  await expect(table.getByRole('columnheader', { name: 'CMT hits' })).toBeVisible();
});
