// A real trace is dropped on the page and run to its end; the command line gets the same numbers.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, FTLS, type Report, test } from '../lab-page';

const ROOT = join(import.meta.dirname, '../..');
const FINANCIAL = join(ROOT, '../shared/traces/financial1-first10k.mqsim.gz');
// The large trace is not the project's to hand on: where it is absent, the excerpt that ships with the page.
const { file, requests } = existsSync(FINANCIAL)
  ? { file: FINANCIAL, requests: '10,000' }
  : { file: join(ROOT, 'public/traces/tpcc-small-2000.mqsim'), requests: '2,000' };

/** The report of `ftl-lab run` about a scenario. The trace has the same name in both, as it is part of the scenario. */
async function commandLine(scenario: string): Promise<Report> {
  const { LAB_CLI } = process.env;
  if (!LAB_CLI) throw new Error('run the end-to-end tests with `npm run e2e`: it builds ftl-lab');
  const args = ['run', scenario, '--trace', basename(file), '--json'];
  const { stdout } = await promisify(execFile)(LAB_CLI, args, { cwd: dirname(file) });
  return JSON.parse(stdout);
}

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 2, minimumFractionDigits: 2 });

test('a real trace under each FTL, and ftl-lab says the same', async ({ lab }, testInfo) => {
  const { page } = lab;
  await lab.open();
  await lab.drop(basename(file), await readFile(file));
  const main = page.getByRole('main');
  await expect(main).toContainText('MQSim format, all');
  const next = page.getByRole('complementary', { name: 'What next?' });
  await expect(next.getByRole('status')).toContainText('every FTL will erase blocks');
  await main.getByText('All figures, first lines').click();
  const understood = page.getByRole('region', { name: 'As understood' });
  await expect(understood.locator('dl')).toContainText(new RegExp(`Requests\\s*${requests} \\(writes `));
  await expect(understood.getByRole('row')).toHaveCount(1 + 20);

  for (const ftl of FTLS) {
    await next.getByRole('button', { name: ftl, exact: true }).click();
    await lab.standsAt(`before the first of ${requests} requests`);
    const text = await lab.scenarioText();
    const scenario = testInfo.outputPath('scenario.json');
    await writeFile(scenario, await text.read());
    await lab.closeDialog();
    await lab.runToEnd();
    await lab.standsAt(`end: all ${requests} requests done`);
    const native = await commandLine(scenario);
    expect(await lab.report(), ftl).toEqual(native);

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
    await page.goto('./#/traces');
  }
});

test('a warning where the device has room for all that the trace writes, and its remedy', async ({ lab }) => {
  const { page } = lab;
  await page.goto('./#/traces');
  await page
    .getByRole('textbox', { name: 'Lines of a trace' })
    .fill('0 0 0 8 0\n1000 0 8 8 0\n2000 0 16 8 1\n');
  await lab.button('Read the text').click();
  await lab.button('Change').click();
  const device = page.getByRole('dialog', { name: 'Device' });
  await device.getByRole('textbox', { name: 'Blocks', exact: true }).fill('400');
  await expect(device.getByRole('status')).toContainText('a run says little about GC');
  await expect(device.getByRole('button', { name: 'Use a smaller device' })).toBeVisible();
  await lab.closeDialog();
  await expect(page.getByRole('region', { name: 'Proposed device' })).toContainText(/Blocks\s*400/);

  // A window of it, and one that holds nothing.
  await lab.button('Wrong format?').click();
  const reading = page.getByRole('dialog', { name: 'How it is read' });
  const said = reading.getByRole('status');
  const [first, last] = ['First request', 'Last request'].map((name) =>
    reading.getByRole('spinbutton', { name }),
  );
  await first?.fill('2');
  await first?.press('Enter');
  await expect(said).toContainText(/^Requests: 2, .*outside the window: 1\./);
  await last?.fill('2');
  await last?.press('Enter');
  await expect(said).toContainText(/^Requests: 1, .*outside the window: 2\./);
  await first?.fill('9');
  await first?.press('Enter');
  await expect(reading.getByRole('alert')).toContainText('request');
});

