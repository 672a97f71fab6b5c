import { expect, test } from 'vitest';
import type { Statistics } from '../../../protocol/generated/Statistics';
import { meanWithoutTrims, trimsCounted } from './trimmed-figures';

const of = (counts: Partial<Statistics>) =>
  ({ reads: 0, writes: 0, trims: 0, bytes_read: 0, bytes_written: 0, ...counts }) as Statistics;

test('a figure of all requests says that trims are among them, and the mean without', () => {
  const mixed = of({ reads: 1, writes: 3, trims: 2, bytes_read: 1024, bytes_written: 3 * 8192 });
  expect(meanWithoutTrims(mixed)).toEqual(['6.3 KiB without trims']);
  expect(trimsCounted(mixed)).toEqual(['trims counted']);
  const plain = of({ writes: 3, bytes_written: 4096 });
  expect([...meanWithoutTrims(plain), ...trimsCounted(plain)]).toEqual([]);
  expect(meanWithoutTrims(of({ trims: 2 }))).toEqual([]);
});
