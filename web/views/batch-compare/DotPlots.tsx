/** Runs by what they cost, a dot each, from the one that all are compared to. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { count, decimal, integer, plain } from '../../base/format';
import { useDrawing } from '../../base/use-drawing';
import { m } from '../../i18n/compiled/messages.js';
import { settled } from '../../model/amplification';
import { waits } from '../../model/metrics';
import type { Report } from '../../protocol/generated/Report';
import type { By } from './about';

/** One run that is done. */
export interface Row {
  name: string;
  report: Report;
}

interface DotPlotsProps {
  rows: readonly Row[];
  /** The row that all are compared to. */
  baseline: number;
  onBaseline: (row: number) => void;
  /** That by which they are ranked comes first. */
  by: By;
}

/** Heights by the size of letters, in pixels of the page, as batch-compare.css has them. */
const headOf = (em: number) => Math.max(44, 3 * em);
const lineOf = (em: number) => Math.max(30, 1.8 * em);
/** Room at the right of the last dot for its figure, and the width of a letter of the title, in em. */
const FIGURE = 5.6;
const LETTER = 0.62;
const LEFT = 10;
/** Above this many times the least, the axis is logarithmic. */
const SPAN = 8;
/** Until it is laid out. */
const FIRST = { width: 270, em: 11 };

export function DotPlots({ rows, baseline, onBaseline, by }: DotPlotsProps) {
  const erases = {
    title: m.metrics_erases(),
    unit: '',
    of: ({ flash }: Report) => flash.erases.total,
    show: count,
  };
  const amplification = {
    title: by === 'owed' ? m.metrics_write_amplification_drained() : m.metrics_write_amplification(),
    unit: '',
    of: (report: Report) => settled(report) ?? 0,
    show: decimal,
  };
  const flash: Measure[] = by === 'owed' ? [amplification, erases] : [erases, amplification];
  const answers: Measure[] = [
    // Where no request waits, it is the response time.
    ...(rows.some(({ report }) => waits(report))
      ? [time(m.metrics_service_mean(), rows, ({ service_us }) => service_us.mean)]
      : []),
    time(m.metrics_response_mean(), rows, ({ response_us }) => response_us.mean),
    time(m.metrics_response_p99(), rows, ({ response_us }) => response_us.p99),
  ];
  return (
    <section className="panel plots" aria-label={m.batch_figures()}>
      <ul className="plot-names">
        {rows.map(({ name }, i) => (
          <li key={name} className={i === baseline ? 'against' : undefined}>
            <button
              type="button"
              className="quiet"
              aria-pressed={i === baseline}
              aria-label={m.batch_baseline({ name })}
              onClick={() => onBaseline(i)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {(by === 'host' ? [...answers, ...flash] : [...flash, ...answers]).map((measure) => (
        <Plot key={measure.title} {...{ measure, rows, baseline }} />
      ))}
    </section>
  );
}

interface Measure {
  title: string;
  unit: string;
  of: (report: Report) => number;
  show: (value: number) => string;
}

/** In milliseconds, unless all are so short that these are fractions. */
function time(title: string, rows: readonly Row[], of: Measure['of']): Measure {
  const short = rows.every(({ report }) => of(report) < 1000);
  const per = short ? 1 : 1000;
  return {
    title,
    unit: short ? 'µs' : 'ms',
    of: (report) => of(report) / per,
    show: (value) => (value >= 100 ? integer(value) : decimal(value, 1)),
  };
}

interface PlotProps {
  measure: Measure;
  rows: readonly Row[];
  baseline: number;
}

function Plot({ measure: { title, unit, of, show }, rows, baseline }: PlotProps) {
  const [svg, { width, em }] = useDrawing(FIRST);
  const values = rows.map(({ report }) => of(report));
  const { place, ticks, log } = axisOf(values, [LEFT, Math.max(LEFT + 20, width - FIGURE * em)]);
  const from = place(values[baseline] ?? 0);
  const [head, line] = [headOf(em), lineOf(em)];
  const height = head + line * rows.length + 4;
  const middle = (i: number) => head + line * (i + 0.5);
  const scaled = log ? (unit ? m.batch_unit_log({ unit }) : m.batch_log()) : unit;
  // Where large letters leave no room for both, the ticks show the scale and the unit stays.
  const note = (title.length + scaled.length) * LETTER * em < width ? scaled : unit;
  return (
    <svg
      ref={svg}
      className="plot"
      style={{ height }}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${title}: ${rows.map(({ name }, i) => `${name} ${show(values[i] ?? 0)}`).join(', ')}`}
    >
      <rect className="against" x={0} y={head + line * baseline} width={width} height={line} />
      <text className="title" x={LEFT - 6} y={Math.max(14, 1.2 * em)}>
        {title}
        {note && (
          <tspan className="unit" dx={7}>
            {note}
          </tspan>
        )}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="tick" d={`M${place(tick)},${head}V${height}`} />
          <text x={place(tick)} y={head - 5} textAnchor="middle">
            {short(tick)}
          </text>
        </g>
      ))}
      <path className="from" d={`M${from},${head}V${height}`} />
      {values.map((value, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place
        <g key={i} className={i === baseline ? 'of-baseline' : undefined}>
          <path className="way" d={`M${from},${middle(i)}H${place(value)}`} />
          <circle cx={place(value)} cy={middle(i)} r={5} />
          <text className="value" x={Math.max(place(value), 0) + 11} y={middle(i) + 0.36 * em}>
            {show(value)}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The places of values; logarithmic where they span more than {@link SPAN} times, and none is 0. */
export function axisOf(values: readonly number[], range: [number, number]) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const log = least > 0 && most > SPAN * least;
  const scale = log ? scaleLog([least / 1.1, most], range) : scaleLinear([0, most || 1], range);
  const room = (range[1] - range[0]) / 44;
  const rungs = log ? scale.ticks(8).filter((tick) => [1, 2, 5].includes(leading(tick))) : scale.ticks(4);
  const ticks = thinned(rungs, Math.max(2, room));
  return { place: (value: number) => scale(value), ticks, log };
}

function thinned(ticks: readonly number[], most: number): number[] {
  const every = Math.ceil(ticks.length / most);
  return ticks.filter((_, i) => i % every === 0);
}

function leading(tick: number): number {
  return Number(tick.toExponential(6).replace(/e.*/, ''));
}

/** A tick in few characters: 2k. */
function short(tick: number): string {
  return tick >= 1e6 ? `${plain(tick / 1e6)}M` : tick >= 1000 ? `${plain(tick / 1000)}k` : plain(tick);
}
