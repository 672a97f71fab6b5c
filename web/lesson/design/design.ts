/**
 * A design task: the student sets fields of a scenario, its knobs, so that a budget is met on a workload shown only afterwards.
 *
 *     design:
 *       ask: "Choose …"
 *       knobs:
 *         ftl.log_blocks: { name: "Log blocks", from: 2, to: 32 }
 *         ftl.gc_policy: { name: "Victim policy", of: { greedy: "Greedy", fifo: "FIFO" } }
 *       shown: morning             # its scenario, run as often as wanted; by default that of the step
 *       hidden: evening            # another scenario, or a number: the shown one with this seed
 *       figures: { wa: { name: "Write amplification", value: report.write_amplification } }
 *       meets: [{ is: report.write_amplification <= 1.6, otherwise: "…" }]
 *       solutions: [{ ftl.log_blocks: 12, ftl.gc_policy: greedy }]
 *       wrong: [{ ftl.log_blocks: 2, ftl.gc_policy: greedy }]
 *
 * The shown scenario gives the settings to start from. Expressions see the run on the hidden one, and the scenario with the
 * settings. Settings are kept as JSON, `{"ftl.log_blocks":12}`.
 */
import type { Value } from '../language/evaluate';
import { suggest } from '../language/fault';
import type { Inline, LessonScenario, Located } from '../language/lesson';
import { inlineOf, locate } from '../language/prose';
import { isMap } from '../language/variants';
import type { Faults, Field } from '../language/yaml';

/** A field to set: a number within bounds, or one of some values. */
export type Knob = { path: string; name: string } & (
  | { kind: 'number'; from: number; to: number; by: number }
  | { kind: 'choice'; of: { value: string; name: string }[] }
);

/** By path of the knob. */
export type Settings = { readonly [path: string]: number | string };

export interface Design {
  ask: Inline[];
  knobs: Knob[];
  /** Names of scenarios; a number is a seed. */
  shown: string;
  hidden: string | number;
  figures: { id: string; name: string; value: Located }[];
  meets: { is: Located; otherwise: Inline[] }[];
  solutions: { settings: Settings; line: number; column: number }[];
  wrong: { settings: Settings; line: number; column: number }[];
  line: number;
  column: number;
}

const ALL = ['ask', 'knobs', 'shown', 'hidden', 'figures', 'meets', 'solutions', 'wrong'] as const;
const NEEDED = ['ask', 'knobs', 'hidden', 'figures', 'meets', 'solutions', 'wrong'] as const;
/** As many as a row of results holds. */
const MAX_KNOBS = 4;
const MAX_FIGURES = 3;

export interface Around {
  faults: Faults;
  sources: readonly string[];
  scenarios: ReadonlyMap<string, LessonScenario>;
}

/** `on`: the step's scenario. */
export function readDesign(field: Field, on: string | null, { faults, sources, scenarios }: Around): Design {
  const fields = field.map(ALL, NEEDED);
  const knobs = fields.knobs.entries().flatMap(([path, knob]) => readKnob(path, knob) ?? []);
  if (knobs.length > MAX_KNOBS) fields.knobs.fault(`${knobs.length} knobs`, `at most ${MAX_KNOBS}`);
  const scenario = (of: Field) => {
    if (!scenarios.has(of.text()))
      of.fault(`there is no scenario "${of.text()}"`, suggest(of.text(), [...scenarios.keys()]));
    return of.text();
  };
  const seed = fields.hidden.missing ? null : fields.hidden.json();
  const figures = fields.figures.entries().flatMap(([id, figure]) => {
    const { name, value } = figure.map(['name', 'value'] as const, ['name', 'value']);
    const located = value.missing ? null : locatedOf(value, faults);
    return located ? [{ id, name: named(name), value: located }] : [];
  });
  if (figures.length > MAX_FIGURES)
    fields.figures.fault(`${figures.length} figures`, `at most ${MAX_FIGURES}`);
  const entries = (list: Field) =>
    list
      .list()
      .map((entry) => ({ settings: readSettings(entry, knobs), line: entry.line, column: entry.column }));
  return {
    ask: inlineOf(fields.ask, faults, sources),
    knobs,
    shown: fields.shown.missing ? (on ?? '') : scenario(fields.shown),
    hidden: typeof seed === 'number' ? seed : fields.hidden.missing ? '' : scenario(fields.hidden),
    figures,
    meets: fields.meets.list().flatMap((item) => {
      const { is, otherwise } = item.map(['is', 'otherwise'] as const, ['is', 'otherwise']);
      const located = is.missing ? null : locatedOf(is, faults);
      return located ? [{ is: located, otherwise: inlineOf(otherwise, faults, sources) }] : [];
    }),
    solutions: entries(fields.solutions),
    wrong: entries(fields.wrong),
    line: field.line,
    column: field.column,
  };
}

