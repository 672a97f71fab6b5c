// Which addresses cause the copies of an open trace: in at most three clicks, with the figures of `ftl-lab explain`.

import { readFile, writeFile } from 'node:fs/promises';
import { cli } from '../../cli';
import { expect, FTLS, test } from '../../lab-page';
import { comparedOn, saved } from '../bulk';

/** Two devices by their names; a few pages of the second are rewritten most. */
function trace(): string {
  const rows = ['time_us,device,op,offset_bytes,size_bytes'];
  for (let i = 0; i < 4000; i += 1) {
    const [device, at] = i % 4 === 0 ? ['vda', (i * 7) % 400] : ['vdb', 1_000_000 + ((i * i) % 60)];
    rows.push(`${i * 100},${device},W,${at * 4096},4096`);
  }
  return `${rows.join('\n')}\n`;
}

test('which addresses are copied is found in two clicks, told as ftl-lab tells it, and read off the picture', async ({
  lab,
}, testInfo) => {
  const { page } = lab;
  const file = testInfo.outputPath('two-devices.csv');
  await writeFile(file, trace());
  const { main, click, clicks } = await comparedOn(lab, 'two-devices.csv', await readFile(file));
  const panel = main.getByRole('region', { name: 'Which addresses?' });
  await panel.getByRole('combobox', { name: 'Addresses of' }).selectOption('Page');
  await click(panel.getByRole('button', { name: 'Find what is copied' }));
  await expect(panel).toContainText(/[\d,]+ copies of [\d,]+ pages, for 4,000 page writes of the host\./);
  expect(clicks()).toBe(2);

  // The scenario of that run, from the result that the page saves, in the command line.
  const { runs } = await saved(lab, FTLS.length);
  const own = runs.find(({ name }: { name: string }) => name === 'Page');
  const scenario = testInfo.outputPath('scenario.json');
  await writeFile(scenario, JSON.stringify(own?.scenario));
  const printed = await cli('explain', scenario, '--trace', file, '--csv');
  const saving = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save as CSV' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toBe(printed);
  const ledger = JSON.parse(await cli('explain', scenario, '--trace', file, '--json'));
  const most = ledger.ranges.reduce((a: Range, b: Range) => (b.counts.copies > a.counts.copies ? b : a));
  const first = panel.getByRole('table').getByRole('row').nth(1);
  await expect(first.getByRole('rowheader')).toHaveText(/^vd[ab]: [\d,]+ to [\d,]+$/);
  await expect(first.getByRole('rowheader')).toContainText(most.from.toLocaleString('en'));
  await expect(first.getByRole('cell').nth(2)).toHaveText(most.counts.copies.toLocaleString('en'));

  // The picture says what the cell below the pointer has: top right, the last range and the last requests.
  const picture = panel.getByRole('img', { name: /^Copies by address/ });
  const box = await picture.boundingBox();
  if (!box) throw new Error('the picture is not there');
  await picture.hover({ position: { x: box.width - 2, y: 2 } });
  const last = ledger.ranges.at(-1);
  await expect(panel).toContainText(
    `to 4,000, vdb: ${last.from.toLocaleString('en')} to ${(last.to - 1).toLocaleString('en')}: ` +
      `copies ${last.copied.at(-1)}, page writes ${last.written.at(-1)}.`,
  );
  await panel.getByRole('button', { name: 'Page writes' }).click();
  await expect(panel.getByRole('img', { name: /^Page writes by address/ })).toBeVisible();
});

interface Range {
  from: number;
  counts: { copies: number };
}
