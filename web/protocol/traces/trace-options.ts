/** How a trace is read when no one says otherwise: the engine's defaults, written out. */
import type { Options } from '../generated/Options';

export const DEFAULT_OPTIONS: Options = {
  format: null,
  time_unit: null,
  sector_bytes: null,
  action: null,
  write_zeroes: 'write',
  delimiter: null,
  header: null,
  columns: { time: null, op: null, address: null, size: null, device: null },
  address_unit: null,
  size_unit: null,
  zero_op: null,
  op_words: { read: [], write: [], trim: [], none: [] },
  rows: null,
  on_error: 'stop',
  on_zeros: 'stop',
  merge_devices: 'side_by_side',
  first_request: null,
  last_request: null,
};

/** Decisions about the lines of a trace, as `workload.reading` of a scenario has them; those left out are the defaults. */
export type Said = {
  [Name in Exclude<keyof Options, 'format'>]?: Options[Name] extends object
    ? Partial<Options[Name]>
    : Options[Name];
};

/** The decisions that are not the defaults, in the order of these. */
export function saidOf(options: Options): Said {
  const { format: _, ...others } = options;
  return pruned(others, DEFAULT_OPTIONS) as Said;
}

function pruned(given: object, defaults: object): object {
  const values = given as Record<string, unknown>;
  const said = Object.entries(defaults).flatMap(([name, usual]) => {
    const value = values[name];
    if (value === undefined || value === null || JSON.stringify(value) === JSON.stringify(usual)) return [];
    const isObject = (one: unknown): one is object =>
      typeof one === 'object' && one !== null && !Array.isArray(one);
    if (!isObject(value) || !isObject(usual)) return [[name, value]];
    const inner = pruned(value, usual);
    return Object.keys(inner).length > 0 ? [[name, inner]] : [];
  });
  return Object.fromEntries(said);
}

/** All decisions of which these are said. */
export function optionsOf(format: Options['format'], { columns, op_words, ...others }: Said): Options {
  return {
    ...DEFAULT_OPTIONS,
    ...others,
    format,
    columns: { ...DEFAULT_OPTIONS.columns, ...columns },
    op_words: { ...DEFAULT_OPTIONS.op_words, ...op_words },
  };
}

/** Whether lines are read the same by both, the format aside. */
export function readsAlike(a: Options, b: Options): boolean {
  return JSON.stringify(saidOf(a)) === JSON.stringify(saidOf(b));
}
