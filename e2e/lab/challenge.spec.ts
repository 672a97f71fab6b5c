// A round of "be the FTL": chosen by the keyboard, taken back, saved, and scored by the command line alike.

import { cli } from '../cli';
import { expect, type LabPage, SLOWLY, test } from '../lab-page';

interface Scored {
  total: { person: number; scheme: number };
  optimum: { cost: number; proven: boolean };
  choices: unknown[];
}

/** `ftl-lab play`. */
async function commandLine(file: string): Promise<Scored> {
  return JSON.parse(await cli('play', file, '--json')) as Scored;
}

const round = (lab: LabPage) => lab.page.getByRole('region', { name: 'Be the FTL', exact: true });
const options = (lab: LabPage) => round(lab).getByRole('listbox');

/** Which decision is asked, on the stage. */
const asks = (lab: LabPage) => lab.region('Flash array').getByText(/^decision \d+, request \d+ of \d+$/);
/** A mark of the scale, by its name. */
const mark = (lab: LabPage, who: RegExp) =>
  round(lab).getByRole('list', { name: 'Scale of the round' }).getByRole('listitem').filter({ hasText: who });

/** Its cost. */
async function score(lab: LabPage, who: RegExp): Promise<number> {
  return Number(((await mark(lab, who).textContent()) ?? '').replace(/[^\d.]/g, ''));
}

/** With the keyboard alone: F, and Enter on what has the focus. */
async function begin(lab: LabPage) {
  await lab.page.keyboard.press('f');
  await expect(lab.button('Begin')).toBeFocused();
  await lab.page.keyboard.press('Enter');
  await expect(options(lab)).toBeFocused();
}

