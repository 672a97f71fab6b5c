// For everyone: the system's own colours, a page twice as large, a language from right to left, fingers, screen readers.

import { show, speak } from '../axe';
import { expect, type LabPage, test } from '../lab-page';

/** The parts that stick out of the page sideways, but inside of an element that scrolls by itself. */
function wider({ page }: LabPage): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true;
      }
      return false;
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        return own > 1 && (left < -1 || right > width + 1) && !scrolls(element);
      })
      .map((element) => `${element.tagName} ${element.className}`)
      .concat(document.documentElement.scrollWidth > width ? ['the page scrolls sideways'] : []);
  });
}

/** Nothing sticks out, once all that is on its way has come. */
async function fits(lab: LabPage, what = '') {
  await expect.poll(() => wider(lab), what).toEqual([]);
}

test.describe('with the colours of the system', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('the canvas is drawn in them, and swatches keep their ground', async ({ lab }) => {
    await lab.open();
    await lab.runTo('Next full merge');
    const seen = await lab.page.evaluate(() => {
      const ground = (keyword: string) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.cssText = `forced-color-adjust: none; color: ${keyword}`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color.match(/\d+/g)?.slice(0, 3).map(Number).join();
      };
      const canvas = document.querySelector('[aria-label="Flash array"] canvas') as HTMLCanvasElement;
      const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
        0,
        0,
        canvas.width,
        canvas.height,
      );
      const counts = new Map<string, number>();
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] !== 255) continue;
        const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      const swatch = document.querySelector('[data-look=valid]');
      return {
        text: counts.get(ground('CanvasText') ?? '') ?? 0,
        link: counts.get(ground('LinkText') ?? '') ?? 0,
        blue: counts.get('21,97,196') ?? 0,
        swatch: swatch && getComputedStyle(swatch).backgroundColor,
        ink: getComputedStyle(document.body).color,
      };
    });
    // Data in CanvasText, the log in LinkText, nothing in the theme's own blue.
    expect(seen.text).toBeGreaterThan(1000);
    expect(seen.link).toBeGreaterThan(100);
    expect(seen.blue).toBe(0);
    expect(seen.swatch).toBe(seen.ink);
  });
});

