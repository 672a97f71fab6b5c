/** Which worker imports, and which files it has to keep: those of others are deleted. */
import { expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from './trace-options';
import { workerImport } from './worker-import';

test('files that are imported or being imported are kept, those of imports that failed are not', async () => {
  // Under Node there are no locks, and no folders of other pages.
  vi.stubGlobal('navigator', {});
  const kept: string[][] = [];
  const workers: Worker[] = [];
  const start = () => {
    const worker = {
      postMessage: ({ asked }: { asked: { keep: string[] } }) => kept.push(asked.keep),
      terminate: () => {},
    } as unknown as Worker;
    workers.push(worker);
    return worker;
  };
  const importTrace = workerImport(start);
  const begin = () => importTrace(new Blob(), { name: 't', options: DEFAULT_OPTIONS }, 4096);
  const say = (at: number, data: object) => workers[at]?.onmessage?.({ data } as MessageEvent);

  const first = begin();
  const second = begin();
  expect(kept[1]).toContain('1.trace');
  say(1, { is: 'crash', message: 'no room' });
  await expect(second).rejects.toThrow('no room');
  say(0, { is: 'answer', id: 1, answer: { trace: {}, file: new Blob() } });
  await first;
  // A search may kill the worker; engines go on reading its file.
  workers[0]?.onerror?.({ message: 'killed' } as ErrorEvent);
  void begin();
  expect(kept[2]).toEqual(['1.trace', '3.trace']);
});
