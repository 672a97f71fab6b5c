import { nothingWrong } from '../axe';
import { expect, SLOWLY, test } from '../lab-page';

test('a row of a paper is run in the browser, and is within half a per cent', async ({ lab }) => {
  await lab.open();
  await lab.command('Help');
  await lab.page.getByRole('dialog').getByRole('link', { name: 'Validation' }).click();
  await expect(lab.page.getByRole('heading', { name: 'Validation', exact: true })).toBeFocused();

  const table = lab.page.getByRole('table', { name: 'Table 5: LRU garbage collection, hot/cold traffic' });
  const row = table.getByRole('row').filter({ hasText: '3.972' });
  // The closed form is there before anything ran; of ours nothing is.
  await expect(row).toContainText('eq. 14 3.973');
  await expect(row).toContainText('not run');
  await row.getByRole('button', { name: /^Run table 5/ }).click();
  await expect(row).toContainText('within 0.5%', { timeout: SLOWLY });
  await expect(
    lab.page.getByRole('status').filter({ hasText: '1 of 7 rows run, 1 within 0.5%' }),
  ).toBeVisible();
  await nothingWrong(lab.page, 'a row that was run');

  // Another device is another run; what was found stays with its own.
  await lab.page.getByRole('combobox', { name: 'Device', exact: true }).selectOption('10,000 blocks');
  await expect(row).toContainText('not run');
  await lab.button('Run all of table 5').click();
  await lab.button('Cancel all of table 5').click();
  await expect(lab.button('Run all of table 5')).toBeEnabled();
  await expect(row).toContainText('not run');
});

test('a row opens in the lab as the scenario that was run', async ({ lab }) => {
  await lab.page.goto('./#/validation');
  await lab.page.getByRole('link', { name: 'Open in lab: table 5, Sf 0.2, Np 64, r 0.9, f 0.05' }).click();
  await expect(lab.region('Flash array')).toBeVisible();
  await lab.standsAt(/^before the first of/);
  await expect(lab.page.getByText('Desnoyers 5-0.2-64-0.9').first()).toBeVisible();
});

test('the charts of Hu: claims in a table, a figure for each trace, a run made again as it is recorded @deep', async ({
  lab,
}) => {
  await lab.page.goto('./#/validation');
  const hu = lab.page.getByRole('region', { name: 'Hu’s dissertation' });
  const claims = hu.getByRole('table', { name: 'Erases against Hu’s claims, by RAM' });
  const recorded = claims.getByRole('row').filter({ hasText: 'as recorded' });
  await expect(recorded).toContainText('✓ agrees');
  await expect(recorded.getByRole('link')).toHaveCount(5);

  // A figure that is of one trace goes with it, and stays open.
  const open = (title: string) => hu.getByRole('heading', { name: title }).click();
  const choose = hu.getByRole('combobox', { name: /^Workload of Hu/ });
  await open('Hu, Figs. 2.3 to 2.7: erases and response time by RAM');
  await expect(hu.getByText('With 16 MB, DFTL finds 53% of the mappings')).toBeHidden();
  await choose.selectOption('Financial 2');
  await expect(hu.getByText('With 16 MB, DFTL finds 53% of the mappings')).toBeVisible();

  await open('Hu, Fig. 4.1: bandwidth by data written and reserved range');
  const chart = hu.getByRole('region', { name: 'Bandwidth, MB/s' });
  await expect(chart.getByText('0–100%', { exact: true })).toBeVisible();
  await chart.getByRole('button', { name: 'Table' }).click();
  await expect(chart.getByRole('table').getByRole('row')).toHaveCount(26);
  await nothingWrong(lab.page, 'charts of Hu');
  await lab.button('Run again: Hu, Fig. 4.1: bandwidth by data written and reserved range').click();
  await expect(
    hu.getByRole('status').filter({ hasText: '5 run here; 5 of them are exactly as recorded' }),
  ).toBeVisible({ timeout: SLOWLY });

  // A point opens its run where it was read: here after a quarter of the first capacity.
  await chart.getByRole('table').getByRole('row').nth(2).getByRole('link').last().click();
  await expect(lab.region('Flash array')).toBeVisible();
  await expect(lab.page.getByText('Hu, page, writes to 0-100 %').first()).toBeVisible();
});
