/** Makes figures from a file of figures and readings. No figure has code of its own. */
import type { ChartSpec, Point, Series } from '../../../chart/spec';
import { claimOf } from './claim';
import { type Figure, linkTo } from './figure';
import { CURVES, type Spot } from './measures';
import { measured, onPaper } from './numbers';
import { jobOf, listed, type Repeated, type Scope, scopeOf, valuesOf } from './scope';
import type { ChartData, SeriesData } from './source';
import { fill, type Named, SHOWS, say, scalarsOf, type Value } from './words';

/** Pieces of a curve of a closed form. */
const STEPS = 40;

/** The figures of a file for what is chosen, a workload for example. */
export function figuresOf(scope: Scope, chosen: Named): Figure[] {
  const { source, jobs, readings } = scope;
  return listed(source.figures, chosen, scope).map(({ item, named }): Figure => {
    const asked = new Set<string>();
    const look = (key: string) => {
      asked.add(key);
      return readings(key);
    };
    const within = scopeOf({ ...scope, readings: look }, item);
    const own = item.for === undefined ? [] : Object.keys(chosen).map((name) => named[name]?.value);
    const charts = listed(item.charts, named, within).map(({ item, named }) => chartOf(item, named, within));
    const claims = listed(item.claims, named, within).map(({ item, named }) => claimOf(item, named, within));
    return {
      id: [item.id, ...own].join('-'),
      place: item.id,
      title: say(item.title, named),
      about: say(item.about, named),
      charts,
      claims,
      why: say(item.why, named),
      jobs: [...asked].map((key) => jobOf(jobs, key)),
    };
  });
}

function chartOf(chart: ChartData, named: Named, scope: Scope): ChartSpec {
  const { along, name = '', show, ...x } = chart.x;
  const bars = along !== undefined && chart.kind === 'bars';
  const called = bars ? valuesOf(scope, along).map((value) => say('{x}', { x: value })) : [];
  const series = listed(chart.series, named, scope);
  const printed = series.map((each): Repeated<SeriesData> => {
    return { ...each, item: { ...each.item, printed: true, whose: 'sources_paper' } };
  });
  return {
    name: say(chart.name, named),
    ...(chart.kind && { kind: chart.kind }),
    x: {
      ...x,
      name: say(name, named),
      ...(bars ? { show: (at: number) => called[at] ?? '', names: true } : show && { show: SHOWS[show] }),
    },
    y: { ...chart.y, name: '', show: chart.y.show && SHOWS[chart.y.show] },
    series: [...(chart.printed ? printed : []), ...series].map((each) => seriesOf(each, chart, scope)),
  };
}

function seriesOf({ item, named, at, over }: Repeated<SeriesData>, chart: ChartData, scope: Scope): Series {
  const { name = `{${over}}`, whose, colour = at } = item;
  return {
    name: say(name, named),
    ...(whose && { whose: say(whose, named) }),
    origin: item.origin ?? (item.form && !item.run ? 'form' : item.printed ? 'source' : 'ours'),
    colour,
    points:
      item.points?.map(([x, y]) => ({ x, y })) ??
      pointsOf(item, named, { ...chart.x, bars: chart.kind === 'bars' }, scopeOf(scope, item)),
  };
}

/** The name along the axis, and whether its values are bars. */
interface Along {
  along?: string | undefined;
  bars?: boolean;
}

export function pointsOf(
  series: SeriesData,
  named: Named,
  { along = '', bars }: Along,
  scope: Scope,
): Point[] {
  const { curve, printed, run = '' } = series;
  if (curve) {
    const key = fill(run, scalarsOf(named));
    const [job, reading] = [jobOf(scope.jobs, key), scope.readings(key)];
    if (!reading) return [];
    const spots: readonly Spot[] = CURVES[curve](reading, job);
    return spots.map(({ x, y, request = reading.requests }) => ({ x, y, link: linkTo(job, request) }));
  }
  return spotsOf(series, named, along, scope).flatMap((value, at): Point[] => {
    const spot = { ...named, [along]: value };
    const y = measured(series, spot, printed ? onPaper(scope) : scope);
    if (typeof y !== 'number' || !Number.isFinite(y)) return [];
    const job = printed ? undefined : scope.jobs.get(fill(run, scalarsOf(spot)));
    const link = job && linkTo(job, scope.readings(job.key)?.requests ?? 0);
    return [{ x: bars ? at : value.at, y, ...(link && { link }) }];
  });
}

/** The values along an axis, and between them those of a smooth curve. */
function spotsOf({ from = 0, to }: SeriesData, named: Named, along: string, scope: Scope): Value[] {
  const values = valuesOf(scope, along);
  if (to === undefined) return values;
  const first = Number(named[from]?.value ?? from);
  const more = Array.from({ length: STEPS + 1 }, (_, step) => first + ((to - first) * step) / STEPS);
  return [...more.map((x): Value => ({ value: x, at: x })), ...values].sort((a, b) => a.at - b.at);
}
