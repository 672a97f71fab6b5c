// End-to-end tests on the production build. `npm run e2e` finds a browser, builds, and hands over what is read
// from the environment here: this file is evaluated again in every worker, so it decides nothing by itself.

import { defineConfig } from '@playwright/test';
import { launchOptions } from './launch';

const { LAB_BROWSER, LAB_BROWSER_ENV, LAB_PORT } = process.env;
if (!LAB_BROWSER || !LAB_PORT) throw new Error('run the end-to-end tests with `npm run e2e`');
const address = `http://127.0.0.1:${LAB_PORT}/`;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Three on two cores: a test often waits for motion, a timer or a file.
  workers: 3,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  // Browsers crash now and then as they start. A second try is reported as "flaky", by name; on a developer's machine
  // there is none.
  retries: process.env.CI ? 1 : 0,
  // A test that hangs must end; how fast a machine is must not decide whether one passes.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: address,
    // A button that has not come by then will not come. Without this an action waits until its test ends.
    actionTimeout: 200_000,
    // The actions, questions and answers; pictures and the page at each moment, by `-- --trace on`: they take a third
    // of the time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    launchOptions: launchOptions(LAB_BROWSER, LAB_BROWSER_ENV),
  },
  webServer: {
    command: `node web/tools/serve.mjs --port ${LAB_PORT}`,
    cwd: '..',
    url: address,
    reuseExistingServer: false,
    timeout: 120_000,
  },
});
