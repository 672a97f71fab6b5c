import { expect, test } from 'vitest';
import { placesOf, readLessonMutants, readMutants } from './mutants.mjs';

const mutants = readMutants();

test('at least 45 rules are broken by the list, each under a name of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(45);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

const ofLessons = readLessonMutants();

test('the list of the lessons breaks at least 16 rules, two of each scheme', () => {
  expect(ofLessons.length).toBeGreaterThanOrEqual(16);
  expect(new Set(ofLessons.map(({ name }) => name)).size).toBe(ofLessons.length);
  const schemes = ['page', 'block', 'replacement', 'bast', 'fast', 'superblock', 'last', 'dftl'];
  const counts = schemes.map((scheme) =>
    ofLessons.filter(({ file }) => file.includes(`/schemes/${scheme}/`)),
  );
  expect(counts.map((rules) => rules.length)).toEqual(schemes.map(() => 2));
});

test.each([...mutants, ...ofLessons])('$name: the text to replace is in the file once', (mutant) => {
  expect(placesOf(mutant), `${mutant.find} in ${mutant.file}`).toHaveLength(1);
  expect(mutant.replace).not.toBe(mutant.find);
  expect(mutant.test).toMatch(/^(cargo test .|vitest run .|lesson \d\d-\w+$)/);
});
