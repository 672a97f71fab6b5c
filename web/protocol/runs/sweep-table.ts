/**
 * Results of a sweep as a table: a row for each setting with means over its seeds, or one for each run. They come from a plan that is
 * being run, from lines of JSON, or from a table (CSV) that `ftl-lab sweep` or this page has written.
 */
import { csvParseRows } from 'd3-dsv';

/** The outcome of one run, as far as a table shows it. */
export interface RunRow {
  run: number;
  seed: string;
  /** The settings that distinguish it but for the seed: path and value as text. */
  set: readonly (readonly [path: string, value: string])[];
  /** Why it has no figures; `null` if it has, or was not run yet. */
  failure: string | null;
  /** A figure by its path in the report, `flash.erases.total`; `null` where there is none. */
  figure(path: string): number | null;
  /** The paths of all figures. */
  figures(): string[];
}

/** Rows by number. Those of one setting are side by side. */
export interface Rows {
  count: number;
  /** `null` for a run that is not done. */
  row(index: number): RunRow | null;
  /** Where each setting begins, and at the end `count`. */
  starts: readonly number[];
  /** The scenario's text, where it is known. */
  scenario(index: number): string | null;
}

export interface Mean {
  mean: number;
  /** Half the 95 % confidence interval; `null` of a single run. */
  half: number | null;
}

export interface TableRow {
  set: RunRow['set'];
  runs: { run: number; seed: string; failure: string | null }[];
  /** Runs that are not done. */
  missing: number;
  /** The text of the scenario, with the first of the seeds; `null` where only results are known. */
  scenario: string | null;
  /** In the order of the figures asked for. */
  means: (Mean | null)[];
}

/** The order of a table: a setting's or a figure's path, or the seed. */
export interface SortedBy {
  column: 'setting' | 'seed' | 'figure';
  /** Empty for the seed. */
  path: string;
  descending: boolean;
}

export interface TableAsked {
  /** Paths of figures. */
  figures: readonly string[];
  /** Whether each run has a row of its own. */
  each: boolean;
  /** `null`: the plan's order. A row without a value comes last either way. */
  by: SortedBy | null;
  /** The first row, and how many. */
  from: number;
  count: number;
}

export interface Table {
  /** Rows in all. */
  rows: number;
  shown: TableRow[];
  /** Every path that the report of a run shown has: behind a write buffer or on several channels there are more. */
  figures: string[];
}

/** `mean` is `sim::sweep::interval`: the mean and, of more than one value, half its interval. */
export function tableOf(
  rows: Rows,
  { figures, each, by, from, count }: TableAsked,
  mean: (values: Float64Array) => ArrayLike<number>,
): Table {
  const starts = each ? null : rows.starts;
  const all = starts ? starts.length - 1 : rows.count;
  const span = (at: number) =>
    starts ? ([starts[at] ?? 0, starts[at + 1] ?? 0] as const) : ([at, at + 1] as const);
  const runsOf = (at: number) => {
    const runs: RunRow[] = [];
    const [begin, end] = span(at);
    for (let index = begin; index < end; index += 1) {
      const row = rows.row(index);
      if (row) runs.push(row);
    }
    return runs;
  };
  const order = Array.from({ length: all }, (_, at) => at);
  if (by) {
    const values = order.map((at) => sortKey(runsOf(at), by, mean));
    order.sort((a, b) => compared(values[a] ?? null, values[b] ?? null, by.descending));
  }
  const shown = order.slice(from, from + count).map((at): TableRow => {
    const runs = runsOf(at);
    const [begin, end] = span(at);
    return {
      set: runs[0]?.set ?? [],
      runs: runs.map(({ run, seed, failure }) => ({ run, seed, failure })),
      missing: end - begin - runs.length,
      scenario: rows.scenario(begin),
      means: figures.map((path) => meanOf(runs, path, mean)),
    };
  });
  const begins = order.slice(from, from + count).map((at) => span(at)[0]);
  return { rows: all, shown, figures: figuresOf(rows, begins) };
}

type Value = number | string | null;

