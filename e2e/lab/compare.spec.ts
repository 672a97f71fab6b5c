// Page mapping beside BAST: up to their first difference, and to the end.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type LabPage, test } from '../lab-page';

/** The costs of the two so far: `[left, right]` of each row of the table. */
async function costs(lab: LabPage) {
  const row = async (name: string) => {
    const cells = await lab.figure(new RegExp(`^${name}`)).allInnerTexts();
    return cells.slice(0, 2).map((text) => Number(text.replaceAll(',', '')));
  };
  return {
    writes: await row('Host writes'),
    reads: await row('Flash reads'),
    programs: await row('Flash programs'),
    erases: await row('Erases'),
  };
}

test('page mapping beside BAST to the first divergence, and both to the end', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  await lab.example('Page');
  await lab.command('Compare');
  await page.getByRole('radio', { name: /^BAST/ }).check();
  await lab.button('Compare both').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const left = lab.region('Flash array');
  const right = page.getByRole('region', { name: /^Flash array: .* under BAST$/ });
  await expect(left).toBeVisible();
  await expect(right).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Page mapping · / })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^BAST · / })).toBeVisible();

  await lab.button('First difference').click();
  const said = lab.region('Comparison').getByRole('status');
  await expect(said).toContainText(/^First difference, at request \d+ of 200\. /);
  const at = Number(/at request (\d+)/.exec((await said.textContent()) ?? '')?.[1]);
  const sentence = await lab.costs(/^The (write|read|trim) of page \d+ costs page mapping /);
  const [pageCost, bastCost] = [...sentence.matchAll(/(\d+) reads?, (\d+) programs?, (\d+) erases?/g)].map(
    ([, ...numbers]) => numbers.map(Number),
  );
  expect(pageCost).not.toEqual(bastCost);

  // Both are right before it, at equal cost; it costs what the page said.
  await lab.standsAt(`request ${at - 1} of 200`);
  const before = await costs(lab);
  for (const [of, [a, b]] of Object.entries(before)) expect(a, of).toBe(b);
  await lab.button('Next request').click();
  await lab.standsAt(`request ${at} of 200`);
  await lab.together();
  const after = await costs(lab);
  const spent = (side: 0 | 1) =>
    (['reads', 'programs', 'erases'] as const).map((of) => (after[of][side] ?? 0) - (before[of][side] ?? 0));
  expect(spent(0)).toEqual(pageCost);
  expect(spent(1)).toEqual(bastCost);
  expect(after.writes[0]).toBe(after.writes[1]);

  // The same key leads on to the next one.
  const title = lab.region('Comparison').getByRole('heading');
  await expect(title).toHaveText(/^BAST needs .* more than page mapping for the (write|read) of page \d+$/);
  await page.keyboard.press('d');
  await expect(said).toContainText(/^A difference at request \d+ of 200\./);
  const next = Number(/at request (\d+)/.exec((await said.textContent()) ?? '')?.[1]);
  expect(next).toBeGreaterThan(at);
  await lab.standsAt(`request ${next - 1} of 200`);
  await lab.together();

  await lab.button('Run both to the end').click();
  await lab.standsAt('end: all 200 requests done');
  await lab.together();
  const end = await costs(lab);
  expect(end.writes[0]).toBe(end.writes[1]);
  expect(end.writes[0]).toBeGreaterThan(100);
  // On a small device with random writes BAST merges all the time.
  const [a = 0, b = 0] = end.erases;
  expect(b).toBeGreaterThan(a);
  await expect(lab.figure(/^Erases/).last()).toHaveText((b / a).toFixed(2));

  await lab.button('End comparison').click();
  await expect(right).toBeHidden();
  await lab.standsAt('end: all 200 requests done');
});

