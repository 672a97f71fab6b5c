// The engine dies: the page says so, starts another, and the lab stands where it stood.

import { expect, type LabPage, test } from './lab-page';

/** Something in the engine's worker throws where nobody expects it. */
async function kill({ page }: LabPage) {
  const [worker] = page.workers();
  if (!worker) throw new Error('no engine runs');
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('made up');
    });
  });
}

test('the engine dies in the middle of a merge', async ({ lab, faults }) => {
  await lab.open();
  await lab.runTo('Next full merge');
  await lab.standsAt(/event/);
  const position = (await lab.position.textContent()) ?? '';
  const before = await lab.report();

  await kill(lab);
  const alert = lab.page.getByRole('alert').filter({ hasText: 'The engine stopped' });
  await expect(alert).toContainText('made up');
  await expect(alert).toContainText(/seed 1, at \d+\.\d+/);
  await lab.button('Dismiss').click();
  await expect(alert).toBeHidden();
  await lab.standsAt(position);
  expect(await lab.report()).toEqual(before);
  await lab.button('Next request').click();
  await expect(lab.position).not.toHaveText(position);
  // The console may tell of it too.
  faults.length = 0;
});
