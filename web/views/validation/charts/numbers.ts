/** Numbers of a figure: of runs, of what is printed, of closed forms. */
import type { Readings } from '../runs/experiment';
import { AS, FORMS, MEASURES, type MeasureName, type Params, TAKES } from './measures';
import { type Scope, scopeOf, valuesOf } from './scope';
import type { FoundData, SeriesData } from './source';
import { fill, type Named, openIn, scalarsOf } from './words';

/** The scope with printed figures instead of runs. */
export function onPaper(scope: Scope): Scope {
  const readings: Readings = (key) =>
    scope.source.printed.find(({ runs }) => runs.includes(key)) as ReturnType<Readings>;
  return { ...scope, readings };
}

/** A number of one run, or its ratio to another run. Along `peak` the highest counts. */
export function measured(
  data: FoundData | SeriesData,
  named: Named,
  scope: Scope,
): number | readonly number[] | undefined {
  const { of = 'erases', run, over, peak, form, as } = data;
  const { models, jobs, readings } = scope;
  const scalars = { ...scalarsOf(named), ...data.with };
  const readOff = (key: string, measure: MeasureName) => {
    const [job, reading] = [jobs.get(key), readings(key)];
    return reading && MEASURES[measure](reading, { params: { ...scalars, ...job?.params }, models, job });
  };
  const ofForm = (params: Params) =>
    form &&
    (FORMS[form](params, models, (key, measure) => Number(readOff(key, measure) ?? Number.NaN)) ?? undefined);
  if (run === undefined) return ofForm(scalars);
  const one = (pattern: string): number | readonly number[] | undefined => {
    const key = fill(pattern, scalars);
    const open = openIn(key);
    if (open === undefined || open !== peak) return readOff(key, of);
    const all = valuesOf(scope, open).map(({ value }) => readOff(fill(key, { [open]: value }), of));
    return all.includes(undefined) ? undefined : Math.max(...all.map(Number));
  };
  const top = one(run);
  if (top === undefined || over === undefined) return top;
  const base =
    over === 'form'
      ? ofForm({ ...scalars, ...jobs.get(fill(run, scalars))?.params })
      : over === 'printed'
        ? measured({ of, run }, named, onPaper(scope))
        : one(over);
  if (base === undefined) return undefined;
  const ratio = Number(top) / Number(base);
  return as ? AS[as](ratio) : ratio;
}

/** One number, or several, from all runs of a pattern; `undefined` if a run is missing. */
export function taken(data: FoundData, named: Named, outer: Scope): number | readonly number[] | undefined {
  const scope = scopeOf(outer, data);
  const { run = '', over = '', peak, take = 'first' } = data;
  let spots: Named[] = [named];
  let xs: number[] = [];
  for (;;) {
    const filled = fill(`${run} ${over}`, scalarsOf(spots[0] ?? {}));
    const open = openIn(peak === undefined ? filled : filled.replaceAll(`{${peak}}`, ''));
    if (open === undefined) break;
    const values = valuesOf(scope, open);
    xs = values.map(({ at }) => at);
    spots = spots.flatMap((spot) => values.map((value) => ({ ...spot, [open]: value })));
  }
  const rows = spots.map((spot) => measured(data, spot, scope));
  if (rows.includes(undefined)) return undefined;
  const lists = rows.map((row) => (typeof row === 'object' ? row : [row ?? 0]));
  return TAKES[take](lists.flat(), lists, xs);
}
