/** A chart's places: numbers in, pixels out. */
import { max, min } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { plain } from '../base/format';
import { type Axis, type ChartSpec, type Origin, valuesOf } from './spec';

/** Width of a digit, at most, in ems. */
const DIGIT = 0.65;
/** Names of bars that do not fit beside one another lean by this many degrees; how far down they then reach, of their length. */
export const LEAN = 40;
const REACH = Math.sin((LEAN * Math.PI) / 180);

export interface Room {
  width: number;
  height: number;
  em: number;
}

interface Tick {
  at: number;
  text: string;
}

/** A bar's part, or the place of a mark. */
export interface Spot {
  /** Index in the chart's series and in its points. */
  series: number;
  point: number;
  x: number;
  y: number;
  /** The height of bars, downwards from `y`; 0 of marks. */
  width: number;
  height: number;
}

export interface Plan {
  left: number;
  right: number;
  top: number;
  bottom: number;
  across: Tick[];
  /** The names of bars lean, so that none is left out. */
  leaning: boolean;
  up: Tick[];
  /** Series by series, in their order; without what is not above 0 on a log axis. All lie within the axes. */
  spots: Spot[];
}

export function shownOn({ show = plain }: Axis, value: number): string {
  return show(value);
}

export function planOf(spec: ChartSpec, { width, height, em }: Room): Plan {
  const up = heightsOf(spec);
  const values = ticksOf(up, 4, spec.y);
  const longest = Math.max(1, ...values.map((value) => shownOn(spec.y, value).length));
  const [left, right] = [(1 + DIGIT * longest) * em, width - em];
  const across = placesOf(spec, left, right);
  const names = across.ticks.map((value) => shownOn(spec.x, value));
  const name = Math.max(0, ...names.map(emsOf));
  const named = spec.kind === 'bars' && names.some((text) => Number.isNaN(Number(text)));
  const leaning = named && (name + 0.5) * em > across.step && across.step > 1.3 * em;
  const foot = leaning ? Math.min(height / 2, (2.4 + name * REACH) * em) : 3 * em;
  const [top, bottom] = [0.8 * em, height - foot];
  up.range([bottom, top]);
  return {
    ...{ left, right, top, bottom, leaning },
    across: leaning
      ? across.ticks.map((value, index) => ({ at: across.place(value), text: names[index] ?? '' }))
      : thinned(across.ticks, spec.x, (right - left) / em, across.place),
    up: values.map((value) => ({ at: up(value), text: shownOn(spec.y, value) })),
    spots: spec.kind === 'bars' ? barsOf(spec, across, up) : marksOf(spec, across, up),
  };
}

/** Width of a text, about: Hangul is as wide as it is tall. */
export function emsOf(text: string): number {
  return [...text].reduce((ems, character) => ems + (character > '\u1100' ? 1 : 0.6), 0);
}

type Up = ReturnType<typeof heightsOf>;

/** The scale of y, rounded outwards. */
function heightsOf(spec: ChartSpec) {
  const { y } = spec;
  const tops =
    spec.kind === 'bars' ? stacksOf(spec) : spec.series.flatMap(({ points }) => points.map((p) => p.y));
  const most = max(tops) || 1;
  if (y.scale === 'log') return scaleLog([min(tops.filter(isPositive)) ?? 1, most], [0, 1]).nice();
  return scaleLinear([Math.min(y.from ?? 0, min(tops) ?? 0), most], [0, 1]).nice(4);
}

/** How high the bars are. */
function stacksOf(spec: ChartSpec): number[] {
  const heights = new Map<string, number>();
  for (const { origin, points } of spec.series)
    for (const { x, y } of points) heights.set(`${origin} ${x}`, (heights.get(`${origin} ${x}`) ?? 0) + y);
  return [...heights.values()];
}

interface Across {
  /** The place of a value that {@link standsOn} the axis. */
  place: (x: number) => number;
  ticks: number[];
  /** Room for what is at one value, of an even axis. */
  step: number;
}

