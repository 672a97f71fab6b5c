import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
} from 'culori';
import { expect, test } from 'vitest';
import { coloursOf } from './theme-colours';

/**
 * The least difference (CIEDE2000) of two colours that must be told apart. About 2 is what one sees side by side under
 * good light; areas as small as cells and bars, on a screen or a wall, need several times that.
 */
const LEAST = 10;

/** What eyes without one kind of cones see: Machado, Oliveira and Fernandes 2009, at full severity. */
const EYES: Record<string, ReturnType<typeof filterDeficiencyProt>> = {
  protanopia: filterDeficiencyProt(1),
  deuteranopia: filterDeficiencyDeuter(1),
  tritanopia: filterDeficiencyTrit(1),
  'full colour vision': filterDeficiencyProt(0),
};

/** Every pair of a group. */
const pairsOf = (tokens: readonly string[]) =>
  tokens.flatMap((one, at) => tokens.slice(at + 1).map((other) => [one, other] as const));
const across = (ones: readonly string[], others: readonly string[]) =>
  ones.flatMap((one) => others.map((other) => [one, other] as const));

const CELLS = ['data', 'log', 'trans'];
const APART = [
  // What a page holds, and that it holds nothing valid: on the stage (where glyphs tell too) and on the heat map.
  ...pairsOf(CELLS),
  ...across(CELLS, ['stale', 'free', 'heat-stale', 'heat-free']),
  ['heat-stale', 'heat-free'] as const,
  // Kinds of merges.
  ...pairsOf(['switch', 'partial', 'full']),
  // Who wrote the pages, in one bar: under schemes with merges, and under those with cleaning.
  ['data', 'full'] as const,
  ...pairsOf(['data', 'gc', 'trans', 'partial']),
  // The scale of the heat map.
  ...pairsOf(['heat-low', 'heat-mid', 'heat-high']),
];

const difference = differenceCiede2000();

test.each(
  ['light', 'dark', 'projector'].flatMap((theme) => Object.keys(EYES).map((eyes) => [theme, eyes] as const)),
)('in the %s theme what must be told apart is, with %s', (theme, eyes) => {
  const colour = coloursOf(theme);
  const of = (token: string) => parse(colour(token)) ?? expect.unreachable();
  const seen = EYES[eyes] ?? expect.unreachable();
  const alike = APART.map(([one, other]) => ({
    pair: `${one} and ${other}`,
    difference: difference(seen(of(one)), seen(of(other))),
  })).filter((pair) => !(pair.difference >= LEAST));
  expect(alike).toEqual([]);
});
