/** A chart as data: drawn, read by keyboard, listed and saved from this alone. Texts are in the page's language. */

export interface Axis {
  name: string;
  /**
   * How values are spaced: `even`, one beside another whatever they are (the default of x); `linear` (of y, from 0
   * unless `from` says otherwise); `log`, on which values that are not above 0 are not drawn, but listed.
   */
  scale?: 'even' | 'linear' | 'log';
  /** Where a linear axis begins if no value is lower: of y, if not at 0; of x, if not at the first value. */
  from?: number;
  /** A value as it is read; by default with two decimals at most. */
  show?: (value: number) => string;
  /** Values are places of what is compared: files have the names that `show` gives. */
  names?: boolean;
  /** Of the values as they are, which files name and the drawing shows as `show` has it: `µs`. */
  unit?: string;
}

/**
 * Whose figures these are. `ours`: marks, joined by a line unless an equation's is there; `form`, of an equation: a
 * line alone; `source`, read in a paper: hollow marks. In bars those of the source are left of ours, and pale.
 */
export type Origin = 'ours' | 'form' | 'source';

export interface Series {
  name: string;
  /** Whose it is, where several have the name: `printed`. */
  whose?: string;
  origin: Origin;
  /** Which of six colours (chart.css) and marks (Drawing.tsx): what belongs together has the same. */
  colour: number;
  points: readonly Point[];
}

export interface Point {
  x: number;
  y: number;
  /** Address of the run and position the point is of. */
  link?: string;
}

export interface ChartSpec {
  /** Its subject; also part of the names of saved files. */
  name: string;
  x: Axis;
  y: Axis;
  /** `bars`: at each x those of one origin are stacked. */
  kind?: 'lines' | 'bars';
  series: readonly Series[];
}

/** A value along x as files have it: a figure, or a name. */
export function figureOf({ names, show }: Axis, x: number): number | string {
  return names && show ? show(x) : x;
}

/** With its unit, as files call it. */
export function inUnit(name: string, { unit }: Axis): string {
  return unit ? `${name} (${unit})` : name;
}

/** `FAST, printed`. */
export function nameOf({ name, whose }: Series): string {
  return whose ? `${name}, ${whose}` : name;
}

/** All values of x that a series has a point at, ascending. */
export function valuesOf({ series }: ChartSpec): number[] {
  const all = new Set(series.flatMap(({ points }) => points.map(({ x }) => x)));
  return [...all].sort((a, b) => a - b);
}

/** Those that are read one by one and listed: of a curve of an equation, which is drawn through many, where there is a figure too. */
export function listedOf(spec: ChartSpec): number[] {
  const figures = spec.series.filter(({ origin, points }) => origin !== 'form' && points.length > 0);
  return valuesOf(figures.length > 0 ? { ...spec, series: figures } : spec);
}

/** The point of a series at x: of those that are listed none has two. */
export function pointAt({ points }: Series, x: number): Point | undefined {
  return points.find((point) => point.x === x);
}

/** Whether its points are joined. */
export function isJoined({ kind, series }: ChartSpec, { origin, colour }: Series): boolean {
  if (kind === 'bars' || origin === 'source') return false;
  return origin === 'form' || !series.some((each) => each.origin === 'form' && each.colour === colour);
}
