/** The dot plots of a comparison as data: the figures of its runs, and the places of values. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { count, decimal, integer, plain } from '../../base/format';
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

export interface Measure {
  title: string;
  unit: string;
  of: (report: Report) => number;
  show: (value: number) => string;
}

/** Above this many times the least, the axis is logarithmic. */
const SPAN = 8;

/** A plot each. That by which runs are ranked comes first. */
export function measuresOf(rows: readonly Row[], by: By): Measure[] {
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
  // Without writes there is nothing to amplify.
  const ratio = rows.some(({ report }) => settled(report) !== null) ? [amplification] : [];
  const flash: Measure[] = by === 'owed' ? [...ratio, erases] : [erases, ...ratio];
  const answers: Measure[] = [
    // Where no request waits, it is the response time.
    ...(rows.some(({ report }) => waits(report))
      ? [time(m.metrics_service_mean(), rows, ({ service_us }) => service_us.mean)]
      : []),
    time(m.metrics_response_mean(), rows, ({ response_us }) => response_us.mean),
    time(m.metrics_response_p99(), rows, ({ response_us }) => response_us.p99),
  ];
  return by === 'host' ? [...answers, ...flash] : [...flash, ...answers];
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

/** The unit, and that the axis is logarithmic. */
export function scaleText(unit: string, log: boolean): string {
  if (!log) return unit;
  return unit ? m.batch_unit_log({ unit }) : m.batch_log();
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

/** Figures are rarely longer: plots of a comparison end alike. */
const USUAL = 7;

/** Room behind the middle of the last dot, of which `gap` is its half and a blank, for the longest of these figures. */
export function roomFor(figures: readonly string[], letter: number, gap: number): number {
  return gap + letter * Math.max(USUAL, ...figures.map(({ length }) => length));
}

function thinned(ticks: readonly number[], most: number): number[] {
  const every = Math.ceil(ticks.length / most);
  return ticks.filter((_, i) => i % every === 0);
}

function leading(tick: number): number {
  return Number(tick.toExponential(6).replace(/e.*/, ''));
}

/** A tick in few characters: 2k. */
export function short(tick: number): string {
  return tick >= 1e6 ? `${plain(tick / 1e6)}M` : tick >= 1000 ? `${plain(tick / 1000)}k` : plain(tick);
}
