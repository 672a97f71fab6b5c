// How much spare space is enough for a write amplification: in at most three clicks from an open trace, with the devices and the figures
// of `ftl-lab spare`.

import { readFile, writeFile } from 'node:fs/promises';
import { cli } from '../../cli';
import { expect, FTLS, test } from '../../lab-page';
import { comparedOn, saved } from '../bulk';

/** 3,000 writes to 300 pages. */
const LINES = Array.from({ length: 3000 }, (_, i) => `${i * 5e8} 0 ${((i * i * 7) % 300) * 8} 8 0`);
const TRACE = Buffer.from(`${LINES.join('\n')}\n`);

test('a trace is open, and three clicks later it says how much spare space is enough, as ftl-lab does', async ({
  lab,
}, testInfo) => {
  const { page } = lab;
  const { main, click, clicks } = await comparedOn(lab, 'spare.mqsim', TRACE);
  const panel = main.getByRole('region', { name: 'How much spare space is enough?' });
  const wanted = panel.getByRole('textbox', { name: 'Write amplification, at most' });
  await click(wanted);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('1.1');
  const find = panel.getByRole('button', { name: 'Find the fewest blocks' });
  await click(find);
  expect(clicks()).toBeLessThanOrEqual(3);
  await expect(panel).toContainText('spare space is enough for a write amplification of 1.1');

  // The command line, from the scenario of the run and the trace.
  const { runs } = await saved(lab, FTLS.length);
  const ftl = await panel.getByRole('combobox').locator('option:checked').innerText();
  const { scenario } = runs.find(({ name }: { name: string }) => name === ftl) ?? {};
  const [file, trace] = ['spare.json', 'spare.mqsim'].map((name) => testInfo.outputPath(name)) as [
    string,
    string,
  ];
  await writeFile(file, JSON.stringify(scenario));
  await writeFile(trace, TRACE);
  const native = (...args: string[]) => cli('spare', file, '--trace', trace, ...args);
  const csv = async () => {
    const saving = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Save as CSV' }).click();
    return readFile(await (await saving).path(), 'utf8');
  };
  expect(await csv()).toBe(await native('--wa', '1.1', '--csv'));
  const { found } = JSON.parse(await native('--wa', '1.1', '--json'));
  const best = panel.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: found.blocks.toLocaleString('en'), exact: true }),
  });
  const cells = [`${(found.spare * 100).toFixed(1)}%`, found.write_amplification.toFixed(3), 'yes'];
  await expect(best.getByRole('cell')).toHaveText([...cells, /^\d+, steady$/]);

  // Ended midway, by mouse and by keyboard, a search is over: nothing is there but the question.
  for (const end of [
    () => panel.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Space'),
  ]) {
    await wanted.fill('1.0001');
    await find.focus();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Cancel' }).focus();
    await end();
    // As long as a whole search takes: one that began again would have its answer.
    await page.waitForTimeout(3000);
    await expect(find).toBeVisible();
    await expect(panel.getByRole('status')).toHaveText('');
    await expect(panel.getByRole('table')).toHaveCount(0);
  }

  // An amplification that no spare space gives; by keyboard. A text that is no number leaves the answer, and says so.
  await wanted.fill('0.9');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText(
    /Not even 7\d\.\d% spare space is enough for a write amplification of 0\.9/,
  );
  expect(await csv()).toBe(await native('--wa', '0.9', '--csv'));
  await wanted.fill('little');
  await expect(panel.getByRole('alert')).toHaveText(
    'A write amplification is a number above 0, as 1.5. You typed “little”.',
  );
  await expect(wanted).toHaveAttribute('aria-invalid', 'true');
  await expect(find).toBeDisabled();
  await expect(panel).toContainText('Not even');
});
