/** The FTLs of the engine, each with the options that it cannot do without, as its declaration gives them for an example. */
import type { ScenarioFtl } from './generated/ScenarioFtl';
import { SCHEMES } from './generated/schemes';

type Kind = ScenarioFtl['kind'];

export const FTL_KINDS = Object.keys(SCHEMES) as Kind[];

export function exampleOf(kind: Kind): Record<string, unknown> {
  const needed = Object.entries(SCHEMES[kind]).filter(([, option]) => option.needed !== null);
  return Object.fromEntries(needed.map(([name, option]) => [name, JSON.parse(option.needed ?? '')]));
}
