// An error is reported with its place, reason and remedy; the simulation before it stays as it was.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type LabPage, type Report, test } from '../lab-page';

/** A lab with something to lose: some requests into the first example. */
async function underWay(lab: LabPage): Promise<Report> {
  await lab.open();
  for (const at of ['request 1 of 41', 'request 2 of 41', 'request 3 of 41']) {
    await lab.button('Next request').click();
    await lab.standsAt(at);
  }
  return lab.report();
}

/** The lab is at the same position, in the same state. */
async function stays(lab: LabPage, before: Report) {
  await lab.standsAt('request 3 of 41');
  expect(await lab.report()).toEqual(before);
}

/** And goes on from there. */
async function staysAndGoesOn(lab: LabPage, before: Report) {
  await stays(lab, before);
  await lab.button('Next request').click();
  await lab.standsAt('request 4 of 41');
}

const LINES = Array.from({ length: 3000 }, (_, i) => `${i * 1000} 0 ${(i * 8) % 4096} 8 ${i % 2}`).join('\n');
const gzipped = gzipSync(LINES);

const TRACES: [what: string, name: string, bytes: Buffer, said: { reason: RegExp; remedy: RegExp }][] = [
  [
    'a truncated archive',
    'cut.mqsim.gz',
    gzipped.subarray(0, gzipped.length >> 1),
    { reason: /ends too early, at byte \d+/, remedy: /Copy or download the file again/ },
  ],
  [
    'a binary file',
    'photo.jpg',
    Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 197) % 256)),
    { reason: /byte 0 is 0: this is not a text file/, remedy: /Import plain text, or gzip of it/ },
  ],
  [
    'an empty file',
    'empty.csv',
    Buffer.alloc(0),
    { reason: /the input is empty/, remedy: /Choose a file with one request a line/ },
  ],
  [
    'two formats in one file',
    'mixed.trace',
    Buffer.from(`${LINES}\n128166372003061629,hm,1,Read,383496192,32768,113736\n`),
    { reason: /line 3001, column 1.*this line is in format msr/, remedy: /split a file that mixes formats/ },
  ],
];

test(`for a trace: ${TRACES.map(([what]) => what).join(', ')}`, async ({ lab }) => {
  const before = await underWay(lab);
  for (const [what, name, bytes, said] of TRACES) {
    await test.step(what, async () => {
      await lab.drop(name, bytes);
      const alert = lab.page.getByRole('main').getByRole('alert');
      await expect(alert).toContainText(`${name} was not opened.`);
      await expect(alert).toContainText(said.reason);
      await expect(alert).toContainText(said.remedy);
      await lab.goTo('Lab');
      await stays(lab, before);
    });
  }
  await staysAndGoesOn(lab, before);
});

type Document = Record<string, unknown> & {
  device: Record<string, unknown>;
  ftl: Record<string, unknown>;
  logical_pages?: number;
};

const SCENARIOS: [what: string, change: (scenario: Document) => void, said: RegExp[]][] = [
  [
    'a misspelt field',
    (scenario) => {
      scenario.ftl.log_blokcs = scenario.ftl.log_blocks;
      delete scenario.ftl.log_blocks;
    },
    [/unknown field `log_blokcs`/, /Did you mean `log_blocks`\?/],
  ],
  [
    'zero blocks',
    (scenario) => {
      scenario.device.blocks = 0;
    },
    [/`device.blocks` is 0/, /Give at least 1/],
  ],
  [
    'too little spare space',
    (scenario) => {
      scenario.device.blocks = 5;
    },
    [/too little spare space: `bast` needs 7 blocks/, /Give the device at least 7 blocks/],
  ],
];

test(`in a scenario: ${SCENARIOS.map(([what]) => what).join(', ')} @deep`, async ({ lab }) => {
  const before = await underWay(lab);
  let right: string | undefined;
  for (const [what, change, said] of SCENARIOS) {
    await test.step(what, async () => {
      const text = await lab.scenarioText();
      // The page keeps a text that was refused.
      right ??= await text.read();
      const scenario: Document = JSON.parse(right);
      change(scenario);
      await text.write(JSON.stringify(scenario, null, 2));
      await lab.button('Apply').click();
      const dialog = lab.page.getByRole('dialog');
      // Beside the button another status says for a moment that the scenario is being opened.
      const verdict = lab.region('Scenario').getByRole('status');
      await expect(dialog.getByRole('button', { name: /^Show the place: line \d+/ })).toBeVisible();
      await expect(text.box).toHaveAttribute('aria-invalid', 'true');
      for (const words of said) await expect(verdict).toContainText(words);
      await lab.closeDialog();
      await stays(lab, before);
    });
  }
  await staysAndGoesOn(lab, before);
});

