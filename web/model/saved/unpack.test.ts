import { deflateSync, strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { isDeep } from '../scenario/depth';
import { parseDocument } from '../scenario/document';
import { packLab, unpackLab } from './saved-file';
import { decodeShare, encodeShare } from './share';
import { inflateUpTo } from './unpack';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
test('depth is counted outside of texts, and what the engine reads is not deep', () => {
  expect(isDeep(nested(128))).toBe(false);
  expect(isDeep(nested(129))).toBe(true);
  expect(isDeep(JSON.stringify({ text: `\\"${nested(500)}` }))).toBe(false);
  expect(isDeep('[],'.repeat(1000))).toBe(false);
  expect(parseDocument(`{"a":${nested(200)}}`)).toBeNull();
  expect(parseDocument(`{"a":${nested(100)}}`)).not.toBeNull();
});

test('bytes are unpacked to the last one, and no further than they may', () => {
  const text = strToU8('scenario '.repeat(100_000));
  const packed = deflateSync(text);
  expect(Buffer.compare(inflateUpTo(packed, text.length), text)).toBe(0);
  expect(() => inflateUpTo(packed, text.length - 1)).toThrow('more than');
  expect(() => inflateUpTo(packed.subarray(0, packed.length - 4), text.length)).toThrow();
});

test('a link of 20 million brackets is refused', () => {
  const shared = { scenario: { text: '' }, position: { request: 0, event: 0 }, view: {} };
  // As `encodeShare` makes it, of a text that it never makes.
  const deep = JSON.parse(`{"a":${nested(1000)}}`);
  const link = encodeShare({ ...shared, scenario: deep });
  expect(decodeShare(link)).toEqual({ kind: 'altered' });
  const large = encodeShare({ ...shared, scenario: { text: '['.repeat(20_000_000) } });
  expect(large.length).toBeLessThan(32_000);
  expect(decodeShare(large)).toEqual({ kind: 'altered' });
  expect(decodeShare(encodeShare({ ...shared, scenario: { text: '['.repeat(1000) } }))).toMatchObject(
    shared.view,
  );
});

const scenario = { format: 1, name: 'saved' };
const shared = { scenario, position: { request: 0, event: 0 }, view: {} };

test('a saved lab of nested brackets is refused', async () => {
  const zip = (text: string) =>
    new Blob([
      zipSync({
        'manifest.json': strToU8(
          JSON.stringify({ format: 2, engine: '1', scenario_hash: 'a', trace_hash: null }),
        ),
        'scenario.json': strToU8(text),
        'view.json': strToU8('{}'),
      }) as Uint8Array<ArrayBuffer>,
    ]);
  const file = zip(`{"a":${nested(3_000_000)}}`);
  expect(file.size).toBeLessThan(20_000);
  expect(await unpackLab(file)).toEqual({ kind: 'broken', detail: 'scenario.json' });
});

test('a trace that unpacks to hundreds of times its size is refused before it is unpacked; one that the lab saves opens again', async () => {
  const lines = '0 W 0 8\n'.repeat(9_000_000);
  const trace = new Blob([lines]);
  const named = { name: 't', bytes: trace.size, hash: '0123456789abcdef' };
  const saved = { shared: { ...shared, trace: named }, scenarioHash: 'a', engine: '1', trace } as never;
  const own = await unpackLab(await packLab(saved));
  expect(own).toMatchObject({ trace: { size: trace.size } });
  const bomb = new Blob([
    zipSync({
      'manifest.json': strToU8(
        JSON.stringify({ format: 2, engine: '1', scenario_hash: 'a', trace_hash: '0123456789abcdef' }),
      ),
      'scenario.json': strToU8(JSON.stringify(scenario)),
      'view.json': strToU8(JSON.stringify({ ...shared, trace: named })),
      trace: strToU8(lines),
    }) as Uint8Array<ArrayBuffer>,
  ]);
  expect(bomb.size).toBeLessThan(1_000_000);
  expect(await unpackLab(bomb)).toEqual({ kind: 'too_large', detail: 'trace' });
});