test('a round is chosen with the keyboard, and scored as the command line scores its file', async ({
  lab,
}) => {
  await lab.open();
  // A short round, played fast.
  for (let twice = 0; twice < 5; twice += 1) await lab.page.keyboard.press('+');
  await lab.page.keyboard.press('f');
  await expect(lab.button('Begin')).toBeFocused();
  await lab.page.keyboard.press('Shift+Tab');
  await lab.page.keyboard.type('16');
  await lab.page.keyboard.press('Enter');
  await expect(options(lab)).toBeFocused();
  await lab.page.keyboard.press('ArrowDown');
  await expect(options(lab).getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await lab.page.keyboard.press('Enter');
  await expect(round(lab).getByText(/^You took /)).toBeVisible();
  // The rest by number, until nothing is asked.
  const over = round(lab).getByRole('heading', { name: /^(You did|You and BAST tie|BAST did)/ });
  for (let choices = 1; choices < 60; choices += 1) {
    await expect(options(lab).or(over)).toBeVisible({ timeout: SLOWLY });
    if (await over.isVisible()) break;
    await expect(options(lab)).toBeFocused();
    const asked = (await asks(lab).textContent()) ?? '';
    await lab.page.keyboard.press('1');
    await expect(lab.page.getByText(asked, { exact: true })).toBeHidden();
  }
  // The best choices are a part of the scale from the start.
  await expect(mark(lab, /Best/)).toBeVisible({ timeout: SLOWLY });
  await expect(lab.button('Enough')).toBeHidden({ timeout: SLOWLY });
  const saved = lab.page.waitForEvent('download');
  await lab.button('Save choices').click();
  const theirs = await commandLine(await (await saved).path());
  expect(theirs.choices.length).toBeGreaterThan(0);
  expect(await score(lab, /You$/)).toBe(theirs.total.person);
  expect(await score(lab, /BAST$/)).toBe(theirs.total.scheme);
  expect(await score(lab, /Best (choices|found)$/)).toBe(theirs.optimum.cost);
});

test('the last choice is taken back, the scheme does the rest, and play stops where one is asked', async ({
  lab,
}) => {
  await lab.open();
  await begin(lab);
  const asked = await lab.position.textContent();
  // Nothing goes beyond the question, neither a step nor the play behind it.
  await lab.button('Step').click();
  await lab.button('Play').click();
  await expect(lab.button('Play')).toBeVisible();
  await lab.standsAt(asked ?? '');
  const first = await asks(lab).textContent();
  await options(lab).press('2');
  await expect(asks(lab)).not.toHaveText(first ?? '');
  await lab.button('Undo').click();
  await expect(asks(lab)).toHaveText(first ?? '');
  await lab.standsAt(asked ?? '');
  await lab.button('Let BAST finish').click();
  await expect(round(lab).getByText('You and BAST tie.')).toBeVisible();
  await lab.button('End the round').click();
  await expect(lab.region('Why')).toBeVisible();
});

test('the decision is on the stage: a click on a block chooses it, and nothing gives the choice away before', async ({
  lab,
}) => {
  const { page } = lab;
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      onStagePaint: (sprites: unknown) => Object.assign(globalThis, { painted: sprites }),
    });
  });
  await lab.open('#/lab/page');
  await begin(lab);
  const stage = lab.region('Flash array');
  await expect(stage.getByText('Your decision')).toBeVisible();
  await expect(
    stage.getByText(/^Only (B\d+ is|\d+ blocks? (is|are)) free\. Which block do you collect\?$/),
  ).toBeVisible();
  const painted = await page.evaluate(() => {
    interface Shown {
      key: string;
      x: number;
      y: number;
      w: number;
      h: number;
      look: { kind: string; text?: string; when?: string };
    }
    const { painted: sprites } = globalThis as unknown as { painted: Shown[] };
    return sprites.map(({ key, x, y, w, h, look }) => ({ key, x, y, w, h, look }));
  });
  expect(painted.filter(({ look }) => look.kind === 'count')).toEqual([]);
  const coming = painted.filter(({ look }) => look.when === 'next').map(({ look }) => look.text);
  expect(new Set(coming)).toEqual(new Set(['?']));
  const second = painted.find(({ key }) => key === 'option:1:0');
  const canvas = await stage.locator('canvas').boundingBox();
  if (!second || !canvas) throw new Error('no second option');
  const [x, y] = [canvas.x + second.x + second.w / 2, canvas.y + second.y + second.h / 2];
  await page.mouse.move(x, y);
  await expect(stage.getByText('cost hidden')).toBeVisible();
  await page.mouse.click(x, y);
  await expect(round(lab).getByText(/^You took B\d+/)).toBeVisible();
  const line = round(lab).getByRole('list').filter({ hasText: 'hidden' }).getByRole('listitem');
  await expect(line).toHaveCount(2, { timeout: SLOWLY });
  // As the scheme, or what the choice costs now and at the end.
  await expect(line.first()).toHaveText(
    /^B\d+ (as page mapping.*0|page mapping.*: B\d+.* now, .* at the end)$/,
  );
  await expect(line.last()).toHaveText(/^openhidden$/);
});

