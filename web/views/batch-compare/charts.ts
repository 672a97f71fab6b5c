/** The charts of a comparison, as data: a bar for each run that is done. */
import { count, decimal, duration, percent } from '../../base/format';
import type { ChartSpec, Series } from '../../chart/spec';
import { m } from '../../i18n/compiled/messages.js';
import { settled } from '../../model/amplification';
import { type Costs, costsOf } from '../../model/plans/costs';
import type { FtlKind } from '../../protocol/generated/FtlKind';
import type { Report } from '../../protocol/generated/Report';
import type { By } from './about';

export interface Bar {
  name: string;
  /** Opens the run on the stage. */
  link: string;
  ftl: FtlKind;
  report: Report;
}

interface Part {
  name: string;
  /** Things that belong together have one colour in all of them. */
  colour: number;
  of: (report: Report, costs: Costs) => number;
}

/** How figures are read, and the unit that they have in files: none for a ratio. */
type Shown = readonly [show: (value: number) => string, unit: string];

const TIME: Shown = [duration, 'µs'];
const SHARE: Shown = [(value) => percent(value), ''];
const RATIO: Shown = [decimal, ''];

/** That by which runs are ranked comes first. */
export function chartsOf(
  bars: readonly Bar[],
  axis: string,
  by: By = 'flash',
): { id: string; spec: ChartSpec }[] {
  const all = bars.map((bar) => ({ ...bar, costs: costsOf(bar.report, bar.ftl) }));
  const buffered = all.some(({ costs }) => costs.buffer);
  const hosted = all.some(({ costs }) => costs.host);
  const chart = (id: string, name: string, [show, unit]: Shown, parts: readonly Part[]) => ({
    id,
    spec: {
      ...{ name, kind: 'bars' as const },
      x: { name: axis, show: (x: number) => all[x]?.name ?? '', names: true },
      y: { name, show, unit },
      series: parts.map(({ name, colour, of }): Series => {
        const points = all.map(({ report, costs, link }, x) => ({ x, y: of(report, costs), link }));
        return { ...{ name, origin: 'ours', colour }, points };
      }),
    },
  });
  const single = (id: string, name: string, show: Shown, colour: number, of: Part['of']) =>
    chart(id, name, show, [{ name, colour, of }]);
  /** Without parts of which no run has any. */
  const some = (parts: readonly Part[]) =>
    parts.filter(({ of }) => all.some(({ report, costs }) => of(report, costs) > 0));
  const merges = some([
    { name: m.metrics_full_merges(), colour: 0, of: (_, { full }) => full },
    { name: m.metrics_partial_merges(), colour: 5, of: (_, { partial }) => partial },
    { name: m.metrics_switch_merges(), colour: 1, of: (_, costs) => costs.switch },
  ]);
  const traffic = some([
    {
      name: buffered ? m.batch_traffic_destaged() : m.batch_traffic_host(),
      ...{ colour: 2, of: ({ flash }) => flash.programs.host },
    },
    { name: m.batch_traffic_copies(), colour: 0, of: (_, { copies }) => copies },
    { name: m.batch_traffic_mapping(), colour: 1, of: (_, { translation }) => translation },
    { name: m.batch_traffic_pad(), colour: 5, of: ({ flash }) => flash.programs.pad },
    { name: m.batch_traffic_recovery(), colour: 3, of: ({ flash }) => flash.programs.recovery },
  ]);
  const response = some([
    { name: m.batch_response_service(), colour: 2, of: ({ service_us }) => service_us.mean },
    {
      name: m.batch_response_wait(),
      // In whole nanoseconds, as the engine has them: what is left of two means is no wait of less.
      ...{ colour: 3, of: ({ response_us, service_us }) => over(response_us.mean, service_us.mean) },
    },
  ]);
  const ratio = single(
    'write-amplification',
    by === 'owed' ? m.metrics_write_amplification_drained() : m.metrics_write_amplification(),
    RATIO,
    2,
    amplification,
  );
  // Without writes there is nothing to amplify.
  const ratios = all.some(({ report }) => settled(report) !== null) ? [ratio] : [];
  const onFlash = [
    ...(by === 'owed' ? ratios : []),
    single('erases', m.metrics_erases(), [count, m.batch_unit_blocks()], 0, (_, { erases }) => erases),
    ...(merges.length > 0 ? [chart('merges', m.batch_merges(), [count, m.batch_unit_merges()], merges)] : []),
    ...(traffic.length > 0
      ? [chart('traffic', m.batch_traffic(), [count, m.batch_unit_pages()], traffic)]
      : []),
    ...(buffered
      ? [single('buffer-hits', m.batch_column_hits(), SHARE, 4, (_, { buffer }) => buffer?.hitRatio ?? 0)]
      : []),
    ...(by === 'owed' ? [] : ratios),
  ];
  const answers = [
    chart('response', response.length > 1 ? m.batch_response() : m.metrics_response_mean(), TIME, response),
    ...(hosted
      ? [
          single('response-p99', m.metrics_response_p99(), TIME, 4, ({ response_us }) => response_us.p99),
          single('channels-busy', m.batch_column_busy(), SHARE, 1, (_, { host }) => host?.busy ?? 0),
        ]
      : []),
  ];
  return by === 'host' ? [...answers, ...onFlash] : [...onFlash, ...answers];
}

function amplification(report: Report): number {
  return settled(report) ?? 0;
}

function over(whole: number, part: number): number {
  return Math.max(0, Math.round((whole - part) * 1000) / 1000);
}
