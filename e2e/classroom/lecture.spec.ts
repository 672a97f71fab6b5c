// An instructor gives a lecture: the projector's window and the presenter's, a clicker, a question in between. Its
// looks: lecture-looks.spec.ts.

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, LabPage, test } from '../lab-page';
import { head, Lecture } from './lecture-page';

// Without motion a view is its final picture at once.
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1920, height: 1080 } });
test.slow();

const COPIES = 'The full merge, copy by copy';
const ROLES = 'The log block changes its role';

test('a lesson by the presenter’s clicker, a question in between, and back to the exact place', async ({
  page,
}) => {
  const lecture = await Lecture.begin(page, 'full_merge');
  const { presenter, projector } = lecture;
  await expect(presenter.getByText('Let the class say the number aloud')).toBeVisible();
  await expect(presenter.getByText('Answer: 8')).toBeVisible();
  await expect(presenter.getByRole('region', { name: 'Next', exact: true })).toContainText(COPIES);
  // The audience reads no notes.
  await expect(projector.getByText('Speaker notes')).toBeHidden();
  await lecture.standsAt('request 8 of 9');

  // The first press shows the result, the second goes on.
  await presenter.keyboard.press('PageDown');
  await lecture.standsAt(/^request 9 of 9 · step/);
  await expect(projector.getByText('copies: a whole logical block')).toBeVisible();
  await presenter.keyboard.press('PageDown');
  await lecture.shows(COPIES);
  await lecture.shows(COPIES, presenter);
  await lecture.standsAt('request 9 of 9 · step 12 of 42');
  await presenter.keyboard.press('PageUp');
  await lecture.shows('Merge operation one: the full merge');
  // The arrows of other clickers, in the other window.
  await projector.keyboard.press('ArrowRight');
  await lecture.shows(COPIES);
  await lecture.shows(COPIES, presenter);

  // Blank: the next press brings the picture back, and nothing else.
  await presenter.keyboard.press('.');
  await expect(projector.getByRole('region', { name: 'The projector is blank' })).toBeVisible();
  await presenter.keyboard.press('PageDown');
  await expect(projector.getByRole('region', { name: 'The projector is blank' })).toBeHidden();
  await lecture.shows(COPIES);

  // A little further than the step goes: that is the place to come back to.
  await lecture.standsAt('request 9 of 9 · step 12 of 42');
  await presenter.keyboard.press('e');
  await expect(projector.getByTestId('position')).not.toHaveText('request 9 of 9 · step 12 of 42');
  const place = (await projector.getByTestId('position').textContent()) ?? '';
  const hash = await lecture.leave();

  // The instructor steps around, changes things and runs elsewhere; the clicker's keys step the stage.
  const lab = new LabPage(projector);
  await lab.stepBy('Request');
  await presenter.keyboard.press('PageUp');
  await expect(projector.getByTestId('position')).not.toHaveText(place);
  await lab.example('DFTL');
  await lab.runTo('Next erase');
  expect((await lab.report()).state_hash).not.toBe(hash);
  await lab.command('Compare');
  await lab.button('Compare both').click();
  await expect(lab.region('Comparison')).toBeVisible();
  // While the dialog is still there, keys are its own.
  await expect(projector.getByRole('dialog')).toBeHidden();
  await lecture.shows(COPIES, presenter);

  await lecture.comeBack(projector);
  await lecture.standsAt(place);
  await lecture.shows(COPIES);
  expect(await lecture.leave()).toBe(hash);
  await expect(lab.grain('Action')).toHaveAttribute('aria-pressed', 'true');
  await expect(lab.region('Comparison')).toBeHidden();
  await lecture.comeBack(presenter);
  await lecture.standsAt(place);
});

