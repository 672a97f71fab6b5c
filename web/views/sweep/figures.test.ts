import { expect, test } from 'vitest';
import { FIGURES, figureName, figuresAmong } from './figures';

test('a table begins with the figures of buffers and channels where a run has them', () => {
  expect(figuresAmong([], false)).toEqual(FIGURES.slice(0, 4));
  expect(figuresAmong(['response_us.mean', 'flash.erases.total'], false)).toEqual(FIGURES.slice(0, 4));
  expect(figuresAmong(['buffer.write_hits'], false).map(figureName)).toContain('Padded, pages');
  expect(figuresAmong(['addresses.share'], false).map(figureName)).toContain('Aliased or dropped, share');
  expect(
    figuresAmong(['parallel.wait_us.mean', 'buffer.write_hits', 'overload.times', 'addresses.share'], true),
  ).toEqual(FIGURES);
  expect(figuresAmong([], true).map(figureName)).toContain('Byte amplification');
});