test.describe('at 200 % of 1280 x 720', () => {
  test.use({ viewport: { width: 640, height: 360 } });

  test('everything is reached without scrolling both ways', async ({ lab }) => {
    await lab.open();
    await fits(lab);
    for (const name of ['Search and commands', 'Scenario', 'Share', 'More']) {
      const button = lab.button(name);
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport();
    }
    // As on a phone: all buttons are there when they are asked for.
    await lab.button('Grain, speed and all buttons').click();
    for (const name of ['Previous request', 'Step back', 'Play', 'Step', 'Next request', 'Run to…']) {
      await lab.button(name).scrollIntoViewIfNeeded();
      await expect(lab.button(name)).toBeInViewport();
    }
    const tabs = [
      ['Metrics', 'Numbers'],
      ['Mapping tables', 'Maps'],
      ['Why', 'Why'],
      ['Timeline', 'Why'],
    ] as const;
    for (const [region, tab] of tabs) {
      await lab.inspect(tab);
      await lab.region(region).scrollIntoViewIfNeeded();
      await expect(lab.region(region)).toBeInViewport();
    }
    // A dialog scrolls by itself, and its foot stays.
    await lab.button('Scenario').click();
    await expect(lab.button('Apply')).toBeInViewport();
    await fits(lab);
    await lab.closeDialog();
    for (const route of ['#/lesson', '#/lesson/bast', '#/validation']) {
      await lab.page.goto(`./${route}`);
      await expect(lab.page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await fits(lab, route);
    }
  });

  test('ten lines of a lesson are in sight', async ({ page }) => {
    await page.goto('./#/lesson/bast?step=full_merge');
    const text = page.locator('.lesson-view');
    await text.locator('h3').evaluate((title) => title.scrollIntoView());
    const lines = () =>
      text.evaluate((view) => {
        const tops = new Set<number>();
        for (const part of view.querySelectorAll('h3, p, li, label')) {
          const range = document.createRange();
          range.selectNodeContents(part);
          for (const { left, top, bottom } of range.getClientRects()) {
            // Not under what lies over the page.
            const seen = document.elementFromPoint(left + 2, (top + bottom) / 2);
            if (seen && part.contains(seen)) tops.add(Math.round(top / 8));
          }
        }
        return tops.size;
      });
    await expect.poll(lines).toBeGreaterThanOrEqual(10);
  });
});

for (const [width, height] of [
  [1280, 720],
  [390, 844],
] as const) {
  test.describe(`${width} x ${height}, from right to left`, () => {
    test.use({ viewport: { width, height } });

    test('nothing sticks out, and the stage stays as it is', async ({ lab }) => {
      await lab.open();
      await lab.page.evaluate(() => {
        document.documentElement.dir = 'rtl';
      });
      await fits(lab);
      const [stage, side] = [lab.region('Flash array'), lab.region('Why')];
      if (width > 900) {
        const leftOf = (part: typeof side) =>
          part.evaluate((element) => element.getBoundingClientRect().left);
        expect(await leftOf(side)).toBeLessThan(await leftOf(stage));
      }
      // The pointer is on the drawn thing: the canvas and the grid over it agree.
      await expect(stage.locator('canvas')).toHaveCSS('direction', 'ltr');
      await lab.button('Scenario').click();
      await expect(lab.button('Apply')).toBeVisible();
      await fits(lab);
      await lab.closeDialog();
      await lab.page.goto('./#/lesson/bast');
      await lab.standsAt('before the first of 11 requests');
      await fits(lab);
    });
  });
}

test.describe('under a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('every control is at least 24 pixels high and wide @deep', async ({ lab }) => {
    await lab.open();
    await lab.runTo('Next full merge');
    const small = () =>
      lab.page.evaluate(() =>
        [...document.querySelectorAll('button, select, input, summary, [role=menuitem], [role=tab]')]
          .filter(
            (element) =>
              // A term in a sentence is as high as its line (WCAG 2.5.8, inline).
              !element.closest('.visually-hidden, [hidden], .term'),
          )
          .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
          .map(({ element, box }) => `${element.tagName} ${element.textContent} ${box.width}x${box.height}`),
      );
    await expect.poll(small).toEqual([]);
    for (const dialog of ['Scenario', 'Compare', 'Help'] as const) {
      await lab.command(dialog);
      await expect(lab.page.getByRole('dialog')).toBeVisible();
      await expect.poll(small, dialog).toEqual([]);
      await lab.closeDialog();
    }
    await lab.goTo('Traces');
    await expect(lab.page.getByRole('region', { name: 'Bundled traces' })).toBeVisible();
    await expect.poll(small, 'Traces').toEqual([]);
  });

  test('also in large letters the legend and the transport take one row each', async ({ lab }) => {
    await lab.open();
    await lab.runTo('Next full merge');
    for (const [theme, language] of [
      ['light', 'en'],
      ['projector', 'en'],
      ['projector', 'ko'],
    ] as const) {
      await show(lab.page, theme);
      await speak(lab.page, language);
      const rows = () =>
        lab.page.evaluate(() =>
          ['[data-legend] > li', '[role=toolbar]:has([data-testid=position]) button'].map((parts) => {
            const boxes = [...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect());
            const seen = boxes.filter(({ width }) => width > 1);
            const middles = seen.map(({ top, bottom }) => (top + bottom) / 2);
            return seen.length > 3 && Math.max(...middles) - Math.min(...middles);
          }),
        );
      await expect.poll(rows, `${theme}, ${language}`).toEqual([0, 0]);
    }
  });

  test('in a comparison “under” is beside the list of configurations', async ({ lab }) => {
    await lab.page.goto('./#/batch');
    const [word, list] = [
      lab.page.getByText('under', { exact: true }),
      lab.page.getByRole('combobox').first(),
    ];
    await expect(list).toBeVisible();
    const middle = async (part: typeof word) => {
      const box = await part.boundingBox();
      return box ? box.y + box.height / 2 : Number.NaN;
    };
    expect(Math.abs((await middle(word)) - (await middle(list)))).toBeLessThan(4);
  });

  test('the heat map is pinched and pushed', async ({ lab }) => {
    await lab.open();
    await lab.otherExample('aged');
    const map = lab.page.getByTestId('heat-map');
    await expect(lab.region('Flash array').getByRole('gridcell')).toBeAttached();
    await map.scrollIntoViewIfNeeded();
    const box = await map.boundingBox();
    if (!box) throw new Error('the map has no place');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const session = await lab.page.context().newCDPSession(lab.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
    await touch('touchStart', [x - 20, y], [x + 20, y]);
    for (const apart of [40, 60, 80, 100]) await touch('touchMove', [x - apart, y], [x + apart, y]);
    await touch('touchEnd');
    await expect(map).toHaveAttribute('data-zoomed', 'true');
    const scrolled = await lab.page.evaluate(() => scrollY);
    await touch('touchStart', [x, y]);
    for (const down of [20, 40, 60]) await touch('touchMove', [x, y - down]);
    await touch('touchEnd');
    // It was the map that was pushed, not the page.
    expect(await lab.page.evaluate(() => scrollY)).toBe(scrolled);
  });
});

test('each step is said in words while stepping, and not while playing', async ({ lab }) => {
  await lab.open();
  const said = lab.region('Flash array').locator('[aria-live]');
  await lab.page.keyboard.press('ArrowRight');
  await expect(said).toHaveAttribute('aria-live', 'polite');
  await expect(said).toContainText(/[Pp]age 4\b/);
  await lab.button('Play').click();
  await expect(said).toHaveAttribute('aria-live', 'off');
  await lab.button('Pause').click();
  await expect(said).toHaveAttribute('aria-live', 'polite');
});

test('the timeline is also a table, whose rows lead there', async ({ lab }) => {
  await lab.open();
  await lab.runToEnd();
  // The lanes say what the figures say, a little later.
  const merges = Number.parseInt((await lab.figure('Switch merges').textContent()) ?? '', 10);
  expect(merges).toBeGreaterThan(0);
  const lane = lab.region('Timeline').getByRole('listitem').filter({ hasText: 'Merges' });
  const others = await Promise.all(
    ['Partial merges', 'Full merges'].map(async (kind) =>
      Number.parseInt((await lab.figure(kind).textContent()) ?? '', 10),
    ),
  );
  await expect(lane).toHaveText(`Merges${merges + others.reduce((sum, count) => sum + count, 0)}`);
  await lab.region('Timeline').getByRole('button', { name: 'As a table' }).click();
  const table = lab.page.getByRole('dialog').getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([
    'Requests',
    'Host writes',
    'Switch merges',
    'Partial merges',
    'Full merges',
    'Copies',
    'Erases',
  ]);
  // The sum over rows is what the lane says.
  const column = await table.locator('tbody tr td:nth-of-type(2)').allTextContents();
  expect(column.reduce((sum, count) => sum + Number(count), 0)).toBe(merges);
  await table.getByRole('button').nth(2).click();
  await expect(lab.page.getByRole('dialog')).toBeHidden();
  await lab.standsAt(/^request 3 of/);
});
