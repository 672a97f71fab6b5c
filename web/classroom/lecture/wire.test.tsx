import { afterEach, expect, test, vi } from 'vitest';
import { act, enter, leave, lectureChannel, lectureOf, start } from './lecture-channel';
import { begin } from './lecture-state';
import type { Message } from './sync';
import { openWindow } from './windows';
import { readKept, readMessage, wired } from './wire';

const lecture = begin({ slug: 'bast' }, 5, { lessons: [{ name: 'own', text: '# own' }] });
const from = { from: 'w2', role: 'presenter' } as const;
const talk = (clock: number, more: object = {}): Message =>
  ({ type: 'talk', ...from, stamp: { clock, window: 'w2' }, lecture: { ...lecture, ...more } }) as Message;

afterEach(() => {
  leave();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('each message that a window sends is read as it was', () => {
  const place = {
    source: '{}',
    position: { request: 1, event: 0 },
    requests: 3,
    playing: false,
    asking: true,
  };
  const messages = [
    { type: 'hello', ...from },
    { type: 'bye', ...from },
    talk(3),
    talk(4, { votes: { ask: { hands: [3, 1], before: null, shown: true } } }),
    talk(5, { progress: { version: 1, step: 'merge', asked: {} } }),
    { type: 'key', ...from, action: 'step' },
    { type: 'stands', ...from, place: { ...place, watch: 'ahead' } },
  ] as Message[];
  for (const message of messages) {
    expect(readMessage(structuredClone(wired(message)), 0)).toEqual(message);
    // The window of a page before this one says no version.
    expect(readMessage(structuredClone(message), 0)).toEqual(message);
  }
});

test('a message that no window of this version sends is left out', () => {
  const foreign: unknown[] = [
    null,
    'hello',
    { type: 'shutdown', ...from },
    { ...wired(talk(3)), version: 2 },
    { type: 'talk', ...from, stamp: { clock: 3, window: 'w2' }, lecture: { over: true } },
    talk(9e15),
    talk(-1),
    talk(Number.NaN),
    talk(3, { filter: { contrast: 1, gamma: 0 } }),
    talk(3, { progress: { version: 1, step: 5, asked: {} } }),
    { type: 'stands', ...from, place: { source: 5 } },
    { type: 'hello', from: 'w2', role: 'owner' },
  ];
  for (const data of foreign) expect(readMessage(data, 0), JSON.stringify(data)).toBeNull();
  expect(readKept({ stamp: { clock: 9e15, window: 'x' }, lecture })).toBeNull();
  expect(readKept({ stamp: { clock: 2, window: 'x' }, lecture })).toMatchObject({ stamp: { clock: 2 } });
});

test('a made-up message neither ends a lecture nor outlives its changes', async () => {
  const id = start(lecture);
  const stranger = new BroadcastChannel(`ftl-lab.lecture.${id}`);
  const heard: unknown[] = [];
  stranger.onmessage = ({ data }) => heard.push(data);
  stranger.postMessage(talk(9e15, { over: true }));
  stranger.postMessage({ type: 'nonsense' });
  stranger.postMessage(talk(2, { blank: true }));
  await vi.waitFor(() =>
    expect(lectureOf(lectureChannel.getState())).toMatchObject({ blank: true, over: false }),
  );
  act({ type: 'blank', on: false });
  expect(lectureChannel.getState().replica?.stamp.clock).toBe(3);
  await vi.waitFor(() =>
    expect(heard.at(-1)).toMatchObject({ version: 1, type: 'talk', stamp: { clock: 3 } }),
  );
  stranger.close();
});

test('without channels between windows a lecture runs in this one, and says what it lacks', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  start(lecture);
  act({ type: 'blank', on: true });
  expect(lectureOf(lectureChannel.getState())).toMatchObject({ blank: true });
  expect(openWindow('presenter')).toMatch('BroadcastChannel');
  leave();
  enter('x', 'projector');
});
