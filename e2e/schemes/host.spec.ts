// Several channels behind a scheduler (SPEC 7) on the stage: step by step, back and by seek as any scenario, and what the page says is
// what the command line says of the same position.

import { writeFile } from 'node:fs/promises';
import { commandLine, seek, stage } from '../against-cli';
import { nothingWrong, SIZES, show, THEMES } from '../axe';
import { expect, test } from '../lab-page';

const BLOCKS = 16;
const PAGES = 4;
const SCENARIO = {
  format: 1,
  name: 'Two channels',
  device: { blocks: BLOCKS, pages_per_block: PAGES, timing: 'hu' },
  logical_pages: 40,
  ftl: { kind: 'page', gc_threshold: 3 },
  host: { channels: 2, queue_depth: 4, scheduler: 'deadline', outstanding: 6 },
  seed: 7,
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'uniform', requests: 60, read_fraction: 0.3 },
};

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('two channels behind a scheduler: forward, back and by seek as the command line says', async ({
  lab,
}, info) => {
  const file = info.outputPath('scenario.json');
  const text = JSON.stringify(SCENARIO);
  await writeFile(file, text);
  await lab.open();
  await lab.apply(text);
  await lab.standsAt('before the first of 60 requests');
  await lab.stepBy('Flash op');
  await lab.runTo('Next GC');
  await lab.move('Step');
  const where = (await lab.position.textContent()) ?? '';
  const [, request, event] = /request (\d+) .*step (\d+)/.exec(where) ?? [];
  const at = [Number(request) - 1, Number(event)] as const;
  const expected = await commandLine(file, ...at);
  expect(await stage(lab, BLOCKS, PAGES)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);
  const before = await lab.seen();

  await lab.move('Step back');
  await lab.move('Step back');
  await lab.move('Step');
  await lab.move('Step');
  await lab.standsAt(where);
  const again = await lab.seen();
  expect([again.tables, again.figures]).toEqual([before.tables, before.figures]);

  await lab.runToEnd();
  const { report } = await commandLine(file, 60, 0);
  expect(await lab.report()).toEqual(report);
  expect(report.parallel).toMatchObject({ requests: 60 });
  await seek(lab, ...at);
  await lab.standsAt(where);
  expect(await lab.report()).toEqual(expected.report);
});

test('channels and queues: what waits, whose turn it is, operations over time; back to the same @deep', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  await lab.otherExample('channels');
  await lab.standsAt('before the first of 200 requests');
  const region = page.getByRole('region', { name: 'Channels and queues', exact: true });
  await expect(region).toContainText('Channels: 2, dies per channel: 2, scheduler: ssd_zones');
  for (let requests = 0; requests < 12; requests += 1) await lab.move('Next request');
  await expect(region).toContainText(/A round of (reads|writes): starting at zone \d of 4\./);
  const told = region.getByRole('slider', { name: 'Operation' });
  await expect(told).toHaveText(/of request \d+: block \d+ on channel [01], die [01]; waited .*, starts at /);
  const before = await region.innerText();

  // The queue on the stage shows the scheduler's choice: the request listed next goes to the device next.
  const first = region.getByRole('listitem').filter({ hasText: /^1\./ });
  const next =
    (await first.count()) > 0 ? ((await first.first().innerText()).match(/[RW] \d+/)?.[0] ?? '') : '';
  await lab.move('Next request');
  expect(await region.innerText()).not.toBe(before);
  if (next !== '') await expect(region.getByRole('region', { name: 'In the device' })).toContainText(next);
  await lab.move('Previous request');
  await expect.poll(() => region.innerText()).toBe(before);

  // By keyboard, and as a table.
  await told.focus();
  await page.keyboard.press('Home');
  await expect(told).toHaveAttribute('aria-valuenow', '1');
  const earliest = await told.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(told).toHaveAttribute('aria-valuenow', '2');
  await page.keyboard.press('ArrowLeft');
  await expect(told).toHaveText(earliest ?? '');
  await region.getByRole('button', { name: 'As a table' }).click();
  await expect(region.getByRole('table', { name: /^Flash operations/ })).toBeVisible();
  await expect(region.getByRole('row').nth(1)).toContainText(/ch [01] die [01]/);

  await expect(lab.figure('Bandwidth')).toHaveText(/MB\/s$/);
  await expect(lab.figure(/^Channel 1: busy/)).toHaveText(/%.*%/);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const theme of THEMES) {
      await show(page, theme);
      await nothingWrong(page, `${theme} ${size.width}`);
    }
  }
});

test('the host’s side is chosen in the form, with the parameters of its scheduler and errors in place', async ({
  lab,
}) => {
  await lab.open();
  await lab.button('Scenario').click();
  await lab.part('Channels');
  const form = lab.region('Scenario').getByRole('group', { name: 'Channels' });
  await form.getByLabel('Scheduler').selectOption('deadline');
  await expect(form.getByLabel('Requests per batch')).toBeVisible();
  await form.getByLabel('Scheduler').selectOption('ssd_zones');
  await expect(form.getByLabel('Requests per batch')).toBeHidden();
  await form.getByLabel('Zones').fill('4');
  await form.getByLabel('Channels').fill('5000');
  await expect(form).toContainText('1 to 1,024. You typed “5000”.');
  await form.getByLabel('Channels').fill('2');
  await lab.button('Apply').click();
  await expect(lab.page.getByRole('dialog')).toBeHidden();
  await expect(lab.page.getByRole('region', { name: 'Channels and queues' })).toContainText('Channels: 2');
});
