/** The texts possible at a place of a scenario, and the meaning of the text there: both from the schema. */
import { isObject, type Json } from '../../../model/scenario/document';
import { otherKeys, type Place, type Step } from './place';
import { alternatives, membersOf, objectsOf, open, partsAt, type Schema } from './schema';

export interface Suggestion {
  /** The text that is looked for and shown. */
  label: string;
  /** The text to insert, with the caret at `|`. */
  text: string;
  /** The description of its meaning. */
  schema: Schema;
  /** It is a key, of a member; otherwise a value. */
  member: boolean;
  /** The scenario needs it. */
  needed: boolean;
}

/** The texts possible there. */
export function suggestionsAt(schema: Schema, place: Place): Suggestion[] {
  const parts = partsAt(schema, place.steps);
  const last = place.steps.at(-1);
  if (!last) return [];
  if (place.at === 'key') return keys(parts, place, last);
  // Another kind has other keys: those that are there decide nothing.
  return values(membersOf(parts, last.key === 'kind' ? { ...last, holds: {} } : open(last)));
}

export interface Meaning {
  title: string;
  schema: Schema;
  /** Of the member; otherwise of its value. */
  member: boolean;
}

/** The meaning of the text at a place; `null`: nothing is known of it. */
export function meaningAt(schema: Schema, { steps, at, token }: Place): Meaning | null {
  const last = steps.at(-1);
  if (!last || !token) return null;
  const members = membersOf(partsAt(schema, steps), last);
  if (at === 'value') {
    const chosen = members
      .flatMap(alternatives)
      .find((each) => each.const === token.text && each.description);
    if (chosen) return { title: token.text, schema: chosen, member: false };
  }
  const member = members.find(({ description }) => description) ?? members[0];
  return member && typeof last.key === 'string' ? { title: last.key, schema: member, member: true } : null;
}

function keys(parts: readonly Schema[], place: Place, last: Step): Suggestion[] {
  const taken = otherKeys(place);
  const found = new Map<string, Suggestion>();
  for (const { properties = {}, required = [] } of objectsOf(parts, open(last).holds))
    for (const [key, schema] of Object.entries(properties)) {
      if (!schema || taken.includes(key) || found.has(key)) continue;
      const text = place.hasValue ? JSON.stringify(key) : `${JSON.stringify(key)}: ${beginning(schema)}`;
      found.set(key, { label: key, text, schema, member: true, needed: required.includes(key) });
    }
  return [...found.values()];
}

function values(schemas: readonly Schema[]): Suggestion[] {
  const found = new Map<string, Suggestion>();
  const add = (label: string, text: string, { description = '' }: Schema) => {
    const schema = { description };
    if (!found.has(label)) found.set(label, { label, text, schema, member: false, needed: false });
  };
  const all = schemas.flatMap(alternatives);
  for (const each of all)
    for (const value of plainValues(each)) add(String(value), JSON.stringify(value), each);
  // A kind that has a bare name is suggested by that alone.
  for (const each of all) {
    const kind = each.properties?.kind?.const;
    if (typeof kind === 'string') add(kind, beginning(each), each);
  }
  for (const each of schemas)
    if (each.default !== undefined && !isObject(each.default))
      add(String(each.default), JSON.stringify(each.default), each);
  return [...found.values()];
}

function plainValues({ const: only, enum: some = [], type }: Schema): Json[] {
  if (only !== undefined) return [only];
  return type === 'boolean' ? [true, false] : [...some];
}

/** How a value begins: what it needs is there, the caret where the first of it is to be written. */
function beginning(schema: Schema): string {
  const all = alternatives(schema);
  const [first] = all;
  if (!first) return '|';
  if (all.length === 1 && first.const !== undefined) return JSON.stringify(first.const);
  if (all.some(({ const: only, enum: some }) => typeof only === 'string' || some)) return '"|"';
  if (first.type === 'string') return '"|"';
  if (first.type === 'array') return '[|]';
  if (!first.properties) return '|';
  // One of several kinds, or what one cannot do without.
  if (all.length > 1) return first.properties.kind ? '{ "kind": "|" }' : '{ "|" }';
  const needed = (first.required ?? []).map((key) => {
    const only = first.properties?.[key]?.const;
    return `${JSON.stringify(key)}: ${only === undefined ? '|' : JSON.stringify(only)}`;
  });
  return needed.length > 0 ? `{ ${needed.join(', ')} }` : '{ "|" }';
}
