// @vitest-environment node
/** The arrays of a policy are counted however they are made. */
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { limitArrays } from './limit-arrays';

/** Runs code in a place with arrays of its own. */
function inside(code: string): unknown {
  const context = createContext({});
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
