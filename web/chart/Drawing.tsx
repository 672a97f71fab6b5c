/** A chart drawn, to be read with the pointer and with the arrow keys: the point that was chosen is said below it. */
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useDrawing } from '../base/use-drawing';
import { m } from '../i18n/compiled/messages.js';
import { LEAN, planOf, type Spot, shownOn } from './layout';
import { type ChartSpec, isJoined, listedOf, nameOf, type Series } from './spec';
import './chart.css';

/** Until it is laid out. */
const FIRST = { width: 360, em: 12 };
/** In ems, as chart.css has it; until it is laid out. */
const HEIGHT = 16;
/** The shape distinguishes series where the colour does not. */
export const MARKS = [
  'M-4.5,-4.5h9v9h-9z',
  'M0,-5.5a5.5,5.5 0 1,1 -0.01,0z',
  'M0,-6.5L6,4.5H-6z',
  'M0,-6.5L6.5,0L0,6.5L-6.5,0z',
  'M0,6.5L6,-4.5H-6z',
  'M-5.5,-2h3.5v-3.5h4v3.5h3.5v4h-3.5v3.5h-4v-3.5h-3.5z',
];

export function Drawing({ spec }: { spec: ChartSpec }) {
  const [svg, { width, height: measured, em }] = useDrawing(FIRST);
  const height = measured ?? HEIGHT * em;
  const plan = useMemo(() => planOf(spec, { width, height, em }), [spec, width, height, em]);
  const listed = useMemo(() => {
    const values = new Set(listedOf(spec));
    return plan.spots.filter(({ series, point }) =>
      values.has(spec.series[series]?.points[point]?.x ?? Number.NaN),
    );
  }, [spec, plan]);
  const [chosen, setChosen] = useState<{ series: number; point: number } | null>(null);
  const reading = useId();
  const spot = plan.spots.find((each) => each.series === chosen?.series && each.point === chosen.point);
  const link = spot && spec.series[spot.series]?.points[spot.point]?.link;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && link && event.target === event.currentTarget) location.assign(link);
    else {
      const next = neighbour(listed, spot, event.key);
      if (!next) return;
      setChosen(next);
    }
    // The chart takes the keys: nothing else of the page moves.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <figure className="chart-figure">
      <figcaption>{spec.name}</figcaption>
      <div
        className="chart-keys"
        role="application"
        aria-label={m.chart_keys({ name: spec.name })}
        aria-describedby={reading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are gone through by key
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <svg
          ref={svg}
          className={`chart-drawing ${spec.kind ?? 'lines'}`}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={saidOf(spec)}
        >
          {plan.up.map(({ at, text }) => (
            <g key={at}>
              <path className="grid" d={`M${plan.left},${at}H${plan.right}`} />
              <text x={plan.left - em / 2} y={at + em / 3} textAnchor="end">
                {text}
              </text>
            </g>
          ))}
          {plan.across.map(({ at, text }) => (
            <text
              key={at}
              x={at}
              y={plan.bottom + 1.3 * em}
              textAnchor={plan.leaning ? 'end' : 'middle'}
              transform={
                plan.leaning
                  ? `rotate(${-LEAN},${at},${plan.bottom + 1.3 * em})translate(${em / 2},0)`
                  : undefined
              }
            >
              {text}
            </text>
          ))}
          <text x={(plan.left + plan.right) / 2} y={height - 0.4 * em} textAnchor="middle" className="axis">
            {spec.x.name}
          </text>
          {spec.series.map((series, index) => (
            <SeriesDrawn
              key={nameOf(series)}
              spec={spec}
              series={series}
              spots={plan.spots.filter((each) => each.series === index)}
              choose={setChosen}
            />
          ))}
          {spot && (
            <rect
              className="chosen"
              x={spot.width ? spot.x - 2 : spot.x - 9}
              y={spot.width ? spot.y - 2 : spot.y - 9}
              width={spot.width ? spot.width + 4 : 18}
              height={spot.width ? spot.height + 4 : 18}
            />
          )}
        </svg>
      </div>
      <p id={reading} className="chart-reading" role="status">
        {spot ? (
          <>
            {pointSaid(spec, spot)} {link && <a href={link}>{m.chart_open_run()}</a>}
          </>
        ) : null}
      </p>
    </figure>
  );
}

