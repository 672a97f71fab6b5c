import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { parseDocument } from '../scenario/document';
import { exampleText } from '../scenario/examples';
import { isSavedFault, looksSaved, packLab, type SavedLab, unpackLab } from './saved-file';
import { type Entry, entriesOf, readEntry } from './zip';

// Compressible, and several slices long.
const TRACE = new Blob(
  Array.from({ length: 3000 }, (_, block) => strToU8(`${block} 0 ${'8 1\n'.repeat(400)}${Math.sin(block)}`)),
);
const hash = '0123456789abcdef';
const lab: SavedLab = {
  shared: {
    scenario: parseDocument(exampleText('bast')) ?? {},
    position: { request: 12, event: 3 },
    view: { grain: 'request', selection: ['block', 2] },
    trace: { name: 'a.trace', bytes: TRACE.size, hash },
  },
  scenarioHash: 'feedfeedfeedfeed',
  engine: '0.1.0',
  trace: TRACE,
};
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

test('a saved lab comes back whole, trace and all', async () => {
  const heard: number[] = [];
  const file = await packLab(lab, (read) => heard.push(read));
  expect(heard.at(-1)).toBe(TRACE.size);
  const read = await unpackLab(file);
  if (isSavedFault(read)) throw new Error(read.detail);
  expect({ ...read, trace: null }).toEqual({ ...lab, trace: null });
  // Comparing element by element would take half a minute.
  expect(Buffer.compare(await bytesOf(read.trace as Blob), await bytesOf(TRACE))).toBe(0);
});

test('the same lab makes the same bytes, and any zip program reads them', async () => {
  const [one, two] = [await bytesOf(await packLab(lab)), await bytesOf(await packLab(lab))];
  expect(one).toEqual(two);
  const files = unzipSync(one);
  expect(Object.keys(files)).toEqual(['manifest.json', 'scenario.json', 'view.json', 'trace']);
  expect(files.trace?.length).toBe(TRACE.size);
});

/** The files that the page wrote, and the command line runs in its tests. */
const writtenAs = (form: number) =>
  openAsBlob(join(import.meta.dirname, `../../../wasm-sim/crates/cli/testdata/form-${form}.ftllab`));

test('a lab saved before `compact` says what its trace meant; one saved since is as it was written', async () => {
  const [old, now] = [await unpackLab(await writtenAs(1)), await unpackLab(await writtenAs(2))];
  if (isSavedFault(old) || isSavedFault(now)) throw new Error('not read');
  const workload = { kind: 'trace', path: 'a.trace' };
  expect(old.shared.scenario.workload).toEqual({ ...workload, mapping: 'wrap', aliasing: 'allow' });
  expect(now.shared.scenario.workload).toEqual(workload);
  expect(old.shared.trace).toEqual(now.shared.trace);
  expect(await bytesOf(await packLab(now))).toEqual(await bytesOf(await writtenAs(2)));
});

test('a lab without a trace is a few hundred bytes', async () => {
  const { trace: _, ...shared } = lab.shared;
  const file = await packLab({ ...lab, shared, trace: null });
  expect(file.size).toBeLessThan(2000);
  expect(await unpackLab(file)).toMatchObject({ shared, trace: null });
});

test('wherever it is cut, nothing comes of it', async () => {
  const { trace: _, ...shared } = lab.shared;
  const file = await packLab({ ...lab, shared, trace: null });
  for (let size = 0; size < file.size; size += 1) {
    const read = await unpackLab(file.slice(0, size));
    expect(isSavedFault(read) && read.kind, `${size}`).toBe(size < 4 ? 'not_saved' : 'cut');
  }
});

test('no changed byte of its contents goes unnoticed', async () => {
  const { trace: _, ...shared } = lab.shared;
  const whole = await bytesOf(await packLab({ ...lab, shared, trace: null }));
  const same = await unpackLab(new Blob([whole]));
  expect(isSavedFault(same)).toBe(false);
  let noticed = 0;
  for (let at = 0; at < whole.length; at += 1) {
    const changed = whole.slice();
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    const read = await unpackLab(new Blob([changed]));
    // Dates and versions in the headers mean nothing to us.
    if (isSavedFault(read)) noticed += 1;
    else expect(read, `byte ${at}`).toEqual(same);
  }
  expect(noticed).toBeGreaterThan(whole.length / 2);
});

const zipOf = (files: Record<string, string>) =>
  new Blob([zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))]);
const manifest = { format: 1, engine: '0', scenario_hash: hash, trace_hash: null };
const sound = {
  'manifest.json': JSON.stringify(manifest),
  'scenario.json': '{}',
  'view.json': '{"position": {"request": 0, "event": 0}, "view": {}}',
};

test('a zip made by another program opens too', async () => {
  expect(isSavedFault(await unpackLab(zipOf(sound)))).toBe(false);
});

test.each<[string, Blob, object]>([
  ['a text', new Blob(['hello, world']), { kind: 'not_saved' }],
  ['another zip', zipOf({ 'photo.txt': 'x' }), { kind: 'not_saved', detail: 'manifest.json' }],
  ['no scenario', zipOf({ ...sound, 'scenario.json': '[1' }), { kind: 'broken', detail: 'scenario.json' }],
  [
    'a position below zero',
    zipOf({ ...sound, 'view.json': '{"position": {"request": -1, "event": 0}, "view": {}}' }),
    { kind: 'broken', detail: 'view.json position request' },
  ],
  [
    'a later format',
    zipOf({ ...sound, 'manifest.json': JSON.stringify({ ...manifest, format: 3, engine: '9.9' }) }),
    { kind: 'newer', detail: '9.9' },
  ],
  [
    'a trace that is named and not there',
    zipOf({ ...sound, 'manifest.json': JSON.stringify({ ...manifest, trace_hash: hash }) }),
    { kind: 'broken', detail: 'trace_hash' },
  ],
])('%s is refused with a reason', async (_, file, fault) => {
  expect(await unpackLab(file)).toMatchObject(fault);
});

test('an entry larger than its directory claims is not unpacked forever', async () => {
  const bomb = await bytesOf(zipOf({ ...sound, 'scenario.json': `{"a":"${'x'.repeat(5_000_000)}"}` }));
  const view = new DataView(bomb.buffer);
  // The unpacked size in the directory, of the second entry.
  let seen = 0;
  for (let at = 0; at < bomb.length - 4; at += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    seen += 1;
    if (seen === 2) view.setUint32(at + 24, 10, true);
  }
  const file = new Blob([bomb]);
  expect(await unpackLab(file)).toMatchObject({ kind: 'broken', detail: 'scenario.json' });
  const entry = (await entriesOf(file)).get('scenario.json');
  let taken = 0;
  const reading = readEntry(file, entry as Entry, (chunk) => {
    taken += chunk.byteLength;
  });
  await expect(reading).rejects.toThrow('broken');
  expect(taken).toBe(0);
});

test('a saved lab is known by its name or its first bytes', async () => {
  expect(await looksSaved(new File(['x'], 'A.FTLLAB'))).toBe(true);
  expect(await looksSaved(new File([zipOf(sound)], 'mail-attachment'))).toBe(true);
  expect(await looksSaved(new File(['0 0 0 8 1'], 'a.trace'))).toBe(false);
});
