/** The format of a file of figures (figures/README.md). Anything else in a file is refused. */
import * as v from 'valibot';
import type { Json } from '../../../model/scenario/document';
import type { Reading } from '../runs/experiment';
import { AS, CURVES, FORMS, MEASURES, TAKES } from './measures';
import { SHOWS } from './words';

const names = <Name extends string>(table: Record<Name, unknown>) =>
  v.picklist(Object.keys(table) as [Name, ...Name[]]);
const texts = v.record(v.string(), v.string());
const scalar = v.union([v.string(), v.number()]);
const scalars = v.record(v.string(), scalar);
const scenario = v.custom<Record<string, Json>>((value) => typeof value === 'object' && value !== null);

/** The key of a message, or a text without words; with what is put into it. */
const words = v.union([v.string(), v.tuple([v.string(), scalars])]);
/** The values of a name between braces, each alone, with its place on the axis, or with its label. */
const values = v.record(
  v.string(),
  v.array(v.union([scalar, v.tuple([scalar, v.union([v.number(), words])])])),
);

/** Repeats an item for every value of a name, or for each line of a table. */
const repeated = { for: v.optional(v.union([v.string(), v.array(scalars)])) };
/** Items, and groups of items that are repeated together. `lazy` names the fault; a union would only say that nothing fits. */
const list = <Item extends v.GenericSchema>(item: Item) => {
  const items = v.strictObject({ ...repeated, items: v.array(item) });
  return v.array(v.lazy((entry) => (isGroup(entry) ? items : item)));
};
const isGroup = (entry: unknown) => typeof entry === 'object' && entry !== null && 'items' in entry;

/** A number of a run, a ratio of two runs, or a value of a closed form. */
const measured = {
  of: v.optional(names(MEASURES)),
  run: v.optional(v.string()),
  over: v.optional(v.string()),
  as: v.optional(names(AS)),
  peak: v.optional(v.string()),
  form: v.optional(names(FORMS)),
  with: v.optional(scalars),
  values: v.optional(values),
};

const axis = v.strictObject({
  name: v.optional(words),
  along: v.optional(v.string()),
  scale: v.optional(v.picklist(['even', 'linear', 'log'])),
  from: v.optional(v.number()),
  show: v.optional(names(SHOWS)),
});

const series = v.strictObject({
  ...repeated,
  ...measured,
  name: v.optional(words),
  whose: v.optional(words),
  colour: v.optional(v.number()),
  printed: v.optional(v.literal(true)),
  curve: v.optional(names(CURVES)),
  points: v.optional(v.array(v.tuple([v.number(), v.number()]))),
  origin: v.optional(v.picklist(['form', 'source'])),
  from: v.optional(scalar),
  to: v.optional(v.number()),
});

const chart = v.strictObject({
  ...repeated,
  name: words,
  kind: v.optional(v.literal('bars')),
  /** Whether the printed figures are beside ours. */
  printed: v.optional(v.literal(true)),
  x: axis,
  y: v.optional(axis, {}),
  series: list(series),
});

const found = v.strictObject({
  ...measured,
  take: v.optional(names(TAKES)),
  show: v.optional(names(SHOWS)),
});

const claim = v.strictObject({
  ...repeated,
  ...found.entries,
  says: words,
  found: v.lazy((value) => (typeof value === 'string' ? v.string() : v.record(v.string(), found))),
  ours: words,
  holds: v.array(v.string()),
});

const row = v.strictObject({
  ...repeated,
  workload: v.optional(words, '{trace}'),
  along: v.optional(v.string(), 'mb'),
  says: words,
  run: v.string(),
  over: v.string(),
  holds: v.array(v.string()),
});

const figure = v.strictObject({
  ...repeated,
  id: v.string(),
  title: v.string(),
  about: words,
  why: v.string(),
  values: v.optional(values),
  charts: list(chart),
  claims: list(claim),
});

const runs = v.strictObject({
  key: v.string(),
  name: v.optional(v.string()),
  vary: v.optional(v.record(v.string(), v.union([v.array(scalar), v.record(v.string(), scenario)]))),
  scenario: v.optional(scenario),
  row: v.optional(v.literal(true)),
  note: v.optional(v.string()),
  also: v.optional(v.picklist(['times', 'wear'])),
  parts: v.optional(v.number()),
  window: v.optional(v.strictObject({ from: v.number(), to: v.number() })),
});

const printed = v.custom<Partial<Reading> & { runs: string[]; note?: string }>(
  (value) => typeof value === 'object' && value !== null && 'runs' in value,
);

const source = v.strictObject({
  source: v.string(),
  note: v.optional(v.union([v.string(), v.array(v.string())])),
  names: v.optional(texts, {}),
  values: v.optional(values, {}),
  scenario: v.optional(scenario, {}),
  vary: v.optional(v.record(v.string(), v.union([v.array(scalar), v.record(v.string(), scenario)])), {}),
  runs: v.optional(v.array(runs), []),
  printed: v.optional(v.array(printed), []),
  figures: v.optional(v.array(figure), []),
  table: v.optional(v.array(row), []),
});

export type Source = v.InferOutput<typeof source>;
export type FoundData = v.InferOutput<typeof found>;
export type ClaimData = v.InferOutput<typeof claim>;
export type SeriesData = v.InferOutput<typeof series>;
export type ChartData = v.InferOutput<typeof chart>;
type Repeated = v.InferOutput<v.ObjectSchema<typeof repeated, undefined>>;
export type Listed<Item> = (Item & Repeated) | (Repeated & { items: Item[] });

export function readSource(data: unknown): Source {
  const read = v.safeParse(source, data);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new Error(`${v.getDotPath(issue)}: ${issue.message}`);
}