function placesOf(spec: ChartSpec, left: number, right: number): Across {
  const values = valuesOf(spec).filter((x) => standsOn(spec.x, x));
  const [first = 1, last = 1] = [values[0], values.at(-1)];
  const step = (right - left) / Math.max(1, values.length);
  switch (spec.x.scale) {
    case 'linear': {
      const scale = scaleLinear([Math.min(spec.x.from ?? first, first), last], [left, right]);
      return { place: scale, ticks: ticksOf(scale, 8, spec.x), step };
    }
    case 'log': {
      const scale = scaleLog([first, last], [left, right]);
      return { place: scale, ticks: ticksOf(scale, 10, spec.x), step };
    }
    default:
      return { place: (x) => left + (values.indexOf(x) + 0.5) * step, ticks: values, step };
  }
}

/** A log axis has only values above 0. */
export function standsOn({ scale }: Axis, value: number): boolean {
  return scale !== 'log' || isPositive(value);
}

function isPositive(value: number): boolean {
  return value > 0;
}

/** As many as there may be of which no two read the same: of what is counted, none between two counts. */
function ticksOf(scale: { ticks: (count: number) => number[] }, most: number, axis: Axis): number[] {
  for (let count = most; ; count -= 1) {
    const ticks = axis.scale === 'log' ? rungsOf(scale.ticks(count)) : scale.ticks(count);
    const texts = ticks.map((tick) => shownOn(axis, tick));
    if (new Set(texts).size === texts.length) return ticks;
    if (count === 1) return ticks.filter((_, at) => texts[at] !== texts[at - 1]);
  }
}

/** The ticks of a log axis: powers of ten. On a shorter axis 1, 2 and 5 of each power, or all ticks. */
function rungsOf(ticks: number[]): number[] {
  const rungs = [[1], [1, 2, 5]].map((digits) => ticks.filter((tick) => digits.includes(firstDigit(tick))));
  return rungs.find(({ length }) => length > 1) ?? ticks;
}

/** The first digit of a tick that a log scale proposes: within a decade its steps may have more digits. */
function firstDigit(tick: number): number {
  return Number(tick.toExponential(9).replace(/e.*/, ''));
}

/** Where they do not fit beside one another, every second, or every third. */
function thinned(values: readonly number[], axis: Axis, ems: number, place: (x: number) => number): Tick[] {
  const longest = Math.max(1, ...values.map((value) => shownOn(axis, value).length)) + 1;
  const every = Math.max(1, Math.ceil((longest * DIGIT * values.length) / ems));
  return values
    .filter((_, index) => index % every === 0)
    .map((value) => ({ at: place(value), text: shownOn(axis, value) }));
}

function marksOf(spec: ChartSpec, { place }: Across, up: Up): Spot[] {
  return spec.series.flatMap(({ points }, index) =>
    points.flatMap(({ x, y }, point) =>
      standsOn(spec.x, x) && standsOn(spec.y, y)
        ? [{ series: index, point, x: place(x), y: up(y), width: 0, height: 0 }]
        : [],
    ),
  );
}

/** Those of one origin upon one another, the origins beside one another: the source's first. */
function barsOf({ series }: ChartSpec, { place, step }: Across, up: Up): Spot[] {
  const origins = (['source', 'form', 'ours'] satisfies Origin[]).filter((origin) =>
    series.some((each) => each.origin === origin),
  );
  const width = Math.min(64, (0.76 * step) / origins.length);
  const floor = up.domain()[0] ?? 0;
  const reached = new Map<string, number>();
  return series.flatMap(({ origin, points }, index) =>
    points.map(({ x, y }, point) => {
      const key = `${origin} ${x}`;
      const from = reached.get(key) ?? floor;
      reached.set(key, from + y);
      const at = place(x) + (origins.indexOf(origin) - origins.length / 2) * width;
      const [high, low] = [up(from + y), up(from)];
      return { series: index, point, x: at + 1, y: high, width: width - 2, height: low - high };
    }),
  );
}
