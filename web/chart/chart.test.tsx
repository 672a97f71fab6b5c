import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { afterEach, expect, test, vi } from 'vitest';
import { integer } from '../base/format';
import { ChartBox } from './ChartBox';
import { Drawing } from './Drawing';
import { planOf } from './layout';
import { csvOf, jsonOf, svgOf } from './save';
import { type ChartSpec, isJoined, listedOf } from './spec';
import { Table } from './Table';
import { vegaLiteOf } from './vega-lite';

afterEach(cleanup);

const LINES: ChartSpec = {
  name: 'Write amplification, "A"',
  x: { name: 'Sf', scale: 'linear' },
  y: { name: '' },
  series: [
    { name: 'equation', origin: 'form', colour: 0, points: [1, 2, 3, 4, 5].map((x) => ({ x, y: 10 / x })) },
    {
      name: 'ours',
      origin: 'ours',
      colour: 0,
      points: [2, 4].map((x) => ({ x, y: 10 / x, link: `#/s/${x}` })),
    },
    { name: 'printed', origin: 'source', colour: 1, points: [{ x: 4, y: 2.6 }] },
  ],
};

const BARS: ChartSpec = {
  ...{
    name: 'Merges',
    kind: 'bars',
    x: { name: '', show: (at) => ['Page', 'FAST'][at] ?? '', names: true },
    y: { name: '' },
  },
  series: [
    { name: 'full, printed', origin: 'source', colour: 0, points: [0, 1].map((x) => ({ x, y: 10 * x })) },
    { name: 'full', origin: 'ours', colour: 0, points: [0, 1].map((x) => ({ x, y: 30 * x })) },
    { name: 'switch', origin: 'ours', colour: 2, points: [0, 1].map((x) => ({ x, y: 5 })) },
  ],
};

test('places follow the figures; bars of one origin are stacked, those of the source at the left', () => {
  const { spots, left, right, up } = planOf(LINES, { width: 500, height: 200, em: 10 });
  const ours = spots.filter(({ series }) => series === 1);
  expect(ours[0]?.x).toBeCloseTo(left + (right - left) / 4);
  expect(ours[0]?.y).toBeLessThan(ours[1]?.y ?? 0);
  expect(up[0]?.text).toBe('0');

  const bars = planOf(BARS, { width: 500, height: 200, em: 10 }).spots;
  const [printed, full, small] = [1, 3, 5].map((index) => bars[index]);
  expect((full?.y ?? 0) - (small?.y ?? 0)).toBeCloseTo(small?.height ?? 0);
  expect(full?.height).toBeCloseTo(3 * (printed?.height ?? 0));
  expect(printed?.x).toBeLessThan(full?.x ?? 0);
});

test('a log axis has powers of ten, and finer ticks where it has fewer than two of them', () => {
  const ticksOf = (first: number, last: number) => {
    const points = [first, last].map((x) => ({ x, y: 1 }));
    const spec: ChartSpec = {
      ...LINES,
      x: { name: '', scale: 'log' },
      series: [{ name: 'ours', origin: 'ours', colour: 0, points }],
    };
    return planOf(spec, { width: 900, height: 200, em: 10 }).across.map(({ text }) => text);
  };
  expect(ticksOf(1, 1000)).toEqual(['1', '10', '100', '1,000']);
  expect(ticksOf(3, 60)).toEqual(['5', '10', '20', '50']);
  expect(ticksOf(6, 9)).toEqual(expect.arrayContaining(['6', '7', '8', '9']));
});

test('an axis of counts has no tick between two counts', () => {
  const counts = (y: number): ChartSpec => ({
    ...BARS,
    y: { name: '', show: integer },
    series: [{ name: 'full', origin: 'ours', colour: 0, points: [{ x: 0, y }] }],
  });
  const ticks = (y: number) =>
    planOf(counts(y), { width: 500, height: 200, em: 10 }).up.map(({ text }) => text);
  expect(ticks(1)).toEqual(['0', '1']);
  expect(ticks(2)).toEqual(['0', '1', '2']);
  expect(ticks(400)).toEqual(['0', '100', '200', '300', '400']);
});

