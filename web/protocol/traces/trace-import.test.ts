// @vitest-environment node
/** Slices, errors and cancellation of an import, with the real module; and that the engine reads what it writes. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ask, EngineFailure } from '../engine/engine-client';
import { importMemoryBytes, inlineEngine } from '../engine/inline-engine';
import type { TraceOpen } from './trace-import';
import { DEFAULT_OPTIONS } from './trace-options';

const OPEN: TraceOpen = { name: 't', options: DEFAULT_OPTIONS };

/** Lines of an mqsim trace, a little out of order, on two devices: `write` says which are writes. */
function lines(n: number, write: (i: number) => boolean): string {
  let text = '';
  for (let i = 0; i < n; i += 1) {
    text += `${(i ^ 3) * 1000} ${i % 2} ${(i * 8) % 4096} 8 ${write(i) ? 0 : 1}\n`;
  }
  return text;
}

function scenario(pages: number): string {
  return JSON.stringify({
    format: 1,
    device: { blocks: 40, pages_per_block: 32, page_bytes: 4096 },
    logical_pages: pages,
    ftl: { kind: 'page' },
    workload: { kind: 'trace', path: 't' },
  });
}

test('a trace of several slices and chunks is imported, fitted and run to its end, back and forth', async () => {
  const engine = inlineEngine();
  const n = 300_000; // 5 chunks, 6 MB: 2 slices
  const heard: number[] = [];
  const imported = await engine.importTrace(
    lines(n, (i) => i % 3 === 0),
    OPEN,
    4096,
    { onBytes: (read, total) => heard.push(read / total) },
  );
  expect(imported.trace.statistics).toMatchObject({
    requests: n,
    writes: n / 3,
    footprint_pages: 512,
    pages_needed: 1024,
  });
  expect(heard.length).toBeGreaterThan(1);
  expect(heard.at(-1)).toBe(1);
  const device = { page_bytes: 4096, mapping: 'drop', physical_pages: 1280 } as const;
  expect(await imported.fit({ ...device, logical_pages: 1024 })).toMatchObject({
    addresses: null,
    refused: false,
    cleans: true,
  });
  const half = {
    addresses: { mapping: 'drop', accesses: n, aliased: 0, dropped: n / 2, share: 0.5 },
    refused: true,
  };
  expect(await imported.fit({ ...device, logical_pages: 512 })).toMatchObject(half);
  const compact = { ...device, mapping: 'compact', logical_pages: 500 } as const;
  expect(await imported.fit(compact)).toMatchObject({ lacks: 12, addresses: { share: 0 }, refused: false });
  const parts: number[] = [];
  const search = imported.locality(4096, { onRequests: (done) => parts.push(done) });
  expect(await imported.fit({ ...device, logical_pages: 512 })).toMatchObject(half);
  // Each request touches a page: 512 of them for the first time.
  const found = await search;
  expect(found.stack.first).toBe(512);
  expect(found.stack.bins.reduce((sum, bin) => sum + bin, 0)).toBe(n - 512);
  expect(found.course.reduce((sum, { written }) => sum + written, 0)).toBe(n / 3);
  expect(parts.length).toBe(5);
  const abort = new AbortController();
  const dropped = imported.locality(4096, { onRequests: () => abort.abort(), signal: abort.signal });
  await expect(dropped).rejects.toMatchObject({ name: 'AbortError' });

  await ask(engine, 'opened', { type: 'open', slot: 0, scenario: scenario(1024) });
  const report = async (request: number | null) => {
    await engine.request({
      type: 'run',
      slot: 0,
      target: request === null ? { to: 'end' } : { to: 'position', position: { request, event: 0 } },
    });
    return (await ask(engine, 'report', { type: 'report', slot: 0 })).report;
  };
  const early = await report(70_000);
  const end = await report(null);
  expect(end.host).toMatchObject({ writes: n / 3, reads: (2 * n) / 3 });
  expect((await report(70_000)).state_hash).toBe(early.state_hash);
  expect((await report(null)).state_hash).toBe(end.state_hash);
  engine.close();
});

test('a browser whose streams of files fill no buffer of ours imports the same', async () => {
  const engine = inlineEngine();
  const source = new Blob([lines(100_000, (i) => i % 3 === 0)]);
  const { trace } = await engine.importTrace(source, OPEN, 4096);
  // The pieces are the browser's then; that this is such a stream is what its reader says.
  const stream = () =>
    new ReadableStream({
      start: (to) => source.arrayBuffer().then((all) => pieces(new Uint8Array(all), to)),
    });
  const plain = Object.assign(source.slice(), { stream });
  expect(() => plain.stream().getReader({ mode: 'byob' })).toThrow(TypeError);
  const heard: number[] = [];
  const again = await engine.importTrace(plain, OPEN, 4096, { onBytes: (read) => heard.push(read) });
  expect(again.trace).toEqual(trace);
  expect(heard).toEqual([source.size]);
});

