/** The runs of a file of figures: a scenario, and what varies in it. */
import { type Json, type ScenarioDocument, setAt } from '../../../model/scenario/document';
import { scenarioOf } from '../figures';
import type { Job } from '../runs/experiment';
import type { Cleaning } from '../tables';
import type { Source } from './source';
import { fill, openIn, type Scalar } from './words';

/** Pages of Desnoyers' flash, however large its blocks are: the fewer blocks there are, the more they scatter. */
const FLASH = 131_072;

export function jobsOf(source: Source): Job[] {
  return source.runs.flatMap(({ key, name = '', row, vary = {}, scenario, note: _, ...kept }) => {
    // The file may say what a value changes, and the run which of the values it uses.
    const changes = (name: string) => [source.vary[name], vary[name]];
    return combined(key, { ...source.vary, ...vary }).map((params): Job => {
      const changed = Object.entries(params).flatMap(([name, value]) =>
        changes(name).map((of) => (of && !Array.isArray(of) ? of[value] : undefined)),
      );
      const fields: Record<string, Json> = Object.assign({}, source.scenario, scenario, ...changed);
      const named = { format: 1, name: fill(name, params), seed: 1 };
      return {
        ...kept,
        key: fill(key, params),
        params,
        scenario: row ? rowOf(fill(key, params), params) : written(named, fields, params),
      };
    });
  });
}

/** Every choice of values for the names in a pattern. */
function combined(pattern: string, vary: Source['vary']): Record<string, Scalar>[] {
  const name = openIn(pattern);
  if (name === undefined) return [{}];
  const of = vary[name];
  if (of === undefined) throw new Error(`${pattern}: nothing is said of ${name}`);
  const values = Array.isArray(of) ? of : Object.keys(of).map(numberOr);
  return values.flatMap((value) =>
    combined(fill(pattern, { [name]: value }), vary).map((rest) => ({ [name]: value, ...rest })),
  );
}

function numberOr(text: string): Scalar {
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Fields are paths, as the engine's failures name them; a text that is one name between braces becomes its number. */
function written(
  named: ScenarioDocument,
  fields: Record<string, Json>,
  params: Record<string, Scalar>,
): ScenarioDocument {
  const depth = (path: string) => path.split('.').length;
  const paths = Object.keys(fields).sort((a, b) => depth(a) - depth(b));
  return paths.reduce((document, path) => setAt(document, path, filled(fields[path] ?? null, params)), named);
}

function filled(value: Json, params: Record<string, Scalar>): Json {
  if (typeof value !== 'string' || openIn(value) === undefined) return value;
  return numberOr(fill(value, params));
}

/** As a row of the paper's tables, whose scenario the closed form is read off. */
function rowOf(key: string, { cleaning, sf, np, r, f }: Record<string, Scalar>): ScenarioDocument {
  const hot = r === undefined ? null : { r: Number(r), f: Number(f) };
  const row = {
    id: key.replace('desnoyers/', ''),
    cleaning: cleaning as Cleaning,
    sf: Number(sf),
    np: Number(np),
  };
  return scenarioOf({ ...row, hot, freeList: 0, computed: null, simulated: null }, FLASH / row.np, null);
}
