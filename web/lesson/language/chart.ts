/**
 * A chart of a step: figures of whole runs against one field of their scenarios. Every point is a run of the engine, to
 * its end; nothing is written down.
 *
 *     chart:
 *       along: ftl.log_blocks          # the field; its values, in order
 *       name: "Log blocks"
 *       values: [2, 4, 8]
 *       lines:                         # a scenario each
 *         bast: { name: "BAST", on: random_bast }
 *         formula: { name: "Closed form", on: random_page, value: predicted.write_amplification }
 *       figures:                       # what is read off each run
 *         erases: { name: "Erases", value: report.flash.erases.total }
 *
 * A line with a `value` of its own shows that instead of the figure's, of which there is one then. Besides `report`, `scenario`
 * and `predicted` they see `locality`, that of the requests themselves; a chart of nothing else makes no run. `along: request` is
 * one run per line, read after each request whose number is in `values` (`charts/requests.ts`).
 *
 * Expressions of the step see them as `chart.bast.erases[0]`, and the field's values as `chart.values[0]`.
 */
import { ask, type EngineClient } from '../../protocol/engine/engine-client';
import { localityOf } from '../charts/locality';
import { scopesAlong } from '../charts/requests';
import { predicted } from '../play/predicted';
import { checkSize, sourceOf } from '../play/walk';
import { evaluatePlain, type Scope, type Value } from './evaluate';
import { suggest } from './fault';
import type { Chart, Lesson } from './lesson';
import { locate } from './prose';
import { isMap, overlay } from './variants';
import type { Faults, Field } from './yaml';

/** Runs of one chart, at most: they are made while a reader waits. */
const MAX_RUNS = 64;
/** Lines that are distinguished at a glance, and as many marks (`Chart.tsx`). */
const MAX_LINES = 4;
const MAX_FIGURES = 3;
/** The lesson's own runs are made in slot 0; a chart beside them does not disturb them. */
const SLOT = 1;

/** A chart's points: of each line, of each figure, a value per value of the field. */
export type Points = { [line: string]: { [figure: string]: number[] } };

export function readChart(
  field: Field,
  scenarios: ReadonlyMap<string, { json: { readonly [key: string]: Value } }>,
  faults: Faults,
): Chart {
  const all = ['along', 'name', 'values', 'lines', 'figures'] as const;
  const { along, name, values, lines, figures } = field.map(all, all);
  const chart: Chart = {
    along: along.text().split('.'),
    name: named(name),
    values: values.list().map((value) => {
      const number = Number(value.text());
      if (!Number.isFinite(number)) value.fault(`"${value.text()}" is not a number`, 'write 2, or 0.5');
      return number;
    }),
    lines: lines.entries().map(([id, line]) => {
      const { name, on, value } = line.map(['name', 'on', 'value'] as const, ['name', 'on']);
      if (!on.missing && !scenarios.has(on.text()))
        on.fault(`there is no scenario "${on.text()}"`, suggest(on.text(), [...scenarios.keys()]));
      key(id, line);
      return {
        id,
        name: named(name),
        on: on.text(),
        value: value.missing ? null : expression(value, faults),
      };
    }),
    figures: figures.entries().flatMap(([id, figure]) => {
      const { name, value } = figure.map(['name', 'value'] as const, ['name', 'value']);
      const located = value.missing ? null : expression(value, faults);
      key(id, figure);
      return located ? [{ id, name: named(name), value: located }] : [];
    }),
    line: field.line,
    column: field.column,
  };
  const limits = [
    [chart.values.length * chart.lines.length, MAX_RUNS, 'runs'],
    [chart.lines.length, MAX_LINES, 'lines'],
    [chart.figures.length, MAX_FIGURES, 'figures'],
  ] as const;
  for (const [count, most, what] of limits) {
    if (count > most) field.fault(`a chart of ${count} ${what}`, `at most ${most}: make two charts of it`);
  }
  if (chart.figures.length > 1 && chart.lines.some((line) => line.value))
    field.fault('a line with a value of its own, and several figures', 'make a chart of each figure');
  if (
    isAlongRequests(chart) &&
    chart.values.some(
      (value, at) => !Number.isInteger(value) || value < 0 || value <= (chart.values[at - 1] ?? -1),
    )
  )
    values.fault(
      'these are no numbers of requests',
      'write whole numbers from 0, each greater than the one before',
    );
  if (chart.values.length < 2) values.fault('a chart of one value', 'give two or more');
  return chart;
}

