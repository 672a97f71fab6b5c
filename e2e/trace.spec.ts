// A real trace is dropped on the page and run to its end; the command line gets the same numbers.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, FTLS, type Report, test } from './lab-page';

const ROOT = join(import.meta.dirname, '..');
const FINANCIAL = join(ROOT, '../shared/traces/financial1-first10k.mqsim.gz');
// The large trace is not the project's to hand on: where it is absent, the excerpt that ships with the page.
const { file, requests } = existsSync(FINANCIAL)
  ? { file: FINANCIAL, requests: '10,000' }
  : { file: join(ROOT, 'public/traces/tpcc-small-2000.mqsim'), requests: '2,000' };

/** What `ftl-lab run` says of a scenario. The trace has the same name in both, as it is part of the scenario. */
async function commandLine(scenario: string): Promise<Report> {
  const { LAB_CLI } = process.env;
  if (!LAB_CLI) throw new Error('run the end-to-end tests with `npm run e2e`: it builds ftl-lab');
  const args = ['run', scenario, '--trace', basename(file), '--json'];
  const { stdout } = await promisify(execFile)(LAB_CLI, args, { cwd: dirname(file) });
  return JSON.parse(stdout);
}

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 2, minimumFractionDigits: 2 });

for (const ftl of FTLS) {
  test(`a real trace under ${ftl}, and ftl-lab says the same`, async ({ lab }, testInfo) => {
    const { page } = lab;
    await lab.open();
    await lab.drop(basename(file), await readFile(file));
    const understood = page.getByRole('region', { name: 'As understood' });
    await expect(understood.getByRole('heading', { level: 3 })).toContainText('format mqsim');
    await expect(understood.locator('dl')).toContainText(new RegExp(`Requests\\s*${requests} \\(writes `));
    await expect(understood.getByRole('row')).toHaveCount(1 + 20);
    const device = page.getByRole('region', { name: 'Device' });
    await expect(device.getByRole('status')).toContainText('cleaning will happen');
    await device.getByRole('radio', { name: ftl, exact: true }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await lab.standsAt(`before the first of ${requests} requests`);

    const text = await lab.scenarioText();
    const scenario = testInfo.outputPath('scenario.json');
    await writeFile(scenario, await text.read());
    await lab.closeDialog();
    await lab.runToEnd();
    await lab.standsAt(`end: all ${requests} requests done`);
    const native = await commandLine(scenario);
    expect(await lab.report()).toEqual(native);

    // And what is to be seen is what the report says.
    const { flash, host, write_amplification } = native as unknown as {
      flash: { programs: { total: number }; erases: { total: number } };
      host: { writes: number };
      write_amplification: number;
    };
    expect(flash.erases.total).toBeGreaterThan(100);
    await expect(lab.figure('Host writes')).toHaveText(`${host.writes.toLocaleString('en')} pages`);
    await expect(lab.figure('Flash programs')).toHaveText(
      `${flash.programs.total.toLocaleString('en')} pages`,
    );
    await expect(lab.figure('Erases')).toHaveText(`${flash.erases.total.toLocaleString('en')} blocks`);
    await expect(lab.region('Metrics')).toContainText(decimal.format(write_amplification));
  });
}

test('a warning where the footprint can never cause cleaning, and its remedy', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  await lab.command('Open trace');
  await page.getByText('Paste text').click();
  await page
    .getByRole('textbox', { name: 'Lines of a trace' })
    .fill('0 0 0 8 0\n1000 0 8 8 0\n2000 0 16 8 1\n');
  await lab.button('Read the text').click();
  const device = page.getByRole('region', { name: 'Device' });
  await device.getByRole('textbox', { name: 'Blocks', exact: true }).fill('400');
  await expect(device.getByRole('status')).toContainText('can never cause cleaning');
  await expect(device.getByRole('button', { name: 'Take a smaller device' })).toBeVisible();

  // A window of it, and one that holds nothing.
  const reading = page.getByRole('region', { name: 'How it is read' });
  const facts = page.getByRole('region', { name: 'As understood' }).locator('dl');
  const [first, last] = ['First request', 'Last request'].map((name) =>
    reading.getByRole('spinbutton', { name }),
  );
  await first?.fill('2');
  await first?.press('Enter');
  await expect(facts).toContainText(/Requests\s*2 \(.*Requests outside the window\s*1/);
  await last?.fill('2');
  await last?.press('Enter');
  await expect(facts).toContainText(/Requests\s*1 \(.*Requests outside the window\s*2/);
  await first?.fill('9');
  await first?.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('request');
});

test('a trace of several chunks lies in a file, is run forward and back, and survives the engine', async ({
  lab,
  provoked,
}) => {
  provoked('made up');
  const { page } = lab;
  await lab.open();
  // 300,000 requests are five chunks of the columnar file, more than stays in memory since their times are as good as random; some
  // stand behind later ones, as in real traces.
  let [text, time, draw] = ['', 0, 1];
  for (let i = 0; i < 300_000; i += 1) {
    draw = (Math.imul(draw, 1_664_525) + 1_013_904_223) >>> 0;
    time += draw;
    text += `${Math.max(0, time - (i % 8 ? 0 : 4e9))} 0 ${((i * 7919) % 2048) * 8} 8 0\n`;
  }
  await lab.drop('large.mqsim', Buffer.from(text));
  const understood = page.getByRole('region', { name: 'As understood' });
  await expect(understood.locator('dl')).toContainText(/Requests\s*300,000 \(writes /);
  const device = page.getByRole('region', { name: 'Device' });
  await expect(device.getByRole('status')).toContainText('cleaning will happen');
  await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
  await lab.standsAt('before the first of 300,000 requests');
  await lab.runToEnd();
  const end = await lab.report();
  await lab.slider.focus();
  await page.keyboard.press('Home');
  await lab.standsAt('before the first of 300,000 requests');

  // Where the browser has a file system of its own, the columns are there and not in memory.
  const files = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folders = await root.getDirectoryHandle('traces');
    const sizes: number[] = [];
    type Entries = AsyncIterable<FileSystemHandle>;
    for await (const folder of (folders as unknown as { values(): Entries }).values()) {
      for await (const file of (folder as unknown as { values(): Entries }).values()) {
        sizes.push((await (file as FileSystemFileHandle).getFile()).size);
      }
    }
    return sizes;
  });
  expect(files).toHaveLength(1);
  expect(files[0]).toBeGreaterThan(2 << 20);
  expect(files[0]).toBeLessThan(text.length / 2);

  // A new engine reads the same file.
  const engine = page.workers().find((worker) => worker.url().includes('engine'));
  await engine?.evaluate(() => {
    setTimeout(() => {
      throw new Error('made up');
    });
  });
  await expect(page.getByRole('alert').filter({ hasText: 'made up' })).toBeVisible();
  await lab.runToEnd();
  expect(await lab.report()).toEqual(end);
});
