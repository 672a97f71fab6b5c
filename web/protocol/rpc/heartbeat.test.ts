import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Heartbeat } from './heartbeat';

let pings: number;
let died: number[];
let heart: Heartbeat;
const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  pings = 0;
  died = [];
  heart = new Heartbeat(
    () => {
      pings += 1;
    },
    (silent) => died.push(silent),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

test('a worker that answers nothing for half a minute is dead, and is reported once', () => {
  heart.heard();
  heart.waiting(true);
  seconds(29);
  expect(died).toEqual([]);
  expect(pings).toBe(29);
  seconds(300);
  expect(died).toEqual([30]);
});

test('any message restarts the count', () => {
  heart.heard();
  heart.waiting(true);
  for (let minute = 0; minute < 10; minute += 1) {
    seconds(29);
    heart.heard();
  }
  expect(died).toEqual([]);
});

test('while nothing is asked nothing is expected', () => {
  heart.heard();
  heart.waiting(true);
  seconds(20);
  heart.waiting(false);
  seconds(1000);
  heart.waiting(true);
  seconds(20);
  expect(died).toEqual([]);
});

test('a machine that slept has lost no tick', () => {
  heart.heard();
  heart.waiting(true);
  seconds(10);
  vi.setSystemTime(Date.now() + 8 * 3600 * 1000);
  seconds(10);
  expect(died).toEqual([]);
});

test('the engine may be long on its way', () => {
  heart.waiting(true);
  seconds(170);
  expect(died).toEqual([]);
  seconds(20);
  expect(died).toEqual([180]);
});