function pieces(all: Uint8Array, to: ReadableStreamDefaultController<Uint8Array>) {
  for (let at = 0; at < all.length; at += 65_536) to.enqueue(all.slice(at, at + 65_536));
  to.close();
}

test('an error names the line, and what was attached before stays', async () => {
  const engine = inlineEngine();
  await engine.importTrace('w1 w2', OPEN, 4096);
  const bad = engine.importTrace('0 0 8 8 1\n0 0 8 0 1\n', OPEN, 4096);
  await expect(bad).rejects.toBeInstanceOf(EngineFailure);
  await expect(bad).rejects.toMatchObject({ failure: { kind: 'trace', line: 2 } });
  const { summary } = await ask(engine, 'checked', { type: 'check', scenario: scenario(64) });
  expect(summary.requests).toBe(2);
});

test('a preview says what the import will read, of a long file and of one that an import refuses', async () => {
  const engine = inlineEngine();
  const long = lines(20_000, (i) => i % 3 === 0);
  for (const source of [new Blob([long]), new Blob([gzipSync(long)])]) {
    const { format, lines: shown } = await engine.previewTrace(source, OPEN);
    const { trace } = await engine.importTrace(source, OPEN, 4096);
    expect([format, shown.length]).toEqual([trace.import.format, 20]);
    expect(shown.map(({ text }) => text).slice(0, 10)).toEqual(trace.import.first_lines);
    expect(shown[3]?.meaning).toEqual({
      is: 'requests',
      first: { time_us: -3, op: 'write', unit: 'bytes', offset: String(24 * 512), length: 4096 },
      others: 0,
    });
  }
  const refused = await engine.previewTrace('0 0 8 8 1\n0 0 8 0 1\n', OPEN);
  expect(refused.lines.map(({ meaning }) => meaning.is)).toEqual(['requests', 'bad']);
  const zip = engine.previewTrace('PK\x03\x04', OPEN);
  await expect(zip).rejects.toMatchObject({ failure: { kind: 'trace' } });
});

test('an import that is cancelled attaches nothing', async () => {
  const engine = inlineEngine();
  const abort = new AbortController();
  const job = engine.importTrace(
    lines(300_000, () => true),
    OPEN,
    4096,
    { signal: abort.signal, onBytes: () => abort.abort() },
  );
  await expect(job).rejects.toMatchObject({ name: 'AbortError' });
  await expect(engine.request({ type: 'check', scenario: scenario(64) })).rejects.toMatchObject({
    failure: { field: 'workload.path' },
  });
});

test('a source is not read further than the end of its import', async () => {
  const engine = inlineEngine();
  const cancelled: string[] = [];
  const stream = (name: string, text: string, plain: boolean) =>
    new ReadableStream({
      ...(!plain && { type: 'bytes' as const }),
      pull: (to) => to.enqueue(new TextEncoder().encode(text)),
      cancel: () => void cancelled.push(name),
    } as UnderlyingDefaultSource);
  const source = (name: string, text: string, plain = false) =>
    Object.assign(new Blob([text]), { stream: () => stream(name, text, plain) });
  await expect(engine.importTrace(source('bad', '0 0 8 0 1\nx\n'), OPEN, 4096)).rejects.toThrow();
  await expect(engine.importTrace(source('plain', '0 0 8 0 1\nx\n', true), OPEN, 4096)).rejects.toThrow();
  const abort = new AbortController();
  const job = { signal: abort.signal, onBytes: () => abort.abort() };
  await expect(
    engine.importTrace(
      source(
        'dropped',
        lines(10, () => true),
      ),
      OPEN,
      4096,
      job,
    ),
  ).rejects.toThrow();
  expect(cancelled).toEqual(['bad', 'plain', 'dropped']);
});

test('the engine refuses a file that is not a trace', async () => {
  const engine = inlineEngine();
  const refused = { failure: { kind: 'trace' } };
  await expect(engine.attach('t', new Uint8Array(100))).rejects.toMatchObject(refused);
  const { file } = await engine.importTrace('w1 w2', { ...OPEN, name: 'good' }, 4096);
  const cut = (file as Uint8Array<ArrayBuffer>).slice(0, -1);
  await expect(engine.attach('t', cut)).rejects.toMatchObject(refused);
});

test('64 MB are imported in a memory that a gigabyte would not need more of', async () => {
  const engine = inlineEngine();
  const part = lines(100_000, () => true);
  const parts = Array.from({ length: Math.ceil(64e6 / part.length) }, () => part);
  const { trace, close } = await engine.importTrace(new Blob(parts), { ...OPEN, name: 'large' }, 4096);
  expect(trace.import.requests).toBe(parts.length * 100_000);
  // The window of requests to be sorted, sets of pages, a slice of the file; the columns lie outside.
  expect(importMemoryBytes()).toBeLessThan(64e6);
  close();
});
