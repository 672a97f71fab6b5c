/** Options of the FTL that change in the middle of a run: what holds where, and how it is said. */
import type { Intervention } from '../../protocol/generated/Intervention';
import type { Override } from '../../protocol/generated/Override';
import type { Json, ScenarioDocument } from './document';

/** The part of a canonical scenario that is looked at here. */
interface Told {
  ftl: ScenarioDocument;
  interventions: Override[];
}

/** The `ftl` of a canonical scenario as it is while a request is served. */
export function ftlAt(canonical: string, request: number): ScenarioDocument {
  const { ftl, interventions = [] } = JSON.parse(canonical) as Partial<Told>;
  // They ascend by request.
  const sets = interventions.flatMap((each) => ('set' in each && each.request <= request ? [each.set] : []));
  return Object.assign({}, ftl, ...sets);
}

/** The difference of the right one of two runs of one scheme, and its first request. */
export type Otherwise =
  | { request: number; options: { option: string; before: string; after: string }[] }
  | { request: number; choice: Intervention };

/** The first intervention that the right one has and the left one has not; `null` if there is none. */
export function otherwise(left: string, right: string): Otherwise | null {
  const [a, b] = [left, right].map((canonical) => JSON.parse(canonical) as Partial<Told>);
  if (a?.ftl?.kind !== b?.ftl?.kind) return null;
  const known = new Set(a?.interventions?.map((each) => JSON.stringify(each)));
  const first = b?.interventions?.find((each) => !known.has(JSON.stringify(each)));
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