test('a round: both windows have its goal, the best choices only the presenter, until the audience is shown @deep', async ({
  page,
}) => {
  const lecture = await Lecture.begin(page, 'be_the_ftl');
  const { presenter, projector } = lecture;
  const title = 'Be the FTL: which log block goes?';
  await lecture.shows(title);
  await lecture.shows(title, presenter);
  const goal = 'Goal: at most 5 erases. With BAST alone: 7 erases.';
  const best = /The best choices take 5 erases\. Request 3: B4/;
  await expect(presenter.getByText(goal)).toBeVisible();
  await expect(presenter.getByText(best)).toBeVisible();
  await expect(projector.getByText(goal)).toBeVisible();
  await expect(projector.getByText(best)).toBeHidden();
  await lecture.standsAt('request 2 of 6');
  await presenter.keyboard.press('PageDown');
  await expect(projector.getByText(best)).toBeVisible();
  await expect(projector.getByText('5 erases, where BAST takes 7.')).toBeVisible();
  await expect(presenter.getByText('5 erases, where BAST takes 7.')).toBeVisible();
  await lecture.standsAt('end: all 6 requests done');
});

test('messages that are malformed, of another version or made up change nothing in either window', async ({
  page,
}) => {
  const lecture = await Lecture.begin(page, 'full_merge');
  const { presenter, projector } = lecture;
  const id = new URL(projector.url()).searchParams.get('lecture') ?? '';
  expect(id).toMatch(/^[\w-]{8}$/);
  // Any page of this origin can send them; the true ones are heard first, so that the false ones can be like them.
  const stranger = await page.context().newPage();
  await stranger.goto('./#/glossary');
  await stranger.evaluate((name) => {
    const talk = new Promise((resolve) => {
      new BroadcastChannel(name).onmessage = ({ data }) => data?.type === 'talk' && resolve(data);
    });
    Object.assign(globalThis, { talk });
  }, `ftl-lab.lecture.${id}`);
  await presenter.keyboard.press('.');
  const talk = await stranger.evaluate(
    () => (globalThis as unknown as { talk: Promise<Record<string, unknown>> }).talk,
  );
  await expect(projector.getByRole('region', { name: 'The projector is blank' })).toBeVisible();
  await presenter.keyboard.press('.');
  await expect(projector.getByRole('region', { name: 'The projector is blank' })).toBeHidden();
  await stranger.evaluate(
    ([name, told]) => {
      const over = { ...(told.lecture as object), over: true, blank: true };
      const stamp = { clock: 50, window: 'stranger' };
      const all: unknown[] = [
        ...[null, 5, 'hello', [], {}, { type: 'shutdown', from: 'x', role: 'presenter' }],
        { ...told, stamp: { clock: 9e15, window: 'x' }, lecture: over },
        { ...told, stamp: { clock: -1, window: 'x' }, lecture: over },
        { ...told, version: 2, stamp, lecture: over },
        { ...told, stamp, lecture: { ...over, timer: null } },
        { ...told, stamp, lecture: { ...over, lesson: { slug: 7 } } },
        { ...told, stamp, lecture: { ...over, filter: { contrast: 0, gamma: 0 } } },
        { type: 'key', from: 'x', role: 'owner', action: 'end' },
        { type: 'stands', from: 'x', role: 'projector', place: { source: 5 } },
      ];
      const channel = new BroadcastChannel(name);
      for (const message of all) channel.postMessage(message);
      channel.close();
    },
    [`ftl-lab.lecture.${id}`, talk] as const,
  );
  await stranger.close();
  // It goes on as before, in both.
  await presenter.keyboard.press('PageDown');
  await lecture.standsAt(/^request 9 of 9 · step/);
  await presenter.keyboard.press('PageDown');
  await lecture.shows(COPIES);
  await lecture.shows(COPIES, presenter);
  await expect(projector.getByRole('region', { name: 'The projector is blank' })).toBeHidden();
  // A lecture that was ended, or whose clock had been set beyond all others, would not come back.
  await projector.reload();
  await lecture.shows(COPIES);
  await presenter.keyboard.press('PageUp');
  await lecture.shows('Merge operation one: the full merge');
});

test('sync off: the presenter looks ahead alone; on: back to what the audience sees', async ({ page }) => {
  const lecture = await Lecture.begin(page, 'full_copies');
  const { presenter } = lecture;
  await presenter.keyboard.press('s');
  await presenter.keyboard.press('PageDown');
  await lecture.shows('Two old blocks become free', presenter);
  await expect(presenter.getByRole('status')).toHaveText(
    `Sync is off. The projector shows step 8: ${COPIES}`,
  );
  await lecture.shows(COPIES);
  await presenter.getByRole('button', { name: 'Sync', exact: true }).click();
  await lecture.shows(COPIES, presenter);
  await presenter.keyboard.press('PageDown');
  await lecture.shows('Two old blocks become free');

  // Looked at first, then shown.
  await presenter.keyboard.press('s');
  await presenter.getByRole('button', { name: `11. ${ROLES}` }).click();
  await lecture.shows('Two old blocks become free');
  await presenter.getByRole('button', { name: 'Show this on the projector' }).click();
  await lecture.shows(ROLES);
  await presenter.keyboard.press('s');
  await lecture.shows(ROLES, presenter);
});