test('every bar has its name, on a phone too', () => {
  const names = ['Page', 'BAST', 'FAST', 'LAST', 'Superblock', 'DFTL', 'Replacement', 'Block'];
  const spec: ChartSpec = {
    ...{ name: 'Erases', kind: 'bars', x: { name: '', show: (at) => names[at] ?? '' }, y: { name: '' } },
    series: [{ name: 'erases', origin: 'ours', colour: 0, points: names.map((_, x) => ({ x, y: 1 + x })) }],
  };
  const wide = planOf(spec, { width: 1000, height: 192, em: 12 });
  const phone = planOf(spec, { width: 330, height: 192, em: 12 });
  for (const { across } of [wide, phone]) expect(across.map(({ text }) => text)).toEqual(names);
  expect([wide.leaning, phone.leaning]).toEqual([false, true]);
  expect(phone.bottom).toBeGreaterThan(192 / 2 - 1);
});

test('a curve is drawn through many points and listed where there is a figure', () => {
  expect(listedOf(LINES)).toEqual([2, 4]);
  expect(listedOf({ ...LINES, series: LINES.series.slice(0, 1) })).toEqual([1, 2, 3, 4, 5]);
  expect(LINES.series.map((series) => isJoined(LINES, series))).toEqual([true, false, false]);
});

test('the arrow keys go from point to point, and the point leads to its run', () => {
  render(<Drawing spec={LINES} />);
  const chart = screen.getByRole('application');
  const reading = () => screen.getByRole('status').textContent ?? '';
  const press = (key: string) => fireEvent.keyDown(chart, { key });
  expect(reading()).toBe('');
  press('ArrowRight');
  expect(reading()).toContain('equation, Sf 2: 5');
  press('ArrowDown');
  expect(reading()).toContain('ours, Sf 2: 5');
  expect(within(screen.getByRole('status')).getByRole('link').getAttribute('href')).toBe('#/s/2');
  press('ArrowRight');
  expect(reading()).toContain('ours, Sf 4: 2.5');
  press('ArrowDown');
  expect(reading()).toContain('printed, Sf 4: 2.6');
  // A key that is not the chart's is left to the page.
  expect(press('n')).toBe(true);
  expect(press('Home')).toBe(false);
});

