// A browser that has little memory to give: the page says what does not fit, before it tries where that can be known.

import { defineConfig } from '@playwright/test';
import { expect, test } from '../lab-page';
import config from '../playwright.config';

const { launchOptions } = defineConfig(config).use ?? {};
// 64 KiB a page: 24 MiB in all. A file of its own, since a browser of its own is started for it.
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--js-flags=--wasm-max-mem-pages=384'],
  },
});

test('an engine that gets no memory says so, and the lab stays where it was', async ({ lab }) => {
  await lab.open();
  await lab.button('Next request').click();
  await lab.standsAt('request 1 of 41');
  const before = await lab.report();
  const text = await lab.scenarioText();
  const scenario = JSON.parse(await text.read());
  scenario.device.blocks = 500_000;
  await text.write(JSON.stringify(scenario));
  await lab.button('Apply').click();
  const notice = lab.page.getByRole('alert').filter({ hasText: 'The engine stopped' });
  await expect(notice).toContainText('There was not enough memory.');
  await expect(notice).toContainText('The lab is where it was before.');
  // The typed text is still there.
  await expect(lab.page.getByRole('dialog')).toBeVisible();
  await lab.closeDialog();
  await lab.standsAt('request 1 of 41');
  expect(await lab.report()).toEqual(before);
});

test('a device larger than any engine can hold is refused with its estimate, before it is tried', async ({
  lab,
}) => {
  await lab.open();
  const text = await lab.scenarioText();
  const scenario = JSON.parse(await text.read());
  scenario.device.blocks = 100_000_000;
  await text.write(JSON.stringify(scenario));
  await lab.button('Apply').click();
  await expect(lab.region('Scenario').getByRole('status')).toContainText(
    /would take about [\d.,]+ GB of memory; the limit is [\d.]+ GB/,
  );
  await lab.closeDialog();
  await lab.standsAt('before the first of 41 requests');
});
