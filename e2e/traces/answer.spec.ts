// From a comparison to a change that helps: intervals against a baseline of one's choice, over windows or over seeds, the cause of
// each cost, and the neighbors of one FTL, by keyboard.

import { expect, FTLS, test } from '../lab-page';

const SCENARIO = {
  ...{ format: 1, name: 'Answer', seed: 3, logical_pages: 240 },
  device: { blocks: 60, pages_per_block: 8, page_bytes: 2048 },
  ftl: { kind: 'dftl', cmt_entries: 32, entries_per_translation_page: 64 },
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'hot_cold', r: 0.8, f: 0.2, requests: 4000 },
};

test('every difference has an interval, every cost a cause, and the change that helps is found and opened', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  await lab.apply(JSON.stringify(SCENARIO));
  await page.goto('./#/batch');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: `Run all ${FTLS.length}` }).click();

  // Against page mapping first, then against another.
  const sure = main.getByRole('region', { name: 'Differences with their 95% intervals' });
  const rows = sure.getByRole('row');
  await expect(rows).toHaveCount(FTLS.length + 1);
  await expect(rows.filter({ hasText: 'the others are compared with this run' })).toContainText('Page');
  const block = rows.filter({ has: page.getByRole('rowheader', { name: 'Block', exact: true }) });
  await expect(block.getByRole('cell').first()).toHaveText(/^\+[\d.]+ \(\+[\d.]+ to \+[\d.]+\)$/);
  await sure.getByLabel('Compared with').selectOption('Block');
  const first = rows.filter({ has: page.getByRole('rowheader', { name: 'Page', exact: true }) });
  await expect(first.getByRole('cell').first()).toHaveText(/^−[\d.]+ \(−[\d.]+ to −[\d.]+\)$/);
  await expect(sure).toContainText(/they count as \d+ to 40 independent ones/);
  await expect(first.getByRole('cell').last()).toHaveText(/^(WA [\d.]+ over the last quarter|not reached)$/);

  // The cause, and no remedy that was not run.
  const why = main.getByRole('region', { name: 'Why, and what reduces it' });
  const dftl = why.getByRole('listitem').filter({ hasText: 'DFTL' });
  await expect(dftl).toHaveText(/DFTL writes [\d,]+ pages of its map: [\d.]+% of its writes\.\s*$/);
  await expect(why.getByRole('button')).toHaveCount(0);
  const pages = (text: string) => numbers(/([\d,]+) pages(?:, | of its map)/g, text);
  const [before] = pages(await dftl.innerText());

  // One press tries all changes of one FTL: those that help are named, by what they come to.
  const change = main.getByRole('region', { name: 'What should I change?' });
  await change.getByLabel('FTL to change').selectOption('DFTL');
  await change.getByRole('button', { name: 'Try 14 changes' }).press('Enter');
  await expect(change.getByRole('button', { name: /^Try/ })).toBeVisible();
  // Those that other requests may not show come behind.
  const helping = change.locator('ol').getByRole('listitem');
  const told = (await helping.allInnerTexts()).map((text) => {
    const [, after, was] = /([\d,]+) (?:erases|pages erased) instead of ([\d,]+)/.exec(text) ?? [];
    return [after, was].map((each) => Number(each?.replaceAll(',', '')));
  });
  expect(told.length).toBeGreaterThan(1);
  for (const [after, was] of told) expect(after).toBeLessThan(was ?? 0);
  const others = change.getByText(/^Tried, and worse or the same: \d+$/);
  expect(Number((await others.innerText()).split(': ')[1])).toBe(14 - told.length);
  await others.press('Enter');
  await expect(change).toContainText(/16 CMT entries: [\d,]+ erases, WA [\d.]+/);

  // The cause has its remedy now, with what it leaves of it.
  await expect(dftl).toContainText('Of the changes that were tried, this one reduces it most: ');
  const [, after] = pages(await dftl.innerText());
  expect(after).toBeLessThan(before ?? 0);
  await helping
    .first()
    .getByRole('link', { name: /open on stage$/ })
    .press('Enter');
  await lab.standsAt('before the first of 4,000 requests');
});

/** Each number that a pattern finds. */
function numbers(pattern: RegExp, text: string): number[] {
  return [...text.matchAll(pattern)].map(([, each]) => Number(each?.replaceAll(',', '')));
}

test('a run too short for windows is sure over seeds, and one that still fills the device is written until it is steady', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  const short = { ...SCENARIO, workload: { ...SCENARIO.workload, requests: 900 } };
  await lab.apply(JSON.stringify(short));
  await page.goto('./#/batch');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: `Run all ${FTLS.length}` }).click();
  const sure = main.getByRole('region', { name: 'Differences with their 95% intervals' });
  await expect(sure).toContainText('too short');
  await sure.getByLabel('Intervals over').selectOption('5 seeds');
  await expect(sure).toContainText('5 runs with different seeds');
  const block = sure
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Block', exact: true }) });
  await expect(block.getByRole('cell').first()).toHaveText(/^\+[\d.]+ \(\+[\d.]+ to \+[\d.]+\)$/);
  await expect(main).toContainText('(5 seeds, the same for each run)');

  // Nothing is written before: at first there is nothing to collect.
  const { precondition: _, ...empty } = { ...SCENARIO, workload: { kind: 'uniform', requests: 2000 } };
  await page.goto('./#/lab');
  await lab.apply(JSON.stringify(empty));
  await page.goto('./#/batch');
  await main.getByRole('button', { name: /^What is compared/ }).click();
  await page.getByRole('menuitem', { name: 'Use the scenario on stage' }).click();
  await main.getByRole('button', { name: `Run all ${FTLS.length}` }).click();
  await expect(sure.getByRole('note')).toContainText('Not in a steady state');
  await sure.getByRole('button', { name: 'Repeat until steady, then compare' }).click();
  await expect(main.getByText(new RegExp(`^${FTLS.length} runs in`))).toBeVisible();
  await expect(sure.getByRole('button')).toHaveCount(0);
  await expect(sure).toContainText(/WA [\d.]+, steady in window \d+/);
  await expect(main).toContainText(/only that window counts: window \d+/);
});
