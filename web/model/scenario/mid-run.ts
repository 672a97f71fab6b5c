/** Options of the FTL that change in the middle of a run: what holds where, and how it is said. */
import type { Intervention } from '../../protocol/generated/Intervention';
import type { Override } from '../../protocol/generated/Override';
import { type Json, knownDocument, type ScenarioDocument } from './document';

/** The part of a canonical scenario that is looked at here. */
interface Told {
  ftl: ScenarioDocument;
  interventions: Override[];
}

/** As the engine wrote it: a text that is no scenario is a bug of ours, and throws. */
function toldOf(canonical: string): Partial<Told> {
  const document = knownDocument(canonical);
  if (!document) throw new Error(`this is no canonical scenario: ${canonical.slice(0, 80)}`);
  return document as unknown as Partial<Told>;
}

/** The changes of options of each scenario: among thousands of choices there are few. */
const changes = new WeakMap<Partial<Told>, Extract<Override, { set: unknown }>[]>();

function changesOf(told: Partial<Told>) {
  const before = changes.get(told);
  if (before) return before;
  const sets = (told.interventions ?? []).filter((each) => 'set' in each);
  changes.set(told, sets);
  return sets;
}

/** The `ftl` of a canonical scenario as it is while a request is served. */
export function ftlAt(canonical: string, request: number): ScenarioDocument {
  const told = toldOf(canonical);
  const ftl: ScenarioDocument = { ...told.ftl };
  for (const { request: from, set } of changesOf(told)) {
    // They ascend by request.
    if (from > request) break;
    Object.assign(ftl, set);
  }
  return ftl;
}

/** The difference of the right one of two runs of one scheme, and its first request. */
export type Otherwise =
  | { request: number; options: { option: string; before: string; after: string }[] }
  | { request: number; choice: Intervention };

/** The first intervention that the right one has and the left one has not; `null` if there is none. */
export function otherwise(left: string, right: string): Otherwise | null {
  const [a, b] = [toldOf(left), toldOf(right)];
  if (a.ftl?.kind !== b.ftl?.kind) return null;
  const known = new Set(a.interventions?.map((each) => JSON.stringify(each)));
  const first = b.interventions?.find((each) => !known.has(JSON.stringify(each)));
  if (!first) return null;
  const { request } = first;
  if (!('set' in first)) return { request, choice: first };
  const before = ftlAt(left, request);
  const options = Object.entries(first.set).map(([option, after]) => ({
    option,
    before: JSON.stringify(before[option] ?? null),
    after: JSON.stringify(after),
  }));
  return { request, options };
}

/** `gc_policy: greedy → windowed_greedy (w: 4)`, from values as JSON. */
export function optionsText(options: readonly { option: string; before: string; after: string }[]): string {
  return options
    .map(({ option, before, after }) => `${option}: ${valueText(before)} → ${valueText(after)}`)
    .join(', ');
}

function valueText(json: string): string {
  return plain(JSON.parse(json) as Json);
}

/** A value as it is called: `greedy`, `windowed_greedy (w: 4)`. */
export function plain(value: Json): string {
  if (value === null) return '–';
  if (typeof value !== 'object' || Array.isArray(value)) return String(value);
  const { kind, ...rest } = value;
  const parts = Object.entries(rest).map(([name, part]) => `${name}: ${plain(part)}`);
  if (kind === undefined) return parts.join(', ');
  return parts.length > 0 ? `${String(kind)} (${parts.join(', ')})` : String(kind);
}
