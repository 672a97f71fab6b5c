import { expect, test } from 'vitest';
import dftl from '../figures/dftl.json';
import { figuresOf } from './render';
import { readSource } from './source';
import { allJobs, choicesOf, OTHERS, scopeOf } from './sources';

const jobs = new Map(allJobs().map((job) => [job.key, job]));
const [workload] = choicesOf(OTHERS);

/** The figures of the file with something else in it. */
function changed(from: string, to: string) {
  const text = JSON.stringify(dftl);
  expect(text).toContain(from);
  const source = readSource(JSON.parse(text.replaceAll(from, to)));
  const scope = { ...scopeOf(source, () => undefined, null), jobs };
  return figuresOf(scope, workload ? { workload } : {});
}

test('a file that says what is not known is refused: a measure, a field, a run, a message', () => {
  expect(changed('"erases"', '"hits"').length).toBe(8);
  expect(() => changed('"erases"', '"erasures"')).toThrow('erasures');
  expect(() => changed('"holds"', '"hold"')).toThrow('hold');
  expect(() => changed('{workload}/fast-4x', '{workload}/fast-5x')).toThrow('financial/fast-5x');
  expect(() => changed('sources_dftl_13_chart', 'sources_dftl_13_draft')).toThrow('sources_dftl_13_draft');
});

test('a claim that is not run agrees with nothing', () => {
  const claims = changed('"erases"', '"erases"').flatMap(({ claims }) => claims);
  expect(claims.length).toBeGreaterThan(10);
  expect(claims.filter(({ agrees, ours }) => agrees !== null || ours !== '')).toEqual([]);
});
