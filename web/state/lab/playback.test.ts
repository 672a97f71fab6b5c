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

/** Milliseconds between two pictures of a display. */
const PICTURE = 1000 / 60;

/** Plays with a clock of its own, before a display of 60 pictures a second. `step`: as that of `Playback`. */
async function play(speed: number, step: (steps: number) => Promise<boolean>, during: () => Promise<void>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const next = () => (Math.floor(performance.now() / PICTURE) + 1) * PICTURE - performance.now();
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => setTimeout(paint, Math.ceil(next())));
  try {
    const frame = { position: { request: 0, event: 0 }, requests: 9 };
    const state = { playing: false, speed, reached: null, grain: 'action', slots: [{ current: { frame } }] };
    const store = { getState: () => state, setState: (to: object) => Object.assign(state, to) };
    const playback = new Playback(store as unknown as Store, step);
    const played = playback.start();
    await during();
    const { reached } = state;
    playback.stop();
    await vi.advanceTimersByTimeAsync(1000);
    await played;
    return reached;
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
}

const busy = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Pictures and steps a second, over the last five seconds of `seconds`, where a picture costs `costs` ms of work. */
async function rates(speed: number, seconds: number, costs: number) {
  let [pictures, steps, largest] = [0, 0, 0];
  const step = async (made: number) => {
    pictures += 1;
    steps += made;
    largest = Math.max(largest, made);
    await busy(costs);
    return true;
  };
  const reached = await play(speed, step, async () => {
    await vi.advanceTimersByTimeAsync((seconds - 5) * 1000);
    [pictures, steps] = [0, 0];
    await vi.advanceTimersByTimeAsync(5000);
  });
  return { pictures: pictures / 5, steps: steps / 5, largest, reached };
}

test.each([61, 100, 144, 1000, 10_000])(
  'Play at %i steps a second makes this many, as smoothly after two minutes as at first',
  async (speed) => {
    for (const costs of [1, 9]) {
      const rate = await rates(speed, 120, costs);
      expect(rate.pictures).toBeGreaterThan(30);
      expect(rate.steps).toBeGreaterThan(0.98 * speed);
      expect(rate.steps).toBeLessThan(1.02 * speed);
      expect(rate.reached).toBeNull();
    }
  },
);

test('where a picture takes too long, Play says how many steps it makes', async () => {
  const slow = await rates(10_000, 60, 200);
  expect(slow.largest).toBeLessThanOrEqual(500);
  expect(slow.reached ?? 0).toBeGreaterThan(0.9 * slow.steps);
  expect(slow.reached ?? 0).toBeLessThan(1.1 * slow.steps);
});

test('after a minute in which nothing was seen Play does not catch up', async () => {
  const made: number[] = [];
  const step = async (steps: number) => {
    made.push(steps);
    if (made.length === 3) await busy(60_000);
    return made.length < 20;
  };
  await play(1000, step, async () => void (await vi.advanceTimersByTimeAsync(70_000)));
  expect(made).toHaveLength(20);
  expect(made[3]).toBeLessThanOrEqual(250);
  expect(made[4]).toBeLessThan(40);
});
