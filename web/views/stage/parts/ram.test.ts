import { describe, expect, test } from 'vitest';
import { ramParts } from './ram';

describe('the RAM of a device', () => {
  test('the cached part of a mapping is separate; the parts add up to all of it', () => {
    const ram = { mapping_bytes: 112, cmt_bytes: 96, buffer_bytes: 64 };
    expect(ramParts(ram)).toEqual([
      { id: 'tables', bytes: 16 },
      { id: 'cmt', bytes: 96 },
      { id: 'buffer', bytes: 64 },
    ]);
  });

  test('a table that takes no RAM is left out', () => {
    const plain = { mapping_bytes: 64, cmt_bytes: 0, buffer_bytes: 8192 };
    expect(ramParts(plain).map(({ id }) => id)).toEqual(['tables', 'buffer']);
    expect(ramParts({ ...plain, mapping_bytes: 24, cmt_bytes: 24 })).toEqual([
      { id: 'cmt', bytes: 24 },
      { id: 'buffer', bytes: 8192 },
    ]);
  });
});
