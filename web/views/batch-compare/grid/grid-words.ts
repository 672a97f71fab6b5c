/** Words about a grid of channels and queue depths. */
import { decimal, duration, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { amplificationsOf, type Counted, enoughOf, FIGURES, type Figure } from '../../../model/what-if/grid';

export const FIGURE_NAMES: Record<Figure, () => string> = {
  'parallel.span_us': m.grid_span,
  'response_us.mean': m.batch_column_mean,
  'response_us.p99': m.batch_column_p99,
  'parallel.bandwidth_mb_s': m.batch_column_bandwidth,
  write_amplification: m.batch_column_wa,
};

export function figureText(figure: Figure, { report }: Counted): string {
  const value = FIGURES[figure].of(report);
  if (value === undefined) return m.metrics_none();
  if (figure === 'write_amplification') return decimal(value, 2);
  return figure === 'parallel.bandwidth_mb_s' ? m.batch_mb_s({ value: decimal(value, 1) }) : duration(value);
}

/** Figures that depend on when the last request comes. */
const BOUND: Partial<Record<Figure, true>> = { 'parallel.span_us': true, 'parallel.bandwidth_mb_s': true };

/** The best cell, the worst, and the least that is about as good as the best. */
export function sentences(cells: readonly Counted[], figure: Figure): string[] {
  const found = enoughOf(cells, figure);
  if (!found) return [];
  const { best, worst, enough } = found;
  const said = (cell: Counted) => ({
    channels: integer(cell.channels),
    depth: integer(cell.depth),
    value: figureText(figure, cell),
  });
  const place = m.grid_best({ figure: FIGURE_NAMES[figure](), ...said(best) });
  const arrivals = figure in BOUND ? best.report.arrivals_us : undefined;
  const bound = arrivals === undefined ? [] : [m.grid_arrivals({ time: duration(arrivals) })];
  // All say the same.
  if (figureText(figure, best) === figureText(figure, worst)) return [m.grid_same(said(best)), ...bound];
  const cheaper = enough === best ? [] : [m.grid_enough(said(enough))];
  const amplified = figure === 'write_amplification' ? null : amplificationsOf(cells);
  const more = amplified?.map((value) => decimal(value, 2));
  return [
    place,
    m.grid_worst(said(worst)),
    ...cheaper,
    ...bound,
    ...(more ? [m.grid_amplification({ least: more[0] ?? '', most: more[1] ?? '' })] : []),
  ];
}
