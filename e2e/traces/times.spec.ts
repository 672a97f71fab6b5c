// Times of a trace: arrivals that outpace the device are said beside response times, a closed loop is the way out, and a unit that cannot
// be is asked about.

import { expect, test } from '../lab-page';

/** 400 writes to 64 pages, one in this many nanoseconds. */
const writes = (every: number) =>
  Buffer.from(Array.from({ length: 400 }, (_, i) => `${i * every} 0 ${((i * 7) % 64) * 8} 8 0\n`).join(''));

test('arrivals outpace the device: said in the lab, beside service times, until a closed loop is run', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  await lab.drop('fast.mqsim', writes(20_000));
  const fits = page.getByRole('region', { name: 'Proposed device' }).getByRole('status');
  await expect(fits).toContainText('every FTL will erase blocks');
  await expect(page.getByRole('alert')).toBeHidden();
  const next = page.getByRole('complementary', { name: 'What next?' });
  await next.getByRole('button', { name: 'FAST', exact: true }).click();
  await lab.standsAt('before the first of 400 requests');
  await lab.runToEnd();
  await lab.inspect('Numbers');
  const note = lab.region('Metrics').getByRole('note');
  const { overload } = (await lab.report()) as unknown as { overload: { times: number } };
  expect(overload.times).toBeGreaterThan(10);
  await expect(note).toContainText(
    `Overload: the requests arrive within 7,980 µs, and the device takes 344.0 ms for them, ${Math.round(overload.times)} times as long.`,
  );
  await note.getByRole('button', { name: 'Run as a closed loop' }).click();
  await lab.standsAt('before the first of 400 requests');
  await lab.runToEnd();
  await expect(note).toBeHidden();
  const closed = (await lab.report()) as unknown as Record<'service_us' | 'response_us', { mean: number }>;
  expect(closed.response_us.mean).toBe(closed.service_us.mean);
});

test('bursts that the device does not keep up with are said with both rates, though it is idle between them', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  // 200 writes within 4 ms, and a second later 200 more.
  const bursts = Array.from({ length: 400 }, (_, i) => {
    const time = (i % 200) * 20_000 + (i < 200 ? 0 : 1e9);
    return `${time} 0 ${((i * 7) % 64) * 8} 8 0\n`;
  });
  await lab.drop('bursts.mqsim', Buffer.from(bursts.join('')));
  const next = page.getByRole('complementary', { name: 'What next?' });
  await next.getByRole('button', { name: 'Page', exact: true }).click();
  await lab.standsAt('before the first of 400 requests');
  await lab.runToEnd();
  await lab.inspect('Numbers');
  const report = (await lab.report()) as unknown as {
    overload?: unknown;
    waiting: { requests: number; arrivals_us: number };
    response_us: { p99: number };
    service_us: { p99: number };
  };
  expect(report.overload).toBeUndefined();
  expect(report.waiting).toMatchObject({ requests: 200, arrivals_us: 3980 });
  expect(report.response_us.p99).toBeGreaterThan(10 * report.service_us.p99);
  const note = lab.region('Metrics').getByRole('note');
  await expect(note).toContainText('The longest wait: 200 requests arrive within 3,980 µs (50,251 a second)');
  await note.getByRole('button', { name: 'Run as a closed loop' }).click();
  await lab.standsAt('before the first of 400 requests');
  await lab.runToEnd();
  await expect(note).toBeHidden();
});

test('arrivals outpace all FTLs: said once, beside service times, until a closed loop is run', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  await lab.drop('fast.mqsim', writes(20_000));
  await lab.button('Compare all FTLs').click();
  const note = page.getByRole('note').filter({ hasText: 'Overload in 9 of 9 runs' });
  await expect(note).toContainText('Response times then measure the backlog.');
  const figures = page.getByRole('region', { name: 'All figures' }).or(page.getByRole('table'));
  await expect(figures.getByRole('columnheader', { name: 'Service time, mean' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Service time, mean: / })).toBeVisible();
  await note.getByRole('button', { name: 'Run as a closed loop' }).click();
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: '9 runs in' })).toBeVisible();
  await expect(note).toBeHidden();
  await expect(page.getByRole('columnheader', { name: 'Service time, mean' })).toBeHidden();
});

test('times that no drive keeps up with: the page asks for their unit', async ({ lab }) => {
  const { page } = lab;
  await lab.open();
  await lab.drop('micro.mqsim', writes(200));
  const question = page.getByRole('alert').filter({ hasText: 'Are the times in another unit?' });
  await expect(question).toContainText('400 requests arrive within 79.8 µs');
  await question.getByRole('button', { name: 'Choose the unit' }).click();
  const dialog = page.getByRole('dialog', { name: 'How it is read' });
  await dialog.getByRole('combobox', { name: 'Unit of time' }).selectOption('ms');
  await lab.closeDialog();
  await expect(question).toBeHidden();
  await expect(page.getByRole('main')).toContainText('requests in 80 s');
});
