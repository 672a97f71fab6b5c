// Breakpoints as a person sets them: by the form, as text, on the stage; each kind stops a run at the right event.

import type { Locator } from '@playwright/test';
import { nothingWrong, nothingWrongIn, nothingWrongToRead, SIZES, show, speak, THEMES } from '../axe';
import { expect, type LabPage, test } from '../lab-page';
import { someOf } from '../some-of';

/**
 * FTL of the example whose run meets it, the breakpoint as text and as said (one without a word of ours: as written), and the event
 * that first meets it: where it is, what Why says.
 */
const KINDS = [
  ['BAST', 'write lpn 13', 'write of LPN 13', 'request 16 of 41 · step 1 ', 'The host writes LPN 13'],
  [
    'BAST',
    'program ppn 12',
    'program of PPN 12',
    'request 22 of 41 · step 5 ',
    'LPN 0 is copied from B1.0 to B3.0',
  ],
  [
    'BAST',
    'program lpn 3',
    'program lpn 3',
    'request 10 of 41 · step 10 ',
    'LPN 3 is copied from B0.3 to B6.3',
  ],
  ['BAST', 'erase pbn 7', 'erase of B7', 'request 11 of 41 · step 17 ', 'Block B7 is erased'],
  ['BAST', 'erases >= 2', '2 erases of a block', 'request 19 of 41 · step 17 ', 'Block B0 is erased'],
  ['BAST', 'merge switch', 'switch merge', 'request 8 of 41 · step 2 ', 'Switch merge of LBN 1 begins'],
  ['BAST', 'merge partial', 'partial merge', 'request 9 of 41 · step 2 ', 'Partial merge of LBN 2 begins'],
  ['BAST', 'merge full', 'full merge', 'request 11 of 41 · step 2 ', 'Full merge of LBN 1 begins'],
  [
    'BAST',
    'merge full blocks >= 1',
    'full merge of 1 or more logical blocks',
    'request 11 of 41 · step 21 ',
    'The merge of LBN 1 is complete',
  ],
  [
    'BAST',
    'wa >= 1.2',
    'write amplification 1.2 or more',
    'request 9 of 41 · step 16 ',
    'LPN 7 is programmed to page B7.0',
  ],
  [
    'Page',
    'gc 3',
    'garbage collection 3',
    'request 15 of 200 · step 2 ',
    'GC begins: the victim is block B5',
  ],
  [
    'Page',
    'victim valid > 2',
    'victim with more than 2 valid pages',
    'request 33 of 200 · step 2 ',
    'GC begins: the victim is block B7',
  ],
  ['Page', 'free <= 1', '1 or fewer free blocks', 'request 7 of 200 · step 3 ', 'The host writes LPN 2'],
  [
    'DFTL',
    'cmt miss lpn 11',
    'cmt miss lpn 11',
    'request 38 of 150 · step 2 ',
    'CMT miss: the mapping of LPN 11',
  ],
  [
    'DFTL',
    'evict dirty',
    'dirty CMT entry evicted',
    'request 1 of 150 · step 3 ',
    'The entry of LPN 20 must leave the CMT',
  ],
] as const;

function dialogOf(lab: LabPage) {
  return lab.page.getByRole('dialog', { name: 'Breakpoints' });
}

function textOf(lab: LabPage) {
  return dialogOf(lab).getByRole('textbox', { name: 'Breakpoint as text' });
}

/** Adds one as text and leaves the dialog open. */
async function add(lab: LabPage, text: string) {
  await textOf(lab).fill(text);
  await dialogOf(lab).getByRole('button', { name: 'Add' }).click();
  await expect(dialogOf(lab).getByRole('checkbox', { name: text, exact: true })).toBeChecked();
}

async function closeDialog(lab: LabPage) {
  await lab.page.keyboard.press('Escape');
  await expect(dialogOf(lab)).toBeHidden();
}

function stopped(lab: LabPage) {
  return lab.page.getByTestId('stopped');
}

/** How many of a box's parts reach over its sides. */
function cutOff(box: Locator): Promise<number> {
  return box.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const parts = [...element.querySelectorAll('h3, p, li, button:not([tabindex]), select, input, output')];
    const sides = parts.map((part) => part.getBoundingClientRect());
    const cut = (side: DOMRect) => side.width > 0 && (side.left < left - 1 || side.right > right + 1);
    return sides.filter(cut).length;
  });
}

for (const ftl of someOf(['Page', 'BAST', 'DFTL'] as const, 3)) {
  test(`a run of ${ftl} stops at each kind`, async ({ lab, page }) => {
    await lab.open();
    // The first example is BAST's.
    if (ftl !== 'BAST') await lab.example(ftl);
    await page.keyboard.press('b');
    for (const [, text, said, position, why] of KINDS.filter(([of]) => of === ftl)) {
      await test.step(text, async () => {
        await add(lab, text);
        await closeDialog(lab);
        await lab.runTo('End of the run');
        await expect(stopped(lab)).toHaveText(`stopped: ${said}`);
        await expect(lab.position).toHaveText(new RegExp(`^${position}`));
        await expect(lab.region('Why')).toContainText(why);
        // The first: searched for from here, there is none before.
        await page.keyboard.press('k');
        await expect(stopped(lab)).toHaveText('no earlier hit');
        await expect(lab.position).toHaveText(new RegExp(`^${position}`));
        await lab.runTo('Start');
        await lab.standsAt(/^before the first/);
        await page.keyboard.press('b');
        await dialogOf(lab)
          .getByRole('button', { name: `Remove ${text}`, exact: true })
          .click();
      });
    }
  });
}

