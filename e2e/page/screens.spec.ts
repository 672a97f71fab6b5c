// Every screen as a screen reader gets it; and nothing that a machine finds wrong for people with disabilities,
// anywhere, in any theme, language or size. The views of two windows are in lecture-looks.spec.ts, a large device in
// heat.spec.ts.
//
// The snapshots are what was read and found good once; after a change that is meant, `npm run e2e -- screens
// --update-snapshots` writes them again, and the difference is read like code.

import { LANGUAGES, nothingWrongIn, SIZES, show, speak, THEMES } from '../axe';
import { expect, type LabPage, test } from '../lab-page';
import { SCREENS, STATES } from '../screens';
import { someOf } from '../some-of';

// A colour halfway between two is no one's choice.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Nothing is wider than the page, in any theme: no one scrolls sideways to read. */
async function fits({ page }: LabPage, what: string) {
  for (const theme of THEMES) {
    await show(page, theme);
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(over, `${what}, ${theme}`).toBeLessThanOrEqual(0);
  }
}

/** How many of each part there are: what closes, or goes, is missed. */
function parts({ page }: LabPage) {
  return page.evaluate(() => {
    const all = ['[role=dialog]', '[role=menu]', '[role=alert]', 'section'];
    return all.map((part) => `${part} ${document.querySelectorAll(part).length}`);
  });
}

/** The parts, once two looks, 50 ms apart, find the same: some come a task after what `arrive` waits for. */
async function settled(lab: LabPage) {
  let before: string[] = [];
  await expect(async () => {
    const last = before;
    before = await parts(lab);
    expect(before).toEqual(last);
  }).toPass({ intervals: [50] });
  return before;
}

/** In another language everything is as it was: what was opened is what is looked at. */
async function speakHere(lab: LabPage, language: (typeof LANGUAGES)[number], what: string) {
  const before = await settled(lab);
  await speak(lab.page, language);
  await expect.poll(() => parts(lab), what).toEqual(before);
}

/** The languages in which a place is looked at in a size. */
const languagesOf = (turn: number) =>
  process.env.DEEP ? LANGUAGES : LANGUAGES.filter((_, place) => place === turn);

/** The themes, from the place's number on; the first is looked at with every rule, and alone in an ordinary run. */
const themesFrom = (place: number) =>
  THEMES.map((_, turn) => THEMES[(place + turn) % THEMES.length] ?? '').slice(
    0,
    process.env.DEEP ? undefined : 1,
  );

// A part of the screens and states is looked at, each in one size, language and theme, in turn; all of them in each, by
// `npm run test:deep`. Every screen is read.
const LOOKED = [...someOf(SCREENS, 2), ...someOf(STATES, 6)];

for (const screen of new Set([...SCREENS, ...LOOKED])) {
  const { name, arrive, own } = screen;
  const place = LOOKED.indexOf(screen);
  test(name, async ({ lab }) => {
    for (const [turn, size] of SIZES.entries()) {
      const looked = !!process.env.DEEP || (place >= 0 && turn === place % SIZES.length);
      const read = turn === 0 && own;
      if (!looked && !read) continue;
      await lab.page.goto('about:blank');
      await lab.page.setViewportSize(size);
      await lab.open();
      await arrive(lab);
      if (own) await expect(own(lab)).toBeVisible();
      if (read) await expect(own(lab)).toMatchAriaSnapshot({ name: `${name.replaceAll(' ', '-')}.aria.yml` });
      if (!looked) continue;
      const themes = themesFrom(place + turn);
      for (const language of languagesOf(turn)) {
        const what = `${name}, ${language}, ${size.width} pixels wide`;
        await speakHere(lab, language, what);
        await nothingWrongIn(themes, lab.page, what);
        await fits(lab, what);
      }
      await speak(lab.page, 'en');
    }
  });
}
