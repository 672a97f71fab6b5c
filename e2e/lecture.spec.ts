// An instructor gives a lecture: the projector's window and the presenter's, a clicker, a question in between.

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { nothingWrong, nothingWrongIn, THEMES } from './axe';
import { expect, LabPage, test } from './lab-page';

// Without motion a view is its final picture at once.
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1920, height: 1080 } });
test.slow();

const COPIES = 'The full merge, copy by copy';
const ROLES = 'The log block changes its role';

/** What is looked for in each language. */
const WORDS = {
  'en-US': {
    begin: 'Lecture',
    next: 'Next',
    question: 'Question: you can explore the lab freely',
    blank: 'The projector is blank',
    room: 'Room',
    theme: 'Theme of the projector',
    help: 'All keys',
  },
  'ko-KR': {
    begin: '강의',
    next: '다음',
    question: '질문: 랩을 자유롭게 살펴볼 수 있습니다',
    blank: '프로젝터 화면이 꺼져 있습니다',
    room: '강의실',
    theme: '프로젝터의 테마',
    help: '모든 키',
  },
};
type Words = (typeof WORDS)['en-US'];

class Lecture {
  readonly projector: Page;
  presenter: Page;
  private readonly words: Words;

  private constructor(projector: Page, presenter: Page, words: Words) {
    this.projector = projector;
    this.presenter = presenter;
    this.words = words;
  }

  /** Begins one at a step of a lesson, by default that on BAST. */
  static async begin(
    projector: Page,
    step: string,
    words: Words = WORDS['en-US'],
    lesson = 'bast',
  ): Promise<Lecture> {
    await projector.goto(`./#/lesson/${lesson}?step=${step}`);
    const opened = projector.context().waitForEvent('page');
    await projector.getByRole('button', { name: words.begin, exact: true }).click();
    const lecture = new Lecture(projector, await opened, words);
    await lecture.presenter.setViewportSize({ width: 1280, height: 720 });
    await expect(lecture.presenter.getByRole('button', { name: words.next, exact: true })).toBeVisible();
    // Computed: its answers are there.
    await expect(lecture.presenter.getByText('…', { exact: true })).toHaveCount(0);
    await expect(lecture.presenter.getByRole('alert')).toBeHidden();
    return lecture;
  }

  async shows(title: string, on: Page = this.projector) {
    await expect(on.getByRole('heading', { name: title, exact: true, level: 3 })).toBeVisible();
    if (on !== this.projector) return;
    // To be read, not only to be heard.
    await expect(head(on)).toContainText(title);
  }

  async standsAt(position: string | RegExp) {
    await expect(this.projector.getByTestId('position')).toHaveText(position);
  }

  get question() {
    return this.projector.getByText(this.words.question);
  }

  /** Leaves for a question; the hash of the frame there. */
  async leave(): Promise<string> {
    await this.presenter.keyboard.press('q');
    await expect(this.question).toBeVisible();
    return (await new LabPage(this.projector).report()).state_hash;
  }

  async end() {
    await this.presenter.getByText(this.words.room, { exact: true }).click();
    await this.presenter.getByRole('button', { name: 'End the lecture' }).click();
  }

  async comeBack(by: Page) {
    await by.keyboard.press('q');
    await expect(this.question).toBeHidden();
  }
}

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