test('a breakpoint that is not met, or is switched off, stops nothing', async ({ lab, page }) => {
  await lab.open();
  await page.keyboard.press('b');
  // A log block of BAST belongs to one logical block.
  await add(lab, 'merge full blocks >= 2');
  await add(lab, 'erase');
  await dialogOf(lab).getByRole('checkbox', { name: 'erase' }).click();
  await closeDialog(lab);
  await lab.runToEnd();
  await expect(stopped(lab)).toBeEmpty();
});

test('playing stops where one is met', async ({ lab, page }) => {
  await lab.open();
  await page.keyboard.press('b');
  await add(lab, 'merge switch');
  await closeDialog(lab);
  await page.getByRole('slider', { name: 'Speed' }).fill('7');
  await lab.button('Play').click();
  await expect(stopped(lab)).toHaveText('stopped: switch merge');
  await expect(lab.button('Play')).toBeVisible();
  await lab.standsAt(/^request 8 of 41 · step 2 /);
});

test('one button makes the selection on the stage a breakpoint', async ({ lab, page }) => {
  await lab.open();
  const cell = page.getByRole('grid', { name: 'Blocks and pages' }).getByRole('gridcell');
  await cell.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(cell).toContainText('Page B1.0');
  await page.keyboard.press('Enter');
  const erased = lab.region('Why').getByRole('button', { name: 'Stop when erased' });
  await erased.click();
  await expect(erased).toHaveAttribute('aria-pressed', 'true');
  await lab.runTo('End of the run');
  await expect(stopped(lab)).toHaveText('stopped: erase of B1');
  await expect(lab.region('Why')).toContainText('Block B1 is erased');
  await erased.click();
  await expect(page.getByRole('button', { name: /^Breakpoints, / })).toBeHidden();
});

test('a mistake is marked where it is; the form writes the text', async ({ lab }) => {
  await lab.open();
  await lab.askFor('Breakpoints…');
  const dialog = dialogOf(lab);
  const text = textOf(lab);
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
  await page.keyboard.press('e');
  await lab.standsAt(/^request 8 of 41 · step 3 /);
  await page.keyboard.press('b');
  await add(lab, 'erase');
  await closeDialog(lab);
  await lab.button('Next hit').click();
  await lab.standsAt(/^request 9 of 41 · step 9 /);
  await page.keyboard.press('k');
  await lab.standsAt(/^request 8 of 41 · step 3 /);
  await lab.button('Previous hit').click();
  await expect(stopped(lab)).toHaveText('no earlier hit');
});

test.describe('in every size and theme', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('breakpoints, a hit and a mistake fit, and axe finds nothing @deep', async ({ lab, page }) => {
    const all = SIZES.flatMap((size) => THEMES.map((theme) => ({ size, theme })));
    for (const { size, theme } of all) {
      await page.goto('about:blank');
      await page.setViewportSize(size);
      await lab.open();
      await page.evaluate((to) => {
        document.documentElement.dataset.theme = to;
      }, theme);
      await page.keyboard.press('b');
      for (const text of ['gc', 'erases >= 3', 'erase pbn 7', 'victim valid > 3 or free <= 1']) {
        await add(lab, text);
      }
      await dialogOf(lab).getByRole('button', { name: 'Next hit' }).click();
      await expect(dialogOf(lab)).toContainText('stopped here');
      await textOf(lab).fill('gc or merge ful');
      await textOf(lab).press('Enter');
      await expect(dialogOf(lab).getByText('Did you mean `full`?')).toBeInViewport({ ratio: 1 });
      expect(await cutOff(dialogOf(lab)), 'parts of the dialog that are cut off at its side').toBe(0);
      await nothingWrong(page, `dialog, ${theme}, ${size.width} pixels wide`);
      await speak(page, 'ko');
      const korean = `dialog, in Korean, ${size.width} pixels wide`;
      if (process.env.DEEP) await nothingWrongIn(THEMES, page, korean);
      else await nothingWrongToRead(page, korean);
      expect(await cutOff(page.getByRole('dialog')), 'parts that are cut off in Korean').toBe(0);
      await speak(page, 'en');
      await show(page, theme);
      await closeDialog(lab);
      const toolbar = page.getByRole('toolbar', { name: 'Transport' });
      expect(await cutOff(toolbar), 'parts of the transport that are cut off at its side').toBe(0);
      await nothingWrong(page, `hit, ${theme}, ${size.width} pixels wide`);
    }
  });
});
