// A drive of several times the pages of the trace: in three clicks from an open trace, equal to `ftl-lab run --times-footprint`.

import { writeFile } from 'node:fs/promises';
import { cli } from '../../cli';
import { expect, FTLS, test } from '../../lab-page';
import { saved } from '../bulk';

/** 6,000 writes to 1,500 pages. */
const LINES = Array.from({ length: 6000 }, (_, i) => `${i * 1e6} 0 ${((i * 7919) % 1500) * 8} 8 0`);
const TRACE = Buffer.from(`${LINES.join('\n')}\n`);

test('a drive eight times as large as the trace is three clicks away, as ftl-lab has it', async ({
  lab,
}, testInfo) => {
  const { page } = lab;
  await lab.open();
  await lab.drop('t.mqsim', TRACE);
  const compare = page.getByRole('button', { name: 'Compare all FTLs' });
  await compare.click();
  const { runs: before } = await saved(lab, FTLS.length);
  const [file, trace] = ['t.json', 't.mqsim'].map((name) => testInfo.outputPath(name)) as [string, string];
  const named = (runs: typeof before) => runs.find(({ name }) => name.endsWith('Page'));
  await writeFile(file, JSON.stringify(named(before)?.scenario));
  await writeFile(trace, TRACE);

  await page.getByRole('link', { name: 'Traces' }).click();
  const size = page.getByRole('combobox', { name: 'Size of the drive' });
  await expect(size).toHaveValue('1');
  // One click to open it, and one to choose.
  await size.selectOption('8 times the pages of the trace');
  await compare.click();
  const { runs: after } = await saved(lab, FTLS.length);
  const native = JSON.parse(await cli('run', file, '--times-footprint', '8', '--json'));
  expect(named(after)?.report).toEqual(native);
  expect(named(after)?.scenario.logical_pages).toBe(8 * 1500);
  expect(native.write_amplification).not.toBe(named(before)?.report.write_amplification);
});
