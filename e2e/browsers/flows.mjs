// @ts-check
// The main flows of a person, in browsers other than Chromium: `npm run browsers`. The specs beside this folder look
// closer; these flows tell whether Firefox and WebKit can do it at all. The result of a flow must be the same in all
// browsers.

import { join } from 'node:path';
import { Page } from './page.mjs';

/**
 * @typedef {object} Flow
 * @property {string} name
 * @property {object} [capabilities] of the browser that it wants
 * @property {(page: Page, site: Site) => Promise<unknown>} go
 */
/**
 * The server of the page.
 *
 * @typedef {object} Site
 * @property {() => void} stop
 * @property {(path: string) => unknown} [before] is waited for before an answer
 */

const TRACE = join(import.meta.dirname, '../../public/traces/tpcc-small-2000.mqsim');
const STAGE = 'section[aria-label="Flash array"]';
const POSITION = '[data-testid=position]';
const LESSON = 'section[aria-label="Lesson"]';

/** @type {Flow[]} */
export const FLOWS = [
  {
    name: 'home',
    async go(page) {
      await page.open('#/');
      await page.find('h2', 'You change one page. The SSD copies eight.');
      // The merge plays: one copy after another.
      await page.sees(/copy 2 of 8/, 'figure');
      await page.sees(/copy 3 of 8/, 'figure');
      await isPainted(page, 'figure canvas');
      await page.press('a', /FAST/);
      await standsAt(page, /^before the first of/);
      await page.sees(/FAST/, 'button[aria-label^="Example for an FTL"], .app-bar');
      await isPainted(page, `${STAGE} canvas`);
    },
  },
  {
    // WebKit runs what waits for texts too early: web/base/in-turn.ts.
    name: 'texts come late',
    // The driver would wait until all is loaded.
    capabilities: { pageLoadStrategy: 'none' },
    async go(page, site) {
      let arrive = () => {};
      const held = new Promise((done) => {
        arrive = () => done(undefined);
      });
      site.before = (path) => (/texts-en-first/.test(path) ? held : undefined);
      await page.run((address) => void setTimeout(() => location.assign(address)), `${page.home}#/lab/bast`);
      await page.until(
        'the page has been painted, or web/bootstrap.ts no longer waits for that',
        (home) =>
          location.href.startsWith(home) &&
          (performance.getEntriesByType('paint').length > 0 || performance.now() > 2500),
        page.home,
      );
      arrive();
      await standsAt(page, /^before the first of/);
    },
  },
  {
    name: 'step',
    async go(page) {
      await openLab(page, 'bast');
      const before = await picture(page);
      await page.press('button', 'Step');
      await standsAt(page, /^request 1 of 41/);
      await page.until('the stage has changed', pictureIsOther, before);
      await page.keys('ArrowRight');
      await standsAt(page, /^request 2 of 41/);
      await page.find('section[aria-label="Why"] h2, section[aria-label="Why"] h3', /./);
      return page.run(texts, 'section[aria-label="Why"]');
    },
  },
  {
    name: 'play',
    async go(page) {
      await openLab(page, 'dftl');
      await page.press('button', 'Play');
      await page.find('button', 'Pause');
      const before = await picture(page);
      await standsAt(page, /^request [4-9] of/);
      await page.until('the stage has changed', pictureIsOther, before);
      await page.press('button', 'Pause');
      await page.find('button', 'Play');
      await runToEnd(page);
      await standsAt(page, /^end: all/);
      return page.run(texts, 'section[aria-label="Metrics"] tr');
    },
  },
  {
    name: 'back',
    async go(page) {
      await openLab(page, 'bast');
      await page.press('button', 'Flash op');
      const seen = () => page.run(texts, `${POSITION}, section[aria-label="Metrics"] tr`);
      const there = [await seen()];
      for (let step = 0; step < 12; step += 1) {
        await move(page, 'Step');
        there.push(await seen());
      }
      for (const expected of there.reverse().slice(1)) {
        await move(page, 'Step back');
        await page.until(
          `what was seen before: ${expected[0]}`,
          (selector, wanted) => {
            const all = [...document.querySelectorAll(selector)].map((each) => each.textContent);
            return JSON.stringify(all) === wanted;
          },
          `${POSITION}, section[aria-label="Metrics"] tr`,
          JSON.stringify(expected),
        );
      }
      return there;
    },
  },
  {
    name: 'link',
    async go(page) {
      await openLab(page, 'dftl');
      await page.press('button', 'Flash op');
      for (let step = 0; step < 7; step += 1) await move(page, 'Step');
      const [position = ''] = await page.run(texts, POSITION);
      await page.press('button', 'Share');
      await page.sees(/was copied/, '[role=status]');
      // Pasted as by a person: what is in the clipboard may not be read otherwise.
      await page.keys('Control', 'k');
      await page.find('[role=searchbox], input[type=search]');
      await page.keys('Control', 'v');
      const link = await page.until('a link in the clipboard', () => {
        const field = document.querySelector('[role=dialog] input');
        return field instanceof HTMLInputElement && field.value.includes('#/s/') ? field.value : '';
      });
      await page.press('[role=dialog] button', 'Close');
      await page.press('button', 'Request');
      await page.open(link);
      await page.sees(new RegExp(`^${position}$`), POSITION);
      await page.find('button[aria-pressed=true]', 'Flash op');
      return link.split('#')[1];
    },
  },
  {
    name: 'lesson question',
    async go(page) {
      await page.open('#/lesson/bast?step=full_merge');
      await page.sees(/Step 7 of 21/, LESSON);
      await page.fill(`${LESSON} input`, /Your answer/, '5');
      await page.press(`${LESSON} button`, 'Check');
      await page.sees(/Not yet:/, LESSON);
      await page.press(`${LESSON} button`, 'Try a fresh variant');
      await page.sees(/Variant 1:/, LESSON);
      // A full merge copies as many pages as a block has, which the text says.
      const pages = await page.sees(/^\d+$/, `${LESSON} [title="scenario.device.pages_per_block"]`);
      await page.fill(`${LESSON} input`, /Your answer/, pages);
      await page.press(`${LESSON} button`, 'Check');
      await page.sees(/Right\./, LESSON);
    },
  },
  {
    name: 'trace',
    async go(page) {
      await page.open('#/traces');
      await page.find('h2, h1', /./);
      await page.choose(TRACE);
      await page.sees(/MQSim format, all/, 'main');
      await page.press('aside button', 'BAST');
      await standsAt(page, /^before the first of 2,000 requests/);
      await runToEnd(page);
      await standsAt(page, /^end: all 2,000 requests done/);
      return page.run(texts, 'section[aria-label="Metrics"] tr');
    },
  },
  {
    name: 'compare',
    async go(page) {
      await openLab(page, 'page');
      await command(page, 'Compare');
      await page.press('[role=dialog] label', /^BAST/);
      await page.press('[role=dialog] button', 'Compare both');
      await page.find('section[aria-label^="Flash array: "]');
      await page.press('button', 'First difference');
      await page.sees(/^First difference, at request \d+ of 200\./, '[role=status]');
      const said = await page.run(texts, 'section[aria-label="Comparison"] [role=status]');
      await page.press('button', 'Run both to the end');
      await standsAt(page, /^end: all 200 requests done/);
      await page.until('both are there', () => !document.querySelector('[data-apart]'));
      for (const of of [STAGE, 'section[aria-label^="Flash array: "]']) await isPainted(page, `${of} canvas`);
      return [said, await page.run(texts, 'section[aria-label="Metrics"] tr')];
    },
  },
  {
    name: 'lecture window',
    async go(page) {
      await page.open('#/lesson/bast?step=full_copies');
      await standsAt(page, /^request 9 of 9 · step 12 of 42/);
      const projector = await page.window();
      await page.press('button', 'Lecture');
      const presenter = await page.otherWindow();
      await page.turnTo(presenter);
      // A press plays what happens at this step, the next brings it to its end, another leads on: from either window.
      await page.sees(/^The next press plays this step\.$/, '[role=status]');
      await page.keys('PageDown');
      await page.sees(/^Playing: the next press jumps to its end\.$/, '[role=status]');
      await page.turnTo(projector);
      await standsAt(page, /^request 8 of 9$|^request 9 of 9 · step [1-9] of 42/);
      await page.keys('PageDown');
      await standsAt(page, /^request 9 of 9 · step 12 of 42/);
      await page.keys('PageDown');
      await page.find('h3', 'Two old blocks become free');
      await page.turnTo(presenter);
      await page.find('h3', 'Two old blocks become free');
      await page.press('summary', /^Room/);
      await page.press('button', 'End the lecture');
      await page.turnTo(projector);
      await page.find('button', 'Lecture');
    },
  },
  {
    name: 'offline',
    async go(page, site) {
      await openLab(page, 'bast');
      await page.until('everything is kept', () => navigator.serviceWorker.controller?.state === 'activated');
      site.stop();
      // Another visit, then a part that neither has loaded. (The drivers' own reload asks the server whatever the page keeps.)
      await openLab(page, 'bast');
      await page.press('button', 'Step');
      await standsAt(page, /^request 1 of 41/);
      await page.open('#/lesson/dftl');
      await page.sees(/Step 1 of/, LESSON);
    },
  },
];

