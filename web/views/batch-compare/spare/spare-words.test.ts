import { expect, test } from 'vitest';
import type { SpareFound, SpareRun } from '../../../model/what-if/spare';
import { sentences, wantedOf, windowText } from './spare-words';

const run = (blocks: number, amplification: number | null): SpareRun => {
  return { blocks, spare: 1 - 1000 / blocks, amplification, steady: null, passWrites: null };
};
const found = (change: Partial<SpareFound> = {}): SpareFound => ({
  ...{ wanted: 1.505, outcome: 'enough', found: run(1111, 1.5), runs: [run(1110, 1.6), run(1111, 1.5)] },
  ...{ sparePages: 111, given: true },
  ...change,
});

test('a write amplification is a number above 0', () => {
  const typed = ['1.5', ' 2 ', '0', '-1', '', 'little', '1,5', '1e400'];
  expect(typed.map(wantedOf)).toEqual([1.5, 2, null, null, null, null, null, null]);
});

test('the answer has the figure of one block less, and says where larger devices write more', () => {
  expect(sentences(found())).toEqual([
    '10.0% spare space is enough for a write amplification of 1.505: with 1,111 blocks it is 1.500. With one block less it is 1.600.',
  ]);
  const runs = [run(1110, 1.6), run(1111, 1.3), run(1200, 1.4)];
  expect(sentences(found({ runs, found: runs[1] as SpareRun }))[1]).toBe(
    'More spare space does not always help here: 1,200 blocks write more than 1,111.',
  );
  expect(sentences(found({ outcome: 'smallest' }))).toEqual([
    '10.0% spare space is enough for a write amplification of 1.505: with 1,111 blocks it is 1.500. The FTL can do with no block less.',
  ]);
  expect(sentences(found({ outcome: 'beyond', wanted: 1, runs }))).toEqual([
    'Not even 10.0% spare space is enough for a write amplification of 1: with 1,111 blocks it is 1.500. Spare space alone does not do it.',
  ]);
  const steady = { reached: false, window: 9, passes: 2, before: 2, amplification: 2 };
  expect(sentences(found({ found: { ...run(1111, 1.5), passWrites: 200.4, steady } })).slice(1)).toEqual([
    'Its window is the last one, and not steady.',
    'A pass writes 200 pages, and 111 pages are spare: a trace that is short beside the spare space says little of a longer one.',
  ]);
  expect(sentences(found({ outcome: 'nothing_written' }))).toEqual([
    'The host writes nothing, so there is no write amplification.',
  ]);
});

test('the window of a figure is said', () => {
  const steady = (reached: boolean) => ({ reached, window: 3, passes: 1, before: 2, amplification: 2 });
  const of = (given: SpareRun['steady']) => windowText({ ...run(70, 2), steady: given });
  expect([null, steady(true), steady(false)].map(of)).toEqual([
    ...['all that counts', '3, steady', '3, the last; not steady'],
  ]);
});