/** The value that orders a row. */
function sortKey(
  runs: readonly RunRow[],
  { column, path }: SortedBy,
  mean: (values: Float64Array) => ArrayLike<number>,
): Value {
  if (column === 'figure') return meanOf(runs, path, mean)?.mean ?? null;
  const text = column === 'seed' ? runs[0]?.seed : new Map(runs[0]?.set).get(path);
  if (text === undefined || text === '') return null;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Numbers before words, rows without a value last. */
function compared(a: Value, b: Value, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const sign = descending ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  if (typeof a === 'string' && typeof b === 'string') return sign * (a < b ? -1 : Number(a > b));
  return sign * (typeof a === 'number' ? -1 : 1);
}

function meanOf(
  runs: readonly RunRow[],
  path: string,
  mean: (values: Float64Array) => ArrayLike<number>,
): Mean | null {
  const values = runs.flatMap((row) => row.figure(path) ?? []);
  const [middle, half = null] = Array.from(mean(Float64Array.from(values)));
  return middle === undefined ? null : { mean: middle, half };
}

/** Of the first run that has any, and of those at `begins`: each where reports have it (as `names` of `sim/src/sweep/table.rs`). */
function figuresOf({ count, row }: Rows, begins: readonly number[]): string[] {
  let all: string[] = [];
  for (let index = 0; index < count && all.length === 0; index += 1) all = [...(row(index)?.figures() ?? [])];
  for (const index of begins) {
    let at = 0;
    for (const path of row(index)?.figures() ?? []) {
      const known = all.indexOf(path, at);
      if (known >= 0) at = known;
      else all.splice(at, 0, path);
      at += 1;
    }
  }
  return all;
}

/** A line of results (`sim/src/sweep/line.rs`), which was checked before. */
export function rowOfLine(line: string): RunRow {
  const { run, seed, set, report, failure } = JSON.parse(line) as {
    run: number;
    seed: number;
    set: Record<string, unknown>;
    report?: Record<string, unknown>;
    failure?: { message: string };
  };
  return {
    run,
    seed: String(seed),
    set: Object.entries(set).map(([path, value]) => [path, shown(value)]),
    failure: failure?.message ?? null,
    figure(path) {
      const value = path
        .split('.')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], report);
      return typeof value === 'number' ? value : null;
    },
    figures: () => (report ? paths(report, '') : []),
  };
}

/** A file of lines, each checked before. */
export function rowsOfLines(text: string): Rows {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return rowsOf(
    whole
      .split('\n')
      .filter((line) => line !== '')
      .map(rowOfLine)
      .sort((a, b) => a.run - b.run),
  );
}

/** The error in a table, and where. */
export class BadTable extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

/** A table as `ftl-lab sweep --csv` prints it: run, seed, the settings, failure, the figures. */
export function rowsOfCsv(text: string): Rows {
  const [head = [], ...cells] = csvParseRows(text.replace(/^\ufeff/, ''));
  const failure = head.indexOf('failure');
  if (head[0] !== 'run' || head[1] !== 'seed' || failure < 2)
    throw new BadTable(
      'this table does not begin with the columns `run` and `seed`, or has no column `failure`',
      1,
    );
  const settings = head.slice(2, failure);
  const figures = head.slice(failure + 1);
  const column = new Map(figures.map((path, i) => [path, failure + 1 + i]));
  return rowsOf(
    cells.map((row, i) => {
      if (!/^\d+$/.test(row[0] ?? ''))
        throw new BadTable(`the run "${row[0] ?? ''}" of this row is not a whole number`, i + 2);
      if (row.length !== head.length)
        throw new BadTable(`this row has ${row.length} cells, where the head has ${head.length}`, i + 2);
      return {
        run: Number(row[0]),
        seed: row[1] ?? '',
        set: settings
          .map((path, at) => [path, row[2 + at] ?? ''] as const)
          .filter(([, value]) => value !== ''),
        failure: row[failure] || null,
        figure(path) {
          const cell = row[column.get(path) ?? -1] ?? '';
          return cell === '' || !Number.isFinite(Number(cell)) ? null : Number(cell);
        },
        figures: () => (row[failure] ? [] : figures),
      };
    }),
  );
}

function rowsOf(all: RunRow[]): Rows {
  const starts: number[] = [];
  let before = '';
  all.forEach(({ set }, index) => {
    const text = JSON.stringify(set);
    if (index === 0 || text !== before) starts.push(index);
    before = text;
  });
  starts.push(all.length);
  return { count: all.length, row: (index) => all[index] ?? null, starts, scenario: () => null };
}

function paths(report: Record<string, unknown>, under: string): string[] {
  return Object.entries(report).flatMap(([key, value]) => {
    const path = under + key;
    if (typeof value === 'number') return [path];
    const inner = typeof value === 'object' && value !== null && !Array.isArray(value);
    return inner ? paths(value as Record<string, unknown>, `${path}.`) : [];
  });
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