interface SeriesProps {
  spec: ChartSpec;
  series: Series;
  spots: readonly Spot[];
  choose: (spot: Spot) => void;
}

function SeriesDrawn({ spec, series, spots, choose }: SeriesProps) {
  const line = isJoined(spec, series)
    ? spots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')
    : '';
  // Many marks are small ones.
  const scale = spots.length > 40 ? 0.6 : 1;
  return (
    <g className={`colour-${series.colour} ${series.origin}`}>
      {line && <path className="run" d={`M${line}`} />}
      {(spec.kind === 'bars' || series.origin !== 'form') &&
        spots.map((spot) => (
          <path
            key={spot.point}
            className={spec.kind === 'bars' ? 'bar' : 'mark'}
            d={
              spec.kind === 'bars'
                ? `M${spot.x},${spot.y}h${spot.width}v${spot.height}h${-spot.width}z`
                : MARKS[series.colour % MARKS.length]
            }
            transform={spec.kind === 'bars' ? undefined : `translate(${spot.x},${spot.y})scale(${scale})`}
            onPointerDown={() => choose(spot)}
          >
            <title>{pointSaid(spec, spot)}</title>
          </path>
        ))}
    </g>
  );
}

/** `FAST, log blocks 8: 1,234`. */
function pointSaid(spec: ChartSpec, { series, point }: { series: number; point: number }): string {
  const of = spec.series[series];
  const at = of?.points[point];
  if (!of || !at) return '';
  const x = shownOn(spec.x, at.x);
  return `${nameOf(of)}, ${spec.x.name ? `${spec.x.name} ${x}` : x}: ${shownOn(spec.y, at.y)}`;
}

/** The drawing in a sentence: where each series begins and ends. */
function saidOf(spec: ChartSpec): string {
  const courses = spec.series.flatMap((series) => {
    const [name, first, last] = [nameOf(series), series.points[0], series.points.at(-1)];
    if (!first || !last) return [];
    const [from, to] = [first, last].map(({ y }) => shownOn(spec.y, y));
    return [first === last ? `${name} ${from}` : `${name} ${from} → ${to}`];
  });
  const ends = spec.series.flatMap(({ points }) => points.map(({ x }) => x));
  const [from, to] = [Math.min(...ends), Math.max(...ends)].map((x) => shownOn(spec.x, x));
  return `${spec.name}, ${spec.x.name} ${from} → ${to}: ${courses.join('; ')}`;
}

/** Where a key leads: along the series, or to the nearest point of the next one that has any. */
function neighbour(spots: readonly Spot[], at: Spot | undefined, key: string): Spot | undefined {
  if (!/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(key)) return undefined;
  if (!at) return spots[0];
  const own = spots.filter(({ series }) => series === at.series);
  const index = own.indexOf(at);
  switch (key) {
    case 'ArrowLeft':
      return own[Math.max(0, index - 1)];
    case 'ArrowRight':
      return own[Math.min(own.length - 1, index + 1)];
    case 'Home':
      return own[0];
    case 'End':
      return own.at(-1);
    default: {
      const all = [...new Set(spots.map(({ series }) => series))];
      const step = key === 'ArrowUp' ? -1 : 1;
      const series = all[(all.indexOf(at.series) + step + all.length) % all.length];
      return spots
        .filter((each) => each.series === series)
        .reduce<Spot | undefined>(
          (best, each) => (best && Math.abs(best.x - at.x) <= Math.abs(each.x - at.x) ? best : each),
          undefined,
        );
    }
  }
}
