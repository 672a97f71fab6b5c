// Tables that say less than all of what their rows mean: each is opened in a few clicks, and the scenario then says the rest, to the command line
// too. The Python package runs the same scenarios: wasm-sim/python/tests/test_traces.py. `UPDATE=1` writes them.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { cli } from '../cli';
import { expect, type Report, test } from '../lab-page';
import { someOf } from '../some-of';

const FOLDER = join(import.meta.dirname, 'tables');
/** Clicks from the file to the run, that on the FTL among them. */
const MOST_CLICKS = 5;

interface Table {
  name: string;
  /** The button to the dialog. */
  button: 'Choose the format' | 'Wrong format?';
  /** The meaning of a row before the choices, and of some after them. */
  before: RegExp;
  after: RegExp[];
  choose: (dialog: Locator, clicks: Clicks) => Promise<void>;
  outcome: string;
  reading: object;
}

const TABLES: Table[] = [
  {
    name: 'opcodes',
    button: 'Choose the format',
    before: /27 62\.5,35,0,0 The operation “35” is not known\. It means:/,
    after: [/2 0\.0,28,0,24 0 µs read 0 12,288/, /3 2\.5,2a,296,8 2,500 µs write 151,552 4,096/],
    choose: async (dialog, clicks) => {
      // The choice is opened and made: two clicks.
      clicks.count += 2;
      await dialog.getByRole('combobox', { name: 'Meaning of “35”' }).selectOption('no request');
    },
    outcome: 'Requests: 125, from 131 lines. Passed over: 5.',
    reading: { op_words: { none: ['35'] } },
  },
  {
    name: 'sectors-256',
    button: 'Wrong format?',
    before: /3 800;W;368;16 800 µs write 188,416 8,192/,
    after: [/3 800;W;368;16 800 µs write 94,208 4,096/],
    choose: async (dialog) => {
      await dialog.getByRole('spinbutton', { name: 'Sector size' }).click();
      await dialog.page().keyboard.type('256\n');
    },
    outcome: 'Requests: 130, from 131 lines. Passed over: 0.',
    reading: { sector_bytes: 256 },
  },
  {
    name: 'events',
    button: 'Wrong format?',
    before: /3 0\.000041 0 D WS 0 16 41 µs write 0 8,192/,
    after: [
      /2 0\.000000 0 Q WS 0 16 Passed over: other rows count/,
      /3 0\.000041 0 D WS 0 16 0 µs write 0 8,192/,
    ],
    choose: async (dialog) => {
      await dialog.getByRole('spinbutton', { name: 'Only rows whose column' }).click();
      await dialog.page().keyboard.type('3');
      await dialog.getByRole('textbox', { name: 'has one of the words' }).click();
      await dialog.page().keyboard.type('D\n');
    },
    outcome: 'Requests: 110, from 221 lines. Passed over: 110.',
    reading: { rows: { column: 3, words: ['D'] } },
  },
];

/** The clicks of a person. */
class Clicks {
  count = 0;

  async on(page: Page) {
    await page.exposeFunction('clicked', () => {
      this.count += 1;
    });
    await page.evaluate(() => {
      const { clicked } = window as unknown as { clicked: () => void };
      addEventListener('click', (event) => event.isTrusted && clicked(), { capture: true });
    });
  }
}

/** A row of the preview, with its cells by single blanks. */
const rowOf = (row: Locator) =>
  row.evaluate((tr) => [...tr.children].map((cell) => (cell.firstChild?.textContent ?? '').trim()).join(' '));

for (const { name, button, before, after, choose, outcome, reading } of someOf(TABLES, 3)) {
  test(`${name}.csv is opened in ${MOST_CLICKS} clicks, and ftl-lab reads it by the scenario`, async ({
    lab,
  }) => {
    const { page } = lab;
    const file = `${name}.csv`;
    await lab.open();
    const clicks = new Clicks();
    await clicks.on(page);
    await lab.drop(file, await readFile(join(FOLDER, file)));
    await lab.button(button).click();
    const dialog = page.getByRole('dialog', { name: 'How it is read' });
    const rows = dialog.getByRole('region', { name: 'First lines and their meaning' }).getByRole('row');
    await expect(rows).toHaveCount(1 + 20 + (name === 'opcodes' ? 1 : 0));
    const shown = async () => (await Promise.all((await rows.all()).map(rowOf))).join('\n');
    expect(await shown()).toMatch(before);
    await choose(dialog, clicks);
    await expect(dialog.getByRole('status')).toContainText(outcome);
    for (const row of after) await expect.poll(shown).toMatch(row);
    await lab.closeDialog();
    const next = page.getByRole('complementary', { name: 'What next?' });
    await next.getByRole('button', { name: 'FAST', exact: true }).click();
    await lab.standsAt(/^before the first of/);
    expect(clicks.count).toBeLessThanOrEqual(MOST_CLICKS);

    const text = `${await (await lab.scenarioText()).read()}\n`;
    expect(JSON.parse(text).workload.reading).toEqual(reading);
    await lab.closeDialog();
    await lab.runToEnd();
    const scenario = join(FOLDER, `${name}.json`);
    if (process.env.UPDATE) await writeFile(scenario, text);
    expect(text).toBe(await readFile(scenario, 'utf8'));
    const native: Report = JSON.parse(await cli('run', scenario, '--json'));
    expect(await lab.report()).toEqual(native);
    const { flash } = native as unknown as { flash: { erases: { total: number } } };
    expect(flash.erases.total).toBeGreaterThan(0);
  });
}
