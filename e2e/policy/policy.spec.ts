// A person's own policy: started from, run, scored, looked through, shared; the command line says the same.

import { readFile, writeFile } from 'node:fs/promises';
import { cli } from '../cli';
import { expect, type LabPage, test } from '../lab-page';

const panel = (lab: LabPage) => lab.page.getByRole('region', { name: 'Your policy' });
const score = (lab: LabPage) => lab.page.getByRole('region', { name: 'Score' });
// Beside the one of where it loses, which appears later.
const verdict = (lab: LabPage) => score(lab).getByRole('heading', { level: 2 });
const decision = (lab: LabPage) => lab.page.getByRole('region', { name: 'The decision on stage' });
const editor = (lab: LabPage) => lab.page.getByRole('textbox', { name: 'The code of your policy' });

async function open(lab: LabPage, address = '#/policy') {
  await lab.page.goto(address);
  await panel(lab).getByRole('button', { name: 'Run 20,000 requests' }).waitFor();
  await expect(lab.region('Flash array')).toBeVisible();
}

async function startFrom(lab: LabPage, name: string) {
  await panel(lab).getByRole('button', { name: 'Start from…' }).click();
  await lab.page
    .getByRole('menuitem', { name: new RegExp(`^${name.replace(/[()]/g, '\\$&')}(?!,)`) })
    .click();
}

async function write(lab: LabPage, code: string) {
  await editor(lab).click();
  await lab.page.keyboard.press('ControlOrMeta+a');
  await lab.page.keyboard.insertText(code);
}

const run = (lab: LabPage) => panel(lab).getByRole('button', { name: 'Run 20,000 requests' }).click();
const row = (lab: LabPage, name: string) => score(lab).getByRole('row', { name });

test('greedy as a policy costs what greedy costs, and the stage shows where FIFO differs', async ({
  lab,
}) => {
  await open(lab);
  await startFrom(lab, 'Greedy');
  await run(lab);
  await expect(verdict(lab)).toHaveText('Your policy costs the same as Greedy');
  const figures = async (name: string) =>
    (await row(lab, name).getByRole('cell').allTextContents()).slice(1, 4);
  expect(await figures('Yours')).toEqual(await figures('Greedy'));

  await startFrom(lab, 'FIFO');
  await run(lab);
  await expect(verdict(lab)).toHaveText(/^Your policy writes .+% more than Greedy$/);
  expect(await figures('Yours')).toEqual(await figures('FIFO'));
  // The first decision that differs is on stage; D goes to the next.
  await expect(lab.region('Flash array')).toContainText('Your choice: block');
  const before = await decision(lab).textContent();
  await lab.page.keyboard.press('Escape');
  await decision(lab)
    .getByRole('button', { name: /Next difference/ })
    .click();
  await expect(decision(lab)).not.toHaveText(before ?? '');
  await lab.page.keyboard.press('Shift+D');
  await expect(decision(lab)).toHaveText(before ?? '');
});

test('a loop is named with the request at which it begins', async ({ lab }) => {
  await open(lab);
  await write(
    lab,
    'let asked;\nexport function init() { asked = 0; }\nexport function victim() {\n  asked += 1;\n  while (asked === 40) {}\n  return OWN;\n}\n',
  );
  await run(lab);
  const alert = panel(lab).getByRole('alert');
  await expect(alert).toContainText(/at request \d+, `victim` does not end/, { timeout: 30_000 });
  const [, request] = /at request (\d+)/.exec((await alert.textContent()) ?? '') ?? [];
  expect(Number(request)).toBeGreaterThanOrEqual(39);
});

test('the command line makes the same choices @deep', async ({ lab }, info) => {
  await open(lab);
  for (const name of ['Fewest valid of the oldest 32', 'Hot and cold by recency', 'Second chance (CLOCK)']) {
    await startFrom(lab, name);
    await run(lab);
    await expect(panel(lab).getByRole('status')).toHaveText(/^done in/);
    await expect(verdict(lab)).toHaveText(/^Your policy/);
    const save = async (item: string) => {
      await panel(lab).getByRole('button', { name: 'Save…' }).click();
      const [download] = await Promise.all([
        lab.page.waitForEvent('download'),
        lab.page.getByRole('menuitem', { name: item }).click(),
      ]);
      const path = info.outputPath(`${item}-${download.suggestedFilename()}`);
      await download.saveAs(path);
      return path;
    };
    const code = await save('Save the code');
    const chosen = await save('Save its choices as a scenario');
    const { interventions, ...scenario } = JSON.parse(await readFile(chosen, 'utf8'));
    const plain = info.outputPath('scenario.json');
    await writeFile(plain, JSON.stringify(scenario));
    const native = JSON.parse(await cli('policy', 'run', code, plain, '--json'));
    expect(native.choices, name).toEqual(interventions);
  }
});

