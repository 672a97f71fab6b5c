// All text for the audience fits on the screen, in every step of every lesson, before and after its answer: the room can
// neither scroll nor come closer. And what a step shows fills the screen. `npm run test:deep` looks at all lessons, an
// ordinary run at one, and at a few steps of others.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, SLOWLY, test } from '../lab-page';
import { someOf } from '../some-of';
import { emptiness } from './emptiness';
import { head, Lecture, WORDS } from './lecture-page';
import { unread } from './unread';

const LESSONS = readdirSync(join(import.meta.dirname, '../../lessons')).flatMap(
  (folder) => /^\d\d-(.+)$/.exec(folder)?.[1] ?? [],
);
/** English is longer. */
const ORDINARY: Record<string, string[]> = { 'en-US': ['flash'] };
/** Steps whose stage is a map of free blocks; two runs; lanes of channels; tables. */
const SHOWN = [
  ['mapping', 'sram'],
  ['buffer', 'what_if'],
  ['channels', 'crowded'],
  ['pud-lru', 'erratum'],
] as const;
/** No rectangle without anything in it is a larger part of the screen, or of what is beside the text. */
const EMPTY_AT_MOST = 1 / 3;
const ROOMS = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
];

// Without motion a view is its final picture at once, and no press plays a step.
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: ROOMS[0] });

for (const [locale, words] of Object.entries(WORDS)) {
  test.describe(`in a browser of ${locale}`, () => {
    test.use({ locale });

    for (const lesson of process.env.DEEP ? LESSONS : (ORDINARY[locale] ?? [])) {
      test(`every step of the lesson ${lesson} is read without scrolling${process.env.DEEP ? ', and fills the screen' : ''}`, async ({
        page,
      }) => {
        test.setTimeout(2 * SLOWLY);
        const { presenter, projector } = await Lecture.begin(page, '1', words, lesson);
        // One engine is enough.
        await presenter.close();
        const meter = await meterBeside(projector);
        const faults: string[] = [];
        for (let before = ''; ; ) {
          const step = await shown(projector);
          if (step === before) break;
          before = step;
          for (const room of ROOMS) {
            await projector.setViewportSize(room);
            await drawn(projector);
            const where = `${room.width}, ${await head(projector).textContent()}${step.endsWith('result') ? ', result' : ''}`;
            for (const fault of await unread(projector)) faults.push(`${where}: ${fault}`);
            if (!process.env.DEEP) continue;
            for (const fault of await unfilled(projector, meter)) faults.push(`${where}: ${fault}`);
          }
          await projector.keyboard.press('PageDown');
        }
        expect(faults).toEqual([]);
      });
    }
  });
}

for (const [lesson, step] of process.env.DEEP ? [] : someOf(SHOWN, 4)) {
  test(`the step ${step} of the lesson ${lesson} fills the screen`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const { presenter, projector } = await Lecture.begin(page, step, WORDS['en-US'], lesson);
    await presenter.close();
    await shown(projector);
    const meter = await meterBeside(projector);
    expect(await unfilled(projector, meter)).toEqual([]);
  });
}

/** A page to count pixels in. Behind it the projector would be drawn once a second. */
async function meterBeside(projector: Page): Promise<Page> {
  const meter = await projector.context().newPage();
  await projector.bringToFront();
  return meter;
}

/** The speaker's controls that the room sees, and how much of the screen is empty, once figures have found their size. */
async function unfilled(projector: Page, meter: Page): Promise<string[]> {
  await expect(projector.locator('html')).toHaveAttribute('data-rested');
  const faults: string[] = [];
  const controls = await projector.locator(':is(input, select, textarea):visible').count();
  if (controls > 0) faults.push(`${controls} controls`);
  const parts = async () => {
    const { screen, stage } = await emptiness(projector, meter);
    const empty = (part: string, share: number) =>
      share > EMPTY_AT_MOST ? [`${Math.round(share * 100)} % of the ${part} is empty`] : [];
    return [...empty('screen', screen), ...empty('stage', stage)];
  };
  let empty: string[] = [];
  await expect(async () => {
    empty = await parts();
    expect(empty).toEqual([]);
  })
    .toPass({ timeout: 3000 })
    .catch(() => undefined);
  return [...faults, ...empty];
}

/** The step at hand, once it is computed and stays as it is. */
async function shown(projector: Page): Promise<string> {
  let step: string | null = null;
  await expect(async () => {
    const last = step;
    step = await projector.evaluate(() => {
      const lesson = document.querySelector('.lesson-view > .scroll');
      const text = lesson?.textContent ?? '…';
      const waits = lesson?.querySelector('[data-elsewhere], .quiet[role=status]') || text.includes('…');
      if (waits || document.querySelector('.lab .loading, .lab .starting')) return null;
      const answered = lesson?.querySelector('.reveal') ? 'result' : '';
      return `${document.querySelector('.lecture-head')?.textContent} ${text} ${answered}`;
    });
    expect(step).not.toBeNull();
    expect(step).toEqual(last);
  }).toPass({ intervals: [60], timeout: SLOWLY });
  return String(step);
}

/** The parts get another size in one picture of the screen, and are drawn in it in the next. */
async function drawn(projector: Page): Promise<void> {
  await projector.evaluate(async () => {
    for (let pictures = 0; pictures < 3; pictures += 1)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  });
}
