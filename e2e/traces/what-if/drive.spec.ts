// Two traces are compared on one drive: the second takes the drive of the first.

import { expect, FTLS, test } from '../../lab-page';
import { saved } from '../bulk';

const trace = (pages: number) => {
  const lines = Array.from({ length: 2000 }, (_, i) => `${i * 1e6} 0 ${((i * i * 7 + i) % pages) * 8} 8 0`);
  return Buffer.from(`${lines.join('\n')}\n`);
};

test('a trace that is opened after another is run on the same drive', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  await lab.drop('large.mqsim', trace(900));
  const compare = page.getByRole('button', { name: 'Compare all FTLs' });
  await compare.click();
  const { runs: first } = await saved(lab, FTLS.length);
  await page.goto('./#/traces');
  await lab.drop('small.mqsim', trace(300));
  await expect(page.getByText('large.mqsim was run on another drive.')).toBeVisible();
  await page.getByRole('button', { name: 'Same drive for both' }).click();
  await expect(page.getByText('The drive is the one on which large.mqsim was run.')).toBeVisible();
  await compare.click();
  const { runs: second, traces } = await saved(lab, FTLS.length);
  expect(traces.map(({ name }) => name)).toEqual(['small.mqsim']);
  const drive = ({ scenario }: { scenario: Record<string, unknown> }) => [
    scenario.device,
    scenario.logical_pages,
    scenario.ftl,
  ];
  expect(second.map(drive)).toEqual(first.map(drive));
});
