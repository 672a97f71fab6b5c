// The engine dies, or the browser has no room left: the page says so, goes on, and is at the same position.

import { readFile } from 'node:fs/promises';
import { expect, type LabPage, type Report, SLOWLY, test } from '../lab-page';

/** A lab in the middle of a full merge. */
async function inAMerge(lab: LabPage) {
  await lab.open();
  await lab.runTo('Next full merge');
  await lab.standsAt(/step/);
  return { position: (await lab.position.textContent()) ?? '', report: await lab.report() };
}

function engineOf({ page }: LabPage) {
  const engine = page.workers().find((worker) => /engine\.worker/.test(worker.url()));
  if (!engine) throw new Error('no engine runs');
  return engine;
}

const stopped = ({ page }: LabPage) => page.getByRole('alert').filter({ hasText: 'The engine stopped' });

/** The lab is at the same position, says so, and goes on. */
async function standsAgain(lab: LabPage, before: { position: string; report: Report }) {
  await expect(stopped(lab)).toContainText('The lab is where it was before.');
  await lab.standsAt(before.position);
  // With the notice still there: it covers neither figures nor controls.
  expect(await lab.report()).toEqual(before.report);
  await lab.button('Dismiss').click();
  await expect(stopped(lab)).toBeHidden();
  await lab.button('Next request').click();
  await expect(lab.position).not.toHaveText(before.position);
}

test('an unexpected error between two commands', async ({ lab, provoked }) => {
  provoked('made up');
  const before = await inAMerge(lab);
  await engineOf(lab).evaluate(() => {
    setTimeout(() => {
      throw new Error('made up');
    });
  });
  await expect(stopped(lab)).toContainText('made up');
  await standsAgain(lab, before);
});

test('a trap within the engine: the page shows seed, position and commands, and saves them as a report', async ({
  lab,
  page,
}) => {
  const before = await inAMerge(lab);
  // A message that no page sends: the engine's memory is not to be touched again after what it does.
  await engineOf(lab).evaluate(() => {
    const { onmessage } = self as unknown as { onmessage(event: { data: unknown }): void };
    onmessage({ data: { do: 'ask', id: 1e9, question: 'attach', asked: { name: null, file: null } } });
  });
  const notice = stopped(lab);
  await expect(notice).toContainText('The engine stopped');
  await notice.getByText('Seed, position and commands').click();
  await expect(notice).toContainText(/seed 1, at \d+\.\d+/);
  await expect(notice).toContainText('{"type":"run","slot":0,"target":{"to":"next"');
  const saving = page.waitForEvent('download');
  await notice.getByRole('button', { name: 'Save a report' }).click();
  const report = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(report).toMatchObject({
    format: 'ftl-lab crash 1',
    cause: 'bug',
    slots: [{ seed: 1, scenario: { format: 1 }, stateHash: before.report.state_hash }],
  });
  const [, request, event] = /^request (\d+) of \d+ · step (\d+)/.exec(before.position) ?? [];
  expect(report.slots[0].at).toBe(`${Number(request) - 1}.${event}`);
  await standsAgain(lab, before);
});

