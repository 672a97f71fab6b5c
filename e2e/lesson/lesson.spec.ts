// A person takes the lesson: to its full merge and back, through predictions, out of the browser and in again.

import type { Page } from '@playwright/test';
import { expect, LabPage, type Seen, test } from '../lab-page';

// Without motion a view is its final picture at once, so that pictures can be compared.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const FULL_MERGE = 7;

class Lesson {
  readonly region;
  constructor(readonly page: Page) {
    this.region = page.getByRole('region', { name: 'Lesson' });
  }

  async open() {
    await this.page.goto('./#/lesson/bast');
    await expect(this.region.getByText('Step 1 of 21')).toBeVisible();
    await this.standsAt('before the first of 11 requests');
  }

  /** By the button, as many times as it takes; predictions on the way are passed by "Show me". */
  async walkTo(step: number) {
    for (let at = 1; at < step; at += 1) {
      const show = this.region.getByRole('button', { name: 'Show me' });
      if (await show.isVisible()) await show.click();
      await this.region.getByRole('button', { name: 'Next step' }).click();
      await expect(this.region.getByText(`Step ${at + 1} of 21`)).toBeVisible();
    }
  }

  async standsAt(position: string | RegExp) {
    await expect(this.page.getByTestId('position')).toHaveText(position);
  }

  async answer(text: string) {
    await this.region.getByRole('textbox', { name: /Your answer/ }).fill(text);
    await this.region.getByRole('button', { name: 'Check' }).click();
  }
}

/** Word for word, and the stage dot for dot. */
function alike(views: Seen[], expected: Seen[]) {
  const words = ({ picture: _, ...rest }: Seen) => rest;
  expect(views.map(words)).toEqual(expected.map(words));
  const other = views.find(({ picture }, index) => picture !== expected[index]?.picture);
  expect(other?.position, 'where the stage looks different').toBeUndefined();
}

test.describe('on a large screen', () => {
  // The whole stage is in sight: where it is scrolled to makes no difference.
  test.use({ viewport: { width: 1600, height: 1300 } });

  test('to the full merge, back through it by flash operations, and forward again', async ({ page }) => {
    const [lesson, lab] = [new Lesson(page), new LabPage(page)];
    await lesson.open();
    await lesson.walkTo(FULL_MERGE);
    await lesson.standsAt('request 8 of 9');
    await page.getByRole('group', { name: 'A step is' }).getByRole('button', { name: 'Flash op' }).click();
    const step = page.getByRole('button', { name: 'Step', exact: true });
    const back = page.getByRole('button', { name: 'Step back' });
    const ahead = async (by: typeof step, from: string) => {
      await by.click();
      await expect(page.getByTestId('position')).not.toHaveText(from);
    };

    // Forward to where the lesson says that the merge is complete: 8 copies and 2 erases at the least.
    const seen = [await lab.seen()];
    const caption = page
      .getByRole('region', { name: 'Flash array' })
      .getByText(/is now the data block of LBN 0/);
    while (!(await caption.isVisible()) && seen.length < 40) {
      await ahead(step, seen.at(-1)?.position ?? '');
      seen.push(await lab.seen());
    }
    expect(seen.length).toBeGreaterThan(8 + 2);
    expect(new Set(seen.map(({ position }) => position)).size).toBe(seen.length);
    expect(new Set(seen.map(({ picture }) => picture)).size).toBeGreaterThan(8 + 2);

    // A view marks what the last move changed, so views reached in one direction are the ones to be alike;
    // the counters are alike from both sides.
    const walk = async (by: typeof step, way: typeof seen) => {
      const views: typeof seen = [];
      for (const { position, figures } of way) {
        await by.click();
        await lesson.standsAt(position);
        const now = await lab.seen();
        expect(now.figures, `figures at ${position}`).toBe(figures);
        views.push(now);
      }
      return views;
    };
    const there = seen.slice(1);
    const before = seen.slice(0, -1).reverse();
    const backward = await walk(back, before);
    alike(await walk(step, there), there);
    alike(await walk(back, before), backward);

    // And the lesson's own way there ends in the same view.
    await lesson.region.getByRole('button', { name: 'Show me' }).click();
    await lesson.standsAt(/^request 9 of 9 · step \d+ of \d+$/);
    const { figures } = seen.at(-1) ?? {};
    await expect.poll(() => lab.seen()).toMatchObject({ figures });
  });
});

