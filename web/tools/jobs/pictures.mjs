// @ts-check
// Pictures of the production page.
//
// `npm run pictures [-- NAME…]`: those of the README, into .github/pictures.
// `npm run pictures -- --beside FOLDER [NAME…]`: every state below in every theme and language, into .cache/pictures,
// with sheet.html that puts each beside its drawing in FOLDER (an HTML page that takes `?theme=`).

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser } from '../browser.mjs';
import { freePort, serve } from '../serve.mjs';
import { Failure, ROOT } from '../step.mjs';
import { animated } from './animation.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/**
 * @typedef {object} State
 * @property {string} at the address
 * @property {(page: Page) => Promise<Page | undefined | void>} [lead] to what is shown, in English; the window it is in, if another
 * @property {string} [drawing] the drawing it is put beside
 * @property {string} [readme] its name in the README, if it is there
 * @property {'light' | 'dark'} [theme] that of the README
 * @property {readonly [width: number, height: number]} [size]
 * @property {number} [steps] that the README's picture moves on
 */

const THEMES = ['light', 'dark', 'projector'];
const LANGUAGES = ['en', 'ko'];
const README = join(ROOT, '.github', 'pictures');
const SHEET = join(ROOT, '.cache', 'pictures');
const MEASURE = /** @type {const} */ ([1280, 720]);
const HALL = /** @type {const} */ ([1920, 1080]);
const PHONE = /** @type {const} */ ([390, 844]);

/** Into a merge or a GC: some copies are made, others are still to come. */
const into =
  (/** @type {string} */ key, copies = 5) =>
  async (/** @type {Page} */ page) => {
    await press(page, key);
    // From actions to flash operations; a phone has no buttons for this.
    await page.keyboard.press('d');
    for (let copy = 0; copy < copies; copy++) await press(page, 'ArrowRight');
  };

/** @type {Record<string, State>} */
const STATES = {
  home: {
    at: '#/',
    drawing: 'home',
    lead: async (page) => page.getByRole('figure').locator('canvas').waitFor(),
  },
  'home-phone': { at: '#/', size: PHONE },
  bast: { at: '#/lab/bast', lead: into('m'), drawing: 'lab' },
  'full-merge': { at: '#/lab/bast', lead: (page) => press(page, 'm'), readme: 'full-merge', steps: 10 },
  page: { at: '#/lab/page', lead: into('c', 3), drawing: 'stage-page' },
  fast: { at: '#/lab/fast', lead: into('m') },
  last: { at: '#/lab/last', lead: into('m', 4), drawing: 'stage-groups' },
  superblock: { at: '#/lab/superblock', lead: into('m', 4), drawing: 'stage-groups' },
  dftl: { at: '#/lab/dftl', lead: into('c', 4), drawing: 'stage-dftl' },
  'dftl-miss': { at: '#/lab/dftl', lead: into('n', 1), drawing: 'stage-dftl', readme: 'dftl', theme: 'dark' },
  replacement: { at: '#/lab/replacement', lead: into('e', 0) },
  block: { at: '#/lab/block', lead: into('m', 4) },
  buffer: {
    at: '#/lab/buffer',
    lead: async (page) => {
      await page.keyboard.press('g');
      await page.getByRole('menuitem', { name: 'Next destage' }).click();
      await press(page, 'ArrowRight');
    },
  },
  channels: { at: '#/lab/channels', lead: into('c', 2) },
  million: {
    at: '#/lab/million?at=2000000.0',
    drawing: 'stage-large',
    readme: 'million',
    lead: async (page) => {
      await page.getByTestId('position').filter({ hasText: '2,000,000' }).waitFor({ timeout: 120_000 });
      await page.getByRole('radio', { name: 'Valid count' }).check({ force: true });
      await press(page, 'c');
    },
  },
  lesson: {
    at: '#/lesson/bast?step=full_merge',
    drawing: 'lesson',
    lead: async (page) => {
      await page.getByRole('textbox', { name: /Your answer/ }).fill('5');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
    },
  },
  'lesson-step': {
    at: '#/lesson/bast?step=full_copies',
    drawing: 'lesson',
    readme: 'lesson',
  },
  course: { at: '#/learn', drawing: 'course' },
  compare: {
    at: '#/traces',
    drawing: 'compare',
    lead: async (page) => {
      await bundled(page);
      await page.getByRole('button', { name: 'Compare all FTLs' }).click();
      await page.getByRole('status').filter({ hasText: '9 runs in' }).waitFor({ timeout: 300_000 });
    },
  },
  traces: { at: '#/traces', drawing: 'trace' },
  trace: { at: '#/traces', drawing: 'trace', lead: bundled },
  befl: {
    at: '#/lab/page',
    drawing: 'befl',
    lead: async (page) => {
      await page.keyboard.press('f');
      await page.getByRole('button', { name: 'Begin', exact: true }).click();
      await page.getByRole('listbox').waitFor();
    },
  },
  sidebyside: { at: '#/lab/bast', drawing: 'sidebyside', readme: 'comparison', lead: sideBySide },
  sweep: { at: '#/sweep' },
  lecture: {
    at: '#/lesson/bast?step=full_merge',
    drawing: 'projector',
    size: HALL,
    lead: async (page) => void (await lecture(page)),
  },
  presenter: { at: '#/lesson/bast?step=full_merge', drawing: 'presenter', size: HALL, lead: lecture },
  phone: { at: '#/lab/bast', lead: into('m'), drawing: 'phone', size: PHONE },
};