test('either window can be reloaded, or closed and opened again, and the lecture continues @deep', async ({
  page,
}) => {
  const lecture = await Lecture.begin(page, 'full_copies');
  const { projector, presenter } = lecture;
  await projector.reload();
  await lecture.shows(COPIES);
  await lecture.standsAt('request 9 of 9 · step 12 of 42');
  await presenter.keyboard.press('PageDown');
  await lecture.shows('Two old blocks become free');
  await presenter.reload();
  await lecture.shows('Two old blocks become free', presenter);
  await expect(presenter.getByRole('alert')).toBeHidden();

  // F5, which some clickers send to begin, loads neither again.
  await presenter.evaluate(() => document.body.setAttribute('data-mark', 'here'));
  await presenter.keyboard.press('F5');
  await expect(presenter.locator('[data-mark=here]')).toBeAttached();

  // The presenter's window is closed, and opened by the projector's.
  await presenter.close();
  const again = projector.context().waitForEvent('page');
  const buttons = projector.getByRole('region', { name: 'Lecture', exact: true });
  await expect(buttons).toBeHidden();
  await projector.mouse.move(900, 400);
  await projector.mouse.move(900, 2);
  await expect(buttons).toBeVisible();
  await projector.mouse.move(900, 400);
  await expect(buttons).toBeHidden();
  await projector.keyboard.press('Escape');
  await buttons.getByRole('button', { name: 'Presenter' }).click();
  lecture.presenter = await again;
  await expect(buttons).toBeHidden();
  await lecture.shows('Two old blocks become free', lecture.presenter);

  // The projector's window is closed; the lesson goes on without it, and it is found again where that has come to.
  await projector.close();
  await expect(lecture.presenter.getByRole('alert')).toContainText('No projector window is open.');
  await lecture.presenter.keyboard.press('PageDown');
  const found = lecture.presenter.context().waitForEvent('page');
  await lecture.presenter.getByRole('button', { name: 'Open the projector window' }).click();
  const second = await found;
  await expect(
    second.getByRole('heading', { name: 'Merge operation two: the partial merge', level: 3 }),
  ).toBeVisible();
  await expect(lecture.presenter.getByRole('alert')).toBeHidden();

  // Its end is the end of both.
  await lecture.end();
  await expect(second.getByRole('button', { name: 'Course', exact: true })).toBeVisible();
  await expect(second).not.toHaveURL(/lecture=/);
  await expect(second.getByText('Step 10 of 21')).toBeVisible();
});