test('stepping about and “Back to the step”', async ({ page }) => {
  const [lesson, lab] = [new Lesson(page), new LabPage(page)];
  await lesson.open();
  await lesson.walkTo(3);
  await lesson.standsAt('request 5 of 11');
  const there = await lab.seen();
  // The short bar steps by the grain that is set; the whole timeline is a click away.
  await expect(page.getByRole('button', { name: 'Next request' })).toBeHidden();
  await lab.stepBy('Request');
  await lab.button('Step').click();
  await lesson.standsAt('request 6 of 11');
  await lab.button('Whole timeline').click();
  await lab.button('Next request').click();
  await lesson.standsAt('request 7 of 11');
  await lesson.region.getByRole('button', { name: 'Back to the step' }).click();
  await lesson.standsAt('request 5 of 11');
  const { picture: _, ...words } = there;
  expect(await lab.seen()).toMatchObject(words);
});

test('a prediction wrong, a fresh variant right, the result revealed', async ({ page }) => {
  const lesson = new Lesson(page);
  await lesson.open();
  await lesson.walkTo(FULL_MERGE);
  const result = lesson.region.getByRole('heading', { name: 'Result' });
  await expect(result).toBeHidden();
  await page.keyboard.press('PageDown');
  await expect(lesson.region.getByText('Predict first')).toBeVisible();

  // The things that a mistake counts are marked on the stage, with words.
  await page.evaluate(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    const written = new Set<string>();
    Object.assign(window, { written });
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      written.add(text);
      return fillText.call(this, text, ...rest);
    };
  });
  const written = () => page.evaluate(() => [...(window as unknown as { written: Set<string> }).written]);
  await lesson.answer('5');
  await expect(lesson.region.getByText('Not yet:')).toBeVisible();
  await expect.poll(written).toEqual(expect.arrayContaining(['you counted 5', 'and these?']));
  await expect(lesson.region.getByText('Those are the latest copies in the log block')).toBeVisible();
  await expect(result).toBeHidden();

  await lesson.region.getByRole('button', { name: 'Try a fresh variant' }).click();
  await expect(lesson.region.getByText(/^Variant 1:/)).toBeVisible();
  // How many pages a block has is said in the text; a full merge copies as many.
  const pages = await lesson.region.getByTitle('scenario.device.pages_per_block').first().innerText();
  await lesson.answer(pages);
  await expect(lesson.region.getByText('Right.')).toBeVisible();

  await lesson.region.getByRole('button', { name: 'Back to the lesson’s own example' }).click();
  await expect(result).toBeVisible();
  await lesson.region.getByRole('button', { name: 'Next step' }).click();
  await expect(lesson.region.getByText('Step 8 of 21')).toBeVisible();
});

