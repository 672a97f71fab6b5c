// Results to be published: what the page saves `ftl-lab reproduce` runs again, the commands that it shows make the same, and it opens
// what `ftl-lab run --result` writes.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';
import { csvParseRows } from 'd3-dsv';
import { seek } from '../against-cli';
import { expect, FTLS, type LabPage, test } from '../lab-page';
import { saved } from './bulk';

test.use({ contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } });

const { LAB_CLI = '' } = process.env;
const TRACE = join(import.meta.dirname, '../../public/traces/tpcc-small-2000.mqsim');

const cli = async (args: string[], cwd: string) => (await promisify(execFile)(LAB_CLI, args, { cwd })).stdout;

/** The file behind a part's button. */
async function save(
  { page }: LabPage,
  part: Locator,
  path: string,
  name = 'Save result file',
): Promise<void> {
  const saving = page.waitForEvent('download');
  await part.getByRole('button', { name }).click();
  await (await saving).saveAs(path);
}

/** The lines of a table of figures by run and figure, the rest of the cells of each. */
function linesOf(csv: string, before: string): Map<string, string[]> {
  return new Map(
    csvParseRows(csv).map(([run = '', figure, ...cells]) => [`${run.replace(before, '')} ${figure}`, cells]),
  );
}

/** The output of the command on the page, in a shell. */
async function inShell(part: Locator, cwd: string): Promise<string> {
  await part.getByText('The command that makes this').click();
  const text = await part.getByRole('region', { name: 'Command line' }).textContent();
  const running = promisify(execFile)('sh', ['-s'], {
    cwd,
    env: { ...process.env, PATH: `${dirname(LAB_CLI)}:${process.env.PATH}` },
  });
  running.child.stdin?.end(text ?? '');
  return (await running).stdout;
}

test('the numbers of a run: saved, made by the command, reproduced, opened', async ({
  lab,
  page,
}, testInfo) => {
  test.skip(LAB_CLI === '', 'without ftl-lab');
  const folder = testInfo.outputPath();
  await lab.open();
  await seek(lab, 30, 2);
  const before = await lab.report();
  await lab.inspect('Numbers');
  const numbers = lab.region('Metrics');
  const path = testInfo.outputPath('stopped.result.json');
  await save(lab, numbers, path);
  expect(await cli(['reproduce', path], folder)).toContain('same: 1 run,');
  expect(await inShell(numbers, folder)).toContain(`state                [${before.state_hash}]`);
  await expect(numbers.getByRole('button', { name: 'Python' })).toBeDisabled();

  // Another number in the file is found.
  const content = await readFile(path, 'utf8');
  await writeFile(path, content.replace(/"checked_reads": \d+/, '"checked_reads": 77777'));
  const other = await cli(['reproduce', path], folder).catch((error) => error);
  expect(other.code).toBe(3);
  expect(other.stdout).toContain('checked_reads: 77777 in the file,');

  // A file of the command line opens where its run stopped.
  const { scenario } = JSON.parse(content).runs[0];
  const file = testInfo.outputPath('scenario.json');
  const made = testInfo.outputPath('made.json');
  await writeFile(file, JSON.stringify({ ...scenario, seed: 9 }));
  const stood = await lab.position.textContent();
  await cli(['run', file, '--at', '5.0', '--result', made], folder);
  await lab.dropFile('made.json', await readFile(made));
  await expect(lab.position).not.toHaveText(stood ?? '');
  const opened = await lab.report();
  expect(opened).toEqual(JSON.parse(await readFile(made, 'utf8')).runs[0].report);

  await lab.dropFile('newer.json', Buffer.from(content.replace('"format": 1', '"format": 2')));
  await expect(page.getByRole('alert').filter({ hasText: 'newer.json' })).toContainText('newer version');
});

test('a comparison on a trace, and a sweep @deep', async ({ lab, page }, testInfo) => {
  test.skip(LAB_CLI === '', 'without ftl-lab');
  await lab.open();
  await lab.drop('tpcc-small-2000.mqsim', await readFile(TRACE));
  await page.getByRole('button', { name: 'Compare all FTLs' }).click();
  const results = await saved(lab, FTLS.length);
  const path = testInfo.outputPath('comparison.result.json');
  await save(lab, page.getByRole('main'), path);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(results);
  const again = await cli(['reproduce', path, '--trace', TRACE], testInfo.outputPath());
  expect(again).toContain(`same: ${FTLS.length} runs,`);
  const table = await inShell(page.getByRole('main'), dirname(TRACE));
  for (const { report } of results.runs) {
    const { flash } = report as unknown as { flash: { erases: { total: number } } };
    expect(table).toContain(`${flash.erases.total}`);
  }

  // Its first run opens; the trace is here.
  await lab.dropFile('comparison.json', await readFile(path));
  await expect(page.getByText(`the first of its ${FTLS.length} runs is on stage`)).toBeVisible();

  await page.goto('./#/sweep');
  const { scenario } = results.runs[0] ?? {};
  const plan = { format: 1, name: 'two', scenario, over: { 'ftl.gc_threshold': [2, 3] }, illegal: 'skip' };
  await page.getByLabel('Plan as JSON').fill(JSON.stringify(plan));
  await lab.button('Check the plan').click();
  await lab.button('Run all 2').click();
  await expect(page.getByRole('region', { name: 'Runs' }).getByRole('status')).toContainText('All 2 runs');
  const swept = testInfo.outputPath('two.result.json');
  await save(lab, page.getByRole('main'), swept);
  expect(await cli(['reproduce', swept, '--trace', TRACE], testInfo.outputPath())).toContain('same: 2 runs,');
});