test('a wrong figure in the form of the scenario is marked at its field', async ({ lab }) => {
  const before = await underWay(lab);
  await lab.button('Scenario').click();
  await lab.part('Device');
  const blocks = lab.region('Scenario').getByRole('textbox', { name: 'Blocks', exact: true });
  await blocks.fill('0');
  await lab.button('Apply').click();
  await expect(blocks).toHaveAttribute('aria-invalid', 'true');
  await expect(blocks).toBeFocused();
  await expect(blocks).toHaveAccessibleDescription(
    'Blocks must be a whole number, 1 or more. You typed “0”.',
  );
  await lab.closeDialog();
  await staysAndGoesOn(lab, before);
});

test('a text that is no scenario at all', async ({ lab }) => {
  const before = await underWay(lab);
  const text = await lab.scenarioText();
  await text.write('{ "device": ');
  await lab.button('Apply').click();
  await expect(lab.region('Scenario').getByRole('status')).toContainText(
    /this is not JSON.*bracket is missing/s,
  );
  await lab.closeDialog();
  await staysAndGoesOn(lab, before);
});

test('a damaged link opens nothing', async ({ lab }) => {
  await lab.page.goto('./#/s/1abcdefgh');
  await expect(lab.page.getByRole('alert').filter({ hasText: /link/ })).toContainText(
    'This is not a link to a scenario. Nothing was opened.',
  );
  await expect(lab.position).toBeHidden();
  await lab.button('Open the first example').click();
  await lab.standsAt(/^before the first of/);
});

test('a good link clears what was said of a bad one', async ({ lab }) => {
  const before = await underWay(lab);
  const [{ link }] = JSON.parse(
    await readFile(join(import.meta.dirname, '../../web/model/saved/fixtures/links-v3.json'), 'utf8'),
  );
  const said = lab.page.getByRole('alert').filter({ hasText: 'This link is cut' });
  await lab.page.goto(`./#/s/${link.slice(0, -20)}`);
  await expect(said).toContainText('Nothing was opened.');
  await stays(lab, before);
  await lab.page.goto(`./#/s/${link}`);
  await expect(lab.position).not.toContainText('request 3 of 41');
  await expect(said).toBeHidden();
});

test('a scenario in a file is opened where it is dropped; a faulty one is refused with its place', async ({
  lab,
}) => {
  const before = await underWay(lab);
  const scenario = {
    format: 1,
    name: 'from a file',
    device: { blocks: 12, pages_per_block: 4 },
    logical_pages: 16,
    ftl: { kind: 'bast', log_blocks: 2 },
    workload: { kind: 'ops', ops: 'w0 w1 w0' },
  };
  const text = JSON.stringify(scenario, null, 2);
  await lab.dropFile('wrong.json', Buffer.from(text.replace('log_blocks', 'log_block')));
  const alert = lab.page.getByRole('alert').filter({ hasText: 'wrong.json was not opened' });
  await expect(alert).toContainText('ftl.log_block, line 11, column 5: unknown field `log_block`.');
  await expect(alert).toContainText('Did you mean `log_blocks`?');
  await stays(lab, before);
  await lab.dropFile('right.json', Buffer.from(`\ufeff${text}`));
  await lab.standsAt('before the first of 3 requests');
  // From any page, and to the stage.
  await lab.page.goto('./#/traces');
  await lab.dropFile('again.json', Buffer.from(text.replace('w0 w1 w0', 'w0 w1')));
  await lab.standsAt('before the first of 2 requests');
});

test('a plan is opened where sweeps are made, wherever it is dropped', async ({ lab }) => {
  await lab.open();
  const device = { blocks: 12, pages_per_block: 4 };
  const ftl = { kind: 'bast', log_blocks: 2 };
  const workload = { kind: 'ops', ops: 'w0 w1 w0' };
  const scenario = { format: 1, device, logical_pages: 16, ftl, workload };
  const plan = JSON.stringify({ format: 1, scenario, over: { 'ftl.log_blocks': [2, 3] } });
  await lab.dropFile('plan.json', Buffer.from(plan));
  await expect(lab.page).toHaveURL(/#\/sweep$/);
  await expect(lab.page.getByLabel('Plan as JSON')).toHaveValue(plan);
  await expect(lab.button('Run all 2')).toBeVisible();
  // One with a fault has its place beside it, and the text to mend.
  const wrong = plan.replace('"log_blocks":2', '"log_block":2');
  await lab.dropFile('wrong.json', Buffer.from(wrong));
  await expect(lab.page.getByLabel('Plan as JSON')).toHaveValue(wrong);
  await expect(lab.page.getByRole('alert')).toContainText('log_block');
});
