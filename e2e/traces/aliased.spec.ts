// A sparse trace of which a mapping would make one page of several addresses: that is a headline, and it runs only when a person says so.

import { expect, test } from '../lab-page';

/** 400 writes that fall on 64 pages, a gigabyte apart from each other. */
const SPARSE = Array.from({ length: 400 }, (_, i) => `${i * 1000} 0 ${((i * 7) % 64) * 2_097_152} 8 0`);

test('aliasing above 1 % is a headline, and is run only when it is allowed', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  await lab.drop('sparse.mqsim', Buffer.from(SPARSE.join('\n')));
  const next = page.getByRole('complementary', { name: 'What next?' });
  const fast = next.getByRole('button', { name: 'FAST', exact: true });
  const proposed = page.getByRole('region', { name: 'Proposed device' });
  await expect(proposed.getByRole('status')).toContainText(
    'more pages than the device has free: every FTL will erase blocks. It writes the logical pages 6.25 times over.',
  );
  const headline = page.getByRole('alert').filter({ hasText: 'would share a page with other addresses' });
  await expect(headline).toBeHidden();

  await lab.button('Change').click();
  const device = page.getByRole('dialog', { name: 'Device' });
  await device.getByRole('combobox', { name: 'Addresses beyond the device' }).selectOption('wrap (modulo)');
  await device.getByRole('textbox', { name: 'Spare factor (%)' }).fill('70');
  await lab.closeDialog();
  await expect(proposed).toContainText(/Blocks\s*14/);
  await expect(headline.getByRole('heading')).toHaveText(
    '100.00% of the page accesses would share a page with other addresses',
  );
  await expect(headline).toContainText('The trace does not run until you choose.');
  await expect(fast).toHaveAttribute('aria-disabled', 'true');

  await headline.getByRole('checkbox', { name: 'Run it all the same' }).check();
  await expect(headline).not.toContainText('does not run');
  await expect(fast).toHaveAttribute('aria-disabled', 'false');
  await fast.click();
  await lab.standsAt('before the first of 400 requests');
  const { workload } = JSON.parse(await (await lab.scenarioText()).read());
  expect(workload).toMatchObject({ mapping: 'wrap', aliasing: 'allow' });
  await lab.closeDialog();

  // The other way out.
  await page.goto('./#/traces');
  await lab.button('Change').click();
  await device.getByRole('combobox', { name: 'Addresses beyond the device' }).selectOption('drop and count');
  await lab.closeDialog();
  const dropped = page.getByRole('alert').filter({ hasText: 'would be left out' });
  await dropped.getByRole('button', { name: 'Keep every address apart (compact)' }).click();
  await expect(dropped).toBeHidden();
  await expect(fast).toHaveAttribute('aria-disabled', 'false');
});
