// Breakpoints as a person sets them: by the form, as text, on the stage; each kind stops a run.

import { expect, test } from './lab-page';

/** FTL of the example whose run meets it, and the breakpoint as text. */
const KINDS = [
  ['BAST', 'write lpn 3'],
  ['BAST', 'program ppn 12'],
  ['BAST', 'erase'],
  ['BAST', 'erases >= 1'],
  ['BAST', 'merge full'],
  ['BAST', 'merge full blocks >= 1'],
  ['Page', 'gc 2'],
  ['Page', 'victim valid > 0'],
  ['Page', 'free <= 2'],
  ['BAST', 'wa >= 1.2'],
  ['DFTL', 'cmt miss'],
  ['DFTL', 'evict dirty'],
] as const;

for (const [ftl, text] of KINDS) {
  test(`a run of ${ftl} stops at ${text}`, async ({ lab, page }) => {
    await lab.open();
    await lab.example(ftl);
    await page.keyboard.press('b');
    const dialog = page.getByRole('dialog', { name: 'Breakpoints' });
    await dialog.getByRole('textbox', { name: 'Breakpoint as text' }).fill(text);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByRole('checkbox', { name: text })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await lab.runTo('End of the run');
    await expect(page.getByTestId('stopped')).toHaveText(`stopped: ${text}`);
    await expect(lab.position).not.toHaveText(/^(before|end)/);
  });
}

test('a mistake is marked where it is; the form writes the text', async ({ lab, page }) => {
  await lab.open();
  await lab.runTo('Breakpoints…');
  const dialog = page.getByRole('dialog', { name: 'Breakpoints' });
  const text = dialog.getByRole('textbox', { name: 'Breakpoint as text' });
  await text.fill('merge ful');
  await text.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Did you mean `full`?');
  await dialog.getByRole('combobox', { name: 'Stop at' }).selectOption({ label: 'Free blocks fall to' });
  await dialog.getByRole('spinbutton', { name: 'Free blocks' }).fill('3');
  await expect(text).toHaveValue('free <= 3');
  await expect(dialog.getByRole('alert')).toBeHidden();
});

test('hits are found forward and back', async ({ lab, page }) => {
  await lab.open();
  await lab.example('BAST');
  await page.keyboard.press('e');
  await lab.button('Breakpoints, 0 on').click();
  const dialog = page.getByRole('dialog', { name: 'Breakpoints' });
  await dialog.getByRole('textbox', { name: 'Breakpoint as text' }).fill('erase');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.keyboard.press('Escape');
  const first = await lab.position.textContent();
  await lab.button('Next hit').click();
  await expect(lab.position).not.toHaveText(first ?? '');
  await page.keyboard.press('k');
  await expect(lab.position).toHaveText(first ?? '');
  await lab.button('Previous hit').click();
  await expect(page.getByTestId('stopped')).toHaveText('no earlier hit');
});