test('by keyboard, and taken up again after a reload', async ({ page }) => {
  const lesson = new Lesson(page);
  await lesson.open();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Alt+ArrowRight');
  await expect(lesson.region.getByText('Step 3 of 21')).toBeVisible();
  await page.keyboard.press('PageUp');
  await lesson.standsAt('request 4 of 11');
  await page.reload();
  await expect(lesson.region.getByText('Step 2 of 21')).toBeVisible();
  await lesson.standsAt('request 4 of 11');
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the result is played, and then told; it is watched once more, and stops where the step ends', async ({
    page,
  }) => {
    const lesson = new Lesson(page);
    await lesson.open();
    await lesson.walkTo(FULL_MERGE);
    await lesson.standsAt('request 8 of 9');
    const result = lesson.region.getByRole('heading', { name: 'Result' });
    await lesson.answer('8');
    await expect(lesson.region.getByText('Right.')).toBeVisible();
    await expect(lesson.region.getByText('The stage shows what happens.')).toBeVisible();
    await expect(result).toBeHidden();
    await expect(page.getByRole('region', { name: 'Flash array' }).getByText(/copy 1 of 8/)).toBeVisible();
    await lesson.region.getByRole('button', { name: 'Skip to the result' }).click();
    await expect(result).toBeVisible();
    const there = 'request 9 of 9 · step 37 of 42';
    await lesson.standsAt(there);

    const seen = page.evaluate(
      (last) =>
        new Promise<string[]>((done) => {
          const positions: string[] = [];
          const look = () => {
            const now = document.querySelector('[data-testid=position]')?.textContent ?? '';
            if (positions.at(-1) !== now) positions.push(now);
            if (now === last && positions.length > 2) done(positions);
            else requestAnimationFrame(look);
          };
          look();
        }),
      there,
    );
    await page.getByRole('button', { name: 'Whole timeline' }).click();
    await page.getByRole('slider', { name: 'Speed' }).fill('5');
    await lesson.region.getByRole('button', { name: 'Watch it happen' }).click();
    const positions = await seen;
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await lesson.standsAt(there);
    // Through the copies, to the step's end and not beyond it.
    expect(positions.length).toBeGreaterThan(10);
    const events = positions.slice(1).map((text) => Number(/step (\d+)/.exec(text)?.[1] ?? 0));
    expect(events).toEqual([...events].sort((a, b) => a - b));
  });
});

test('the inspector is behind a button, and what a step says to look at opens it', async ({ page }) => {
  const [lesson, lab] = [new Lesson(page), new LabPage(page)];
  await lesson.open();
  await expect(lab.region('Why')).toBeHidden();
  await lab.button('Why').click();
  await expect(lab.region('Why')).toBeVisible();
  await lab.button('Why').click();
  await expect(lab.region('Why')).toBeHidden();
  await lesson.walkTo(5);
  await lesson.region.getByRole('button', { name: 'Look here: Why' }).click();
  await expect(lab.region('Why')).toBeVisible();
});

test('a task judged by the engine', async ({ page }) => {
  const lesson = new Lesson(page);
  await lesson.open();
  await lesson.region.getByRole('combobox', { name: 'All steps' }).selectOption({ index: 18 });
  await lesson.standsAt('end: all 4 requests done');
  const requests = lesson.region.getByRole('textbox', { name: 'Your requests' });
  await requests.fill('w4 w5 w6 w7');
  await requests.press('Enter');
  await expect(lesson.region.getByText('Nothing was merged.')).toBeVisible();
  await requests.fill('w4 w5 w6 w7 w0');
  await requests.press('Enter');
  await expect(lesson.region.getByText('Right.')).toBeVisible();
  await lesson.standsAt('end: all 9 requests done');
});

test('a lesson with a wrong expectation: place, reason, remedy; the lab stays as it was', async ({
  page,
}) => {
  const lesson = new Lesson(page);
  await lesson.open();
  await lesson.walkTo(3);
  await lesson.standsAt('request 5 of 11');
  await page.getByRole('banner').getByRole('button', { name: 'Course' }).click();
  await expect(page).toHaveURL(/#\/learn$/);
  const text = [
    '---',
    'title: "Mine"',
    'goals: [see it fail]',
    'scenarios:',
    '  one:',
    '    device: { blocks: 4, pages_per_block: 4, page_bytes: 2048 }',
    '    logical_pages: 8',
    '    ftl: { kind: bast, log_blocks: 1 }',
    '    ops: "w0"',
    '---',
    '## One write',
    '```yaml',
    'on: one',
    'run: end',
    'must: report.flash.programs.total == 2',
    '```',
    'A write.',
  ].join('\n');
  await lesson.region
    .getByLabel('Open a lesson from disk')
    .setInputFiles({ name: 'mine.md', mimeType: 'text/markdown', buffer: Buffer.from(text) });
  await expect(lesson.region.getByRole('alert')).toContainText(
    /Line 15, column 7.*does not hold.*Remedy: the engine says 1 == 2/,
  );
  await lesson.standsAt('request 5 of 11');
});
