// @vitest-environment node
/** Tables of traces, with the real module: what they hold, how they end, and how they are refused. */
import { expect, test } from 'vitest';
import { EngineFailure } from '../engine/engine-client';
import { inlineDrives } from '../engine/inline-engine';
import type { DrivesAsked, TraceSource } from './drives';
import { DEFAULT_OPTIONS } from './trace-options';

const of = (name: string, text: string): TraceSource => ({
  source: new Blob([text]),
  open: { name, options: DEFAULT_OPTIONS },
});

async function made(asked: DrivesAsked, signal?: AbortSignal) {
  const shares: number[] = [];
  const tables = await inlineDrives(asked, {
    onShare: (share) => void shares.push(share),
    ...(signal && { signal }),
  });
  const texts = await Promise.all(tables.map(({ table }) => table.text()));
  return { texts, requests: tables.map(({ requests }) => requests), shares };
}

test('two traces on one drive begin at once, each a device of its own', async () => {
  // The second one begins late, and lies on the addresses of the first.
  const [a, b] = [of('a', '0,10,512,w,1\n0,11,512,w,3\n'), of('b', '0,10,1024,r,102\n')];
  const { texts, requests, shares } = await made({ together: [a, b] });
  expect(texts).toEqual([
    [
      'time_ns,op,offset_bytes,size_bytes,device',
      '0,write,5120,512,a',
      '0,read,5120,1024,b',
      '2000000000,write,5632,512,a',
      '',
    ].join('\n'),
  ]);
  expect(requests).toEqual([3]);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));
});

test('one trace on three drives is a table for each, and one may have nothing', async () => {
  const split = of('t', 'w0+3 r4 w3');
  const { texts, requests } = await made({ split, stripes: { drives: 3, length: 2 } });
  expect(texts).toEqual([
    'op,lpn,size\nwrite,0,2\n',
    'op,lpn,size\nwrite,0,1\nwrite,1,1\n',
    'op,lpn,size\nread,0,1\n',
  ]);
  expect(requests).toEqual([1, 2, 1]);
  const alone = await made({ split: of('t', 'w0'), stripes: { drives: 2, length: 2 } });
  expect(alone.requests).toEqual([1, 0]);
});

test('traces that do not go together are refused by name, and so is one that cannot be read', async () => {
  const [pages, bytes] = [of('a', 'w1'), of('b', '0,0,512,w,0')];
  await expect(made({ together: [pages, bytes] })).rejects.toThrow(
    new EngineFailure({
      ...{
        kind: 'trace',
        message: 'a, b: one counts pages and the other bytes',
        remedy: 'Give traces of one kind.',
      },
      ...{ field: null, line: null, column: null },
    }),
  );
  await expect(made({ together: [pages, of('c', 'w1\nx')] })).rejects.toThrow('c: line 2');
});

test('the work ends when it is cancelled', async () => {
  const enough = new AbortController();
  enough.abort();
  await expect(
    made({ split: of('t', 'w0'), stripes: { drives: 2, length: 1 } }, enough.signal),
  ).rejects.toThrow('abort');
});
