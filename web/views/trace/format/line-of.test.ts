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

test('a line of a text whose lines end in carriage returns alone', async () => {
  expect(await lineOf(text.replaceAll('\r\n', '\r').replace('\n', '\r'), 2)).toBe('second, which is long');
});

test('a line of UTF-16, with a mark or without, and none of a zip archive', async () => {
  const units = (of: string, big: boolean) => {
    const bytes = new DataView(new ArrayBuffer(2 * of.length));
    for (let i = 0; i < of.length; i++) bytes.setUint16(2 * i, of.charCodeAt(i), !big);
    return new Blob([bytes.buffer]);
  };
  for (const mark of ['', '\ufeff'])
    for (const big of [false, true])
      expect(await lineOf(units(mark + text, big), 2)).toBe('second, which is long');
  expect(await lineOf(new Blob(['PK\x03\x04 and so on']), 1)).toBeNull();
});

test('of a very long line no more than is shown', async () => {
  expect(await lineOf(`a\n${'b'.repeat(100_000)}\nc`, 2)).toBe('b'.repeat(300));
});