test('another policy from here on: both futures, what differs, and what it cost', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  await lab.example('Page');
  for (let step = 0; step < 3; step += 1) await lab.button('Next request').click();
  await lab.standsAt('request 3 of 200');
  await lab.command('Compare');
  await page.getByRole('radio', { name: /^the same FTL with other options from request 4 on/ }).check();
  await page.getByRole('combobox', { name: 'Victim policy' }).selectOption('fifo');
  await lab.button('Compare both').click();
  const comparison = lab.region('Comparison');
  await expect(
    comparison.getByText('From request 4 on, the right side runs with gc_policy: greedy → fifo.'),
  ).toBeVisible();
  await lab.button('Run both to the end').click();
  await lab.standsAt('end: all 200 requests done');
  await lab.costs(/^Up to request 200, right compared with left: blocks erased/);
  await lab.button('First difference').click();
  await expect(comparison.getByRole('status')).toContainText(/^First difference, at request \d+ /);
  await lab.costs(/ costs Left .*, and Right /);
});

test('the same FTL beside itself never differs', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  await lab.command('Compare');
  await page.getByRole('radio', { name: 'another scenario' }).check();
  await lab.button('Compare both').click();
  await lab.button('First difference').click();
  await expect(lab.region('Comparison').getByRole('status')).toHaveText(
    'Every request costs the same on both sides.',
  );
});

test('two schedulers send requests to the device in their own orders; the page says so and shows their waits side by side @deep', async ({
  lab,
}) => {
  const { page } = lab;
  const scenario = {
    ...{ format: 1, name: 'Queues', seed: 3, logical_pages: 40 },
    device: { blocks: 16, pages_per_block: 4, page_bytes: 4096, timing: 'hu' },
    ftl: { kind: 'page', gc_threshold: 3 },
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'hot_cold', r: 0.8, f: 0.2, requests: 300, read_fraction: 0.3, pages: 2 },
  };
  const host = { channels: 2, queue_depth: 4, outstanding: 10 };
  await lab.open();
  await lab.apply(JSON.stringify({ ...scenario, host: { ...host, scheduler: 'noop' } }));
  await lab.command('Compare');
  await page.getByRole('radio', { name: 'another scenario' }).check();
  const right = { ...scenario, host: { ...host, scheduler: 'deadline' } };
  await page.getByLabel('Scenario on the right as JSON').fill(JSON.stringify(right));
  await lab.button('Compare both').click();
  await expect(page.getByRole('heading', { name: 'Page mapping · Noop · Queues' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Page mapping · Deadline · Queues' })).toBeVisible();
  const said = lab.region('Comparison').getByRole('status');
  await expect(said).toContainText('both stop after the same number');
  await lab.button('First difference').click();
  await expect(said).toContainText(/^First difference, at request \d+ /);
  await lab.costs(/^Noop: \w+ page \d+, .* Deadline: \w+ page \d+, /);
  await lab.button('Run both to the end').click();
  await lab.standsAt('end: all 300 requests done');
  await lab.together();
  const [a, b] = await lab.figure(/^Wait in the queue, mean/).allInnerTexts();
  expect([a, b].every((text) => /\d .s$/.test(text ?? ''))).toBe(true);
  expect(a).not.toBe(b);
  await lab.costs(/mean response [\d.,]+ .s (longer|shorter)/);
});

test('another write buffer at equal RAM, chosen from a list: linked stages, each with its buffer @deep', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  const file = join(import.meta.dirname, '../../wasm-sim/testdata/buffer/pud-lru.json');
  await lab.apply(await readFile(file, 'utf8'));
  await lab.command('Compare');
  await page.getByRole('radio', { name: /^the same FTL with another write buffer/ }).check();
  const list = page.getByRole('combobox', { name: 'What to change on the right' });
  // It has no host's side: nothing of it is offered.
  await expect(list.getByRole('option')).toHaveText(['no buffer', 'LRU', 'CFLRU', 'FAB', 'BPLRU', 'GC-ARM']);
  await list.selectOption('BPLRU');
  await lab.button('Compare both').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { name: /^BAST · PUD-LRU · / })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^BAST · BPLRU · .* under BPLRU$/ })).toBeVisible();
  await lab.button('Run both to the end').click();
  await lab.standsAt('end: all 15 requests done');
  await lab.together();
  const [left, right] = await lab.figure('RAM of the write buffer').allInnerTexts();
  expect(left).toBe(right);
  const [pud, bplru] = await lab.figure('Destages').allInnerTexts();
  expect(pud).not.toBe(bplru);
  await lab.button('First difference').click();
  await lab.costs(/ costs PUD-LRU .*, and BPLRU /);
});
