/** Runs by what they cost, a dot each, from the one that all are compared to. */
import { useDrawing } from '../../base/use-drawing';
import { emsOf } from '../../chart/layout';
import { m } from '../../i18n/compiled/messages.js';
import type { By } from './about';
import { axisOf, type Measure, measuresOf, type Row, roomFor, scaleText, short } from './plots';

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
/** From the middle of a dot to its figure, in pixels. */
const GAP = 11;
/** Width of a digit, in em. */
const DIGIT = 0.62;
const LEFT = 10;
/** Until it is laid out. */
const FIRST = { width: 270, em: 11 };

export function DotPlots({ rows, baseline, onBaseline, by }: DotPlotsProps) {
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
      {measuresOf(rows, by).map((measure) => (
        <Plot key={measure.title} {...{ measure, rows, baseline }} />
      ))}
    </section>
  );
}

interface PlotProps {
  measure: Measure;
  rows: readonly Row[];
  baseline: number;
}

function Plot({ measure: { title, unit, of, show }, rows, baseline }: PlotProps) {
  const [svg, { width, em }] = useDrawing(FIRST);
  const values = rows.map(({ report }) => of(report));
  const room = roomFor(values.map(show), DIGIT * em, GAP + 3);
  const { place, ticks, log } = axisOf(values, [LEFT, Math.max(LEFT + 20, width - room)]);
  const from = place(values[baseline] ?? 0);
  const [head, line] = [headOf(em), lineOf(em)];
  const height = head + line * rows.length + 4;
  const middle = (i: number) => head + line * (i + 0.5);
  const scaled = scaleText(unit, log);
  // Where large letters leave no room for both, the ticks show the scale and the unit stays.
  const note = (emsOf(title + scaled) + 1) * em < width ? scaled : unit;
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
          <text className="value" x={Math.max(place(value), 0) + GAP} y={middle(i) + 0.36 * em}>
            {show(value)}
          </text>
        </g>
      ))}
    </svg>
  );
}
