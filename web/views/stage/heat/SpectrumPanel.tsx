/** Beside the heat map: how full blocks are, as a histogram and sorted, and as a table. */
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { useState } from 'react';
import { integer, percent } from '../../../base/format';
import { useDrawing } from '../../../base/use-drawing';
import { m } from '../../../i18n/compiled/messages.js';
import css from './heat.module.css';
import { barsOf, meanShare, type Spectrum, sortedCurve } from './spectrum';

/** Until a drawing is laid out. */
const FIRST = { width: 240, height: 100, em: 12 };
/** Characters of the longest number up an axis, `1.5k` or `100%`, and the width of a digit in ems. */
const LONGEST = 4;
const DIGIT = 0.65;
/** Bars narrower than three pixels are put together. */
const MOST_BARS = 66;

export function SpectrumPanel({ spectrum, onClose }: { spectrum: Spectrum; onClose: () => void }) {
  const [table, setTable] = useState(false);
  const { counts, blocks, erased } = spectrum;
  const bars = barsOf(spectrum, MOST_BARS);
  const summary = m.stage_heat_spectrum_summary({
    blocks: integer(blocks),
    share: percent(meanShare(spectrum), 1),
    erased: integer(erased),
  });
  return (
    <section className={`spectrum ${css.spectrum}`} aria-label={m.stage_heat_spectrum()}>
      <header>
        <h2>{m.stage_heat_spectrum()}</h2>
        <button type="button" className="small" aria-pressed={table} onClick={() => setTable(!table)}>
          {m.stage_heat_as_table()}
        </button>
        <button
          type="button"
          className="quiet small"
          aria-label={m.stage_heat_spectrum_close()}
          onClick={onClose}
        >
          ×
        </button>
      </header>
      {table ? (
        <div className={css.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{m.stage_heat_spectrum_valid()}</th>
                <th scope="col">{m.stage_heat_spectrum_blocks()}</th>
              </tr>
            </thead>
            <tbody>
              {counts.map((count, valid) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number of valid pages
                <tr key={valid}>
                  <th scope="row">{valid}</th>
                  <td>{integer(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div className={css.charts}>
          <figure>
            <figcaption>{m.stage_heat_histogram()}</figcaption>
            <Histogram bars={bars} pages={counts.length - 1} />
          </figure>
          <figure>
            <figcaption>{m.stage_heat_sorted()}</figcaption>
            <Sorted spectrum={spectrum} />
          </figure>
        </div>
      )}
      <p>{summary}</p>
    </section>
  );
}

/** Where the axes of a drawing run, in pixels of the page. */
function useAxes() {
  const [svg, { width, height = FIRST.height, em }] = useDrawing(FIRST);
  const axes = {
    em,
    x0: (0.7 + LONGEST * DIGIT) * em,
    x1: width - 0.5 * em,
    y0: height - 1.6 * em,
    top: 0.6 * em,
  };
  return { svg, axes, viewBox: `0 0 ${width} ${height}` };
}

function Histogram({ bars, pages }: { bars: ReturnType<typeof barsOf>; pages: number }) {
  const { svg, axes, viewBox } = useAxes();
  const { x0, x1, y0, top: highest } = axes;
  const most = max(bars, (bar) => bar.blocks) ?? 0;
  const x = scaleLinear([0, pages + 1], [x0, x1]);
  // In a low drawing there is room for two numbers up the axis.
  const lines = Math.max(1, Math.min(3, Math.floor((y0 - highest) / (axes.em * 1.6))));
  const y = scaleLinear([0, Math.max(1, most)], [y0, highest]).nice(lines);
  const path = bars
    .filter((bar) => bar.blocks > 0)
    .map((bar) => {
      const [left, right] = [x(bar.from) + 0.3, x(bar.to + 1) - 0.3];
      // A single block is still seen among thousands.
      const top = Math.min(y(bar.blocks), y0 - 1);
      return `M${left.toFixed(1)},${y0}V${top.toFixed(1)}H${right.toFixed(1)}V${y0}Z`;
    })
    .join('');
  const ticks = [0, Math.round(pages / 2), pages];
  return (
    <svg ref={svg} viewBox={viewBox} aria-hidden="true">
      <Axes
        {...axes}
        across={ticks.map((tick) => [x(tick + 0.5), String(tick)])}
        up={y
          .ticks(lines)
          .filter(Number.isInteger)
          .map((tick) => [y(tick), short(tick)])}
      />
      <path d={path} className={css.bars} />
    </svg>
  );
}

function Sorted({ spectrum }: { spectrum: Spectrum }) {
  const { svg, axes, viewBox } = useAxes();
  const { x0, x1, y0, top } = axes;
  const x = scaleLinear([0, 1], [x0, x1]);
  const y = scaleLinear([0, 1], [y0, top]);
  const corners = sortedCurve(spectrum).map(({ at, valid }) => `${x(at).toFixed(1)},${y(valid).toFixed(1)}`);
  return (
    <svg ref={svg} viewBox={viewBox} aria-hidden="true">
      <Axes
        {...axes}
        across={[0, 0.5, 1].map((tick) => [x(tick), percent(tick)])}
        up={[0, 0.5, 1].map((tick) => [y(tick), percent(tick)])}
      />
      {corners.length > 0 && (
        <>
          <path d={`M${x0},${y0}L${corners.join('L')}L${x1},${y0}Z`} className={css.area} />
          <path d={`M${corners.join('L')}`} className={css.curve} />
        </>
      )}
    </svg>
  );
}

interface AxesProps {
  em: number;
  x0: number;
  x1: number;
  y0: number;
  across: [number, string][];
  up: [number, string][];
}

function Axes({ em, x0, x1, y0, across, up }: AxesProps) {
  // Where not all are beside one another, the first and the last.
  const room = across.reduce((sum, [, text]) => sum + (text.length + 1) * DIGIT * em, 0);
  const named = room <= x1 - x0 ? across : [across.slice(0, 1), across.slice(-1)].flat();
  return (
    <g className={css.axes}>
      {up.map(([y, text]) => (
        <g key={text}>
          <line x1={x0} x2={x1} y1={y} y2={y} />
          <text x={x0 - em / 3} y={y} dy="0.32em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {named.map(([x, text], index) => (
        <text
          key={text}
          x={x}
          y={y0 + 1.2 * em}
          textAnchor={index === named.length - 1 ? 'end' : index === 0 ? 'start' : 'middle'}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

/** 1,500 as 1.5k: an axis has little room. */
function short(count: number): string {
  return count >= 1000 ? `${+(count / 1000).toFixed(1)}k` : String(count);
}