test('a round: both windows have its goal, the best choices only the presenter, until the audience is shown', async ({
  page,
}) => {
  const lecture = await Lecture.begin(page, 'be_the_ftl');
  const { presenter, projector } = lecture;
  const title = 'Be the FTL: which log block goes?';
  await lecture.shows(title);
  await lecture.shows(title, presenter);
  const goal = 'Goal: at most 5 erases. BAST alone: 7 erases.';
  const best = /The best choices take 5 erases\. Request 3: Block 4/;
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

test('either window is loaded anew, or closed and opened again, and the lecture goes on', async ({
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

  // F5, which some clickers send to begin, loads neither anew.
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
  const closed = lecture.presenter.waitForEvent('close');
  await lecture.end();
  await closed;
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

test('everything the audience reads is 24 px or more on a projector of 1920 x 1080', async ({ page }) => {
  await page.addInitScript(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    const sizes = new Map<string, number>();
    Object.assign(window, { sizes });
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      sizes.set(text, Number(/([\d.]+)px/.exec(this.font)?.[1]));
      return fillText.call(this, text, ...rest);
    };
  });
  const lecture = await Lecture.begin(page, 'full_copies');
  const { projector } = lecture;
  for (const [step, theme] of [
    ['8. ', 'projector'],
    ['11. ', 'projector'],
    ['16. ', 'dark'],
  ] as const) {
    await lecture.presenter.getByRole('button', { name: new RegExp(`^${step}`) }).click();
    await lecture.presenter.getByText('Room', { exact: true }).click();
    await lecture.presenter.getByLabel('Theme of the projector').selectOption(theme);
    await lecture.presenter.getByText('Room', { exact: true }).click();
    await expect(projector.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(head(projector)).toContainText(`Step ${Number.parseInt(step, 10)} of 21`);
    // What this step paints, from its first picture on.
    await projector.evaluate(() => (window as unknown as { sizes: Map<string, number> }).sizes.clear());
    await lecture.presenter.keyboard.press('Shift+ArrowLeft');
    const painted = () =>
      projector.evaluate(() => [...(window as unknown as { sizes: Map<string, number> }).sizes]);
    await expect.poll(async () => (await painted()).length).toBeGreaterThan(10);
    // The labels of pages, blocks and sections.
    const labels = (await painted()).filter(([text]) => /^(\d+$|B\d|LBN|W|Data|Log|Free)/.test(text));
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.filter(([, size]) => size < 24)).toEqual([]);
    await expect.poll(() => smallText(projector), `step ${step}`).toEqual([]);
  }
  // What is read is 3.6 % of the height; the speaker makes it larger or smaller for the room, and nothing too small.
  const prose = () =>
    projector
      .locator('.lesson-view .prose')
      .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
  const normal = await prose();
  expect(normal).toBeGreaterThanOrEqual(1080 * 0.036);
  await lecture.presenter.keyboard.press('+');
  await expect.poll(prose).toBeGreaterThan(normal * 1.1);
  await expect.poll(() => smallText(projector)).toEqual([]);
  await lecture.presenter.keyboard.press('-');
  await lecture.presenter.keyboard.press('-');
  await expect.poll(prose).toBeLessThan(normal);
  await expect.poll(() => smallText(projector)).toEqual([]);
});

test('what is read fits, the result of a question too; the figures that a step names are in sight, with nothing to press', async ({
  page,
}) => {
  const { projector, presenter } = await Lecture.begin(page, 'which_merge');
  const text = projector.locator('.lesson-view > .scroll');
  const cut = () => text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight > 1);
  await expect(text.locator('.ask')).toBeInViewport({ ratio: 1 });
  await expect.poll(cut).toBe(false);
  await presenter.keyboard.press('PageDown');
  await expect(text.locator('.reveal')).toBeInViewport({ ratio: 1 });
  await expect(text.locator('.ask')).toBeInViewport({ ratio: 1 });
  await expect.poll(cut).toBe(false);
  // The largest letters need the most room.
  await presenter.keyboard.press('+');
  await expect(projector.locator('html')).toHaveAttribute('data-room', 'larger');
  await expect.poll(cut).toBe(false);
  await presenter.keyboard.press('-');

  await presenter.getByRole('button', { name: /^14\. / }).click();
  const figures = new LabPage(projector).region('Metrics');
  for (const name of ['Write amplification', 'Full merges', 'Reads verified']) {
    await expect(figures.getByRole('row').filter({ hasText: name })).toBeInViewport({ ratio: 1 });
  }
  // But for the terms, which are words of the text.
  await expect(projector.locator('button:not(.term):visible')).toHaveCount(0);
});

test('a chart stands in the place of the stage, as large as that', async ({ page }) => {
  const { projector } = await Lecture.begin(page, 'walks', undefined, 'replacement');
  const chart = projector.locator('.lesson-view .chart');
  const drawings = chart.getByRole('img');
  await expect(drawings).toHaveCount(2);
  const stage = await projector.getByRole('main').boundingBox();
  const box = await chart.boundingBox();
  expect(box?.width).toBeGreaterThan(0.95 * (stage?.width ?? 1e9));
  expect(box?.height).toBeGreaterThan(0.95 * (stage?.height ?? 1e9));
  const drawn = await drawings.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  expect(drawn.reduce((sum, { height }) => sum + height, 0)).toBeGreaterThan(0.6 * (box?.height ?? 1e9));
  // All of it is there to be seen.
  for (const { bottom } of drawn) expect(bottom).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
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

test('the axes of charts are 24 px or more there', async ({ page }) => {
  await page.goto('./#/lesson/replacement?step=walks&theme=projector');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'projector');
  await expect(page.locator('.lesson-view .chart svg text').first()).toBeVisible();
  const sizes = () =>
    page.locator('svg text').evaluateAll((texts) =>
      texts.map((text) => {
        const scale = (text as SVGGraphicsElement).getScreenCTM()?.a ?? 0;
        return Number.parseFloat(getComputedStyle(text).fontSize) * scale;
      }),
    );
  await expect.poll(async () => (await sizes()).length).toBeGreaterThan(6);
  await expect.poll(async () => (await sizes()).filter((size) => size < 24)).toEqual([]);
});

/** Where the lesson stands, at the top of the projector's window. */
function head(projector: Page) {
  return projector.locator('.lecture-head');
}

/** What is written on the page in less than 24 px. */
function smallText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim()) continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      // What is read out, and not seen.
      const { width } = parent.getBoundingClientRect();
      if (width <= 2 || parent.closest('.visually-hidden, [role=grid], option')) continue;
      const scale = parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.a ?? 1) : 1;
      const size = Number.parseFloat(getComputedStyle(parent).fontSize) * scale;
      if (size < 24) found.push(`${size} px: ${node.textContent}`);
    }
    return found;
  });
}

