import { expect, test, vi } from 'vitest';
import type { Store } from './engine-queue';
import { isTooMuch, Meter, Playback } from './playback';

test('play counts above 60 steps a second, and above 8 where a step is a whole request', () => {
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

test('a step that takes long to compute is shown as long as any other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    let [shown, last] = [0, 0];
    const stays: number[] = [];
    const frame = { position: { request: 0, event: 0 }, requests: 9 };
    const state = { playing: false, speed: 2, grain: 'action', slots: [{ current: { frame } }] };
    const store = { getState: () => state, setState: (to: object) => Object.assign(state, to) };
    const playback = new Playback(store as unknown as Store, async () => {
      if (shown > 0) stays.push(performance.now() - last);
      // Every other step is slow.
      await new Promise((done) => setTimeout(done, shown % 2 ? 300 : 1));
      last = performance.now();
      shown += 1;
      return shown < 6;
    });
    const played = playback.start();
    await vi.advanceTimersByTimeAsync(10_000);
    await played;
    expect(stays).toHaveLength(5);
    expect(Math.min(...stays)).toBeGreaterThanOrEqual(400);
  } finally {
    vi.useRealTimers();
  }
});