test('the table and the files say what is drawn', () => {
  render(<Table specs={[LINES]} />);
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toContain('42.52.52.6');
  expect(screen.getByRole('link', { name: '5' }).getAttribute('href')).toBe('#/s/2');
  expect(csvOf(LINES)).toBe('Sf,equation,ours,printed\n2,5,5,\n4,2.5,2.5,2.6\n');
  expect(csvOf(BARS)).toBe('Merges,"full, printed",full,switch\nPage,0,0,5\nFAST,10,30,5\n');
  const named = { ...BARS, x: { ...BARS.x, name: 'Run' }, y: { name: 'Merges', unit: 'blocks' } };
  expect(csvOf(named)).toBe(
    'Run,"full, printed (blocks)",full (blocks),switch (blocks)\nPage,0,0,5\nFAST,10,30,5\n',
  );
  // A spreadsheet runs no name, and reads a number below 0 as one.
  expect(csvOf({ ...named, x: { ...named.x, name: '=1+1' } })).toMatch(/^'=1\+1,/);
  expect(
    csvOf({
      ...LINES,
      series: LINES.series.slice(0, 1).map((one) => ({ ...one, name: 'a', points: [{ x: 1, y: -2 }] })),
    }),
  ).toBe('Sf,a\n1,-2\n');
  expect(JSON.parse(jsonOf(named, null))).toMatchObject({
    y: 'Merges (blocks)',
    series: [{ points: [{ x: 'Page' }, { x: 'FAST' }] }, {}, {}],
  });
  expect(JSON.parse(jsonOf(LINES, { runs: [1] }))).toMatchObject({
    along: { runs: [1] },
    series: [{}, {}, {}],
  });
});

test('a saved picture contains everything it needs, and the scenarios', () => {
  const { container } = render(<Drawing spec={LINES} />);
  const drawing = container.querySelector<SVGSVGElement>('.chart-drawing');
  if (!drawing) throw new Error('no drawing');
  // jsdom lays nothing out.
  Object.defineProperty(drawing, 'viewBox', { value: { baseVal: { width: 360, height: 192 } } });
  const text = svgOf(LINES, { runs: [{ scenario: '<&' }] }, drawing, null);
  const picture = new DOMParser().parseFromString(text, 'image/svg+xml');
  expect(picture.querySelector('title')?.textContent).toBe(LINES.name);
  expect(JSON.parse(picture.querySelector('metadata')?.textContent ?? '')).toEqual({
    runs: [{ scenario: '<&' }],
  });
  expect(picture.querySelectorAll('[class]')).toHaveLength(0);
  expect(picture.querySelectorAll('path[transform]')).toHaveLength(3);
});

test('lines of a picture are as far apart as its letters are tall, in every theme', () => {
  render(<ChartBox spec={LINES} file="lines" along={null} />);
  const drawing = document.querySelector<SVGSVGElement>('.chart-drawing');
  if (!drawing) throw new Error('no drawing');
  drawing.style.fontSize = '28px';
  Object.defineProperty(drawing, 'viewBox', { value: { baseVal: { width: 360, height: 192 } } });
  const text = svgOf(LINES, null, drawing, document.querySelector('.chart-legend'));
  const picture = new DOMParser().parseFromString(text, 'image/svg+xml');
  const lines = [...picture.querySelectorAll('svg > text')].map((line) => Number(line.getAttribute('y')));
  expect(lines).toHaveLength(4);
  const [first = 0, ...others] = lines.slice(1);
  others.reduce((before, line) => {
    expect(line - before).toBeGreaterThan(28);
    return line;
  }, first);
  expect(lines[0]).toBeGreaterThan(28 / 2);
  expect(Number(picture.documentElement.getAttribute('height'))).toBeGreaterThan(lines.at(-1) ?? 0);
});

test('a picture that cannot be made is no silence', async () => {
  // jsdom draws nothing, so its reason means the browser's.
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      decode = () => Promise.reject(new Error('out of memory'));
    },
  );
  render(<ChartBox spec={LINES} file="lines" along={null} />);
  fireEvent.click(screen.getByRole('button', { name: /PNG/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('PNG was not saved: out of memory');
  vi.unstubAllGlobals();
});

/** The drawing that Vega makes of a chart. */
async function drawnByVega(spec: ChartSpec) {
  const complaints: string[] = [];
  const say = (...words: unknown[]) => {
    complaints.push(words.join(' '));
    return logger;
  };
  const logger = { level: () => logger, error: say, warn: say, info: () => logger, debug: () => logger };
  const lite = JSON.parse(vegaLiteOf(spec, { from: 'a scenario' }, ['#111111', '#222222', '#333333']));
  const view = new View(parse(compile(lite, { logger: logger as never }).spec), { renderer: 'none' });
  const svg = new DOMParser().parseFromString(await view.toSVG(), 'image/svg+xml');
  const marks = (role: string) => [...svg.querySelectorAll(`[aria-roledescription="${role}"]`)];
  return { svg, marks, complaints, lite };
}

test('a chart is a Vega-Lite specification that Vega draws: points, lines and names of the drawing', async () => {
  const { svg, marks, complaints, lite } = await drawnByVega(LINES);
  expect(complaints).toEqual([]);
  expect(marks('line mark')).toHaveLength(1);
  const points = marks('point');
  expect(points).toHaveLength(3);
  // Those of the source are hollow.
  expect(points.map((mark) => mark.getAttribute('fill'))).toEqual(['#111111', '#111111', null]);
  expect(points[2]?.getAttribute('stroke')).toBe('#222222');
  for (const text of [LINES.name, 'Sf', 'equation', 'ours', 'printed'])
    expect(svg.documentElement.textContent).toContain(text);
  expect(lite.usermeta.along).toEqual({ from: 'a scenario' });

  const bars = await drawnByVega(BARS);
  expect(bars.complaints).toEqual([]);
  expect(bars.marks('bar')).toHaveLength(6);
  expect(bars.svg.documentElement.textContent).toContain('FAST');
});
