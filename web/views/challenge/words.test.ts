import { expect, test } from 'vitest';
import type { ChallengeShown } from '../../protocol/generated/ChallengeShown';
import type { Frame } from '../../protocol/generated/Frame';
import { differenceText, mergedLog, roundText } from './words';

const at = { request: 7 };
const block = (pbn: number, role: string, lbn: number | null) => ({ pbn, role, lbn });
const frame = (...blocks: ReturnType<typeof block>[]) =>
  ({ request: { lpn: 9 }, blocks }) as unknown as Frame;
const round = (...choices: { request: number; kind: string; choose: number }[]) =>
  ({ at, choices }) as unknown as ChallengeShown;

test('the log block in question is the one just chosen, otherwise the one of the request', () => {
  const logs = frame(block(4, 'log', 1), block(5, 'log', 2), block(6, 'data', 2));
  expect(mergedLog(round({ request: 7, kind: 'log_block', choose: 4 }), logs, 4)).toBe(4);
  expect(mergedLog(round({ request: 3, kind: 'log_block', choose: 4 }), logs, 4)).toBe(5);
  expect(mergedLog(round(), frame(block(5, 'sequential_log', 0), block(4, 'random_log', null)), 4)).toBe(5);
  // Of several none is named.
  expect(
    mergedLog(round(), frame(block(4, 'sequential_log', 0), block(5, 'sequential_log', 3)), 4),
  ).toBeNull();
});

test('in large letters a long time is rounded, and a difference has its sign', () => {
  expect(roundText('flash_time', 105_375)).toBe('105.4 ms');
  expect(roundText('erases', 7)).toBe('7 erases');
  expect(differenceText('flash_time', -11_600, roundText)).toBe('\u221211.6 ms');
  expect(differenceText('copies', 3)).toMatch(/^\+3/);
});