test('where it loses: the worst decision is on stage beside the better choice, as the command line says', async ({
  lab,
}, info) => {
  await open(lab);
  await startFrom(lab, 'FIFO');
  await run(lab);
  const worst = row(lab, 'Worst 1');
  await expect(worst).toBeVisible();
  await expect(score(lab).getByRole('row', { name: /^(First difference|Worst)/ })).toHaveCount(4);

  // The same run on the command line.
  await panel(lab).getByRole('button', { name: 'Save…' }).click();
  const [download] = await Promise.all([
    lab.page.waitForEvent('download'),
    lab.page.getByRole('menuitem', { name: 'Save its choices as a scenario' }).click(),
  ]);
  const { interventions: _, ...scenario } = JSON.parse(await readFile(await download.path(), 'utf8'));
  const [policy, plain] = [info.outputPath('fifo.js'), info.outputPath('scenario.json')];
  await writeFile(policy, 'export const victim = (blocks) => blocks[0].id;');
  await writeFile(plain, JSON.stringify(scenario));
  const native = JSON.parse(await cli('policy', 'run', policy, plain, '--loses', '--json'));
  const [first] = native.losses.worst;
  const ms = ((first.cost_us - first.own_us) / 1000).toFixed(1);
  await expect(worst).toContainText(`B${first.chosen} instead of B${first.own}`);
  await expect(worst).toContainText(`+${ms} ms`);

  await worst.getByRole('button', { name: 'Show' }).click();
  await expect(lab.page.getByText(/^Your choice\s*Write$/)).toBeVisible();
  await expect(lab.page.getByText(/^The FTL's choice\s*Write$/)).toBeVisible();
  await expect(lab.page.getByRole('region', { name: 'Flash array' })).toHaveCount(2);
  await expect(lab.page.getByRole('main')).toContainText(`Your choice: block B${first.chosen}`);
  await score(lab).getByRole('button', { name: 'End the comparison' }).click();
  await expect(lab.page.getByRole('region', { name: 'Flash array' })).toHaveCount(1);
  await expect(decision(lab)).toBeVisible();
});

/** The first block with the fewest valid pages, in WebAssembly: a loop over `ftl.valid`, and two pages of memory that it exports. */
const FEWEST_WASM = Buffer.from(
  'AGFzbQEAAAABDAJgAX8Bf2ACf38BfwIWAgNmdGwCaWQAAANmdGwFdmFsaWQAAAMCAQEFAwEAAgcTAgZ2aWN0aW0AAgZtZW1vcnkCAAorASkBAn8DQCACEAEgAxABSQRAIAIhAwsgAkEBaiECIAIgAEkNAAsgAxAACw==',
  'base64',
);

test('a policy in WebAssembly costs as much as in JavaScript, and its memory is its state', async ({
  lab,
}) => {
  await open(lab);
  const cells = row(lab, 'Yours').getByRole('cell');
  await write(
    lab,
    'export function victim(blocks) {\n  return blocks.reduce((a, b) => (b.valid < a.valid ? b : a)).id;\n}\n',
  );
  await run(lab);
  await expect(cells.last()).toHaveText('0 B');
  const inJavaScript = await cells.allTextContents();
  const file = { name: 'fewest.wasm', mimeType: 'application/wasm', buffer: FEWEST_WASM };
  await panel(lab).getByLabel('Open…').setInputFiles(file);
  await expect(panel(lab)).toContainText('fewest.wasm');
  await run(lab);
  await expect(cells.last()).toHaveText('128 KiB');
  expect((await cells.allTextContents()).slice(0, -1)).toEqual(inJavaScript.slice(0, -1));
});

test('a mistake is shown at its line, and the last score stays', async ({ lab }) => {
  await open(lab);
  await run(lab);
  await expect(verdict(lab)).toHaveText(/^Your policy/);
  await write(lab, 'export function victim(blocks) {\n  const best = blocks[0];\n  return best.nr.id;\n}\n');
  await run(lab);
  await expect(panel(lab).getByRole('alert')).toContainText(
    /^Line 3: at request \d+, `victim` threw TypeError/,
  );
  await expect(verdict(lab)).toHaveText(/^Last score: /);
  // One that is no JavaScript is located too.
  await write(lab, 'export function victim(blocks) {\n  return blocks[0].id\n');
  await run(lab);
  await expect(panel(lab).getByRole('alert')).toContainText(
    /^Line \d+: the policy cannot be loaded: SyntaxError/,
  );
});

test('a link shows the code and does not run it; what it logs is under the stage', async ({ lab }) => {
  await open(lab);
  const code =
    'export function victim(blocks) {\n  log("oldest", blocks[0].id);\n  return blocks[0].id;\n}\n';
  await write(lab, code);
  await panel(lab).getByRole('button', { name: 'Save…' }).click();
  await lab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await lab.page.getByRole('menuitem', { name: 'Copy a link to it' }).click();
  await expect(lab.page.getByText('The link is copied.')).toBeVisible();
  const address = await lab.page.evaluate(() => navigator.clipboard.readText());
  await lab.page.evaluate(() => localStorage.clear());
  await lab.page.goto('about:blank');
  await open(lab, address);
  await expect(editor(lab)).toContainText('log("oldest"');
  await expect(panel(lab).getByRole('status')).toHaveText('');
  await lab.page.keyboard.press('Tab');
  await run(lab);
  await expect(decision(lab)).toContainText(/oldest \d+/);
  await open(lab, `${address.slice(0, -20)}`);
  await expect(lab.page.getByText('This link was cut or altered')).toBeVisible();
});

test('a policy is broken: by a short trace that is on stage, or by one on which it fails', async ({
  lab,
}) => {
  await open(lab);
  await write(
    lab,
    'export function victim(blocks) {\n  return blocks.reduce((a, b) => (b.valid > a.valid ? b : a)).id;\n}\n',
  );
  await panel(lab).getByRole('button', { name: 'Break it' }).click();
  await expect(panel(lab).getByRole('alert')).toContainText(
    /The worst short trace: \d+ requests cost [\d.]+ times/,
  );
  await expect(lab.region('Timeline')).toContainText(/before the first of \d\d? requests/);
  await write(
    lab,
    'export function victim(blocks) {\n  return blocks.find((block) => block.valid > 2).id;\n}\n',
  );
  await panel(lab).getByRole('button', { name: 'Break it' }).click();
  await expect(panel(lab).getByRole('alert')).toContainText(/^Your code fails after \d+ requests/);
  await expect(panel(lab).getByRole('alert')).toContainText('`victim` threw TypeError');
  // It fails at its fourth decision, and counts on from trace to trace.
  await write(
    lab,
    'let n = 0;\nexport function victim(blocks) {\n  n += 1;\n  return n > 3 ? blocks.none.id : OWN;\n}\n',
  );
  await panel(lab).getByRole('button', { name: 'Break it' }).click();
  await expect(panel(lab).getByRole('alert')).toContainText('Set every variable in `init`');
});

test('a policy that loops in the search is named, and a task begins without the run before @deep', async ({
  lab,
}) => {
  await open(lab);
  await run(lab);
  await expect(decision(lab)).toBeVisible();
  await expect(verdict(lab)).toHaveText(/^Your policy/);
  await panel(lab).getByRole('combobox').selectOption('Writes everywhere alike');
  await expect(decision(lab)).toBeHidden();
  await expect(verdict(lab)).toHaveText(/^Last score: /);
  await write(
    lab,
    'export function victim(blocks) {\n  while (blocks.length < 14) {}\n  return blocks[0].id;\n}\n',
  );
  await panel(lab).getByRole('button', { name: 'Break it' }).click();
  await expect(panel(lab).getByRole('alert')).toContainText(
    /in trace \d+ of the search, `victim` does not end/,
  );
});

test.describe('without a network', () => {
  test.use({ worksOffline: true });
  test('a policy runs after the first visit, in a frame without an origin @deep', async ({
    lab,
    context,
  }) => {
    await open(lab);
    await lab.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    });
    await context.setOffline(true);
    await lab.page.reload();
    await startFrom(lab, 'FIFO');
    await run(lab);
    await expect(panel(lab).getByRole('status')).toHaveText(/done in/);
    await expect(verdict(lab)).toHaveText(/more than Greedy$/);
    // The kept frame without the header would have the page's origin: it refuses.
    const frame = await lab.page.evaluate(
      () =>
        new Promise((resolve) => {
          const element = document.createElement('iframe');
          element.src = 'policy.html';
          addEventListener('message', ({ source, origin }) => {
            if (source === element.contentWindow) resolve(origin);
          });
          document.body.append(element);
        }),
    );
    expect(frame).toBe('null');
  });
});
