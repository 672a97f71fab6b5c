import { expect, test } from 'vitest';
import { isTooMuch } from './playback';

test('what is played is counted above 60 steps a second, and above 8 where a step is several operations', () => {
  const counted = (speed: number, grain: 'request' | 'action' | 'operation') =>
    isTooMuch({ playing: true, speed, grain });
  expect([counted(60, 'operation'), counted(61, 'operation')]).toEqual([false, true]);
  expect([counted(8, 'request'), counted(9, 'request')]).toEqual([false, true]);
  expect([counted(8, 'action'), counted(9, 'action')]).toEqual([false, true]);
  expect(isTooMuch({ playing: false, speed: 1000, grain: 'request' })).toBe(false);
});
