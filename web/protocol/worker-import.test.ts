/** Which worker imports, and which files it is told to keep: those of others are deleted. */
import { expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from './trace-options';
import { type FromImport, type ToImport, workerImport } from './worker-import';

test('files that are imported or being imported are kept, those of imports that failed are not', async () => {
  // Under Node there are no locks, and no folders of other pages.
  vi.stubGlobal('navigator', {});
  const kept: string[][] = [];
  const workers: Worker[] = [];
  const start = () => {
    const worker = {
      postMessage: (message: ToImport) => message.do === 'import' && kept.push(message.keep),
      terminate: () => {},
    } as unknown as Worker;
    workers.push(worker);
    return worker;
  };
  const { importTrace } = workerImport(start);
  const begin = () => importTrace(new Blob(), { name: 't', options: DEFAULT_OPTIONS }, 4096);
  const say = (at: number, data: FromImport) => workers[at]?.onmessage?.({ data } as MessageEvent);

  const first = begin();
  const second = begin();
  expect(kept[1]).toContain('1.trace');
  say(1, { is: 'crash', message: 'no room' });
  await expect(second).rejects.toThrow('no room');
  say(0, { is: 'imported', trace: {}, file: new Blob() } as FromImport);
  await first;
  // A search may kill the worker; engines go on reading its file.
  workers[0]?.onerror?.({ message: 'killed' } as ErrorEvent);
  void begin();
  expect(kept[2]).toEqual(['1.trace', '3.trace']);
});

test('a worker that was started ahead takes the next import, once, unless it died or nobody came', async () => {
  vi.stubGlobal('navigator', {});
  vi.useFakeTimers();
  const workers: { heard: string[]; ended: boolean; worker: Worker }[] = [];
  const start = () => {
    const made = { heard: [] as string[], ended: false, worker: {} as Worker };
    made.worker = {
      postMessage: (message: ToImport) => made.heard.push(message.do),
      terminate: () => {
        made.ended = true;
      },
    } as unknown as Worker;
    workers.push(made);
    return made.worker;
  };
  const { importTrace, ready } = workerImport(start);
  const begin = () =>
    importTrace(new Blob(), { name: 't', options: DEFAULT_OPTIONS }, 4096).catch(() => undefined);
  ready();
  ready();
  void begin();
  void begin();
  expect(workers.map(({ heard }) => heard)).toEqual([['ready', 'import'], ['import']]);
  ready();
  workers[2]?.worker.onmessage?.({ data: { is: 'crash', message: 'no network' } } as MessageEvent);
  expect(workers[2]?.ended).toBe(true);
  void begin();
  expect(workers[3]?.heard).toEqual(['import']);
  ready();
  vi.advanceTimersByTime(60_000);
  expect(workers[4]?.ended).toBe(true);
  expect(workers[0]?.ended).toBe(false);
  vi.useRealTimers();
});