test('a link opens the round where it was', async ({ lab, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await lab.open();
  await begin(lab);
  await options(lab).press('2');
  await expect(round(lab).getByText(/^You took /)).toBeVisible();
  await expect(options(lab)).toBeVisible({ timeout: SLOWLY });
  const asked = await asks(lab).textContent();
  await lab.button('Copy link').click();
  await expect(lab.page.getByRole('status').filter({ hasText: 'copied' })).toBeVisible();
  const link = await lab.page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('#/challenge/');
  // Links of before have the other name.
  for (const address of [link, link.replace('#/challenge/', '#/round/')]) {
    await lab.page.goto('about:blank');
    await lab.page.goto(address);
    await expect(asks(lab)).toHaveText(asked ?? '');
  }
});

test('“What if” keeps both futures, shows what the other choice cost, and one key leads back', async ({
  lab,
}) => {
  await lab.open();
  await begin(lab);
  await lab.page.keyboard.press('ArrowDown');
  await lab.button('What if? Keep both').click();
  const comparison = lab.region('Comparison');
  await expect(comparison).toBeVisible();
  await lab.button('Run both to the end').click();
  await lab.costs(/^Up to request \d+, .*(erased|copied)/);
  await lab.button('First difference').click();
  await expect(comparison.getByRole('status')).toContainText('Request');
  await lab.page.keyboard.press('o');
  await expect(comparison).toBeHidden();
  await expect(lab.region('Flash array')).toBeVisible();
});

test('in a lesson: a choice that loses the goal is named, taken back, and the goal kept over a reload', async ({
  lab,
}) => {
  const { page } = lab;
  const lesson = lab.region('Lesson');
  await page.goto('./#/lesson/bast?step=be_the_ftl');
  await lab.standsAt('request 2 of 6');
  for (let twice = 0; twice < 6; twice += 1) await page.keyboard.press('+');
  await expect(lesson.getByText('Goal: at most 5 erases.')).toBeVisible();
  const next = lesson.getByRole('button', { name: 'Next step' });
  await page.keyboard.press('PageDown');
  await expect(lesson.getByText('Reach the goal first')).toBeVisible();
  // Wanting to go on leads to the way in.
  await expect(lab.button('Choose for yourself')).toBeFocused();
  await page.keyboard.press('Enter');
  const choose = async (request: number, block: number) => {
    await expect(lab.region('Flash array').getByText(`request ${request} of 6`)).toBeVisible({
      timeout: SLOWLY,
    });
    await expect(options(lab)).toBeFocused();
    const places = await options(lab).getByRole('option').allTextContents();
    // How many pages are valid is for the person to see on the stage.
    expect(places.join()).not.toMatch(/valid|score/);
    const place = places.findIndex((text) => text.includes(`B${block} `)) + 1;
    await page.keyboard.press(String(place));
  };
  // BAST's own choices: the log block that is needed next goes.
  for (const [request, block] of [
    [3, 4],
    [4, 5],
    [5, 6],
    [6, 0],
  ] as const)
    await choose(request, block);
  await expect(lesson.getByText('You: 7 erases; BAST: 7 erases; the best choices: 5 erases.')).toBeVisible({
    timeout: SLOWLY,
  });
  await expect(lesson.getByText('which logical block is written once more?')).toBeVisible();
  await expect(lesson.getByText(/After your choice in request 5, B6/)).toBeVisible();
  await lab.button('Back to that choice').click();
  await choose(5, 0);
  await expect(
    lesson.getByText('Right. You: 5 erases; BAST: 7 erases; the best choices: 5 erases.'),
  ).toBeVisible({ timeout: SLOWLY });
  await expect(lesson.getByRole('heading', { name: 'Result' })).toBeVisible();
  await page.reload();
  await expect(
    lesson.getByText('Right. You: 5 erases; BAST: 7 erases; the best choices: 5 erases.'),
  ).toBeVisible();
  await expect(lesson.getByRole('heading', { name: 'Result' })).toBeVisible();
  await lab.standsAt('end: all 6 requests done');
  await next.click();
  await expect(lesson.getByText('Step 21 of 21')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('how a round begins is in sight, then the decision is on the stage and its result below it', async ({
    lab,
  }) => {
    await lab.open('#/lab/page');
    await lab.button('Be the FTL').tap();
    await expect(round(lab).getByRole('heading', { name: 'Be the FTL' })).toBeInViewport({ ratio: 1 });
    await expect(lab.button('Begin')).toBeInViewport({ ratio: 1 });
    await lab.button('Begin').tap();
    await expect(options(lab)).toBeFocused();
    await options(lab).press('2');
    await expect(round(lab).getByText(/^You took /)).toBeVisible();
    await expect(round(lab).getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
    // The content below the edge of the sheet moves nothing else.
    expect(await lab.page.evaluate(() => scrollY)).toBe(0);
  });
});
