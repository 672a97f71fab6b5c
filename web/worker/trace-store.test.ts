// @vitest-environment node
/** What an import writes: in memory while it is small, else in the browser's file system, or in blobs where there is none. */
import { expect, test, vi } from 'vitest';
import { fileReader, traceStore } from './trace-store';

const bytes = (length: number, from: number) => Uint8Array.from({ length }, (_, i) => (from + i) % 251);

test('a small file is handed on as its bytes', async () => {
  vi.stubGlobal('navigator', {});
  const store = traceStore('folder', '1.trace', []);
  store.append(bytes(300_000, 0));
  store.append(bytes(300_000, 7));
  expect(store.size()).toBe(600_000);
  expect(store.read(299_999, 2)).toEqual(Uint8Array.of(bytes(300_000, 0)[299_999] as number, 7));
  const file = await store.finish();
  if (file instanceof Blob) throw new Error('it went to a file');
  expect(file.length).toBe(600_000);
  const reader = fileReader(file);
  expect(reader.size()).toBe(600_000);
  expect(reader.read(300_000, 3)).toEqual(bytes(3, 7));
});

test.each([
  ['once the browser has opened a file', true],
  ['at its end, where that takes long', false],
])('a larger one leaves memory, with all that was written before, %s', async (_, opened) => {
  vi.stubGlobal('navigator', {});
  const store = traceStore('folder', '1.trace', []);
  const parts = Array.from({ length: 5 }, (_, i) => bytes(700_000, i));
  for (const part of parts) {
    store.append(part);
    if (opened) await new Promise((next) => setTimeout(next));
  }
  if (!opened) expect(store.read(1_400_000, 3)).toEqual(bytes(3, 2));
  expect(store.size()).toBe(3_500_000);
  const file = await store.finish();
  if (!(file instanceof Blob)) throw new Error('it stayed in memory');
  expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.concat(parts))).toBe(true);
});
