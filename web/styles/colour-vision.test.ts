import {
  differenceEuclidean,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
} from 'culori';
import { expect, test } from 'vitest';
import { coloursOf } from './theme-colours';

/** The least difference (CIE 1976) of two colours that mean two things: areas as small as cells and bars, on a screen or a wall. */
const LEAST = 14;

/** The colours as eyes without one kind of cones see them: Machado, Oliveira and Fernandes 2009, at full severity. */
const EYES: Record<string, ReturnType<typeof filterDeficiencyProt>> = {
  protanopia: filterDeficiencyProt(1),
  deuteranopia: filterDeficiencyDeuter(1),
  tritanopia: filterDeficiencyTrit(1),
  'full colour vision': filterDeficiencyProt(0),
};

/** Every pair of a group. */
const pairsOf = (tokens: readonly string[]) =>
  tokens.flatMap((one, at) => tokens.slice(at + 1).map((other) => [one, other] as const));

const APART = [
  ['valid', 'log', 'trans', 'invalid'],
  ['switch', 'partial', 'full'],
  ['host', 'copy', 'trans', 'erase'],
  ['host', 'full', 'copy', 'erase'],
  ['now', 'valid', 'log', 'invalid'],
  ['now', 'full', 'surface'],
  ['heat-low', 'heat-mid', 'heat-high'],
  ['heat-invalid', 'heat-free'],
  ['valid', 'heat-invalid'],
].flatMap(pairsOf);

const difference = differenceEuclidean('lab65');

test.each(
  ['light', 'dark', 'projector'].flatMap((theme) => Object.keys(EYES).map((eyes) => [theme, eyes] as const)),
)('in the %s theme different marks look different, with %s', (theme, eyes) => {
  const colour = coloursOf(theme);
  const of = (token: string) => parse(colour(token)) ?? expect.unreachable();
  const seen = EYES[eyes] ?? expect.unreachable();
  const alike = APART.map(([one, other]) => ({
    pair: `${one} and ${other}`,
    difference: difference(seen(of(one)), seen(of(other))),
  })).filter((pair) => !(pair.difference >= LEAST));
  expect(alike).toEqual([]);
});
