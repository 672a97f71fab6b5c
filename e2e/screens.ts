// Every screen of the page, states that change what is on it, and how a person comes to them. Settings for all of
// them ask here.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type FtlName, type LabPage, SLOWLY } from './lab-page';

const TRACE = join(import.meta.dirname, '../public/traces/tpcc-small-2000.mqsim');
const BUFFERED = join(import.meta.dirname, '../wasm-sim/testdata/buffer/pud-lru.json');
const CHANNELS = {
  format: 1,
  name: 'Two channels',
  device: { blocks: 16, pages_per_block: 4, timing: 'hu' },
  logical_pages: 40,
  ftl: { kind: 'page', gc_threshold: 3 },
  host: { channels: 2, queue_depth: 4, scheduler: 'deadline', outstanding: 6 },
  seed: 7,
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'uniform', requests: 60, read_fraction: 0.3 },
};

export interface Place {
  name: string;
  arrive: (lab: LabPage) => Promise<void>;
  /** The part that only this screen has, by which the test recognises it. Every screen has one: it is always read. */
  own?: (lab: LabPage) => ReturnType<LabPage['region']>;
}

const dialog = (name: string) => (lab: LabPage) => lab.page.getByRole('dialog', { name });

async function command(lab: LabPage, name: string) {
  await lab.button('Search and commands').click();
  await lab.page.getByRole('searchbox').fill(name);
  await lab.page.getByRole('menuitem', { name, exact: true }).click();
}

