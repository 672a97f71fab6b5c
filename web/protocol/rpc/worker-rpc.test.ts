// @vitest-environment node
/** The parts that all questions to workers share: order, cancellation, and the end of a worker. */
import { expect, test, vi } from 'vitest';
import { askWorker, Caller, inThread } from './worker-rpc';

interface Sums {
  add: { asked: number[]; told: number; answer: number };
  look: { asked: null; answer: string };
}

/** `add` adds number by number, and hears in between that it is enough. */
const adder = () =>
  new Caller<Sums>(
    inThread<Sums>(
      async () => ({
        async add(numbers, { tell, pause, signal }) {
          let sum = 0;
          for (const number of numbers) {
            sum += number;
            tell(sum);
            await pause();
            signal.throwIfAborted();
          }
          return sum;
        },
        look: () => 'seen',
      }),
      ['look'],
    ),
    'adder',
  );

test('answers come in the order of the questions, but those of questions that do not wait', async () => {
  const sums = adder();
  const answers: unknown[] = [];
  const heard = (answer: unknown) => answers.push(answer);
  await Promise.all([
    sums.ask('add', [1, 2, 3]).then(heard),
    sums.ask('add', [4]).then(heard),
    sums.ask('look', null).then(heard),
  ]);
  expect(answers).toEqual(['seen', 6, 4]);
});

test('the worker learns of a cancelled question, and answers the next', async () => {
  const sums = adder();
  const abort = new AbortController();
  const told: number[] = [];
  const onTold = (sum: number) => {
    told.push(sum);
    if (sum === 2) abort.abort();
  };
  const long = sums.ask('add', Array(1000).fill(1), { onTold, signal: abort.signal });
  await expect(long).rejects.toMatchObject({ name: 'AbortError' });
  expect(told.length).toBeLessThan(10);
  expect(await sums.ask('add', [5])).toBe(5);
});

test('a worker that does not start rejects what waits and what comes, and ends', async () => {
  const worker = { postMessage: vi.fn(), terminate: vi.fn() } as unknown as Worker;
  const sums = askWorker<Sums>(worker, 'adder');
  const waits = sums.ask('add', [1]);
  worker.onerror?.({ message: '' } as ErrorEvent);
  await expect(waits).rejects.toThrow('the adder did not start');
  await expect(sums.ask('look', null)).rejects.toThrow('the adder did not start');
  expect(worker.terminate).toHaveBeenCalledOnce();
});
