import { expect, test } from 'vitest';
import type { Report } from '../protocol/generated/Report';
import { drained, owing, settled } from './amplification';
import { METRICS, rowsOf } from './metrics';

const of = (wa: number | null, drained?: number) =>
  ({ write_amplification: wa, write_amplification_drained: drained }) as Report;

test('the debt of the buffer is shown where it changes more than one part in a hundred', () => {
  expect([of(1), of(null), of(1, 1.009), of(2, 2.019)].map(owing)).toEqual([null, null, null, null]);
  expect([of(1, 1.02), of(0.1111, 0.5556), of(0, 0.4)].map(owing)).toEqual([1.02, 0.5556, 0.4]);
});

test('runs are compared with their buffers written out, where that says something else', () => {
  expect([of(1), of(null), of(0.1, 0.5), of(1, 1.001)].map(settled)).toEqual([1, null, 0.5, 1]);
  expect([of(1), of(null), of(0.1, 0.5), of(1, 1.001)].map(drained)).toEqual([1, null, 0.5, 1.001]);
});

test('a table has a row for it where one of the runs owes, and that row tells which run is better', () => {
  const two = METRICS.filter(({ id }) => id.startsWith('write_amplification'));
  const rows = (...reports: Report[]) => rowsOf(two, ...reports).map(({ id, less }) => [id, less]);
  expect(rows(of(1), of(1, 1.005))).toEqual([['write_amplification', true]]);
  expect(rows(of(1), of(0.1, 0.5))).toEqual([
    ['write_amplification', undefined],
    ['write_amplification_drained', true],
  ]);
});