export const SCREENS: readonly Required<Place>[] = [
  {
    name: 'home',
    arrive: async (lab) => {
      await lab.page.goto('./#/');
      // The merge that plays comes last.
      await expect(lab.page.getByRole('figure').locator('canvas')).toBeVisible();
    },
    own: (lab) => lab.page.getByRole('main'),
  },
  {
    name: 'teach with it',
    arrive: async (lab) => {
      await lab.page.goto('./#/teach');
      await lab.page.getByText(/^Log blocks: BAST and the three merges/).click();
    },
    own: (lab) => lab.page.locator('main.teach'),
  },
  {
    name: 'lectures and homework',
    arrive: async (lab) => {
      await lab.page.goto('./#/teach/lectures');
      await expect(lab.page.getByRole('link', { name: 'The host waits' })).toBeVisible();
    },
    own: (lab) => lab.page.locator('main.teach'),
  },
  {
    name: 'exam papers',
    arrive: async (lab) => {
      await lab.page.goto('./#/teach/exam');
      await expect(lab.page.getByText('Exam: log blocks')).toBeVisible();
    },
    own: (lab) => lab.page.locator('main.teach'),
  },
  {
    name: 'an assignment',
    arrive: async (lab) => {
      await lab.page.goto('./#/teach');
      await lab.page.getByText(/^Log blocks: BAST and the three merges/).click();
      await lab.page.getByLabel(/^All of Log blocks/).check();
      await lab.page.locator('a[href^="#/assignment/"]').click();
      await expect(lab.page.locator('.assignment-cover form')).toBeVisible();
    },
    own: (lab) => lab.region('Lesson'),
  },
  {
    name: 'an address that names nothing',
    arrive: async (lab) => {
      await lab.page.goto('./#/nonsense');
      await expect(lab.page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
    },
    own: (lab) => lab.page.locator('main.page'),
  },
  {
    name: 'lab',
    arrive: async (lab) => {
      await lab.runTo('Next full merge');
      await lab.standsAt(/^request \d+ of/);
    },
    own: (lab) => lab.page.locator('.lab'),
  },
  {
    name: 'lessons',
    arrive: async (lab) => {
      await lab.goTo('Learn');
      await expect(lab.region('Lesson').getByRole('listitem').first()).toBeVisible();
    },
    own: (lab) => lab.region('Lesson'),
  },
  {
    name: 'lesson',
    arrive: async (lab) => {
      await lab.page.goto('./#/lesson/bast');
      await lab.standsAt('before the first of 11 requests');
    },
    own: (lab) => lab.region('Lesson'),
  },
  {
    name: 'scenario',
    arrive: async (lab) => {
      await lab.button('Scenario').click();
      await expect(lab.region('Scenario').getByRole('status')).toContainText('logical pages on');
    },
    own: dialog('Scenario'),
  },
  {
    name: 'trace',
    arrive: async (lab) => {
      await lab.drop('tpcc-small-2000.mqsim', await readFile(TRACE));
      const next = lab.page.getByRole('complementary', { name: 'What next?' });
      await expect(next.getByRole('status')).toContainText('every FTL will erase blocks');
      await expect(lab.page.getByRole('region', { name: 'Reuse' })).toBeVisible();
    },
    own: (lab) => lab.page.getByRole('main'),
  },
  {
    name: 'no trace yet',
    arrive: async (lab) => {
      await lab.goTo('Traces');
      await expect(lab.page.getByRole('region', { name: 'Bundled traces' })).toBeVisible();
    },
    own: (lab) => lab.page.getByRole('main'),
  },
  {
    name: 'compare',
    arrive: async (lab) => {
      await lab.command('Compare');
      await lab.button('Compare both').click();
      await lab.button('First difference').click();
      await expect(lab.region('Comparison').getByRole('status')).toContainText(
        'First difference, at request',
      );
    },
    own: (lab) => lab.region('Comparison'),
  },
  {
    name: 'round',
    arrive: async (lab) => {
      await lab.command('Be the FTL');
      await lab.button('Begin').click();
      await expect(lab.page.getByRole('listbox')).toBeFocused();
      await expect(lab.page.getByText(/^The best of [\d,]+ searched states/)).toBeVisible({
        timeout: SLOWLY,
      });
    },
    own: (lab) => lab.page.getByRole('region', { name: 'Be the FTL', exact: true }),
  },
  {
    name: 'validation',
    arrive: async (lab) => {
      await lab.command('Validation');
      await expect(lab.button('Run all of table 1')).toBeVisible();
    },
    own: (lab) => lab.page.getByRole('main'),
  },
  {
    name: 'help',
    arrive: async (lab) => {
      await lab.command('Help');
      await expect(lab.page.getByRole('dialog', { name: 'Help' })).toBeVisible();
    },
    own: dialog('Help'),
  },
  {
    name: 'palette',
    arrive: async (lab) => {
      await lab.button('Search and commands').click();
      await expect(lab.page.getByRole('menuitem', { name: /^Lesson: / }).first()).toBeVisible();
    },
    own: dialog('Commands'),
  },
  { name: 'settings', arrive: (lab) => command(lab, 'Settings'), own: dialog('Settings') },
  { name: 'model card', arrive: (lab) => command(lab, 'The model'), own: dialog('The model') },
  {
    name: 'glossary',
    arrive: async (lab) => {
      await lab.page.goto('./#/glossary');
      await expect(lab.page.getByRole('heading', { name: 'Glossary' })).toBeFocused();
    },
    own: (lab) => lab.page.getByRole('searchbox'),
  },
  {
    name: 'sweep',
    arrive: async (lab) => {
      const { page } = lab;
      await page.goto('./#/sweep');
      await page.getByLabel('Field').fill('ftl.log_blocks');
      await page.getByLabel('Values, separated by commas').fill('2, 3');
      await page.getByRole('textbox', { name: 'Seeds' }).fill('1');
      await lab.button('Make the plan').click();
      // Results are kept: they are there already when the place is come to again.
      const [run, all] = [lab.button('Run all 2'), page.getByText('All 2 runs have results.')];
      await expect(run.or(all)).toBeVisible();
      if (await run.isVisible()) await run.click();
      await expect(all).toBeVisible();
    },
    // Not its links, which hold whole scenarios.
    own: (lab) => lab.page.getByRole('region', { name: 'Runs' }),
  },
  {
    name: 'comparison in bulk',
    arrive: async (lab) => {
      await lab.page.goto('./#/batch');
      await lab.button('Run all 9').click();
      await expect(lab.page.getByRole('main').getByRole('status').first()).toContainText('9 runs in');
    },
    own: (lab) => lab.page.getByRole('region', { name: 'What sets them apart' }),
  },
];

/** Where something is going on. BAST's is the screen of the lab. */
const BUSY: Record<Exclude<FtlName, 'BAST'>, string> = {
  Page: 'Next GC',
  FAST: 'Next full merge',
  KAST: 'Next full merge',
  LAST: 'Next full merge',
  Superblock: 'Next full merge',
  DFTL: 'Next GC',
  Replacement: 'Next partial merge',
  Block: 'Next full merge',
};

export const STATES: readonly Place[] = [
  ...(Object.keys(BUSY) as (keyof typeof BUSY)[]).map((ftl) => ({
    name: `the lab under ${ftl}`,
    arrive: async (lab: LabPage) => {
      await lab.example(ftl);
      // The middle of something: a merge or a GC.
      await lab.runTo(BUSY[ftl]);
      await lab.standsAt(/^request \d+ of/);
    },
  })),
  {
    name: 'a write buffer that is full, and makes room',
    arrive: async (lab) => {
      await lab.apply(await readFile(BUFFERED, 'utf8'));
      await lab.runTo('Next destage');
      await lab.inspect('Maps');
      await expect(lab.region('Mapping tables').getByRole('table', { name: /^Write buffer/ })).toBeVisible();
    },
  },
  {
    name: 'channels behind a scheduler',
    arrive: async (lab) => {
      await lab.apply(JSON.stringify(CHANNELS));
      await lab.runTo('Next GC');
    },
  },
  {
    name: 'two runs at their end',
    arrive: async (lab) => {
      await lab.command('Compare');
      await lab.page.getByRole('radio', { name: /^Page/ }).check();
      await lab.button('Compare both').click();
      await lab.button('Run both to the end').click();
      await lab.standsAt(/^end: all/);
      await lab.together();
    },
  },
  {
    name: 'the scenario’s form with a write buffer',
    arrive: async (lab) => {
      await lab.button('Scenario').click();
      await lab.part('Write buffer');
      const form = lab.region('Scenario').getByRole('group', { name: 'Write buffer' });
      await form.getByLabel('Policy').selectOption('cflru');
      // Too large: what is wrong with it is said beside it.
      await form.getByLabel('Clean-first window').fill('9');
      await expect(form).toContainText('Give at most 8.');
    },
  },
  {
    name: 'what a trace is like',
    arrive: async (lab) => {
      await lab.drop('tpcc-small-2000.mqsim', await readFile(TRACE));
      const main = lab.page.getByRole('main');
      await main.getByText('All figures, first lines').click();
      await expect(main.getByRole('application').nth(2)).toBeVisible({ timeout: SLOWLY });
    },
  },
  {
    name: 'a round and its score',
    arrive: async (lab) => {
      await lab.runTo('Next full merge');
      // On a phone there is no button for it in the one row.
      await lab.page.keyboard.press('Shift+ArrowLeft');
      await lab.standsAt(/^request \d+ of \d+$/);
      const from = Number(/^request (\d+)/.exec((await lab.position.textContent()) ?? '')?.[1]) + 1;
      await lab.command('Be the FTL');
      await lab.page.getByRole('spinbutton', { name: 'From request' }).fill(`${from}`);
      await lab.page.getByRole('spinbutton', { name: 'To request' }).fill(`${from}`);
      await lab.button('Begin').click();
      await lab.page.getByRole('listbox').press('1');
      const round = lab.page.getByRole('region', { name: 'Be the FTL', exact: true });
      const best = round.getByRole('listitem').filter({ hasText: /Best/ });
      await expect(best).toBeVisible({ timeout: SLOWLY });
      await expect(lab.button('Enough')).toBeHidden({ timeout: SLOWLY });
    },
  },
  {
    name: 'the scenario’s text, wrong',
    arrive: async (lab) => {
      const text = await lab.scenarioText();
      await text.write('{ "device": ');
      await expect(lab.region('Scenario').getByRole('status')).toContainText('this is not JSON');
    },
  },
  {
    name: 'a trace that was refused',
    arrive: async (lab) => {
      await lab.drop('empty.csv', Buffer.alloc(0));
      await expect(lab.page.getByRole('main').getByRole('alert')).toContainText('the input is empty');
    },
  },
  {
    name: 'choosing what to compare with',
    arrive: async (lab) => {
      await lab.command('Compare');
      await expect(lab.button('Compare both')).toBeVisible();
    },
  },
  {
    name: 'schedulers in bulk, behind a write buffer',
    arrive: async (lab) => {
      await lab.apply(JSON.stringify({ ...CHANNELS, buffer: { kind: 'bplru', capacity: 8 } }));
      await lab.page.goto('./#/batch');
      await lab.page.getByRole('combobox', { name: 'Compare' }).selectOption('schedulers');
      await lab.button('Run all 5').click();
      await expect(lab.page.getByRole('main').getByRole('status').first()).toContainText('5 runs in');
      await expect(lab.page.getByRole('region', { name: 'How they compare' })).toBeVisible();
    },
  },
  {
    name: 'the lesson with a trace',
    arrive: async (lab) => {
      await lab.page.goto('./#/lesson/trace');
      await expect(lab.region('Lesson').getByText(/^Step 1 of/)).toBeVisible();
    },
  },
  {
    name: 'a lesson at a question',
    arrive: async (lab) => {
      await lab.page.goto('./#/lesson/bast?step=full_merge');
      await expect(lab.region('Lesson').getByRole('textbox', { name: /Your answer/ })).toBeVisible();
    },
  },
  {
    name: 'a lesson at a round',
    arrive: async (lab) => {
      await lab.page.goto('./#/lesson/bast?step=be_the_ftl');
      await expect(lab.region('Lesson').getByText('Goal: at most 5 erases.')).toBeVisible();
    },
  },
  {
    name: 'a lesson at a chart',
    arrive: async (lab) => {
      await lab.page.goto('./#/lesson/mapping?step=trade');
      await expect(lab.region('Lesson').getByRole('img').first()).toBeVisible({ timeout: SLOWLY });
    },
  },
  {
    name: 'a handout',
    arrive: async (lab) => {
      await lab.page.goto('./#/handout/mapping');
      await expect(lab.page.getByRole('article').getByRole('img').first()).toBeVisible({ timeout: SLOWLY });
    },
  },
  {
    name: 'where lessons are written',
    arrive: async (lab) => {
      await lab.page.goto('./#/edit');
      await expect(lab.page.getByRole('region', { name: 'Lesson editor' })).toBeVisible();
    },
  },
  {
    name: 'a lesson that is being written',
    arrive: async (lab) => {
      await lab.page.goto('./#/edit/new');
      await expect(lab.page.getByRole('status').filter({ hasText: 'No errors' })).toBeVisible();
    },
  },
  {
    name: 'the menu of files',
    arrive: async (lab) => {
      await lab.button('More').click();
      await expect(lab.page.getByRole('menuitem').first()).toBeVisible();
    },
  },
  {
    name: 'Run to…',
    arrive: async (lab) => {
      await lab.button('Run to…').click();
      await expect(lab.page.getByRole('menuitem').first()).toBeVisible();
    },
  },
  {
    name: 'a link that opens nothing',
    arrive: async (lab) => {
      await lab.page.goto('./#/s/2.9g.abc.def');
      await expect(lab.page.getByRole('alert').filter({ hasText: 'This link is cut' })).toBeVisible();
      await expect(lab.position).toBeVisible();
    },
  },
  {
    name: 'an engine that was started again',
    arrive: async (lab) => {
      const engine = lab.page.workers().find((worker) => /engine\.worker/.test(worker.url()));
      // A rejection is no error on the console of the page, as the tests know it.
      await engine?.evaluate(() => {
        (self as unknown as { onmessage(event: object): void }).onmessage({
          data: { do: 'ask', id: 1e9, question: 'no such question', asked: null },
        });
      });
      const notice = lab.page.getByRole('alert').filter({ hasText: 'The engine stopped' });
      await expect(notice).toContainText('The lab is where it was before.');
      await notice.getByText('Seed, position and commands').click();
    },
  },
];
