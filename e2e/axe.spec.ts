// What a machine can find wrong for people with disabilities: nothing, anywhere, in any theme, at any size.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, FTLS, type FtlName, type LabPage, test } from './lab-page';

// A colour halfway between two is nobody's choice.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const THEMES = ['light', 'dark', 'projector'];
const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];
const TRACE = join(import.meta.dirname, '../public/traces/tpcc-small-2000.mqsim');

async function nothingWrong(lab: LabPage, what: string) {
  const { violations } = await new AxeBuilder({ page: lab.page }).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`),
  );
  expect(found, what).toEqual([]);
}

/** Where something is going on; the others have full merges. */
const BUSY: Partial<Record<FtlName, string>> = {
  Page: 'Next cleaning',
  DFTL: 'Next cleaning',
  Replacement: 'Next partial merge',
};

const PLACES: [what: string, arrive: (lab: LabPage) => Promise<void>][] = [
  ...FTLS.map((ftl): (typeof PLACES)[number] => [
    `the lab under ${ftl}`,
    async (lab) => {
      await lab.example(ftl);
      // The middle of something: a merge or a cleaning.
      await lab.runTo(BUSY[ftl] ?? 'Next full merge');
      await lab.standsAt(/^request \d+ of/);
    },
  ]),
  [
    'the scenario’s form',
    async (lab) => {
      await lab.button('Scenario').click();
      await expect(lab.region('Scenario').getByRole('status')).toContainText('logical pages on');
    },
  ],
  [
    'the scenario’s text, wrong',
    async (lab) => {
      const text = await lab.scenarioText();
      await text.fill('{ "device": ');
      await expect(lab.region('Scenario').getByRole('status')).toContainText('this is not JSON');
    },
  ],
  [
    'a trace as understood',
    async (lab) => {
      await lab.drop('tpcc-small-2000.mqsim', await readFile(TRACE));
      const device = lab.page.getByRole('region', { name: 'Device' });
      await expect(device.getByRole('status')).toContainText('cleaning will happen');
    },
  ],
  [
    'a trace that was refused',
    async (lab) => {
      await lab.drop('empty.csv', Buffer.alloc(0));
      await expect(lab.page.getByRole('dialog').getByRole('alert')).toContainText('the input is empty');
    },
  ],
  [
    'choosing what to compare with',
    async (lab) => {
      await lab.button('Compare').click();
      await expect(lab.button('Compare both')).toBeVisible();
    },
  ],
  [
    'a comparison',
    async (lab) => {
      await lab.button('Compare').click();
      await lab.button('Compare both').click();
      await lab.button('First divergence').click();
      await expect(lab.region('Comparison').getByRole('status')).toContainText('the first to differ');
    },
  ],
  [
    'the lessons',
    async (lab) => {
      await lab.page.goto('./#/lesson');
      await expect(lab.region('Lesson').getByLabel('Open a lesson from disk')).toBeAttached();
    },
  ],
  [
    'a lesson',
    async (lab) => {
      await lab.page.goto('./#/lesson/bast');
      await expect(lab.region('Lesson').getByText('Step 1 of 20')).toBeVisible();
      await lab.standsAt('before the first of 11 requests');
    },
  ],
  [
    'the menu of files',
    async (lab) => {
      await lab.button('File').click();
      await expect(lab.page.getByRole('menuitem').first()).toBeVisible();
    },
  ],
  [
    'a link that opens nothing',
    async (lab) => {
      await lab.page.goto('./#/s/2.9g.abc.def');
      await expect(lab.page.getByRole('alert').filter({ hasText: 'This link is cut' })).toBeVisible();
    },
  ],
  [
    'an engine that was started again',
    async (lab) => {
      const engine = lab.page.workers().find((worker) => /engine\.worker/.test(worker.url()));
      // A rejection is no error on the console of the page, as the tests know it.
      await engine?.evaluate(() => {
        (self as unknown as { onmessage(event: object): void }).onmessage({
          data: { do: 'attach', id: 1e9, name: null, file: null },
        });
      });
      const notice = lab.page.getByRole('alert').filter({ hasText: 'The engine stopped' });
      await notice.getByText('Seed, position and commands').click();
    },
  ],
  [
    'Run to…',
    async (lab) => {
      await lab.button('Run to…').click();
      await expect(lab.page.getByRole('menuitem').first()).toBeVisible();
    },
  ],
  [
    'the validation',
    async (lab) => {
      await lab.page.goto('./#/validation');
      await expect(lab.page.getByRole('button', { name: 'Run all of table 1' })).toBeVisible();
    },
  ],
  [
    'the help',
    async (lab) => {
      await lab.button('Help').click();
      await expect(lab.page.getByRole('dialog', { name: 'Help' })).toBeVisible();
    },
  ],
];

for (const viewport of SIZES) {
  test.describe(`${viewport.width} x ${viewport.height}`, () => {
    test.use({ viewport });
    for (const [what, arrive] of PLACES) {
      test(what, async ({ lab }) => {
        test.setTimeout(120_000);
        for (const theme of THEMES) {
          await lab.page.goto('about:blank');
          await lab.open();
          await lab.page.getByRole('combobox', { name: 'Theme' }).selectOption(theme);
          await arrive(lab);
          await nothingWrong(lab, `${what}, ${theme}`);
          // Nothing is wider than the page: nobody scrolls sideways to read.
          expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
            viewport.width,
          );
        }
      });
    }
  });
}
