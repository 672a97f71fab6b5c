// From a trace to a change that helps in three clicks, counted from its drop; `ftl-lab run` says the same of it.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type LabPage, type Report, test } from '../lab-page';

const TRACES = join(import.meta.dirname, '../../public/traces');
const NAME = 'tpcc-small-2000.mqsim';

/** The report of `ftl-lab run` about a scenario, beside its trace. */
async function commandLine(scenario: string): Promise<Report> {
  const { LAB_CLI } = process.env;
  if (!LAB_CLI) throw new Error('run the end-to-end tests with `npm run e2e`: it builds ftl-lab');
  const args = ['run', scenario, '--trace', NAME, '--json'];
  const { stdout } = await promisify(execFile)(LAB_CLI, args, { cwd: TRACES });
  return JSON.parse(stdout);
}

/** Every click from here on counts. */
async function clicks(lab: LabPage, names: (string | RegExp)[]): Promise<number> {
  for (const name of names) await lab.page.getByRole('main').getByRole('button', { name }).first().click();
  return names.length;
}

test('of a trace the changes that help are found in two clicks and opened with the third', async ({
  lab,
}, testInfo) => {
  const { page } = lab;
  await lab.open();
  await lab.drop(NAME, await readFile(join(TRACES, NAME)));
  const main = page.getByRole('main');
  let clicked = await clicks(lab, ['Compare all FTLs', /^Try \d+ changes$/]);
  const change = main.getByRole('region', { name: 'What should I change?' });
  await expect(change.getByText(/^Tried, and worse or the same: \d+$/)).toBeVisible();
  // All are done.
  await expect(change.getByRole('button', { name: /^Try \d+ changes$/ })).toBeVisible();

  // All that are named cost less than the run before, and so does the first, which is opened.
  const helping = change.getByRole('list').first().getByRole('listitem');
  const told = (await helping.allInnerTexts()).map((text) =>
    /([\d,.]+) (?:erases|pages erased) instead of ([\d,.]+)|amplification ([\d.]+) instead of ([\d.]+)/
      .exec(text)
      ?.slice(1)
      .flatMap((each) => (each ? Number(each.replaceAll(',', '')) : [])),
  );
  expect(told.length).toBeGreaterThan(1);
  for (const each of told) expect(each?.[0]).toBeLessThan(each?.[1] ?? 0);

  const buffered = helping.filter({ hasText: 'Write buffer of 1 page' });
  const said = await buffered.innerText();
  const link = buffered.getByRole('link', { name: /open on stage$/ });
  const opened = await link.getAttribute('href');
  await link.click();
  clicked += 1;
  expect(clicked).toBe(3);
  await lab.standsAt('before the first of 2,000 requests');
  // The address is that of the scenario that was read, which closes the form of the one before.
  await expect.poll(() => new URL(page.url()).hash).not.toBe(opened);
  const scenario = testInfo.outputPath('scenario.json');
  await writeFile(scenario, await (await lab.scenarioText()).read());
  const native = (await commandLine(scenario)) as unknown as {
    write_amplification: number;
    write_amplification_drained: number | null;
    flash: { programs: { gc: number; merge: number } };
  };
  const { gc, merge } = native.flash.programs;
  expect(said).toContain((native.write_amplification_drained ?? native.write_amplification).toFixed(2));
  expect(said).toContain(`${(gc + merge).toLocaleString('en')} copies instead of`);
});
