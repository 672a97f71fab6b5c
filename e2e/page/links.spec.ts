// The things that a person hands on: links, saved files, links to lessons. Each brings back exactly what was on
// stage, or says why not.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { expect, type LabPage, test } from '../lab-page';

const TRACE = join(import.meta.dirname, '../../public/traces/tpcc-small-2000.mqsim');

test.use({ contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } });

async function fromFile(lab: LabPage, item: string) {
  await lab.button('More').click();
  await lab.page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** The link that was copied. */
async function copied(page: Page) {
  await expect(page.getByRole('status').filter({ hasText: 'was copied' })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** As another person: nothing is remembered, nothing is open. */
async function visit(page: Page, address: string) {
  await page.goto('about:blank');
  await page.goto(address);
}

/** A run of the bundled trace under BAST, some way in. */
async function runTrace(lab: LabPage) {
  await lab.drop('tpcc-small-2000.mqsim', await readFile(TRACE));
  const next = lab.page.getByRole('complementary', { name: 'What next?' });
  await next.getByRole('button', { name: 'BAST', exact: true }).click();
  await lab.standsAt('before the first of 2,000 requests');
  await lab.runTo('Next full merge');
  await lab.standsAt(/step/);
}

async function stand(lab: LabPage) {
  return { position: (await lab.position.textContent()) ?? '', report: await lab.report() };
}

test('a link brings back scenario, position, grain, breakpoints and comparison exactly', async ({
  lab,
  page,
}) => {
  await lab.open();
  await lab.example('DFTL');
  await page.getByRole('group', { name: 'A step is' }).getByRole('button', { name: 'Flash op' }).click();
  await lab.stopAt('free <= 2');
  await lab.command('Compare');
  await page.getByRole('radio', { name: /^BAST/ }).check();
  await lab.button('Compare both').click();
  await lab.runTo('Next CMT miss');
  await lab.standsAt(/step/);
  await lab.move('Step');
  await lab.together();
  const figures = (await lab.figures.textContent()) ?? '';
  await lab.button('Share').click();
  const link = await copied(page);
  expect(link.length).toBeLessThan(2000);
  // The browser's own memory is another.
  await page.getByRole('group', { name: 'A step is' }).getByRole('button', { name: 'Request' }).click();
  await lab.button('End comparison').click();
  const before = await stand(lab);

  await visit(page, link);
  await lab.standsAt(before.position);
  await expect(lab.figures).toHaveText(figures);
  await expect(lab.grain('Flash op')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { name: /^BAST · / })).toBeVisible();
  await lab.button('End comparison').click();
  expect(await stand(lab)).toEqual(before);
  await page.keyboard.press('b');
  await expect(page.getByRole('checkbox', { name: 'free <= 2' })).toBeChecked();
});

test('the lab stays where it is while its address still names an earlier position', async ({ lab, page }) => {
  await lab.open();
  await lab.button('Next request').click();
  await expect(page).toHaveURL(/at=1\.0$/);
  // Help is opened as soon as the lab has moved: the address follows 400 ms later.
  await page.evaluate(async () => {
    const press = (init: KeyboardEventInit) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }));
    const place = document.querySelector('[data-testid=position]');
    press({ key: 'ArrowRight', shiftKey: true });
    while (!place?.textContent?.startsWith('request 2 ')) await new Promise((later) => setTimeout(later));
    press({ key: '?', shiftKey: true });
  });
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await expect(page).toHaveURL(/at=2\.0$/);
  await lab.closeDialog();
  await lab.standsAt('request 2 of 41');
});

test('a link brings back how the heat map of a large device is looked at', async ({ lab, page }) => {
  // Zooming does not glide: a link holds where the view is.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await lab.open();
  const text = await lab.scenarioText();
  const scenario = JSON.parse(await text.read());
  const device = { ...scenario.device, blocks: 640, pages_per_block: 32 };
  await lab.closeDialog();
  await lab.apply(JSON.stringify({ ...scenario, device, logical_pages: 16_000, ftl: { kind: 'page' } }));
  const stage = lab.region('Flash array');
  await stage.getByText('Erase count', { exact: true }).click();
  const place = stage.getByText(/^Blocks [\d,]+ to [\d,]+ · /);
  for (const zoom of [/ · 2\.0×/, / · 4\.0×/]) {
    await stage.getByRole('button', { name: 'Zoom in' }).click();
    await expect(place).toHaveText(zoom);
  }
  await lab.button('Share').click();
  const link = await copied(page);
  const seen = (await place.textContent()) ?? '';
  await visit(page, link);
  await expect(page.getByRole('radio', { name: 'Erase count' })).toBeChecked();
  await expect(place).toHaveText(seen);
});

