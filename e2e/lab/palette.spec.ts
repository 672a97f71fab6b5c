// Everything by name, and the keys as the person wants them.

import { readFile } from 'node:fs/promises';
import { expect, type LabPage, test } from '../lab-page';

function palette(lab: LabPage) {
  const dialog = lab.page.getByRole('dialog', { name: 'Commands' });
  const search = dialog.getByRole('searchbox');
  return {
    dialog,
    search,
    item: (name: string | RegExp) => dialog.getByRole('menuitem', { name }),
    /** Does what is found first, once it has been found. */
    async enter() {
      await expect(dialog.locator('[role=menuitem][data-focused]')).toBeVisible();
      await lab.page.keyboard.press('Enter');
    },
    async type(words: string) {
      await lab.page.keyboard.press('ControlOrMeta+k');
      await expect(search).toBeFocused();
      await lab.page.keyboard.type(words);
    },
  };
}

test('commands are found by name, with their keys, and done', async ({ lab }) => {
  await lab.open();
  const { keyboard } = lab.page;
  const { dialog, search, item, type, enter } = palette(lab);

  await type('full merge');
  await expect(item('Run to the next full merge')).toContainText('M');
  await enter();
  await expect(dialog).toBeHidden();
  await lab.standsAt(/^request \d+ of/);

  // A number leads to a page, a block, a request; what is beyond the device says where it ends.
  await type('99');
  await expect(item(/^Go to LPN 99/)).toContainText('the last is 15');
  await expect(item(/^Go to LPN 99/)).toHaveAttribute('aria-disabled', 'true');
  await search.fill('request 3');
  await enter();
  await lab.standsAt(/^request 3 of/);
  await type('b2');
  await enter();
  await expect(lab.page.getByRole('gridcell')).toBeFocused();
  await expect(lab.page.getByRole('gridcell')).toHaveAttribute('aria-selected', 'true');
  await expect(lab.page.getByRole('gridcell')).toContainText(/^B2: /);

  // Examples, themes, dialogs, lessons; what nothing is called says so.
  await type('example dftl');
  await item('Example: DFTL').first().click();
  await expect(lab.examples).toHaveText('DFTL');
  await type('theme projector');
  await enter();
  await lab.hasTheme('projector');
  await type('zzzz');
  await expect(dialog).toContainText('No command has this name');
  await search.fill('lesson: bast');
  await item(/^Lesson: .*BAST/)
    .first()
    .click();
  await expect(lab.region('Lesson').getByText(/^Step 1 of/)).toBeVisible();

  // By its button, and Escape leads back to it.
  await lab.button('Search and commands').click();
  await expect(search).toBeFocused();
  await keyboard.press('Escape');
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(lab.button('Search and commands')).toBeFocused();
});

test('keys are changed, kept, exported and reset @deep', async ({ lab }) => {
  await lab.open();
  const { keyboard } = lab.page;
  const { type, enter } = palette(lab);
  await type('settings');
  await enter();
  const settings = lab.page.getByRole('dialog', { name: 'Settings' });
  const row = (name: string) => settings.getByRole('row', { name: new RegExp(`^${name}`) });

  // A key that is taken is named, and taken over.
  await row('Next request')
    .getByRole('button', { name: /^Add a key/ })
    .click();
  await keyboard.press('c');
  await expect(row('Next request').getByRole('status')).toContainText('C is already “Run to the next GC”.');
  await lab.button('Take it').click();
  await expect(row('Next request')).toContainText('C');
  await expect(row('Run to the next GC').locator('kbd')).toHaveCount(0);
  await expect(row('Next request').getByRole('button', { name: /^Add a key/ })).toBeFocused();
  // Escape cancels the waiting, not the dialog; Escape itself is not given away.
  await row('Help')
    .getByRole('button', { name: /^Add a key/ })
    .click();
  await keyboard.press('Escape');
  await expect(settings).toBeVisible();
  await expect(row('Help').getByRole('button', { name: /^Add a key/ })).toBeFocused();
  const saved = lab.page.waitForEvent('download');
  await lab.button('Export').click();
  const file = await (await saved).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    format: 1,
    keys: { next_request: ['Shift+ArrowRight', 'C'], next_gc: [] },
  });
  await lab.closeDialog();

  // The keys, announcements and help follow, and after a reload too.
  await lab.page.reload();
  await lab.standsAt(/^before the first/);
  await expect(lab.button('Next request')).toHaveAttribute('aria-keyshortcuts', 'Shift+ArrowRight C');
  await keyboard.press('c');
  await lab.standsAt(/^request 1 of/);
  await keyboard.press('?');
  const help = lab.page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByRole('row', { name: 'Next request' })).toContainText('C');
  await help.getByRole('button', { name: 'Settings' }).click();

  // Single letters switched off; arrows stay.
  await settings.getByRole('checkbox', { name: /^Single letters/ }).uncheck();
  await lab.closeDialog();
  await expect(lab.button('Run to…')).not.toHaveAttribute('aria-keyshortcuts', /./);
  await keyboard.press('c');
  await keyboard.press('ArrowLeft');
  await lab.standsAt(/^before the first|^request 1 of \d+ · step/);

  // A wrong file changes nothing; the exported one brings everything back; reset is as it came.
  await type('settings');
  await enter();
  const chooser = settings.getByLabel('Import…');
  await chooser.setInputFiles({
    name: 'wrong.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"format":1}'),
  });
  await expect(settings).toContainText('wrong.json was not loaded, and nothing changed');
  await settings.getByRole('button', { name: 'Reset all keys' }).click();
  await expect(row('Run to the next GC')).toContainText('C');
  await chooser.setInputFiles(file);
  await expect(row('Next request')).toContainText('C');
  await expect(settings.getByRole('checkbox', { name: /^Single letters/ })).toBeChecked();
});
