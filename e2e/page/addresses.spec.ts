// Another address, typed or opened, while something of the lab is open over it.

import { expect, test } from '../lab-page';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a dialog of the lab is closed by an address of another scenario', async ({ page, lab }) => {
  await page.goto('./#/lab/bast?at=20');
  await lab.standsAt(/^request 20 of/);
  await lab.command('Scenario');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/lab/page';
  });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Page mapping').first()).toBeVisible();
});