test('a trace that is cancelled while it opens changes nothing on stage, and nothing says that it opened', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  await lab.button('Next request').click();
  await lab.standsAt('request 1 of 41');
  const before = await lab.report();
  await lab.goTo('Traces');
  await page.getByRole('textbox', { name: 'Lines of a trace' }).fill('0 0 0 8 0\n1000 0 8 8 0\n');
  await lab.button('Read the text').click();
  await lab.button('Change').click();
  // Filling this number of pages takes seconds.
  const device = page.getByRole('dialog', { name: 'Device' });
  await device.getByRole('textbox', { name: 'Logical pages', exact: true }).fill('2000000');
  await page.keyboard.press('Escape');
  await expect(device).toBeHidden();
  const next = page.getByRole('complementary', { name: 'What next?' });
  await next.getByRole('button', { name: 'Page', exact: true }).click();
  await next.getByRole('button', { name: 'Cancel' }).click();
  await expect(next.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(page).toHaveURL(/#\/traces$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await lab.goTo('Lab');
  await lab.standsAt('request 1 of 41');
  expect(await lab.report()).toEqual(before);
});

test('a refused line is shown, and what to do with it', async ({ lab }) => {
  const { page } = lab;
  await page.goto('./#/traces');
  await expect(page.getByRole('textbox', { name: 'Lines of a trace' })).toBeVisible();
  const lines = Array.from({ length: 60 }, (_, i) => `${i * 1000} 0 ${i * 8} 8 0`);
  lines[40] = '40000 0 oops 8 0';
  await lab.dropFile('broken.mqsim', Buffer.from(lines.join('\n')));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('broken.mqsim was not opened. line 41');
  await expect(alert).toContainText('40000 0 oops 8 0');
  await alert.getByRole('button', { name: 'Choose the format' }).click();
  await expect(page.getByRole('dialog', { name: 'How it is read' })).toBeVisible();
  await lab.closeDialog();
  await alert.getByRole('button', { name: 'Skip bad lines and count them' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('MQSim format, 59 of 60 lines read');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(/^Small, sequential requests: writes/);

  // Its name is remembered, nothing else.
  await page.reload();
  await expect(page.getByRole('region', { name: 'Opened here before' })).toContainText('broken.mqsim');
});

test('a trace of several chunks lies in a file, is run forward and back, and survives the engine', async ({
  lab,
  provoked,
}) => {
  provoked('made up');
  const { page } = lab;
  await lab.open();
  // 300,000 requests are five chunks of the columnar file, more than stays in memory since their times are as good as
  // random; some come after later ones, as in real traces.
  let [text, time, draw] = ['', 0, 1];
  for (let i = 0; i < 300_000; i += 1) {
    draw = (Math.imul(draw, 1_664_525) + 1_013_904_223) >>> 0;
    time += draw;
    text += `${Math.max(0, time - (i % 8 ? 0 : 4e9))} 0 ${((i * 7919) % 2048) * 8} 8 0\n`;
  }
  await lab.drop('large.mqsim', Buffer.from(text));
  const next = page.getByRole('complementary', { name: 'What next?' });
  await expect(next.getByRole('status')).toContainText('every FTL will erase blocks');
  await next.getByRole('button', { name: 'Page', exact: true }).click();
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

test('how a trace was read is said with it, in the comparison, and in the numbers', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  // Two devices by turns; one request comes late.
  const lines = Array.from(
    { length: 300 },
    (_, i) => `${(i === 150 ? 0 : i) * 1e6} ${i % 2} ${((i * 7) % 64) * 8} 8 0\n`,
  );
  await lab.drop('two.mqsim', Buffer.from(lines.join('')));
  const said = ['are sorted by time: 1.', '2 devices lie side by side'];
  const worth = page.getByRole('region', { name: 'Worth knowing' });
  for (const each of said) await expect(worth).toContainText(each);
  const drive = 'The drive is proposed from this trace';
  await lab.button('Compare all FTLs').click();
  const beside = page.getByRole('region', { name: 'How the trace was read:' });
  for (const each of [...said, drive]) await expect(beside).toContainText(each);
  await page.goBack();
  const next = page.getByRole('complementary', { name: 'What next?' });
  await next.getByRole('button', { name: 'Page', exact: true }).click();
  await lab.standsAt('before the first of 300 requests');
  await lab.inspect('Numbers');
  for (const each of [...said, drive]) await expect(beside).toContainText(each);
});
