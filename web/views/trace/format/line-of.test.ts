// @vitest-environment node
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { lineOf } from './line-of';

const text = 'first\r\nsecond, which is long\nthird';

test('a line of a text, of a file and of a gzipped file', async () => {
  expect(await lineOf(text, 1)).toBe('first');
  expect(await lineOf(new Blob([text]), 2)).toBe('second, which is long');
  expect(await lineOf(new Blob([gzipSync(text)]), 3)).toBe('third');
  expect(await lineOf(text, 4)).toBeNull();
});

test('of a very long line no more than is shown', async () => {
  expect(await lineOf(`a\n${'b'.repeat(100_000)}\nc`, 2)).toBe('b'.repeat(300));
});