function expression(value: Field, faults: Faults) {
  return locate(value.text(), { line: value.line, column: value.column }, value.where, faults);
}

/** A name is shown as it is: a figure in it would be one that no one computed. */
function named(field: Field): string {
  if (/\p{Nd}/u.test(field.text()))
    field.fault('a bare figure', 'say it in the prose, as :v[…] or :given[…]');
  return field.text();
}

function key(id: string, field: Field): void {
  if (!/^[a-z][a-z0-9_]*$/.test(id) || id === 'values')
    field.fault(`"${id}" is no name for an expression`, 'small letters, digits and "_"');
}

/** Whether it is of one run, request by request. */
export function isAlongRequests({ along }: Pick<Chart, 'along'>): boolean {
  return along.join('.') === 'request';
}

/** Whether one of its expressions starts with this name. */
export function reads({ figures, lines }: Pick<Chart, 'figures' | 'lines'>, name: string): boolean {
  const start = new RegExp(`\\b${name}\\.`);
  return [...figures, ...lines].some(({ value }) => value !== null && start.test(value.text));
}

/** The scenario of a point. `null`: it has no such field to lay the value over. */
export function scenarioAt(
  base: { readonly [key: string]: Value },
  [first, ...rest]: readonly string[],
  value: number,
): { [key: string]: Value } | null {
  if (first === undefined) return null;
  const change = rest.reduceRight<Value>((inner, name) => ({ [name]: inner }), value);
  // A field that does not exist is for the engine to refuse; one inside of a text or list is not even that.
  for (let at: Value = base, path = [first, ...rest]; path.length > 1; path = path.slice(1)) {
    at = (isMap(at) ? at[path[0] ?? ''] : null) ?? {};
    if (!isMap(at)) return null;
  }
  return overlay({ ...base }, { [first]: change });
}

/** Makes the runs. Rejects as the engine does, and with an `ExpressionError` if a figure cannot be read off one. */
export async function pointsOf(
  lesson: Lesson,
  chart: Chart,
  client: EngineClient,
  signal?: AbortSignal,
): Promise<Points> {
  const points: Points = {};
  // Lines of one scenario share its runs.
  const runs = new Map<string, Scope>();
  const needs = { run: reads(chart, 'report'), locality: reads(chart, 'locality') };
  for (const line of chart.lines) {
    const base = lesson.scenarios.get(line.on)?.json ?? {};
    const figures: { [figure: string]: number[] } = {};
    points[line.id] = figures;
    const along = isAlongRequests(chart) ? await scopesAlong(client, SLOT, base, chart.values, signal) : null;
    for (const [index, value] of chart.values.entries()) {
      const run = `${line.on} ${value}`;
      const scope =
        along?.[index] ??
        runs.get(run) ??
        (await runAt(client, scenarioAt(base, chart.along, value) ?? { ...base }, needs, signal));
      runs.set(run, scope);
      for (const figure of chart.figures) {
        const made = evaluatePlain((line.value ?? figure.value).expression, scope);
        figures[figure.id] = [...(figures[figure.id] ?? []), typeof made === 'number' ? made : Number.NaN];
      }
    }
  }
  return points;
}

async function runAt(
  client: EngineClient,
  json: { readonly [key: string]: Value },
  needs: { run: boolean; locality: boolean },
  signal?: AbortSignal,
): Promise<Scope> {
  const source = sourceOf(json);
  const { summary } = await ask(client, 'checked', { type: 'check', scenario: source });
  checkSize(summary);
  signal?.throwIfAborted();
  await client.request({ type: 'open', slot: SLOT, scenario: source }, { signal });
  signal?.throwIfAborted();
  if (needs.run) await client.request({ type: 'run', slot: SLOT, target: { to: 'end' } }, { signal });
  signal?.throwIfAborted();
  const { frame } = await client.frame(SLOT);
  const scenario = JSON.parse(summary.canonical) as Value;
  const bytes = { scenario, pageBytes: summary.page_bytes };
  const roots = {
    report: frame.report as unknown as Value,
    scenario,
    predicted: await predicted(summary.canonical),
    ...(needs.locality && { locality: await localityOf(client, SLOT, bytes, signal) }),
  };
  return { roots, at: () => null, steps: [] };
}

/** The values that expressions of the step see as `chart`. */
export function chartValue(chart: Chart, points: Points): Value {
  return { ...points, values: chart.values };
}
