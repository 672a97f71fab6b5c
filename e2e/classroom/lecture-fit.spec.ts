// All text for the audience fits on the screen, in every step of every lesson, before and after its answer: the room can
// neither scroll nor come closer. `npm run test:deep` looks at all lessons, an ordinary run at one.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, SLOWLY, test } from '../lab-page';
import { head, Lecture, WORDS } from './lecture-page';
import { unread } from './unread';

const LESSONS = readdirSync(join(import.meta.dirname, '../../lessons')).flatMap(
  (folder) => /^\d\d-(.+)$/.exec(folder)?.[1] ?? [],
);
/** English is longer. */
const ORDINARY: Record<string, string[]> = { 'en-US': ['flash'] };
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
      test(`every step of the lesson ${lesson} is read without scrolling`, async ({ page }) => {
        test.setTimeout(2 * SLOWLY);
        const { presenter, projector } = await Lecture.begin(page, '1', words, lesson);
        // One engine is enough.
        await presenter.close();
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
          }
          await projector.keyboard.press('PageDown');
        }
        expect(faults).toEqual([]);
      });
    }
  });
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
