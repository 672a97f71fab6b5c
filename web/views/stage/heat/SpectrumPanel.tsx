/** Beside the heat map: how full blocks are, as a histogram and sorted, and as a table. */
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { useState } from 'react';
import { integer, percent } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import css from './heat.module.css';
import { barsOf, meanShare, type Spectrum, sortedCurve } from './spectrum';

const WIDTH = 240;
const HEIGHT = 100;
const LEFT = 34;
const BOTTOM = 20;
const TOP = 6;
const RIGHT = 8;
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
    <section className={css.spectrum} aria-label={m.stage_heat_spectrum()}>
      <header>
        <h2>{m.stage_heat_spectrum()}</h2>
        <button type="button" aria-pressed={table} onClick={() => setTable(!table)}>
          {m.stage_heat_as_table()}
        </button>
        <button type="button" aria-label={m.stage_heat_spectrum_close()} onClick={onClose}>
          ×
        </button>
      </header>
      <p>{summary}</p>
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
    </section>
  );
}

const x0 = LEFT;
const x1 = WIDTH - RIGHT;
const y0 = HEIGHT - BOTTOM;

function Histogram({ bars, pages }: { bars: ReturnType<typeof barsOf>; pages: number }) {
  const most = max(bars, (bar) => bar.blocks) ?? 0;
  const x = scaleLinear([0, pages + 1], [x0, x1]);
  const y = scaleLinear([0, Math.max(1, most)], [y0, TOP]).nice(3);
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
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <Axes
        across={ticks.map((tick) => [x(tick + 0.5), String(tick)])}
        up={y
          .ticks(3)
          .filter(Number.isInteger)
          .map((tick) => [y(tick), short(tick)])}
      />
      <path d={path} className={css.bars} />
    </svg>
  );
}

function Sorted({ spectrum }: { spectrum: Spectrum }) {
  const x = scaleLinear([0, 1], [x0, x1]);
  const y = scaleLinear([0, 1], [y0, TOP]);
  const corners = sortedCurve(spectrum).map(({ at, valid }) => `${x(at).toFixed(1)},${y(valid).toFixed(1)}`);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <Axes
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

function Axes({ across, up }: { across: [number, string][]; up: [number, string][] }) {
  return (
    <g className={css.axes}>
      {up.map(([y, text]) => (
        <g key={text}>
          <line x1={x0} x2={x1} y1={y} y2={y} />
          <text x={x0 - 4} y={y} dy="0.32em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {across.map(([x, text], index) => (
        <text
          key={text}
          x={x}
          y={HEIGHT - 5}
          textAnchor={index === across.length - 1 ? 'end' : index === 0 ? 'start' : 'middle'}
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