test('a pen over the stage, undone and wiped by keys; a laser; a filter', async ({ page }) => {
  const lecture = await Lecture.begin(page, 'full_copies');
  const { presenter, projector } = lecture;
  const strokes = projector.locator('.ink g');
  await projector.keyboard.press('p');
  for (const y of [400, 500]) {
    await projector.mouse.move(900, y);
    await projector.mouse.down();
    await projector.mouse.move(1200, y + 40, { steps: 5 });
    await projector.mouse.up();
  }
  await expect(strokes).toHaveCount(2);
  await projector.keyboard.press('z');
  await expect(strokes).toHaveCount(1);
  // Another step has a sheet of its own.
  await presenter.keyboard.press('PageDown');
  await expect(strokes).toHaveCount(0);
  await presenter.keyboard.press('PageUp');
  await expect(strokes).toHaveCount(1);
  await presenter.keyboard.press('x');
  await expect(strokes).toHaveCount(0);
  await projector.keyboard.press('l');
  await projector.mouse.move(1000, 500);
  await expect(projector.locator('.laser-dot')).toBeVisible();
  await projector.keyboard.press('Escape');
  await expect(projector.locator('.laser-dot')).toBeHidden();

  const filter = () => projector.evaluate(() => document.documentElement.style.filter);
  expect(await filter()).toBe('');
  await presenter.getByText('Room', { exact: true }).click();
  await presenter.getByRole('slider', { name: /^Contrast/ }).fill('1.5');
  await presenter.getByRole('slider', { name: /^Gamma/ }).fill('0.8');
  await expect.poll(filter).toMatch(/^contrast\(1\.5\) url\(.*#lecture-gamma.*\)$/);
  await presenter.getByRole('button', { name: 'No filter' }).click();
  await expect.poll(filter).toBe('');
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the clicker plays what a step has to watch, brings it to its end, then goes on', async ({ page }) => {
    const lecture = await Lecture.begin(page, 'full_copies');
    const { presenter, projector } = lecture;
    const end = (await projector.getByTestId('position').textContent()) ?? '';
    await expect(presenter.getByRole('status')).toHaveText('The next press plays this step.');
    await presenter.keyboard.press('PageDown');
    await expect(presenter.getByRole('status')).toHaveText('Playing: the next press jumps to its end.');
    await expect(projector.getByTestId('position')).not.toHaveText(end);
    await lecture.shows(COPIES);
    await presenter.keyboard.press('PageDown');
    await lecture.standsAt(end);
    await lecture.shows(COPIES);
    await expect(presenter.getByRole('status')).toHaveText('');
    await presenter.keyboard.press('PageDown');
    await lecture.shows('Two old blocks become free');
    // Again, as often as it is asked for.
    await presenter.keyboard.press('PageUp');
    await lecture.shows(COPIES);
    await presenter.keyboard.press('w');
    await expect(presenter.getByRole('status')).toHaveText('Playing: the next press jumps to its end.');
  });
});

