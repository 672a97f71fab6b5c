// What a person sees and does, for the specs. Import `test` and `expect` from here: every test then also fails
// when a request leaves the origin, or when the page says something on the console that is an error.

import { test as base, expect, type Page } from '@playwright/test';

export { expect };

export const test = base.extend<{ lab: LabPage; faults: string[] }>({
  /** What went wrong beside the test's own expectations. A test that provokes an error takes it out of here. */
  faults: [
    async ({ context, baseURL }, use) => {
      if (!baseURL) throw new Error('the configuration sets no baseURL');
      const faults: string[] = [];
      const { origin } = new URL(baseURL);
      // The context hears every page, and the requests of their workers.
      context.on('request', (request) => {
        const url = new URL(request.url());
        const own = url.origin === origin || url.protocol === 'data:' || url.protocol === 'blob:';
        if (!own) faults.push(`request left the origin: ${request.url()}`);
      });
      context.on('console', (message) => {
        if (message.type() === 'error') faults.push(`console error: ${message.text()}`);
      });
      context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`));
      context.on('page', (page) => {
        page.on('websocket', (socket) => faults.push(`web socket: ${socket.url()}`));
      });
      await use(faults);
      expect(faults, 'nothing leaves the origin, nothing is wrong on the console').toEqual([]);
    },
    { auto: true },
  ],

  lab: async ({ page }, use) => {
    await use(new LabPage(page));
  },
});

export class LabPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the lab, at a hash route if one is given, and waits until the engine runs. */
  async open(hash = '') {
    await this.page.goto(`./${hash}`);
    await expect(this.engineStatus).toHaveText(/^Engine \d+\.\d+\.\d+$/);
  }

  get engineStatus() {
    return this.page.getByRole('status');
  }
}
