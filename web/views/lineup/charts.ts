/** The charts of a line-up, as data: a bar for each run that is done. */
import { decimal, integer } from '../../base/format';
import type { ChartSpec, Series } from '../../chart/spec';
import { m } from '../../i18n/compiled/messages.js';
import type { Costs } from '../../model/costs';

export interface Bar {
  name: string;
  /** Opens the run on the stage. */
  link: string;
  costs: Costs;
  /** `null` if the host wrote nothing. */
  amplification: number | null;
}

export function chartsOf(bars: readonly Bar[], axis: string): { id: string; spec: ChartSpec }[] {
  const series = (name: string, colour: number, of: (bar: Bar) => number): Series => ({
    ...{ name, origin: 'ours', colour },
    points: bars.map((bar, x) => ({ x, y: of(bar), link: bar.link })),
  });
  const chart = (name: string, show: (value: number) => string, all: Series[]): ChartSpec => ({
    ...{ name, kind: 'bars', series: all },
    x: { name: axis, show: (x) => bars[x]?.name ?? '' },
    y: { name, show },
  });
  const erases = chart(m.metrics_erases(), integer, [
    series(m.metrics_erases(), 0, ({ costs }) => costs.erases),
  ]);
  const merges = chart(m.lineup_merges(), integer, [
    series(m.metrics_full_merges(), 0, ({ costs }) => costs.full),
    series(m.metrics_partial_merges(), 5, ({ costs }) => costs.partial),
    series(m.metrics_switch_merges(), 1, ({ costs }) => costs.switch),
  ]);
  const written = chart(m.metrics_write_amplification(), decimal, [
    series(m.metrics_write_amplification(), 2, ({ amplification }) => amplification ?? 0),
  ]);
  const merged = bars.some(({ costs }) => costs.full + costs.partial + costs.switch > 0);
  return [
    { id: 'erases', spec: erases },
    ...(merged ? [{ id: 'merges', spec: merges }] : []),
    { id: 'write-amplification', spec: written },
  ];
}
