// A whole run without a pointer.

import type { Locator } from '@playwright/test';
import { expect, test } from '../lab-page';

test('a whole run by keyboard', async ({ lab }) => {
  const { page } = lab;
  const { keyboard } = page;
  await lab.open();

  // An example.
  await lab.tabTo(lab.examples);
  await keyboard.press('Enter');
  const dftl = page.getByRole('menuitemradio', { name: 'DFTL', exact: true });
  await expect(page.getByRole('menuitemradio', { name: 'BAST', checked: true })).toBeFocused();
  // Past FAST, KAST, LAST and the superblock FTL.
  for (let down = 0; down < 5; down += 1) await keyboard.press('ArrowDown');
  await expect(dftl).toBeFocused();
  await keyboard.press('Enter');
  await lab.standsAt('before the first of 150 requests');

  // By requests with Shift and the arrows, by the grain with the arrows alone.
  await keyboard.press('Shift+ArrowRight');
  await lab.standsAt('request 1 of 150');
  await keyboard.press('Shift+ArrowRight');
  await lab.standsAt('request 2 of 150');
  await keyboard.press('Shift+ArrowLeft');
  await lab.standsAt('request 1 of 150');
  await keyboard.press('ArrowRight');
  await lab.standsAt(/^request 2 of 150 · step 1 of \d+$/);
  await keyboard.press('ArrowLeft');
  await lab.standsAt('request 1 of 150');

  // The same by the buttons, which keep the focus at the ends of the run.
  await lab.tabTo(lab.button('Previous request'));
  await keyboard.press('Enter');
  await lab.standsAt(/^before the first/);
  await expect(lab.button('Previous request')).toBeFocused();
  await lab.tabTo(lab.button('Step'));
  await keyboard.press('Space');
  await lab.standsAt(/^request 1 of 150 · step 1/);

  // Run to…, by its key and by its menu.
  await keyboard.press('n');
  await expect(lab.event).toContainText(/^CMT miss/);
  await keyboard.press('g');
  const menu = page.getByRole('menu', { name: 'Run to…' });
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  const erase = menu.getByRole('menuitem', { name: 'Next erase' });
  for (let i = 0; i < 10 && !(await erase.evaluate((item) => item === document.activeElement)); i += 1) {
    await keyboard.press('ArrowDown');
  }
  await keyboard.press('Enter');
  await expect(menu).toBeHidden();
  await expect(lab.button('Step')).toBeFocused();
  await expect(lab.event).toContainText(/Block B\d+ is erased/);

  // Go to a step.
  await keyboard.press('g');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await keyboard.press('End');
  await keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Go to step' });
  await expect(form.getByRole('textbox', { name: 'Request' })).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('30');
  await keyboard.press('Tab');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('0');
  await keyboard.press('Enter');
  await lab.standsAt('request 30 of 150');

  // The scrubber.
  await lab.tabTo(lab.slider);
  await keyboard.press('ArrowRight');
  await lab.standsAt('request 31 of 150');
  await keyboard.press('End');
  await lab.standsAt(/^end: all 150/);
  await keyboard.press('Home');
  await lab.standsAt(/^before the first/);

  // A page of the stage: pointed at, selected, and lit in the table.
  const cell = page.getByRole('grid', { name: 'Blocks and pages' }).getByRole('gridcell');
  await lab.tabTo(cell);
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowDown');
  await expect(cell).toBeFocused();
  await expect(cell).toContainText('Page B1.1');
  await keyboard.press('Enter');
  await expect(cell).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Escape');
  await expect(cell).toHaveAttribute('aria-selected', 'false');

  // Play and pause, by the Space key wherever nothing takes it.
  await keyboard.press('+');
  await keyboard.press('d');
  await lab.tabTo(lab.button('Play'));
  await keyboard.press('Space');
  await expect(lab.button('Pause')).toBeFocused();
  await expect(lab.position).not.toHaveText(/^before the first/);
  await keyboard.press('Space');
  await expect(lab.button('Play')).toBeFocused();

  // The end of the run, another theme, and the help.
  await keyboard.press('End');
  await lab.standsAt(/^end: all 150/);
  await lab.hasTheme('light');
  await keyboard.press('t');
  await lab.hasTheme('dark');
  await keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByRole('row', { name: /Next request/ })).toBeVisible();
  await keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('a scenario is changed, compared and undone by keyboard', async ({ lab }) => {
  const { page } = lab;
  const { keyboard } = page;
  await lab.open();
  await lab.tabTo(lab.button('Scenario'));
  await keyboard.press('Enter');
  const blocks = lab.region('Scenario').getByRole('textbox', { name: 'Log blocks' });
  await lab.tabTo(blocks);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('4');
  await lab.tabTo(lab.button('Apply'));
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  // The focus comes back to where it was.
  await expect(lab.button('Scenario')).toBeFocused();
  await expect(lab.region('Mapping tables')).toContainText(/No log block is in use|of 4 in use/);

  await keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await keyboard.type('Compare');
  await expect(page.locator('[role=menuitem][data-focused]')).toHaveText(/^Compare/);
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Compare' })).toBeVisible();
  await lab.tabTo(lab.button('Compare both'));
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(lab.region('Comparison')).toBeVisible();
  await lab.tabTo(lab.button('First difference'));
  await keyboard.press('Enter');
  await expect(lab.region('Comparison').getByRole('status')).toContainText('First difference, at request');
});

test('the text of a scenario suggests what may be written, and Escape closes the list before the dialog', async ({
  lab,
}) => {
  await lab.open();
  const { box, read, write } = await lab.scenarioText();
  await write('{ "ftl": { "kind": "dftl", }');
  await box.press('ArrowLeft');
  await lab.page.keyboard.type('cmt_e');
  const dialog = lab.page.getByRole('dialog');
  const suggestions = dialog.getByRole('listbox', { name: 'Suggestions' });
  await expect(suggestions.getByRole('option', { name: 'cmt_entries' })).toBeVisible();
  await lab.page.keyboard.press('Escape');
  await expect(suggestions).toBeHidden();
  await expect(dialog).toBeVisible();
  await box.press('Control+Space');
  await expect(suggestions.getByRole('option', { name: 'cmt_entries' })).toBeVisible();
  // Not by Enter: a list that has just opened leaves that to the text.
  await suggestions.getByRole('option', { name: 'cmt_entries' }).click();
  expect(await read()).toBe('{ "ftl": { "kind": "dftl", "cmt_entries": }');
  await lab.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('from the home to a lesson, the lab and a comparison by keyboard', async ({ lab }) => {
  const { page } = lab;
  const go = async (to: Locator) => {
    await to.waitFor();
    await lab.tabTo(to);
    await page.keyboard.press('Enter');
  };
  const destination = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).filter({ visible: true });
  await page.goto('./');
  await go(page.getByRole('link', { name: 'Start lesson 1' }));
  await expect(lab.region('Lesson').getByText(/^Step 1 of/)).toBeVisible();
  await go(lab.region('Lesson').getByRole('button', { name: 'Next step' }));
  await expect(lab.region('Lesson').getByText(/^Step 2 of/)).toBeVisible();

  await go(destination('Lab'));
  await expect(lab.region('Lesson')).toBeHidden();
  await page.keyboard.press('Home');
  await lab.standsAt(/^before the first/);
  await page.keyboard.press('Shift+ArrowRight');
  await lab.standsAt(/^request 1 of/);

  await go(destination('Compare'));
  await go(page.getByRole('button', { name: /^Run all/ }));
  await expect(
    page.getByRole('region', { name: 'What sets them apart' }).getByRole('listitem').first(),
  ).toBeVisible();
  await go(
    page
      .getByRole('main')
      .getByRole('link', { name: /: open on stage$/ })
      .first(),
  );
  await lab.standsAt(/^before the first/);
});