test('presenter and projector as a screen reader gets them', async ({ page }) => {
  const { presenter, projector } = await Lecture.begin(page, 'full_merge');
  await expect(presenter.locator('.script')).toMatchAriaSnapshot({ name: 'presenter-script.aria.yml' });
  const controls = presenter.getByRole('region', { name: 'Controls' });
  await expect(controls.getByRole('button')).toHaveText([
    'SpaceNext',
    '←Back',
    'WWatch',
    'QQuestion',
    'LPointer',
    'PPen',
    'BBlank',
    'SSync',
    'TPause timer',
    'NLarger notes',
  ]);
  // The room sees nothing of the speaker's to press.
  await expect(
    projector.getByRole('button', { name: /Pen|Pointer|Blank|Question|Presenter|End/ }),
  ).toHaveCount(0);
  await expect(projector.locator('.lecture-foot')).toMatchAriaSnapshot({ name: 'projector-foot.aria.yml' });
});

for (const [locale, words] of Object.entries(WORDS)) {
  test.describe(`in a browser of ${locale}`, () => {
    test.use({ locale });

    test('nothing is wrong for people with disabilities: presenter and projector', async ({ page }) => {
      const lecture = await Lecture.begin(page, 'full_merge', words);
      const { presenter, projector } = lecture;
      // In the projector's window the theme is the lecture's: changed as a lecturer changes it.
      // What another language changes are words.
      const themes = locale === 'en-US' ? THEMES : THEMES.slice(0, 1);
      for (const [turn, theme] of themes.entries()) {
        await presenter.getByText(words.room, { exact: true }).click();
        await presenter.getByLabel(words.theme).selectOption(theme);
        await presenter.getByText(words.room, { exact: true }).click();
        await expect(projector.locator('html')).toHaveAttribute('data-theme', theme);
        const on = (what: string) => `${what}, ${locale}`;
        await nothingWrongIn([theme], projector, on('projector'), turn > 0);
        await nothingWrongIn([theme], presenter, on('presenter'), turn > 0);
        await presenter.keyboard.press('q');
        await expect(lecture.question).toBeVisible();
        await nothingWrongIn([theme], projector, on('projector, a question'), turn > 0);
        await presenter.keyboard.press('q');
        await expect(lecture.question).toBeHidden();
        await presenter.keyboard.press('b');
        await expect(projector.getByRole('region', { name: words.blank })).toBeVisible();
        await nothingWrongIn([theme], projector, on('projector, blank'), turn > 0);
        await presenter.keyboard.press('b');
        await expect(projector.getByRole('region', { name: words.blank })).toBeHidden();
        if (turn > 0) continue;
        await presenter.getByText(words.room, { exact: true }).click();
        await presenter.getByText(words.help, { exact: true }).click();
        await nothingWrong(presenter, on('presenter, all open'));
        await presenter.setViewportSize({ width: 390, height: 844 });
        await nothingWrong(presenter, on('presenter, small'));
        await expect
          .poll(() => presenter.evaluate(() => document.documentElement.scrollWidth))
          .toBeLessThanOrEqual(390);
        await presenter.setViewportSize({ width: 1280, height: 720 });
        await presenter.getByText(words.help, { exact: true }).click();
        await presenter.getByText(words.room, { exact: true }).click();
      }
    });
  });
}

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
    .setInputFiles(join(import.meta.dirname, '../web/lesson/testdata/sound.md'));
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