test('a panic of the engine itself: one of its tables is corrupted, and it stops at its own check', async ({
  lab,
  page,
}) => {
  await lab.open();
  // Replies are read out of the wasm memory. The block map of a frame is searched for in the words of the module,
  // which are read along with it: a number for each logical block.
  await engineOf(lab).evaluate(() => {
    const scope = self as unknown as { corrupt?: () => number };
    const { decode } = TextDecoder.prototype;
    let [map, memory]: [(number | null)[], ArrayBufferLike | null] = [[], null];
    TextDecoder.prototype.decode = function (bytes, options) {
      const text = decode.call(this, bytes, options);
      if (ArrayBuffer.isView(bytes)) memory = bytes.buffer;
      const table = /"block_map":(\[[^\]]*\])/.exec(text)?.[1];
      if (table) map = JSON.parse(table);
      return text;
    };
    scope.corrupt = () => {
      if (!memory || !map.some((pbn) => pbn !== null)) return 0;
      const words = new Uint32Array(memory);
      const wanted = map.map((pbn) => pbn ?? 0xffffffff);
      let found = 0;
      for (let at = words.indexOf(wanted[0] ?? 0); at >= 0; at = words.indexOf(wanted[0] ?? 0, at + 1)) {
        if (!wanted.every((word, i) => words[at + i] === word)) continue;
        // Blocks that no chip has.
        words.fill(0x00ffffff, at, at + wanted.length);
        found += 1;
      }
      return found;
    };
  });
  await lab.runTo('Next full merge');
  // Between two requests: then the scheme's own map is the one that is shown.
  await lab.button('Next request').click();
  await lab.standsAt(/^request \d+ of \d+$/);
  const before = { position: (await lab.position.textContent()) ?? '', report: await lab.report() };
  const found = await engineOf(lab).evaluate(() => (self as unknown as { corrupt(): number }).corrupt());
  expect(found).toBeGreaterThan(0);
  await lab.askFor('End of the run');
  const notice = stopped(lab);
  await expect(notice).toContainText('The engine stopped');
  await notice.getByText('Seed, position and commands').click();
  // Rust's words, from its panic hook, with the line that checks.
  await expect(notice).toContainText(/panicked at \S+\.rs:\d+/);
  await expect(notice).toContainText('{"type":"run","slot":0,"target":{"to":"end"');
  const saving = page.waitForEvent('download');
  await notice.getByRole('button', { name: 'Save a report' }).click();
  expect(JSON.parse(await readFile(await (await saving).path(), 'utf8'))).toMatchObject({
    cause: 'bug',
    returned: 'position',
  });
  await standsAgain(lab, before);
  // The cause of the engine's death is gone.
  await lab.runToEnd();
});

test('a worker that is killed without a word', async ({ lab }) => {
  const before = await inAMerge(lab);
  await engineOf(lab).evaluate(() => self.close());
  // It is missed when it is wanted, and given half a minute, which goes by at once.
  await lab.page.clock.install();
  await lab.button('Next request').click();
  await lab.page.clock.runFor(30_000);
  await expect(stopped(lab)).toContainText('no sign of life for 30 seconds', { timeout: SLOWLY });
  await standsAgain(lab, before);
});

test('a comparison is brought back on both sides @deep', async ({ lab, page, provoked }) => {
  provoked('made up');
  await lab.open();
  await lab.example('Page');
  await lab.command('Compare');
  await page.getByRole('radio', { name: /^BAST/ }).check();
  await lab.button('Compare both').click();
  await expect(page.getByRole('heading', { name: /^BAST · / })).toBeVisible();
  await lab.button('Next request').click();
  await lab.standsAt('request 1 of 200');
  await lab.together();
  const figures = (await lab.figures.textContent()) ?? '';
  await engineOf(lab).evaluate(() => {
    setTimeout(() => {
      throw new Error('made up');
    });
  });
  await expect(stopped(lab)).toContainText('The lab is where it was before.');
  await lab.standsAt('request 1 of 200');
  await expect(lab.figures).toHaveText(figures);
  await expect(page.getByRole('heading', { name: /^BAST · / })).toBeVisible();
});

test('the page says once that its storage is full, and choices last for the visit', async ({ lab, page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await lab.open();
  const said = page.getByRole('alert').filter({ hasText: 'The browser storage of this page is full' });
  await expect(said).toBeHidden();
  await lab.more('Dark');
  await expect(said).toBeVisible();
  await lab.hasTheme('dark');
  await said.getByRole('button', { name: 'Dismiss' }).click();
  await lab.more('Projector');
  await lab.goTo('Learn');
  await lab
    .region('Lesson')
    .getByRole('link', { name: /Flash and why/ })
    .click();
  await expect(lab.region('Lesson').getByText(/^Step 1 of/)).toBeVisible();
  await lab.button('Next step').click();
  await expect(lab.region('Lesson').getByText(/^Step 2 of/)).toBeVisible();
  await expect(said).toBeHidden();
});
