/** The claims of a source, and whether each holds here. */
import type { Claim } from './figure';
import { onPaper, taken } from './numbers';
import { type Scope, scopeOf, valuesOf } from './scope';
import type { ClaimData, FoundData } from './source';
import { fill, type Named, SHOWS, say, scalarsOf } from './words';

/** A printed figure agrees if ours is within this share of it: only a few averages of the workload are known. */
const NEAR = 0.2;

export function claimOf(claim: ClaimData, named: Named, scope: Scope): Claim {
  const { says, found, ours, holds, ...common } = claim;
  const parts: [name: string, FoundData, Named][] =
    typeof found === 'string'
      ? valuesOf(scopeOf(scope, common), found).map((value) => [
          String(value.value),
          common,
          { ...named, [found]: value },
        ])
      : Object.entries(found).map(([name, own]) => [name, { ...common, ...own }, named]);
  const numbers = (scope: Scope) =>
    new Map(parts.map(([name, data, named]) => [name, taken(data, named, scope)]));
  const shown = (of: ReturnType<typeof numbers>) =>
    Object.fromEntries(
      parts
        .filter(([name]) => of.has(name))
        .map(([name, { show = 'plain', take }]) => {
          const value = of.get(name) ?? [];
          const all = (typeof value === 'number' ? [value] : value).map((each) => SHOWS[show](each));
          return [name, all.join(take === 'ends' ? '–' : ', ')];
        }),
    );
  const own = numbers(scope);
  const printed = holds.some((rule) => rule.includes('printed.')) ? numbers(onPaper(scope)) : new Map();
  const said = say(says, named, shown(printed));
  if ([...own.values()].includes(undefined)) return { says: said, ours: '', agrees: null };
  const termOf = (term: string): number => {
    const [from = '', name = ''] = term.split('.');
    if (from === 'printed') return Number(printed.get(name));
    if (from === 'said' && typeof says !== 'string')
      return numberIn(fill(String(says[1][name]), scalarsOf(named)));
    return own.has(term) ? Number(own.get(term)) : numberIn(term);
  };
  return {
    says: said,
    ours: say(ours, named, shown(own)),
    agrees: holds.every((rule) => isTrue(rule, termOf)),
  };
}

/** `20%` and `0.2`. */
function numberIn(text: string): number {
  return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
}

const RULE = /^(\S+) (<=?|>=?|=|near) (?:(\S+) × )?(\S+?)(?: within (\S+))?$/;

/** `dftl < 0.5 × fast`; `share near said.share within 2%`. */
function isTrue(rule: string, termOf: (term: string) => number): boolean {
  const [, left = '', how, times = '1', right = '', within] = RULE.exec(rule) ?? [];
  const [a, b] = [termOf(left), termOf(times) * termOf(right)];
  if (Number.isNaN(a) || Number.isNaN(b)) throw new Error(`${rule}: not known`);
  switch (how) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '=':
      return a === b;
    case 'near':
      return Math.abs(a / b - 1) <= (within === undefined ? NEAR : termOf(within));
    default:
      throw new Error(`no rule: ${rule}`);
  }
}
