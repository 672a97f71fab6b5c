import { expect, test } from 'vitest';
import type { Counted } from '../../../model/what-if/grid';
import type { Report } from '../../../protocol/generated/Report';
import { figureText, sentences } from './grid-words';

const cell = (channels: number, depth: number, ms: number): Counted => ({
  ...{ channels, depth },
  report: {
    response_us: { mean: ms * 1000, p99: ms * 2000 },
    parallel: { span_us: ms * 1e6, bandwidth_mb_s: 100 / ms },
  } as Report,
});

test('the best, the worst, and the fewest channels that are about as good', () => {
  const cells = [cell(1, 1, 40), cell(2, 4, 20.5), cell(4, 16, 20)];
  expect(sentences(cells, 'parallel.span_us')).toEqual([
    'Time until all are done: the best is 20.0 s, on 4 channels at a depth of 16.',
    'The worst is 40.0 s, on 1 channel at a depth of 1.',
    'With 2 channels and a depth of 4 it is at most 5% worse than the best: 20.5 s.',
  ]);
  expect(sentences(cells.slice(0, 1).concat(cells.slice(2)), 'parallel.bandwidth_mb_s')).toEqual([
    'Bandwidth: the best is 5.0 MB/s, on 4 channels at a depth of 16.',
    'The worst is 2.5 MB/s, on 1 channel at a depth of 1.',
  ]);
  expect(sentences([cell(1, 1, 40), cell(2, 1, 40)], 'response_us.mean')).toEqual([
    'It is 40.0 ms in every run.',
  ]);
  expect(sentences([], 'response_us.p99')).toEqual([]);
});

test('a run without channels has no figure of them', () => {
  const { parallel: _, ...report } = cell(1, 1, 40).report;
  expect(figureText('parallel.span_us', { channels: 1, depth: 1, report })).toBe('–');
});
