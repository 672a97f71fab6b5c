import { expect, test } from '../lab-page';

test('the page opens, and every part of it is there under its name', async ({ lab }) => {
  await lab.open();
  await expect(lab.page).toHaveTitle('FTL Lab');
  await expect(lab.page.getByRole('heading', { name: 'FTL Lab' })).toBeVisible();
  for (const name of ['Flash array', 'Timeline', 'Why'] as const)
    await expect(lab.region(name)).toBeVisible();
  await lab.inspect('Numbers');
  await expect(lab.region('Metrics')).toBeVisible();
  await lab.inspect('Maps');
  await expect(lab.region('Mapping tables')).toBeVisible();
  await expect(lab.region('Why')).toBeHidden();
  const transport = [
    'Play',
    'Step',
    'Step back',
    'Next request',
    'Previous request',
    'Run to…',
    'Be the FTL',
    'Side by side',
  ];
  for (const name of [...transport, 'Search and commands', 'Scenario', 'Share', 'More']) {
    await expect(lab.button(name)).toBeVisible();
  }
  await expect(lab.slider).toBeVisible();
});

test('the recorder notices an error on the console and a request to another origin', async ({
  lab,
  faults,
  provoked,
}) => {
  await lab.open();
  await lab.page.evaluate(async () => {
    console.error('made up');
    // The policy stops it before it leaves.
    await fetch('http://127.0.0.2:9/elsewhere').catch(() => undefined);
  });
  for (const fault of ['made up', '127.0.0.2']) {
    await expect.poll(() => faults.some((of) => of.includes(fault))).toBe(true);
    provoked(fault);
  }
});

test('a fault beside the one that a test provokes fails the test', async ({ lab, faults, provoked }) => {
  test.fail();
  provoked('made up');
  await lab.open();
  await lab.page.evaluate(() => {
    console.error('made up');
    console.error('by nobody');
  });
  await expect.poll(() => faults.length).toBe(2);
});

test('the course replaces the lab, and the lab returns when it closes; the same holds for a lesson that does not exist', async ({
  lab,
}) => {
  for (const hash of ['#/learn', '#/lesson', '#/lesson/nonsense']) {
    await lab.page.goto('about:blank');
    await lab.page.goto(`./${hash}`);
    await expect(lab.region('Lesson').getByRole('link', { name: /Flash and why/ })).toBeVisible();
    await expect(lab.region('Lesson').getByLabel('Open a lesson from disk')).toBeAttached();
    await expect(lab.region('Flash array')).toBeHidden();
    await lab.goTo('Lab');
    await expect(lab.region('Flash array')).toBeVisible();
  }
});
