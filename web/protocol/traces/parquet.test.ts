// @vitest-environment node
/** Tables made by pyarrow 22 (see `fixtures`), as text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plainTable } from './parquet';

const fixture = (name: string) => new Blob([readFileSync(join(import.meta.dirname, 'fixtures', name))]);
const linesOf = async (blob: Blob) => (await blob.text()).trimEnd().split('\n');

test('every row of every row group, in order', async () => {
  const lines = await linesOf(await plainTable(fixture('requests.parquet')));
  expect(lines).toHaveLength(301);
  expect(lines[0]).toBe('time_s,op,lba,size_bytes');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
    Array.from({ length: 300 }, (_, i) => String(i * 0.001)),
  );
  expect(new Set(lines.slice(1).map((line) => line.split(',')[1]))).toEqual(new Set(['read', 'write']));
  expect(await linesOf(await plainTable(fixture('requests.parquet'), 20))).toEqual(lines.slice(0, 21));
});

test('large numbers and microseconds lose no digit; commas and quotes are quoted, nothing is empty', async () => {
  expect(await linesOf(await plainTable(fixture('odd.parquet')))).toEqual([
    'when,note,big',
    '1577836800000001,"a,b",1152921504606846976',
    '1577836800000002,"c""d",1',
    '1577836800000003,,2',
  ]);
});

test('any other file is left as it is', async () => {
  const text = new Blob(['w1 r2\n']);
  expect(await plainTable(text)).toBe(text);
});

test('lists, other compressions and cut tables are refused with what to do', async () => {
  await expect(plainTable(fixture('lists.parquet'))).rejects.toMatchObject({
    failure: {
      message: expect.stringMatching(/column "l" .* lists/),
      remedy: expect.stringMatching(/plain value/),
    },
  });
  await expect(plainTable(fixture('zstd.parquet'))).rejects.toMatchObject({
    failure: { message: expect.stringMatching(/ZSTD/), remedy: expect.stringMatching(/snappy/) },
  });
  const whole = fixture('requests.parquet');
  for (const bytes of [4, 40, 3000, whole.size - 1])
    await expect(plainTable(whole.slice(0, bytes)), `${bytes}`).rejects.toMatchObject({
      failure: { kind: 'trace' },
    });
});
