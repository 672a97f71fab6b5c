// A trace is dropped on the page and compared under all eight FTLs; the command line gets the same numbers.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, FTLS, type Report, test } from './lab-page';

const ROOT = join(import.meta.dirname, '..');
const DTRS = join(ROOT, '../shared/traces/dtrs-127043.mqsim.gz');
// The large trace is not the project's to hand on: where it is absent, the excerpt that ships with the page.
const file = existsSync(DTRS) ? DTRS : join(ROOT, 'public/traces/tpcc-small-2000.mqsim');

interface Results {
  trace: { name: string };
  runs: { name: string; scenario: unknown; report: Report }[];
}

/** What `ftl-lab sweep` says of the same scenarios, in their order. */
async function commandLine({ runs }: Results): Promise<Report[]> {
  const { LAB_CLI } = process.env;
  if (!LAB_CLI) throw new Error('run the end-to-end tests with `npm run e2e`: it builds ftl-lab');
  const scenarios = runs.map(({ scenario }) => scenario as Record<string, object>);
  const list = scenarios.map(({ name, device, ftl }) => ({ name, device, ftl }));
  const sweep = promisify(execFile)(LAB_CLI, ['sweep', '-', '--json'], {
    cwd: dirname(file),
    maxBuffer: 1 << 28,
  });
  sweep.child.stdin?.end(JSON.stringify({ format: 1, scenario: scenarios[0], list }));
  const lines = (await sweep).stdout.trim().split('\n');
  const reports = lines.map((line) => JSON.parse(line) as { run: number; report: Report });
  return reports.sort((a, b) => a.run - b.run).map(({ report }) => report);
}

test('a trace under all eight FTLs at once: numbers, words and charts, and ftl-lab says the same', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  await lab.drop(basename(file), await readFile(file));
  await page.getByRole('button', { name: 'Compare all eight FTLs' }).click();
  const main = page.getByRole('main');
  const status = main.getByRole('status').filter({ hasText: 'done' });
  await expect(status).toContainText('8 of 8 done in', { timeout: 240_000 });
  const saving = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Save results as JSON' }).click();
  const results = JSON.parse(await readFile(await (await saving).path(), 'utf8')) as Results;
  expect(results.trace.name).toBe(basename(file));
  expect(results.runs.map(({ name }) => name)).toEqual([...FTLS]);
  const native = await commandLine(results);
  expect(results.runs.map(({ report }) => report)).toEqual(native);

  // And what is to be seen is what the reports say.
  for (const { name, report } of results.runs) {
    const { flash } = report as unknown as { flash: { erases: { total: number } } };
    const row = main
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: `${name}: open on stage`, exact: true }) });
    await expect(row.getByRole('cell').nth(1)).toHaveText(flash.erases.total.toLocaleString('en'));
  }
  await expect(main.getByRole('region', { name: 'What sets them apart' }).getByRole('listitem')).toHaveCount(
    7,
  );

  // A run opens on the stage: the trace is there already.
  await main.getByRole('link', { name: 'FAST: open on stage', exact: true }).click();
  await lab.standsAt(/^before the first of/);
});
