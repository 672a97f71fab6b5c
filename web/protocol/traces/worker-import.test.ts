/** Which worker imports, and which files it has to keep: those of others are deleted. */
import { expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from './trace-options';
import { workerImport } from './worker-import';

test('files that are imported or being imported are kept, those of imports that failed are not', async () => {
  // Under Node there are no locks, and no folders of other pages.
  vi.stubGlobal('navigator', {});
  const kept: string[][] = [];
  const workers: Worker[] = [];
  const asker = new AbortController();
  const ended = vi.fn();
  const start = () => {
    const worker = {
      postMessage: ({ asked }: { asked: { keep: string[] } }) => kept.push(asked.keep),
      terminate: ended,
    } as unknown as Worker;
    workers.push(worker);
    return worker;
  };
  const importTrace = workerImport(start);
  const begin = () =>
    importTrace(new Blob(), { name: 't', options: DEFAULT_OPTIONS }, 4096, { signal: asker.signal });
  const say = (at: number, data: object) => workers[at]?.onmessage?.({ data } as MessageEvent);

  const first = begin();
  const second = begin();
  expect(kept[1]).toContain('1.trace');
  say(1, { is: 'crash', message: 'no room' });
  await expect(second).rejects.toThrow('no room');
  say(0, { is: 'answer', id: 1, answer: { trace: {}, file: new Blob() } });
  await first;
  // It answers questions, also when the page that asked for it is left.
  ended.mockClear();
  asker.abort();
  expect(ended).not.toHaveBeenCalled();
  // A search may kill the worker; engines go on reading its file.
  workers[0]?.onerror?.({ message: 'killed' } as ErrorEvent);
  void importTrace(new Blob(), { name: 't', options: DEFAULT_OPTIONS }, 4096);
  expect(kept[2]).toEqual(['1.trace', '3.trace']);
});