/** @param {Page} page @param {string} example */
async function openLab(page, example) {
  await page.open(`#/lab/${example}`);
  await standsAt(page, /^before the first of/);
  await isPainted(page, `${STAGE} canvas`);
}

/** @param {Page} page @param {RegExp} position */
async function standsAt(page, position) {
  await page.sees(position, POSITION);
}

/** Presses a button that moves the run, until it has moved. @param {Page} page @param {string} button */
async function move(page, button) {
  const [before = ''] = await page.run(texts, POSITION);
  await page.press('button', button);
  await page.until(
    `${button} leads on from ${before}`,
    (of, was) => (document.querySelector(of)?.textContent ?? was) !== was,
    POSITION,
    before,
  );
}

/** Does what the palette has under this name. @param {Page} page @param {string} name */
async function command(page, name) {
  await page.keys('Control', 'k');
  await page.fill('[role=dialog] input', /./, name);
  await page.press('[role=dialog] [role=menuitem]', new RegExp(`^${name}`));
}

/** @param {Page} page */
async function runToEnd(page) {
  await page.press('button', 'Run to…');
  await page.press('[role=menuitem]', 'End of the run');
}

/** Runs in the page. @param {string} selector */
function texts(selector) {
  return [...document.querySelectorAll(selector)].map((each) => each.textContent ?? '');
}

/** @param {Page} page @returns {Promise<string>} */
function picture(page) {
  return page.run(
    (of) => /** @type {HTMLCanvasElement} */ (document.querySelector(of)).toDataURL(),
    `${STAGE} canvas`,
  );
}

/** Runs in the page. @param {string} before */
function pictureIsOther(before) {
  const canvas = document.querySelector('section[aria-label="Flash array"] canvas');
  return canvas instanceof HTMLCanvasElement && canvas.toDataURL() !== before;
}

/** That a canvas shows something: many colours. @param {Page} page @param {string} canvas */
async function isPainted(page, canvas) {
  await page.until(
    `${canvas} is painted`,
    (selector) => {
      const of = document.querySelector(selector);
      if (!(of instanceof HTMLCanvasElement) || of.width === 0) return false;
      const pixels = of.getContext('2d')?.getImageData(0, 0, of.width, of.height).data.buffer;
      return new Set(pixels && new Uint32Array(pixels)).size > 8;
    },
    canvas,
  );
}
