/**
 * A scenario's document as the form edits it: plain JSON, read and changed by path (`ftl.log_blocks`,
 * `precondition[0].from`), the same paths that the engine's failures name. Only the engine judges it.
 */
import { isDeep } from './depth';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type ScenarioDocument = { [key: string]: Json };

/** The document of a text, or `null` where the text is not a JSON object. */
export function parseDocument(text: string): ScenarioDocument | null {
  // No engine reads it, and what walks through it would take minutes.
  if (isDeep(text)) return null;
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The texts read last: of both sides of a comparison as written and in canonical form, and the form's before and after. */
const KNOWN = 6;
const known = new Map<string, Readonly<ScenarioDocument> | null>();

/**
 * The same, read once: for views, which ask with every step, where a scenario of many interventions has megabytes. It is shared and never
 * changed; `setAt` makes copies.
 */
export function knownDocument(text: string): Readonly<ScenarioDocument> | null {
  const before = known.get(text);
  const document = before === undefined ? parseDocument(text) : before;
  // The youngest is last.
  known.delete(text);
  known.set(text, document);
  for (const eldest of known.keys()) {
    if (known.size <= KNOWN) break;
    known.delete(eldest);
  }
  return document;
}

export function isObject(value: Json | undefined): value is ScenarioDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `a.b[0].c` as keys. */
export function keysOf(path: string): (string | number)[] {
  return path
    .split(/\.|\[|\]\.?/)
    .filter((key) => key !== '')
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

export function getAt(document: Json, path: string): Json | undefined {
  let value: Json | undefined = document;
  for (const key of keysOf(path)) {
    if (Array.isArray(value)) value = value[key as number];
    else if (isObject(value)) value = value[key];
    else return undefined;
  }
  return value;
}

/** A copy with `value` at `path`; `undefined` takes the member out. A missing part of the path is made. */
export function setAt(document: ScenarioDocument, path: string, value: Json | undefined): ScenarioDocument {
  return put(document, keysOf(path), value) as ScenarioDocument;
}

function put(at: Json | undefined, [key, ...rest]: (string | number)[], value: Json | undefined): Json {
  if (key === undefined) return value ?? null;
  if (typeof key === 'number') {
    const list = Array.isArray(at) ? [...at] : [];
    list[key] = put(list[key], rest, value);
    return list;
  }
  const members = isObject(at) ? { ...at } : {};
  if (rest.length === 0 && value === undefined) delete members[key];
  else members[key] = put(members[key], rest, value);
  return members;
}

/** The `kind` of a part; for the precondition that of its first step, `none` where there is none. */
export function kindOf(document: ScenarioDocument, group: string): string {
  const part = group === 'precondition' ? getAt(document, 'precondition[0]') : document[group];
  const kind = isObject(part) ? part.kind : undefined;
  return typeof kind === 'string' ? kind : 'none';
}

/** A number at a path, or a fallback. */
export function numberAt(document: ScenarioDocument, path: string, fallback: number): number {
  const value = getAt(document, path);
  return typeof value === 'number' ? value : fallback;
}

/** Pages the host sees, by either way of saying it. */
export function logicalPages(document: ScenarioDocument): number {
  const given = document.logical_pages;
  if (typeof given === 'number') return given;
  const blocks = numberAt(document, 'device.blocks', 0);
  const spare = numberAt(document, 'spare_factor', 0);
  return Math.floor(blocks * (1 - spare) + 1e-9) * numberAt(document, 'device.pages_per_block', 0);
}

/** JSON to be read and edited: a part of a scenario per line, what fits on a line together. */
export function writeDocument(document: Json, width = 96): string {
  return write(document, '', width);
}

function write(value: Json, indent: string, width: number): string {
  const flat = flatten(value);
  if (flat.length + indent.length <= width && indent !== '') return flat;
  const deeper = `${indent}  `;
  if (Array.isArray(value) && value.length > 0) {
    return `[\n${value.map((item) => deeper + write(item, deeper, width)).join(',\n')}\n${indent}]`;
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    const members = Object.entries(value).map(
      ([key, inner]) => `${deeper}${JSON.stringify(key)}: ${write(inner, deeper, width)}`,
    );
    return `{\n${members.join(',\n')}\n${indent}}`;
  }
  return flat;
}

function flatten(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flatten).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${flatten(inner)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