test('a link with a theme shows it for this visit alone', async ({ lab, page }) => {
  await lab.open();
  await lab.more('Projector');
  await fromFile(lab, 'Copy a link with this theme');
  const link = await copied(page);
  await lab.more('Dark');
  await visit(page, link);
  await lab.standsAt(/^before/);
  await lab.hasTheme('projector');
  await visit(page, './#/lab');
  await lab.standsAt(/^before/);
  await lab.hasTheme('dark');
  await visit(page, './#/lab/fast?theme=light');
  await lab.standsAt(/^before/);
  await lab.move('Step');
  await lab.hasTheme('light');
});

test('a cut link and an altered one say so and open nothing', async ({ lab, page }) => {
  await lab.open();
  await lab.button('Share').click();
  const link = await copied(page);
  const payload = link.split('#/s/')[1] ?? '';
  await visit(page, link.slice(0, -40));
  const alert = page.getByRole('alert').filter({ hasText: 'This link' });
  await expect(alert).toContainText(
    `This link is cut: ${payload.length - 40} of ${payload.length} characters arrived. Nothing was opened.`,
  );
  await expect(lab.position).toBeHidden();
  // Into a lab that runs: the run stays.
  await lab.button('Open the first example').click();
  await lab.button('Next request').click();
  await lab.standsAt('request 1 of 41');
  // Not at its end, where a letter has bits that count for nothing.
  const at = link.length - Math.floor(payload.length / 2);
  const altered = `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`;
  await page.evaluate((address) => location.assign(address), altered);
  await expect(alert).toContainText('cut or altered');
  await lab.standsAt('request 1 of 41');
});

test('a link of version 1, from old slides, opens', async ({ lab, page }) => {
  const links = JSON.parse(
    await readFile(join(import.meta.dirname, '../../web/model/saved/fixtures/links-v1.json'), 'utf8'),
  );
  await visit(page, `./#/s/${links[1].link}`);
  await lab.standsAt(/^request 13 of 41 · step 3 of/);
});

test('a link to a run of a trace asks for the trace, takes no other, and goes where it was', async ({
  lab,
  page,
}) => {
  await lab.open();
  await runTrace(lab);
  const before = await stand(lab);
  await lab.button('Share').click();
  const link = await copied(page);

  await visit(page, link);
  const wanted = page.getByRole('region', { name: 'A trace is needed' });
  await expect(wanted).toContainText('“tpcc-small-2000.mqsim”');
  await expect(wanted).toContainText(/53\.2 KiB, hash [0-9a-f]{16}/);
  await expect(lab.position).toBeHidden();
  const choose = wanted.getByLabel('Choose the file…');
  await choose.setInputFiles({
    name: 'other.mqsim',
    mimeType: '',
    buffer: Buffer.from('0 0 0 8 0\n1 0 8 8 0\n'),
  });
  const alert = page.getByRole('alert').filter({ hasText: 'other.mqsim is not the trace' });
  await expect(alert).toContainText('Nothing was opened.');
  await expect(lab.position).toBeHidden();
  await choose.setInputFiles(TRACE);
  await lab.standsAt(before.position);
  await expect(wanted).toBeHidden();
  expect(await lab.report()).toEqual(before.report);

  // A visitor without it does not get an empty page.
  await visit(page, link);
  await wanted.getByRole('button', { name: 'Dismiss' }).click();
  await lab.standsAt('before the first of 41 requests');
});

test('a saved file carries scenario, position and trace', async ({ lab, page }, testInfo) => {
  await lab.open();
  await runTrace(lab);
  const before = await stand(lab);
  const saving = page.waitForEvent('download');
  await fromFile(lab, 'Save…');
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^tpcc-small-2000\.mqsim-BAST\.ftllab$/);
  const path = testInfo.outputPath('saved.ftllab');
  await saved.saveAs(path);
  const bytes = await readFile(path);
  expect(bytes.length).toBeLessThan((await readFile(TRACE)).length);

  // By the menu.
  await visit(page, './#/lab');
  await lab.standsAt(/^before the first of 41/);
  const choosing = page.waitForEvent('filechooser');
  await fromFile(lab, 'Open…');
  await (await choosing).setFiles(path);
  await lab.standsAt(before.position);
  expect(await lab.report()).toEqual(before.report);

  // By dropping it, under whatever name.
  await visit(page, './#/lab');
  await lab.standsAt(/^before the first of 41/);
  await lab.dropFile('from-a-mail', bytes);
  await lab.standsAt(before.position);

  // Its error is reported, and the run stays.
  const cut = bytes.subarray(0, bytes.length - 100);
  await lab.dropFile('cut.ftllab', cut);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(/cut\.ftllab was not opened: it is incomplete: only \d+ B arrived/);
  const bent = Buffer.from(bytes);
  bent.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 8);
  await lab.dropFile('bent.ftllab', bent);
  await expect(alert).toContainText('bent.ftllab was not opened: it is damaged (at trace)');
  await lab.dropFile('notes.ftllab', Buffer.from('to be done'));
  await expect(alert).toContainText('notes.ftllab was not opened: it is not a lab saved by this page');
  await lab.standsAt(before.position);
  expect(await lab.report()).toEqual(before.report);
});

