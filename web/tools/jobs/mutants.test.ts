import { expect, test } from 'vitest';
import { placesOf, readMutants } from './mutants.mjs';

const mutants = readMutants();

test('at least 45 rules are broken by the list, each under a name of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(45);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

test.each(mutants)('$name: the text to replace is in the file once', (mutant) => {
  expect(placesOf(mutant), `${mutant.find} in ${mutant.file}`).toHaveLength(1);
  expect(mutant.replace).not.toBe(mutant.find);
  expect(mutant.test).toMatch(/^(cargo test|vitest run) ./);
});
