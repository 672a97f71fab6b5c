/** The checksum of what students hand in. */
import { expect, test } from 'vitest';
import { hashOf, pack, unpack } from './packed';

test('the checksum is FNV-1a of 64 bits, as published', () => {
  expect(['', 'a', 'foobar'].map(hashOf)).toEqual([
    'cbf29ce484222325',
    'af63dc4c8601ec8c',
    '85944171f73967e8',
  ]);
  // As FNV-1a is defined, of any bytes.
  const text = Array.from({ length: 5000 }, (_, n) => String.fromCodePoint(n * 200)).join('');
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  expect(hashOf(text)).toBe(hash.toString(16).padStart(16, '0'));
});

test('an assignment in an address unpacks to at most two megabytes', () => {
  const packed = pack('[');
  expect(unpack(packed)).toBe('[');
  expect(unpack(pack('['.repeat(3_000_000)))).toBeNull();
});