test('a saved lab that would unpack without a bound is refused at once, and the run stays', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  await lab.button('Next request').click();
  await lab.standsAt('request 1 of 41');
  const before = await lab.report();
  const manifest = { format: 2, engine: '1', scenario_hash: 'a', trace_hash: null };
  const zip = (parts: { manifest?: object; scenario?: string; view?: object; trace?: string }) =>
    Buffer.from(
      zipSync({
        'manifest.json': strToU8(JSON.stringify({ ...manifest, ...parts.manifest })),
        'scenario.json': strToU8(parts.scenario ?? '{"format":1}'),
        'view.json': strToU8(JSON.stringify({ position: { request: 0, event: 0 }, view: {}, ...parts.view })),
        ...(parts.trace !== undefined && { trace: strToU8(parts.trace) }),
      }),
    );
  const lines = '0 W 0 8\n'.repeat(9_000_000);
  const hash = '0123456789abcdef';
  const traced = {
    ...{ manifest: { trace_hash: hash }, trace: lines },
    view: { trace: { name: 't', bytes: lines.length, hash } },
  };
  const files: [name: string, bytes: Buffer, said: string][] = [
    [
      'deep',
      zip({ scenario: `{"a":${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}}` }),
      'it is damaged (at scenario.json)',
    ],
    [
      'long',
      zip({ scenario: `{"format":1,"name":"${' '.repeat(70_000_000)}"}` }),
      'it is damaged (at scenario.json)',
    ],
    ['bomb', zip(traced), 'trace in it unpacks to more than 100 times its size'],
  ];
  for (const [name, bytes, said] of files) {
    expect(bytes.length, name).toBeLessThan(200_000);
    await lab.dropFile(`${name}.ftllab`, bytes);
    await expect(page.getByRole('alert')).toContainText(`${name}.ftllab was not opened: ${said}`);
    await lab.standsAt('request 1 of 41');
  }
  expect(await lab.report()).toEqual(before);
});

test('a link to a lesson opens its step in its theme, and says what of it means nothing @deep', async ({
  lab,
  page,
}) => {
  await visit(page, './#/lesson/04-bast?step=3&theme=projector');
  const lesson = lab.region('Lesson');
  await expect(lesson.getByText('Step 3 of 21')).toBeVisible();
  await lab.hasTheme('projector');
  await expect(page).toHaveURL(/#\/lesson\/bast\?step=update$/);
  await fromFile(lab, 'Copy a link to this lesson, step and theme');
  const link = await copied(page);
  expect(link).toMatch(/#\/lesson\/bast\?step=update&theme=projector&lang=en$/);

  // Another opened where one is.
  const goTo = (hash: string) =>
    page.evaluate((address) => {
      location.hash = address;
    }, hash);
  await goTo('#/lesson/bast?step=full_merge');
  await expect(lesson.getByText('Step 7 of 21')).toBeVisible();
  await goTo('#/lesson/bast?step=update');
  await expect(lesson.getByText('Step 3 of 21')).toBeVisible();

  await visit(page, './#/lesson/bast?step=nowhere&theme=pink&stpe=2');
  await expect(lesson.getByRole('alert')).toContainText('This lesson has no step “nowhere”. Its steps are:');
  const alert = page.getByRole('alert');
  await expect(alert.filter({ hasText: '“pink” is not a valid theme' })).toContainText(
    'light, dark, projector',
  );
  await expect(alert.filter({ hasText: 'has no “stpe”' })).toContainText('step, theme');

  await visit(page, './#/lesson/nonsense?step=2');
  await expect(lesson).toContainText('There is no lesson “nonsense”');
});
