/** Values of declared options (`protocol/generated/schemes.ts`), as a scenario has them. */
import type { OptionFields } from '../../protocol/generated/schemes';
import type { Json, ScenarioDocument } from './document';

/** Each value of a choice by its name: with the parameters it needs, as in the papers. One that has none is its bare name. */
export function choiceValues(kinds: Record<string, OptionFields>): Record<string, Json> {
  const entries = Object.entries(kinds).map(([name, fields]): [string, Json] => [
    name,
    Object.keys(fields).length > 0 ? { kind: name, ...neededOf(fields) } : name,
  ]);
  return Object.fromEntries(entries);
}

function neededOf(fields: OptionFields): ScenarioDocument {
  const needed = Object.entries(fields).flatMap(([name, field]): [string, Json][] =>
    field.needed === null ? [] : [[name, JSON.parse(field.needed) as Json]],
  );
  return Object.fromEntries(needed);
}
