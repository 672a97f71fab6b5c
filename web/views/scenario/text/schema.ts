/** Which parts of a JSON schema speak of a place in a document. Only what the generated schema of a scenario uses is known. */
import type { Json, ScenarioDocument } from '../../../model/scenario/document';
import type { Step } from './place';

export interface Schema {
  description?: string;
  default?: Json;
  type?: string;
  const?: Json;
  enum?: readonly Json[];
  /** As TypeScript reads JSON, what one object lacks of another's keys is `undefined`. */
  properties?: Readonly<Record<string, Schema | undefined>>;
  required?: readonly string[];
  items?: Schema;
  prefixItems?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
}

/** The choices in a schema, down to schemas without a choice: an option is a name or an object of several kinds. */
export function alternatives(schema: Schema): Schema[] {
  const all = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return all.length > 0 ? all.flatMap(alternatives) : [schema];
}

/** The objects that may be meant by what is there: of the same `kind`, then those that know all of its keys. */
export function objectsOf(schemas: readonly Schema[], holds: ScenarioDocument): Schema[] {
  const all = schemas.flatMap(alternatives).filter(({ properties }) => properties);
  const same = narrowed(all, ({ properties = {} }) =>
    Object.entries(properties).every(
      ([key, each]) => each?.const === undefined || !(key in holds) || holds[key] === each.const,
    ),
  );
  return narrowed(same, ({ properties = {} }) =>
    Object.keys(holds).every((key) => key === '' || key in properties),
  );
}

/** All of them where none is left: something else is wrong then. */
function narrowed(all: Schema[], fits: (schema: Schema) => boolean): Schema[] {
  const left = all.filter(fits);
  return left.length > 0 ? left : all;
}

/** The schemas of the part that the last step is a member of. */
export function partsAt(root: Schema, steps: readonly Step[]): Schema[] {
  return steps.slice(0, -1).reduce((at, step) => membersOf(at, step), [root]);
}

/** The schemas of a member. */
export function membersOf(parts: readonly Schema[], { holds, key }: Step): Schema[] {
  if (typeof key === 'number')
    return parts.flatMap(alternatives).flatMap(({ prefixItems, items }) => prefixItems?.[key] ?? items ?? []);
  return objectsOf(parts, holds).flatMap(({ properties }) => properties?.[key] ?? []);
}

/** A step without the member's own value, which is what is to be chosen: every `kind` is possible then. */
export function open({ holds, key }: Step): Step {
  const others = Object.entries(holds).filter(([name]) => name !== key);
  return { holds: Object.fromEntries(others), key };
}