test('a comparison over seeds: its file has every run, its command makes them, its link asks for the same seeds', async ({
  lab,
  page,
}, testInfo) => {
  test.skip(LAB_CLI === '', 'without ftl-lab');
  await lab.open();
  const ftl = { kind: 'page' };
  const device = { blocks: 40, pages_per_block: 8 };
  const workload = { kind: 'hot_cold', r: 0.8, f: 0.2, requests: 900 };
  await lab.apply(
    JSON.stringify({ format: 1, name: 'Seeds', seed: 3, logical_pages: 160, device, ftl, workload }),
  );
  await page.goto('./#/batch');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: `Run all ${FTLS.length}` }).click();
  await saved(lab, FTLS.length);
  const seeds = main.getByLabel('Intervals over');
  await seeds.selectOption('5 seeds');
  await expect(main).toContainText('5 runs with different seeds');

  const path = testInfo.outputPath('seeds.result.json');
  await save(lab, main, path);
  const { runs } = JSON.parse(await readFile(path, 'utf8')) as {
    runs: { name: string; scenario: { seed: number }; report: { flash: { erases: { total: number } } } }[];
  };
  expect(runs.slice(0, 6).map(({ name, scenario: { seed } }) => [name, seed])).toEqual([
    ...[3, 4, 5, 6, 7].map((seed) => [`Page, seed ${seed}`, seed]),
    ['BAST, seed 3', 3],
  ]);
  expect(await cli(['reproduce', path], testInfo.outputPath())).toContain(`same: ${5 * FTLS.length} runs,`);
  // The command compares them as the page does.
  const sure = main.getByRole('region', { name: 'Differences with their 95% intervals' });
  const baseline = await sure.locator('select').first().locator('option:checked').textContent();
  const asked = ['compare', path, '--baseline', `Seeds, ${baseline}`, '--json'];
  const compared = JSON.parse(await cli(asked, testInfo.outputPath())) as {
    runs: {
      name: string;
      figures: { write_amplification: { difference: Record<'mean' | 'low' | 'high', number> | null } };
    }[];
  };
  expect(compared.runs.map(({ name }) => name.replace('Seeds, ', '')).sort()).toEqual([...FTLS].sort());
  // Its table has the lines of the command, but for what is steady over seeds.
  const table = testInfo.outputPath('comparison.csv');
  await save(lab, main, table, 'Save as CSV: How they compare');
  const [ours, theirs] = [
    linesOf(await readFile(table, 'utf8'), ''),
    linesOf(await cli([...asked.slice(0, -1), '--csv'], testInfo.outputPath()), 'Seeds, '),
  ];
  expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
  expect(ours.size).toBe(1 + 4 * FTLS.length);
  for (const [key, cells] of ours)
    for (const [i, cell] of cells.slice(0, -1).entries()) {
      const other = theirs.get(key)?.[i] ?? '';
      if (cell === '' || Number.isNaN(Number(cell))) expect(cell, key).toBe(other);
      else expect(Number(cell) / Number(other) || 1, key).toBeCloseTo(1, 8);
    }
  let told = 0;
  for (const { name, figures } of compared.runs) {
    const { difference } = figures.write_amplification;
    if (!difference || (difference.low === 0 && difference.high === 0)) continue;
    const header = page.getByRole('rowheader', { name: name.replace('Seeds, ', ''), exact: true });
    const cell = sure.getByRole('row').filter({ has: header }).locator('td').first();
    const shown = [...((await cell.textContent()) ?? '').matchAll(/[+−]?\d+\.\d+/g)];
    const { mean, low, high } = difference;
    for (const [k, value] of [mean, low, high].entries())
      expect(Number(shown[k]?.[0].replace('−', '-'))).toBeCloseTo(value, 1);
    told++;
  }
  expect(told).toBeGreaterThan(4);
  // A line per FTL, of which each figure is the mean over the seeds.
  const erases = runs.slice(0, 5).map(({ report: { flash } }) => flash.erases.total);
  const mean = erases.reduce((sum, each) => sum + each, 0) / erases.length;
  expect(await inShell(main, testInfo.outputPath())).toContain(`${mean.toFixed(4)} ± `);

  await main.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'was copied' })).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('./#/lab');
  await page.goto(address);
  await expect(seeds).toHaveValue('5');
  await expect(main).toContainText('5 runs with different seeds');
});
