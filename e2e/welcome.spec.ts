// A first visit: something is alive at once, a tour says what it is, the model card what it is worth.

import { expect, test } from './lab-page';

test.describe('on a first visit', () => {
  test.use({ firstVisit: true });

  test('four steps say what there is; the lab acts meanwhile; they come once, and again from the help', async ({
    lab,
  }) => {
    await lab.open();
    const { page } = lab;
    const { keyboard } = page;
    const tour = page.getByRole('region', { name: 'Tour' });
    await expect(tour).toContainText('1 of 4');
    // It takes nothing: keys go on stepping.
    await keyboard.press('ArrowRight');
    await lab.standsAt(/^request 1 of/);
    for (const step of [2, 3, 4]) {
      await tour.getByRole('button', { name: 'Next' }).press('Enter');
      await expect(tour).toContainText(`${step} of 4`);
    }
    await expect(tour).toContainText('Ctrl K finds every command');
    await tour.getByRole('button', { name: 'Done' }).press('Enter');
    await expect(tour).toBeHidden();
    await page.reload();
    await lab.standsAt(/^before the first/);
    await expect(lab.region('Why')).toBeVisible();
    await expect(tour).toBeHidden();

    await keyboard.press('?');
    await lab.button('Take the tour').click();
    await expect(tour.getByRole('button', { name: 'Next' })).toBeFocused();
    await keyboard.press('Escape');
    await expect(tour).toBeHidden();
  });

  test('it is skipped, and stays away from whoever was sent to a lesson', async ({ lab }) => {
    const tour = lab.page.getByRole('region', { name: 'Tour' });
    await lab.page.goto('./#/lesson/bast');
    await lab.standsAt('before the first of 11 requests');
    await expect(tour).toBeHidden();
    await lab.page.goto('about:blank');
    await lab.open();
    await tour.getByRole('button', { name: 'Skip' }).click();
    await expect(tour).toBeHidden();
  });
});

test('the model card looks at the laws on the run that is open', async ({ lab }) => {
  await lab.open();
  await lab.runTo('Next full merge');
  await lab.command('Help');
  await lab.button('What is simulated, and what is not').click();
  const card = lab.page.getByRole('dialog', { name: 'The model' });
  const law = (name: RegExp) => card.getByRole('row', { name });
  await expect(law(/^Counters are the sums/).getByRole('cell')).toHaveText('holds');
  // Inside a request an old and a new copy may both be valid.
  await expect(law(/^Every mapped page/).getByRole('cell')).toHaveText('not told');
  await card.getByRole('button', { name: 'Try it' }).click();
  await expect(law(/^A position is the same/).getByRole('cell')).toHaveText('holds');
  await lab.closeDialog();
  await lab.page.keyboard.press('Home');
  await lab.page.keyboard.press('Shift+ArrowRight');
  await lab.standsAt(/^request 1 of/);
  await lab.command('Help');
  await lab.button('What is simulated, and what is not').click();
  await expect(law(/^Every mapped page/)).toContainText('16 valid pages for 16 logical ones');
  await expect(law(/^Every mapped page/).getByRole('cell')).toHaveText('holds');
  await expect(law(/^Each block knows/).getByRole('cell')).toHaveText('holds');
});