/** Takes the pictures of those states whose names are given, or of all. */
export async function takePictures(/** @type {string[]} */ args) {
  const beside = args[0] === '--beside' ? resolve(args[1] ?? '') : null;
  if (beside && !existsSync(join(beside, 'lab.html')))
    throw new Failure(`${beside} holds no drawings`, 'give their folder: --beside ../shared/mock/v2');
  const names = beside ? args.slice(2) : args;
  const states = Object.entries(STATES).filter(
    ([name, { readme }]) => (beside || readme) && (names.length === 0 || names.includes(name)),
  );
  const { chromium } = await import('@playwright/test');
  const { path: executablePath, env } = await findBrowser();
  const url = await serve({ port: await freePort() });
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox'],
  });
  for (const folder of [README, SHEET]) mkdirSync(folder, { recursive: true });
  const open = (/** @type {readonly [number, number]} */ [width, height]) =>
    // Motion is at its end in a picture.
    browser.newPage({ viewport: { width, height }, locale: 'en-US', reducedMotion: 'reduce' });
  let taken = 0;
  const shoot = async (/** @type {Page} */ page) => {
    await page.mouse.move(0, 0);
    // Without the ring of what was pressed last.
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    // The canvas is drawn in the frame after.
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 300)));
    return page.screenshot({ animations: 'disabled' });
  };
  const take = async (/** @type {Page} */ page, /** @type {string} */ file, steps = 0) => {
    const frames = [await shoot(page)];
    for (let step = 0; step < steps; step++) {
      await press(page, 'ArrowRight');
      frames.push(await shoot(page));
    }
    const last = (/** @type {number} */ at) => (at === 0 || at === steps ? 2500 : 900);
    writeFileSync(file, steps > 0 ? animated(frames, last, 0) : (frames[0] ?? ''));
    taken += 1;
  };
  try {
    for (const [name, { at, lead, drawing, readme, theme = 'light', size = MEASURE, steps }] of states) {
      const page = await open(size);
      await page.goto(url + at);
      await page.locator('main').first().waitFor();
      if (/lab|lesson/.test(at)) await page.getByTestId('position').waitFor();
      const shown = (await lead?.(page)) ?? page;
      if (shown !== page) await shown.setViewportSize({ width: size[0], height: size[1] });
      await shown.waitForLoadState('networkidle');
      if (beside) {
        for (const language of LANGUAGES) {
          await speak(shown, language);
          for (const look of THEMES) {
            await dress(shown, look);
            await take(shown, join(SHEET, `${name}-${look}-${language}.png`));
          }
        }
        const drawn = await open(size);
        for (const look of drawing ? THEMES : []) {
          await drawn.goto(`${pathToFileURL(join(beside, `${drawing}.html`))}?theme=${look}`);
          await take(drawn, join(SHEET, `${name}-${look}-drawn.png`));
        }
      } else {
        await dress(shown, theme);
        await take(shown, join(README, `${readme}.png`), steps);
      }
      for (const context of browser.contexts()) await context.close();
    }
    if (beside) writeFileSync(join(SHEET, 'sheet.html'), sheet());
  } finally {
    await browser.close();
  }
  return `${taken} in ${beside ? '.cache/pictures; open sheet.html there' : '.github/pictures'}`;
}