test('a class prepared as a file: its lessons, its step, its theme; a wrong one says where', async ({
  page,
}) => {
  await page.goto('./#/lesson');
  const open = (text: string) =>
    page
      .getByLabel('Open a lesson from disk')
      .setInputFiles({ name: 'week-5.ftlclass', mimeType: 'application/yaml', buffer: Buffer.from(text) });
  await open('class: Week 5\nlessons: [flash, bats]\n');
  await expect(page.getByRole('alert').filter({ hasText: 'the course has no lesson "bats"' })).toContainText(
    'did you mean "bast"',
  );
  await open(
    'class: Week 5\nlessons: [flash, bast]\nstart: { lesson: bast, step: full_copies }\ntheme: dark\n',
  );
  await expect(page.getByRole('heading', { name: COPIES, level: 3 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Lecture', exact: true }).click();
  const presenter = await opened;
  await presenter.getByText('Room', { exact: true }).click();
  const lessons = presenter.getByRole('combobox', { name: 'Lesson' });
  await expect(lessons.getByRole('option')).toHaveCount(2);
  await lessons.selectOption({ index: 0 });
  await expect(page).toHaveURL(/#\/lesson\/flash/);
  await expect(head(page)).toContainText('Step 1 of');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // The other lesson has come to the presenter too.
  await expect(presenter.getByText(/^Step 1 of/)).toBeVisible();
  await presenter.getByText('Room', { exact: true }).click();
  await presenter.getByRole('button', { name: 'End the lecture' }).click();

  // A lesson from disk is taught as any other, and after a reload too.
  await page.getByRole('button', { name: 'Course', exact: true }).click();
  await page
    .getByLabel('Open a lesson from disk')
    .setInputFiles(join(import.meta.dirname, '../../web/lesson/testdata/sound.md'));
  const again = page.context().waitForEvent('page');
  // The list of lessons has a button of that name too.
  await page.getByRole('banner').getByRole('button', { name: 'Lecture', exact: true }).click();
  const other = await again;
  await expect(other.getByText(/^Step 1 of/)).toBeVisible();
  await other.keyboard.press('PageDown');
  await expect(other.getByText(/^Step 2 of/)).toBeVisible();
  await expect(head(page)).toContainText('Step 2 of');
  await page.reload();
  await expect(head(page)).toContainText('Step 2 of');
});

test('a vote: hands are counted, the room sees bars, votes again after talking, then sees the result', async ({
  page,
}) => {
  const lecture = await Lecture.begin(page, 'which_merge');
  const { presenter, projector } = lecture;
  const vote = presenter.getByRole('region', { name: 'Vote' });
  await vote.getByLabel('Hands for choice 1', { exact: true }).fill('12');
  await vote.getByLabel('Hands for choice 2', { exact: true }).fill('6');
  await vote.getByRole('button', { name: 'Hands for choice 2: one more' }).click();
  await expect(vote.getByText('Hands: 19')).toBeVisible();
  // Digits and points typed there are no keys of the lecture.
  await expect(projector.getByText('Hands: 19')).toHaveCount(0);
  const bars = projector.locator('.choices .vote');
  await expect(bars).toHaveCount(0);
  await vote.getByRole('button', { name: 'Show the bars' }).click();
  await expect(bars.nth(0)).toContainText('12');
  await expect(bars.nth(1)).toContainText('7');
  const width = (bar: number) =>
    bars
      .nth(bar)
      .locator('i')
      .last()
      .evaluate((i) => i.getBoundingClientRect().width);
  expect((await width(0)) / (await width(1))).toBeCloseTo(12 / 7, 1);

  await vote.getByRole('button', { name: 'Vote again' }).click();
  await expect(bars).toHaveCount(0);
  await expect(vote.getByText('before: 12')).toBeVisible();
  await vote.getByLabel('Hands for choice 1', { exact: true }).fill('3');
  await vote.getByLabel('Hands for choice 3', { exact: true }).fill('16');
  await vote.getByRole('button', { name: 'Show the bars' }).click();
  await expect(bars.nth(0)).toContainText('Hands: 3, 12 in the vote before');
  await expect(projector.getByRole('heading', { name: 'Result' })).toHaveCount(0);
  await presenter.getByRole('heading', { level: 3 }).first().click();
  await presenter.keyboard.press('PageDown');
  await expect(projector.locator('.reveal')).toBeVisible();
  // The bars stay beside the answer.
  await expect(bars.nth(2)).toContainText('16');
});

for (const [step, by] of [
  ['full_merge', 'presenter'],
  ['which_merge', 'projector'],
  ['prices', 'presenter'],
] as const) {
  test(`a question, and the room sees the step ${step} again as before`, async ({ page }) => {
    const lecture = await Lecture.begin(page, step);
    const { projector } = lecture;
    const before = await seen(projector);
    await lecture[by].keyboard.press('q');
    await expect(lecture.question).toBeVisible();
    // The lab is laid out as a lab: nothing of it is measured for the room.
    await expect(projector.locator('html:is([data-rested], [data-looked])')).toHaveCount(0);
    if (step === 'prices') await new LabPage(projector).example('DFTL');
    await lecture.comeBack(lecture[by]);
    expect(await seen(projector)).toEqual(before);
  });
}

/** The parts of the page that have a place on the projector once all is at rest, and their places: of one moment. */
async function seen(projector: Page): Promise<string[]> {
  const places = await projector.waitForFunction(() => {
    if (!document.documentElement.hasAttribute('data-rested')) return null;
    return ['.lesson-view', '.centre', '.centre canvas', '.side', '.timeline'].map((name) => {
      const part = document.querySelector(`.lecture ${name}`);
      if (!part?.checkVisibility({ visibilityProperty: true })) return `${name}: hidden`;
      const { x, y, width, height } = part.getBoundingClientRect();
      return `${name}: ${[x, y, width, height].map(Math.round)}`;
    });
  });
  return (await places.jsonValue()) as string[];
}

test('where the browser refuses full screen, the projector says so once, with the way that is left', async ({
  page,
}) => {
  const { projector } = await Lecture.begin(page, 'full_merge');
  await projector.evaluate(() => {
    document.documentElement.requestFullscreen = () =>
      Promise.reject(new TypeError('Permissions check failed'));
  });
  const said = projector.getByText('The browser did not allow full screen.');
  await expect(said).toHaveCount(0);
  await projector.keyboard.press('f');
  await expect(said).toBeVisible();
  await expect(projector.getByRole('alert').filter({ has: said })).toContainText('Use its own key (F11)');
  await projector.keyboard.press('f');
  await expect(said).toHaveCount(1);
});
