// @vitest-environment node
import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { animated, chunk, chunks } from './animation.mjs';

/** A PNG of one row of grey pixels. */
const row = (...pixels: number[]) =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([0, 0, 0, pixels.length, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    chunk('tEXt', Buffer.from('of one picture')),
    chunk('IDAT', deflateSync(Buffer.from([0, ...pixels]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

test('pictures become frames, in order, with their data unchanged', () => {
  const pictures = [row(1, 2), row(3, 4), row(5, 6)];
  const moving = chunks(animated(pictures, (at) => 100 * (at + 1), 3));
  expect(moving.map(({ type }) => type).join(' ')).toBe('IHDR acTL fcTL IDAT fcTL fdAT fcTL fdAT IEND');
  expect(moving[1]?.data).toEqual(Buffer.from([0, 0, 0, 3, 0, 0, 0, 3]));
  const numbered = moving.filter(({ type }) => type === 'fcTL' || type === 'fdAT');
  expect(numbered.map(({ data }) => data.readUInt32BE(0))).toEqual([0, 1, 2, 3, 4]);
  const frames = moving.filter(({ type }) => type === 'fcTL').map(({ data }) => data);
  expect(frames.map((data) => [data.readUInt32BE(4), data.readUInt32BE(8), data.readUInt16BE(20)])).toEqual([
    [2, 1, 100],
    [2, 1, 200],
    [2, 1, 300],
  ]);
  expect(moving[5]?.data.subarray(4)).toEqual(chunks(pictures[1] ?? Buffer.alloc(0))[2]?.data);
});

test('every part has its checksum', () => {
  const png = animated([row(1), row(2)], () => 50, 0);
  let at = 8;
  while (at < png.length) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
    at = end + 4;
  }
});

test('pictures of two sizes are refused', () => {
  expect(() => animated([row(1), row(1, 2)], () => 50, 0)).toThrow('picture 1 differs in size');
});
