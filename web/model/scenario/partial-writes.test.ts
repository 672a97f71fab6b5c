import { expect, test } from 'vitest';
import { getAt } from './document';
import { otherParts, readsFirst } from './partial-writes';

const trace = { workload: { kind: 'trace', path: 'a.csv', mapping: 'compact' } };

test('the other setting reads first or does not, and back again it is the same scenario', () => {
  expect(readsFirst(trace)).toBe(false);
  const other = otherParts(trace);
  expect(getAt(other, 'workload.partial_writes')).toBe('read_first');
  expect(readsFirst(other)).toBe(true);
  expect(otherParts(other)).toEqual(trace);
});

test('requests of whole pages have no such setting', () => {
  expect(readsFirst({ workload: { kind: 'uniform', requests: 5 } })).toBeNull();
  expect(readsFirst({})).toBeNull();
});