function locatedOf(value: Field, faults: Faults): Located | null {
  return locate(value.text(), { line: value.line, column: value.column }, value.where, faults);
}

/** A name is shown as it is: a figure in it would be one that no one computed. */
function named(field: Field): string {
  if (/\p{Nd}/u.test(field.text()))
    field.fault('a bare figure', 'say it in the prose, as :v[…] or :given[…]');
  return field.text();
}

function readKnob(path: string, field: Field): Knob | null {
  const { name, from, to, by, of } = field.map(['name', 'from', 'to', 'by', 'of'] as const, ['name']);
  if (!/^[a-z_]+(\.[a-z_]+)*$/.test(path))
    field.fault(`"${path}" is no field of a scenario`, 'write, say, ftl.log_blocks');
  if (!of.missing) {
    const values = of.entries().map(([value, text]) => ({ value, name: text.text() }));
    if (values.length < 2) of.fault('there is nothing to choose', 'give two or more values');
    return { path, name: named(name), kind: 'choice', of: values };
  }
  const [low, high] = [from, to].map((bound) => (bound.missing ? Number.NaN : Number(bound.text())));
  const step = by.missing ? 1 : Number(by.text());
  if (low === undefined || high === undefined || !(low < high) || !(step > 0)) {
    field.fault('the knob has no range', 'write from: 1 and to: 32, or give values with "of"');
    return null;
  }
  return { path, name: named(name), kind: 'number', from: low, to: high, by: step };
}

function readSettings(field: Field, knobs: readonly Knob[]): Settings {
  const settings: { [path: string]: number | string } = {};
  for (const [path, value] of field.entries()) {
    const knob = knobs.find((each) => each.path === path);
    const set = knob ? settingOf(knob, value.json()) : null;
    if (set === null)
      value.fault(
        `"${path}: ${value.text()}" is no setting of a knob`,
        suggest(
          path,
          knobs.map((each) => each.path),
        ),
      );
    else settings[path] = set;
  }
  for (const { path } of knobs)
    if (!Object.hasOwn(settings, path)) field.fault(`"${path}" is not set`, 'set every knob');
  return settings;
}

/** A value as a setting of this knob; `null` where it is none. */
function settingOf(knob: Knob, value: Value): number | string | null {
  if (knob.kind === 'choice') return knob.of.some((each) => each.value === value) ? (value as string) : null;
  if (typeof value !== 'number' || !(value >= knob.from && value <= knob.to)) return null;
  const steps = (value - knob.from) / knob.by;
  return Math.abs(steps - Math.round(steps)) < 1e-9 ? value : null;
}

/** Settings as they are kept: in the order of the knobs. */
export function writeSettings({ knobs }: Design, settings: Settings): string {
  return JSON.stringify(Object.fromEntries(knobs.map(({ path }) => [path, settings[path] ?? null])));
}

/** Reads settings from anywhere; `null` where one is missing, out of bounds or of no knob. */
export function settingsIn({ knobs }: Design, text: string): Settings | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return null;
  const given = read as { readonly [path: string]: Value };
  const settings: { [path: string]: number | string } = {};
  for (const knob of knobs) {
    const value = Object.hasOwn(given, knob.path) ? settingOf(knob, given[knob.path] ?? null) : null;
    if (value === null) return null;
    settings[knob.path] = value;
  }
  return Object.keys(given).length === knobs.length ? settings : null;
}

/** A scenario with these settings. Fields beside those that are set stay, those of another kind too: the engine refuses what does not fit. */
export function withSettings(
  json: { readonly [key: string]: Value },
  settings: Settings,
): { [key: string]: Value } {
  const set = (
    of: Value,
    [first = '', ...rest]: readonly string[],
    value: Value,
  ): { [key: string]: Value } => {
    const base = isMap(of) ? of : {};
    return { ...base, [first]: rest.length > 0 ? set(base[first] ?? null, rest, value) : value };
  };
  return Object.entries(settings).reduce((made, [path, value]) => set(made, path.split('.'), value), {
    ...json,
  });
}

/** The scenario's own settings, to start from; `null` where one is no setting of its knob. */
export function ownSettings({ knobs }: Design, json: { readonly [key: string]: Value }): Settings | null {
  const at = (path: string) =>
    path
      .split('.')
      .reduce<Value>((of, name) => (isMap(of) && Object.hasOwn(of, name) ? (of[name] ?? null) : null), json);
  const own = knobs.map((knob) => [knob.path, settingOf(knob, at(knob.path))] as const);
  return own.some(([, value]) => value === null) ? null : (Object.fromEntries(own) as Settings);
}
