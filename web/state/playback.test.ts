import { expect, test } from 'vitest';
import { isTooMuch, Meter } from './playback';

test('what is played is counted above 60 steps a second, and above 8 where a step is a whole request', () => {
  const counted = (speed: number, grain: 'request' | 'action' | 'operation') =>
    isTooMuch({ playing: true, speed, grain });
  expect([counted(60, 'operation'), counted(61, 'operation')]).toEqual([false, true]);
  expect([counted(8, 'request'), counted(9, 'request')]).toEqual([false, true]);
  expect([counted(60, 'action'), counted(61, 'action')]).toEqual([false, true]);
  expect(isTooMuch({ playing: false, speed: 1000, grain: 'request' })).toBe(false);
});

test('a speed that is not reached is said, once it was measured', () => {
  const meter = new Meter();
  expect(meter.add(10_000, 16, 48)).toBeUndefined();
  let said: number | null | undefined;
  while (said === undefined) said = meter.add(10_000, 16, 48);
  expect(said).toBe(3333);
  // Another speed is measured from its beginning.
  expect(meter.add(2, 440, 600)).toBe(1);
  expect(meter.add(2, 440, 445)).toBeUndefined();
  expect(meter.add(2, 440, 445)).toBeNull();
});
