// What a person sees and does, for the specs. Import `test` and `expect` from here: every test then also fails
// when a request leaves the origin, or when the page says something on the console that is an error.

import { readFile } from 'node:fs/promises';
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
        if (message.type() === 'error')
          faults.push(`console error: ${message.text()} (${message.location().url})`);
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

/** Figures as the report's JSON and `ftl-lab run --json` write them. */
export type Report = Record<string, unknown> & { state_hash: string };

/** The regions of the lab by the names that screen readers say. */
export type Region =
  | 'Flash array'
  | 'Mapping tables'
  | 'Timeline'
  | 'Why'
  | 'Metrics'
  | 'Scenario'
  | 'Lesson'
  | 'Comparison';

export const FTLS = ['Page', 'BAST', 'FAST', 'LAST', 'Superblock', 'DFTL', 'Replacement', 'Block'] as const;
export type FtlName = (typeof FTLS)[number];

export class LabPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the lab, at a hash route if one is given, and waits until a simulation is on stage. */
  async open(hash = '') {
    await this.page.goto(`./${hash}`);
    await expect(this.region('Flash array')).toBeVisible();
    await this.standsAt(/^before the first of/);
  }

  region(name: Region) {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** A button of the lab itself or of the dialog in front of it. */
  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  get slider() {
    return this.page.getByRole('slider', { name: 'Position' });
  }

  /** Where the simulation stands, in words. */
  get position() {
    return this.page.getByTestId('position');
  }

  async standsAt(position: string | RegExp) {
    await expect(this.position).toHaveText(position);
  }

  /** The button that names the FTL on stage, and opens the menu of examples. */
  get examples() {
    return this.page.getByRole('button', { name: /^Example for an FTL/ });
  }

  /** Opens the built-in scenario of an FTL. */
  async example(ftl: FtlName) {
    await this.examples.click();
    await this.page.getByRole('menuitemradio', { name: ftl, exact: true }).click();
    await expect(this.examples).toHaveText(`${ftl} ▾`);
    await this.standsAt(/^before the first of/);
  }

  /** By the menu of Run to…. */
  async runTo(destination: string) {
    await this.button('Run to…').click();
    await this.page.getByRole('menuitem', { name: destination }).click();
    await expect(this.page.getByRole('menu')).toBeHidden();
  }

  async runToEnd() {
    await this.runTo('End of the run');
    // A real trace takes its time on a slow machine.
    await expect(this.position).toHaveText(/^end: all/, { timeout: 60_000 });
  }

  /** What the metrics say of a figure; of two simulations, the cells of its row. */
  figure(name: string | RegExp) {
    return this.region('Metrics')
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name, exact: true }) })
      .getByRole('cell');
  }

  /** The report as the person gets it: the file behind "Export JSON". */
  async report(): Promise<Report> {
    const saved = this.page.waitForEvent('download');
    await this.button('Export JSON').click();
    return JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  }

  /** Opens the form of the scenario at its text. */
  async scenarioText() {
    await this.button('Scenario').click();
    await this.page.getByRole('tab', { name: 'Text' }).click();
    return this.region('Scenario').getByRole('textbox', { name: 'Scenario as JSON' });
  }

  async closeDialog() {
    await this.button('Close').click();
    await expect(this.page.getByRole('dialog')).toBeHidden();
  }

  /** Drops a trace on the page, as from the desktop. */
  async drop(name: string, bytes: Buffer) {
    await this.dropFile(name, bytes);
    await expect(this.page.getByRole('dialog', { name: 'Open trace' })).toBeVisible();
  }

  /** Drops any file. */
  async dropFile(name: string, bytes: Buffer) {
    const data = await this.page.evaluateHandle(
      ([name, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], name));
        return transfer;
      },
      [name, bytes.toString('base64')] as const,
    );
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await this.page.dispatchEvent('body', type, { dataTransfer: data });
    }
    await data.dispose();
  }
}
