// @vitest-environment node
/** The output of an import, where the browser has no file system: here under Node, which has none. */
import { expect, test, vi } from 'vitest';
import { traceStore } from './trace-store';

const bytes = (length: number, from: number) => Uint8Array.from({ length }, (_, i) => (from + i) % 251);

test('all that was written is in the file, in its order', async () => {
  vi.stubGlobal('navigator', {});
  const store = await traceStore('folder', '1.trace', []);
  const parts = Array.from({ length: 5 }, (_, i) => bytes(700_000, i));
  for (const part of parts) {
    // Wasm memory, which holds something else a moment later.
    const memory = part.slice();
    store.append(memory);
    memory.fill(0);
  }
  expect(store.size()).toBe(3_500_000);
  const file = await store.finish();
  expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.concat(parts))).toBe(true);
});
