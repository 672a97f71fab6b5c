/** The names that the parts of a figure use: which names mean what, and which runs there are. */
import type { Models } from '../../../protocol/models';
import type { Job, Readings } from '../runs/experiment';
import type { Listed, Source } from './source';
import type { Named, Value } from './words';

/** The names that a figure uses. */
export interface Scope {
  source: Source;
  /** Values of names: of the file, of the figure, and of the part at hand. */
  values: Source['values'];
  jobs: ReadonlyMap<string, Job>;
  readings: Readings;
  /** `null` while they load; lines of closed forms are missing then. */
  models: Models | null;
}

export function jobOf(jobs: Scope['jobs'], key: string): Job {
  const job = jobs.get(key);
  if (!job) throw new Error(`there is no run ${key}`);
  return job;
}

/** The scope with the values that a part of a figure declares. */
export function scopeOf(scope: Scope, { values }: { values?: Source['values'] | undefined }): Scope {
  return values ? { ...scope, values: { ...scope.values, ...values } } : scope;
}

/** The values of a name, in order. */
export function valuesOf({ source, values }: Scope, name: string): Value[] {
  const all = values[name];
  if (!all) throw new Error(`${source.source} says nothing of ${name}`);
  return all.map((each, at): Value => {
    const [value, more] = Array.isArray(each) ? each : [each];
    if (typeof more === 'number') return { value, at: more };
    return { value, at: typeof value === 'number' ? value : at, label: more ?? source.names[value] };
  });
}

export interface Repeated<Item> {
  item: Item;
  named: Named;
  /** Its place among the repetitions, and the name that is repeated over. */
  at: number;
  over: string | undefined;
}

/** Repeats items for every value of a name, or for the lines of a table that match what is chosen. */
export function listed<Item extends object>(
  items: readonly Listed<Item>[],
  named: Named,
  scope: Scope,
): Repeated<Item>[] {
  return items.flatMap((entry) => {
    const over = typeof entry.for === 'string' ? entry.for : undefined;
    return linesOf(entry.for, named, scope).flatMap((line, at): Repeated<Item>[] =>
      'items' in entry
        ? entry.items.flatMap((item) => listed([item], line, scope).map((each) => ({ ...each, at, over })))
        : [{ item: entry, named: line, at, over }],
    );
  });
}

function linesOf(lines: Listed<object>['for'], named: Named, scope: Scope): Named[] {
  if (lines === undefined) return [named];
  if (typeof lines === 'string')
    return named[lines] ? [named] : valuesOf(scope, lines).map((value) => ({ ...named, [lines]: value }));
  const { names } = scope.source;
  return lines
    .filter((line) => Object.entries(line).every(([name, value]) => (named[name]?.value ?? value) === value))
    .map((line) => {
      const fresh = Object.entries(line).filter(([name]) => !named[name]);
      return {
        ...named,
        ...Object.fromEntries(fresh.map(([name, value]) => [name, { value, at: 0, label: names[value] }])),
      };
    });
}
