/** Plans of sweeps as text: one from a scenario, with values for some of its fields. What is right or wrong with it only the engine says. */
import { isObject, type Json, type ScenarioDocument, writeDocument } from './document';

/** Values of one field. */
export interface Axis {
  /** With dots: `ftl.log_blocks`. */
  path: string;
  values: Json[];
}

/** A plan's text, laid out as a person would. */
export function planText(
  name: string,
  scenario: ScenarioDocument,
  axes: readonly Axis[],
  seeds: number,
): string {
  const over = Object.fromEntries(axes.map(({ path, values }) => [path, values]));
  return writeDocument({ format: 1, name, scenario, ...(axes.length > 0 && { over }), seeds });
}

/** `2, 4, 8` or `"lru", {"kind": "windowed_greedy", "w": 9}`; a word that is no JSON is a text. */
export function valuesOf(text: string): Json[] {
  const all = parsed(`[${text}]`);
  if (Array.isArray(all)) return all;
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => parsed(part) ?? part);
}

/** The fields of a scenario that hold a single value, and policies. The seed is no setting. */
export function fieldsOf(document: ScenarioDocument, under = ''): string[] {
  return Object.entries(document).flatMap(([key, value]) => {
    const path = under + key;
    if (path === 'seed' || path === 'format' || path === 'name' || Array.isArray(value)) return [];
    return isObject(value) ? fieldsOf(value, `${path}.`) : [path];
  });
}

/** Results rather than a plan: lines of JSON, or a table. */
export function isResults(head: string): boolean {
  return /^\ufeff?(run,seed,|\{"format":1,"engine":)/.test(head);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
