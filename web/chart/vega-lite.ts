/**
 * A chart as a Vega-Lite 5 specification with its figures inside, for papers and notebooks: colours, hollow marks and joined
 * points as in the drawing, figures as they are.
 */
import { standsOn } from './layout';
import { type Axis, type ChartSpec, figureOf, inUnit, isJoined, nameOf, valuesOf } from './spec';

/** `colours`: those that `Series.colour` counts. */
export function vegaLiteOf(spec: ChartSpec, along: unknown, colours: readonly string[]): string {
  const { name, x, y, series, kind } = spec;
  const values = rowsOf(spec);
  const layers = (kind === 'bars' ? BARS : LINES).filter(({ of }) => values.some((row) => row[of]));
  const named = {
    domain: series.map(nameOf),
    range: series.map(({ colour }) => colours[colour % colours.length]),
  };
  const picture = {
    $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
    title: name,
    width: 480,
    height: 280,
    usermeta: { along },
    data: { values },
    encoding: {
      x: { field: 'x', ...acrossOf(spec), axis: { title: inUnit(x.name, x) || null } },
      y: { field: 'y', ...upOf(y), axis: { title: inUnit(y.name, y) || null } },
      color: { field: 'series', type: 'nominal', scale: named, legend: { title: null } },
      // Those of the source are left of ours.
      ...(kind === 'bars' && { xOffset: { field: 'ours', type: 'nominal', sort: [false, true] } }),
    },
    layer: layers.map(({ of, mark }) => ({ transform: [{ filter: `datum.${of}` }], mark })),
  };
  return `${JSON.stringify(picture, null, 2)}\n`;
}

const LINES = [
  { of: 'joined', mark: { type: 'line' } },
  { of: 'ours', mark: { type: 'point', filled: true, size: 60 } },
  { of: 'source', mark: { type: 'point', filled: false, size: 60 } },
] as const;
const BARS = [
  { of: 'source', mark: { type: 'bar', opacity: 0.3 } },
  { of: 'ours', mark: { type: 'bar' } },
] as const;

function rowsOf(spec: ChartSpec) {
  return spec.series.flatMap((series) =>
    series.points
      .filter(({ x, y }) => standsOn(spec.x, x) && standsOn(spec.y, y))
      .map(({ x, y }) => ({
        x: figureOf(spec.x, x),
        y,
        series: nameOf(series),
        ours: series.origin === 'ours',
        source: series.origin === 'source',
        joined: isJoined(spec, series),
      })),
  );
}

function acrossOf(spec: ChartSpec) {
  const { scale, from } = spec.x;
  const values = valuesOf(spec).filter((x) => standsOn(spec.x, x));
  if (spec.kind === 'bars' || !scale || scale === 'even')
    return { type: 'ordinal', sort: values.map((x) => figureOf(spec.x, x)) };
  if (scale === 'log') return { type: 'quantitative', scale: { type: 'log', nice: false } };
  return {
    type: 'quantitative',
    scale: { zero: false, nice: false, domainMin: Math.min(from ?? Infinity, ...values) },
  };
}

function upOf({ scale, from }: Axis) {
  if (scale === 'log') return { type: 'quantitative', scale: { type: 'log' } };
  return { type: 'quantitative', scale: from === undefined ? {} : { zero: false, domainMin: from } };
}
