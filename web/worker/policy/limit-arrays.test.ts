// @vitest-environment node
/** The arrays of a policy are counted however they are made. */
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { limitArrays } from './limit-arrays';

/** A browser of today has them, and Node from 25. */
const TEXTS = `for (const [name, size] of [['fromHex', 1 / 2], ['fromBase64', 3 / 4]])
  Uint8Array[name] ??= ((Kind) => (text) => new Kind(text.length * size))(Uint8Array);`;

/** Runs code in a place with arrays of its own. */
function inside(code: string): unknown {
  const context = createContext({});
  runInContext(TEXTS, context);
  limitArrays(runInContext('globalThis', context));
  return runInContext(`'use strict';${code}`, context);
}

test.each([
  'new Uint8Array(104857600)',
  'new Uint8Array("104857600")',
  'new Float64Array(9 << 20)',
  'new Uint8Array({ length: 104857600 })',
  'new ArrayBuffer("104857600")',
  'new ArrayBuffer(8, { maxByteLength: 104857600 })',
  'const all = []; for (let n = 0; n < 9; n++) all.push(new Uint8Array(8 << 20))',
  'const all = []; for (let n = 0; n < 9; n++) all.push(new ArrayBuffer(8 << 20))',
  'const one = new Uint8Array(8 << 20); for (let n = 0; n < 9; n++) one.slice()',
  'const one = new Uint8Array(8 << 20); for (let n = 0; n < 9; n++) one.map((x) => x)',
  'const one = new Uint8Array(8 << 20); for (let n = 0; n < 9; n++) one.toReversed()',
  'const one = new Uint8Array(8 << 20); for (let n = 0; n < 9; n++) one.with(0, 1)',
  'const one = new Uint8Array(8 << 20); for (let n = 0; n < 9; n++) one.buffer.slice(0)',
  'const one = new Uint8Array(8 << 20); for (let n = 0; n < 9; n++) Uint8Array.from(one)',
  'const one = new Uint8Array(8 << 20); for (let n = 0; n < 9; n++) new Uint8Array(one)',
  // Small ones are counted, too: a policy once kept 1.4 GB in arrays of 65,535 bytes.
  'const all = []; for (let n = 0; n < 4200; n++) all.push(new Uint8Array(65535))',
  'const all = []; for (let n = 0; n < 4200; n++) all.push(new ArrayBuffer(65535))',
  'const one = new Uint8Array(65535); for (let n = 0; n < 4200; n++) one.slice()',
  'const one = new Uint8Array(65535); for (let n = 0; n < 4200; n++) one.buffer.slice(0)',
  'for (let n = 0; n < 3000000; n++) new Uint8Array(0)',
  'const one = new Uint8Array(8); for (let n = 0; n < 3000000; n++) one.subarray(1)',
  'const one = "00".repeat(8 << 20); for (let n = 0; n < 9; n++) Uint8Array.fromHex(one)',
  'const one = "AAAA".repeat(3 << 20); for (let n = 0; n < 9; n++) Uint8Array.fromBase64(one)',
  'for (let n = 0; n < 9; n++) new ArrayBuffer(1, { maxByteLength: 8 << 20 }).resize(8 << 20)',
  'class Own extends Uint8Array {} for (let n = 0; n < 9; n++) new Own(8 << 20)',
])('%s is refused', (code) => {
  expect(() => inside(code)).toThrow(/allocation failed: .*64 MB/);
});

test('views of one buffer, small arrays and symbols are as they were', () => {
  expect(
    inside(
      'const one = new ArrayBuffer(40 << 20); new Uint8Array(one).length + new Int32Array(one, 8, 2).length',
    ),
  ).toBe((40 << 20) + 2);
  expect(inside('for (let n = 0; n < 3000; n++) new Uint8Array(60000); 1')).toBe(1);
  expect(inside('class Own extends Uint8Array {} new Own([1, 2]) instanceof Own')).toBe(true);
  expect(inside('[...new Uint8Array([3, 1, 2]).slice(1)].join()')).toBe('1,2');
  expect(inside('Uint16Array.from([3, 1, 2]).filter((n) => n > 1).length')).toBe(2);
  expect(() => inside('new Uint8Array(Symbol())')).toThrow(/Symbol/);
});
