// The page as a person sees and uses it, for the specs. Import `test` and `expect` from here: every test then also
// fails when a request leaves the origin, or when the page says something on the console that is an error.

import { readFile } from 'node:fs/promises';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

export { expect };

interface Fixtures {
  worksOffline: boolean;
  lab: LabPage;
  faults: string[];
  expected: string[];
  provoked: (...faults: string[]) => void;
}

export const test = base.extend<Fixtures>({
  /**
   * Whether the page may install its service worker. It then stores every file of the page, which takes more of the processor
   * than most tests do. A page that is refused works on without.
   */
  worksOffline: [false, { option: true }],

  context: async ({ context, worksOffline }, use) => {
    if (!worksOffline)
      await context.addInitScript(() => {
        const refuse = () => Promise.reject(new Error('this test does not work offline'));
        // A frame without an origin, such as a policy's, has none.
        if (origin !== 'null' && 'serviceWorker' in navigator) navigator.serviceWorker.register = refuse;
      });
    await use(context);
  },

  /** The errors beside the test's own expectations. A test that provokes an error says so with `provoked`. */
  faults: [
    async ({ context, baseURL, expected }, use) => {
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
      const others = faults.filter((fault) => !expected.some((part) => fault.includes(part)));
      expect(others, 'nothing leaves the origin, nothing is wrong on the console').toEqual([]);
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  expected: async ({}, use) => {
    await use([]);
  },

  /** Names faults that the test provokes, each by a part of its text: any other still fails the test. */
  provoked: async ({ expected }, use) => {
    await use((...faults) => expected.push(...faults));
  },

  lab: async ({ page }, use) => {
    await use(new LabPage(page));
  },
});

/** Figures as the report's JSON and `ftl-lab run --json` write them. */
export type Report = Record<string, unknown> & { state_hash: string };

/** How long is waited for what is computed: it ends what hangs, and decides nothing on a slow machine. */
export const SLOWLY = 200_000;

/** The visible state of a simulation: the stage dot for dot and word for word, the rest as text. */
export interface Seen {
  position: string;
  tables: string;
  figures: string;
  picture: string;
}

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

export const FTLS = [
  'Page',
  'BAST',
  'FAST',
  'KAST',
  'LAST',
  'Superblock',
  'DFTL',
  'Replacement',
  'Block',
] as const;
export type FtlName = (typeof FTLS)[number];

export class LabPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the lab, at a hash route if one is given, and waits until a simulation is on stage. */
  async open(hash = '#/lab') {
    await this.page.goto(`./${hash}`);
    await this.standsAt(/^before the first of/);
    // The stage draws once it has its size: a task of its own, which its grid comes with.
    await expect(this.region('Flash array').getByRole('grid')).toBeAttached();
  }

  /** A part of the inspector is found also while it shows another part: it is kept up behind that. */
  region(name: Region) {
    const includeHidden = name === 'Why' || name === 'Metrics' || name === 'Mapping tables';
    return this.page.getByRole('region', { name, exact: true, includeHidden });
  }

  /** Turns the inspector to one of its parts. */
  async inspect(tab: 'Why' | 'Numbers' | 'Maps') {
    await this.page.getByRole('tab', { name: tab, exact: true }).click();
  }

  /** Chooses what a step is. */
  async stepBy(grain: 'Request' | 'Action' | 'Flash op') {
    await this.grain(grain).click();
    await expect(this.grain(grain)).toHaveAttribute('aria-pressed', 'true');
  }

  grain(name: 'Request' | 'Action' | 'Flash op') {
    return this.page.getByRole('group', { name: 'A step is' }).getByRole('button', { name, exact: true });
  }

  /** The event that the run is at, as the list in Why names it. */
  get event() {
    return this.region('Why').locator('ol [aria-current=step]').last();
  }

  /** A button of the lab itself or of the dialog in front of it. */
  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  get slider() {
    return this.page.getByRole('slider', { name: 'Position' });
  }

  /** Where the simulation is, in words. */
  get position() {
    return this.page.getByTestId('position');
  }

  async standsAt(position: string | RegExp) {
    await expect(this.position).toHaveText(position);
  }

  /** Does what the palette has under this name. */
  async command(name: string) {
    const dialog = this.page.getByRole('dialog', { name: 'Commands' });
    await this.page.keyboard.press('ControlOrMeta+k');
    await dialog.getByRole('searchbox').fill(name);
    await dialog.getByRole('menuitem', { name }).first().click();
    await expect(dialog).toBeHidden();
  }

  /** Chooses from the menu More. */
  async more(item: string) {
    await this.button('More').click();
    await this.page
      .getByRole('menu')
      .locator('[role^=menuitem]')
      .filter({ hasText: new RegExp(`^${item}`) })
      .click();
    await expect(this.page.getByRole('menu')).toBeHidden();
  }

  /** Goes to one of the four destinations. */
  async goTo(destination: 'Learn' | 'Lab' | 'Traces' | 'Compare') {
    await this.page.getByRole('navigation').getByRole('link', { name: destination, exact: true }).click();
  }

  async hasTheme(theme: 'light' | 'dark' | 'projector') {
    await expect(this.page.locator('html')).toHaveAttribute('data-theme', theme);
  }

  /** Opens a built-in scenario that is not one of the FTLs', by its address. */
  async otherExample(name: string) {
    await this.page.goto(`./#/lab/${name}`);
  }

  /** The button that names the FTL on stage, and opens the menu of examples. */
  get examples() {
    return this.page.getByRole('button', { name: /^Example for an FTL/ });
  }

  /** Opens the built-in scenario of another FTL than the one on stage: the test could not see when the same one is open again. */
  async example(ftl: FtlName) {
    await expect(this.examples).not.toHaveText(`${ftl}`);
    await this.examples.click();
    await this.page.getByRole('menuitemradio', { name: ftl, exact: true }).click();
    await expect(this.examples).toHaveText(`${ftl}`);
    await this.standsAt(/^before the first of/);
  }

  /** Chooses from the menu of Run to…. */
  async askFor(destination: string) {
    await this.button('Run to…').click();
    await this.page.getByRole('menuitem', { name: destination }).click();
    await expect(this.page.getByRole('menu')).toBeHidden();
  }

  /** Runs, by the menu of Run to…, until the lab is elsewhere: what is asked for before that takes the run's place. */
  async runTo(destination: string) {
    const before = (await this.position.textContent()) ?? '';
    await this.askFor(destination);
    // A real trace takes its time on a slow machine.
    await expect(this.position).not.toHaveText(before, { timeout: SLOWLY });
  }

  async runToEnd() {
    await this.runTo('End of the run');
    await this.standsAt(/^end: all/);
  }

  /** The table of figures: the charts below it are loaded when they are first wanted. */
  get figures() {
    return this.region('Metrics').getByRole('table', { includeHidden: true }).first();
  }

  /** Presses a button that moves the run, until it has moved. */
  async move(button: string) {
    const before = (await this.position.textContent()) ?? '';
    await this.button(button).click();
    // Looked at with every frame: a test makes many steps, and what expects looks a tenth of a second later.
    await this.page.waitForFunction((was) => {
      const now = document.querySelector('[data-testid=position]')?.textContent;
      return now && now !== was;
    }, before);
  }

  /** Until the right one of two simulations has come to the request that the left one has gone to. */
  async together() {
    await expect(this.figures).not.toHaveAttribute('data-apart');
  }

  /** The metrics' text of a figure; of two simulations, the cells of its row. */
  figure(name: string | RegExp) {
    const includeHidden = true;
    return this.region('Metrics')
      .getByRole('row', { includeHidden })
      .filter({ has: this.page.getByRole('rowheader', { name, exact: true, includeHidden }) })
      .getByRole('cell', { includeHidden });
  }

  /** The sentence about the costs of two runs above their figures, which may be closed. */
  async costs(text: RegExp): Promise<string> {
    const said = this.region('Metrics').getByText(text);
    await expect(said).toHaveCount(1, { timeout: SLOWLY });
    return (await said.textContent()) ?? '';
  }

  /** The report as the person gets it: the file behind "Export JSON". */
  async report(): Promise<Report> {
    const shown = await this.page
      .getByRole('tab', { selected: true, name: /^(Why|Numbers|Maps)$/ })
      .textContent();
    await this.inspect('Numbers');
    const saved = this.page.waitForEvent('download');
    await this.button('Export JSON').click();
    await this.inspect(shown as 'Why' | 'Numbers' | 'Maps');
    return JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  }

  /** Goes to a part of the scenario's form, which is open. */
  async part(name: string) {
    await this.region('Scenario').getByRole('tab', { name }).click();
  }

  /** Opens the form of the scenario at its text: what is there, and how it is written again. */
  async scenarioText() {
    await this.button('Scenario').click();
    await this.part('As text');
    const box = this.region('Scenario').getByRole('textbox', { name: 'Scenario as JSON' });
    await expect(box).toBeVisible();
    return {
      box,
      /** For a text so short that the editor draws all of it. */
      read: async () => (await box.locator('.cm-line').allTextContents()).join('\n'),
      write: async (text: string) => {
        await box.press('ControlOrMeta+a');
        // Pasted: the editor closes the brackets of what is typed.
        await box.evaluate((element, pasted) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', pasted);
          element.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
          );
        }, text);
      },
    };
  }

  /** Opens this scenario, by the form's text. */
  async apply(scenario: string) {
    await (await this.scenarioText()).write(scenario);
    await this.button('Apply').click();
    await expect(this.page.getByRole('dialog')).toBeHidden();
    await this.standsAt(/^before the first of/);
  }

  /** Sets a breakpoint, by its text. */
  async stopAt(text: string) {
    await this.page.keyboard.press('b');
    const dialog = this.page.getByRole('dialog', { name: 'Breakpoints' });
    await dialog.getByRole('textbox', { name: 'Breakpoint as text' }).fill(text);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByRole('checkbox', { name: text, exact: true })).toBeChecked();
    await this.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  /** Tab, until it has the focus. */
  async tabTo(to: Locator) {
    for (let presses = 0; presses < 80; presses += 1) {
      if (await to.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    await expect(to, 'reached by Tab').toBeFocused();
  }

  /** The visible state of the simulation: of one moment, as it is asked for at once. */
  async seen(): Promise<Seen> {
    await expect(this.position).toBeVisible();
    return this.page.evaluate(() => {
      const region = (name: string) => document.querySelector<HTMLElement>(`section[aria-label="${name}"]`);
      const stage = region('Flash array');
      const rows = region('Metrics')?.querySelectorAll('tr') ?? [];
      return {
        position: document.querySelector('[data-testid=position]')?.textContent ?? '',
        tables: region('Mapping tables')?.innerText ?? '',
        // How the chart of the run looks depends on how much of it has been run, as its lanes do.
        figures: [...rows].map((row) => row.innerText).join('\n'),
        picture: `${stage?.innerText}\n${stage?.querySelector('canvas')?.toDataURL()}`,
      };
    });
  }

  async closeDialog() {
    await this.button('Close').click();
    await expect(this.page.getByRole('dialog')).toBeHidden();
  }

  /** Drops a trace on the page, as from the desktop. */
  async drop(name: string, bytes: Buffer) {
    await this.dropFile(name, bytes);
    await expect(this.page).toHaveURL(/#\/traces$/);
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