/** Each state in each theme a row: as drawn, in English, in Korean. Also those whose pictures were taken before. */
function sheet() {
  const rows = Object.entries(STATES).flatMap(([name, { drawing }]) =>
    THEMES.map((theme) => {
      const columns = [...(drawing ? ['drawn'] : []), ...LANGUAGES];
      const pictures = columns.map(
        (column) =>
          `<a href="${name}-${theme}-${column}.png"><img loading="lazy" alt="${column}" src="${name}-${theme}-${column}.png"></a>`,
      );
      return `<h2>${name}, ${theme}${drawing ? `, beside ${drawing}.html` : ''}</h2><p>${pictures.join('')}</p>`;
    }),
  );
  return `<!doctype html><meta charset="utf-8"><title>FTL Lab beside its drawings</title>
<style>body{font:14px system-ui;background:#888}p{display:flex;gap:8px}a{flex:1}img{width:100%}</style>
${rows.join('\n')}
`;
}

/** Changes the language with everything as it is, as the choice in another tab does. */
async function speak(/** @type {Page} */ page, /** @type {string} */ language) {
  await page.evaluate((newValue) => {
    dispatchEvent(new StorageEvent('storage', { key: 'ftl-lab.language', newValue }));
  }, language);
  await page.locator(`html[lang=${language}]`).waitFor();
}

async function dress(/** @type {Page} */ page, /** @type {string} */ theme) {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);
}

/** Presses a key that moves the run, until it has moved. */
async function press(/** @type {Page} */ page, /** @type {string} */ key) {
  const before = await page.getByTestId('position').textContent();
  await page.keyboard.press(key);
  await page.waitForFunction((was) => {
    const now = document.querySelector('[data-testid=position]')?.textContent;
    return now && now !== was;
  }, before);
}

async function bundled(/** @type {Page} */ page) {
  await page
    .getByRole('region', { name: 'Bundled traces' })
    .getByRole('button', { name: /Financial/ })
    .first()
    .click();
  await page.getByRole('complementary', { name: 'What next?' }).getByRole('status').waitFor();
  await page.getByRole('region', { name: 'Reuse' }).waitFor();
}

async function sideBySide(/** @type {Page} */ page) {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('searchbox').fill('Compare');
  await page.getByRole('menuitem', { name: 'Compare' }).first().click();
  await page.getByRole('radio', { name: /^Page/ }).check({ force: true });
  await page.getByRole('button', { name: 'Compare both' }).click();
  await page.getByRole('button', { name: 'First difference' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^First difference/ })
    .waitFor();
  await page.getByRole('button', { name: 'Next request', exact: true }).click();
}

async function lecture(/** @type {Page} */ page) {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Lecture', exact: true }).click();
  const presenter = await opened;
  await presenter.getByRole('button', { name: 'Next', exact: true }).waitFor();
  return presenter;
}
