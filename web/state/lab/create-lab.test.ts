import { beforeEach, expect, test, vi } from 'vitest';
import { preferences } from '../preferences';
import { createLab } from './create-lab';
import { FakeEngine, REQUESTS } from './fake-engine';
import type { LabStore } from './lab';

let engines: FakeEngine[];
let lab: LabStore;
const state = () => lab.getState();
const engine = () => engines.at(-1) as FakeEngine;
const at = (slot = 0) => state().slots[slot]?.current.frame.position;

beforeEach(async () => {
  engines = [];
  preferences.getState().set({ grain: 'operation', speed: 2 });
  lab = createLab(async () => {
    engines.push(new FakeEngine());
    return engine();
  });
  expect(await state().open(0, 'one')).toMatchObject({ is: 'done' });
});

test('an opened scenario is at its start with a frame and a timeline', () => {
  expect(state()).toMatchObject({ ready: true, crash: null });
  expect(state().slots[0]).toMatchObject({ source: 'one', previous: null, direction: 'jump' });
  expect(state().slots[0]?.lanes?.requests).toBe(REQUESTS);
  expect(at()).toEqual({ request: 0, event: 0 });
});

test('a scenario that is refused leaves what was there', async () => {
  const before = state().slots[0];
  expect(await state().open(0, 'bad')).toMatchObject({ is: 'refused', failure: { field: 'seed' } });
  expect(state().slots[0]).toBe(before);
  expect(state().notices).toEqual([]);
});

test('undo opens the scenario before', async () => {
  await state().open(0, 'two');
  await state().undo();
  expect(state().slots[0]?.source).toBe('one');
  expect(state().undoable).toBe('two');
});

test('a step keeps the frame before it and says which way it went', async () => {
  const first = state().slots[0]?.current;
  await state().step();
  expect(state().slots[0]).toMatchObject({ direction: 'forward', previous: first });
  await state().step(true);
  expect(state().slots[0]).toMatchObject({ direction: 'back' });
  expect(at()).toEqual({ request: 0, event: 0 });
  await state().step(true);
  expect(state().slots[0]?.direction).toBe('jump');
});

test('the timeline is fetched once more after the last of many steps', async () => {
  await state().step(false, 'request');
  engine().sent.length = 0;
  await state().step(false, 'request');
  expect(engine().sent).not.toContain('lanes 0');
  await vi.waitFor(() => expect(engine().sent).toContain('lanes 0'), 2000);
});

test('steps asked faster than frames come are all made; only the last is shown', async () => {
  engine().sent.length = 0;
  await Promise.all([1, 2, 3, 4, 5].map(() => state().step()));
  expect(at()).toEqual({ request: 1, event: 2 });
  expect(engine().sent.filter((sent) => sent === 'frame 0')).toHaveLength(1);
  expect(state().slots[0]?.direction).toBe('jump');
});

test('of several positions asked for, the last is gone to', async () => {
  engine().sent.length = 0;
  const to = (request: number) => state().run({ to: 'position', position: { request, event: 0 } });
  await Promise.all([to(1), to(2), to(3), to(7)]);
  expect(at()?.request).toBe(7);
  expect(engine().sent.filter((sent) => sent === 'run 0 position').length).toBeLessThan(3);
});

test('a long run can be cancelled and stays where it got to', async () => {
  engine().hangs = true;
  const run = state().run({ to: 'end' });
  await vi.waitFor(() => expect(state().slots[0]?.busy?.doing).toBe('run'));
  state().cancel();
  await run;
  expect(state().slots[0]?.busy).toBeNull();
  expect(at()).toEqual({ request: 1, event: 0 });
});

test('playing goes to the end and stops; playing again starts over', async () => {
  state().setSpeed(10_000);
  state().setGrain('request');
  state().play();
  expect(state().playing).toBe(true);
  await vi.waitFor(() => expect(state().playing).toBe(false));
  expect(at()?.request).toBe(REQUESTS);
  state().setSpeed(4);
  state().play();
  await vi.waitFor(() => expect(state().playing).toBe(true));
  await vi.waitFor(() => expect(at()?.request).toBeLessThan(REQUESTS));
  state().pause();
  expect(state().playing).toBe(false);
});

test('the speed stays within what can be shown', () => {
  state().setSpeed(0);
  expect(state().speed).toBe(0.25);
  state().setSpeed(1e9);
  expect(state().speed).toBe(10_000);
});

test('in comparison the other cursor follows to the same request', async () => {
  await state().run({ to: 'position', position: { request: 4, event: 0 } });
  expect(await state().compare('two')).toMatchObject({ is: 'done' });
  expect(at(1)).toEqual({ request: 4, event: 0 });
  await state().step(false, 'request');
  expect(at(1)).toEqual({ request: 5, event: 0 });
  await state().run({ to: 'end' });
  expect(at(1)?.request).toBe(REQUESTS);
  await state().compare(null);
  expect(state()).toMatchObject({ comparing: false, slots: [{}, null] });
});

test('looking for a divergence that is not there says so', async () => {
  await state().compare('two');
  await state().diverge('first');
  expect(state()).toMatchObject({ divergence: null, divergenceSought: 0 });
});

test('a fork keeps both futures', async () => {
  await state().run({ to: 'position', position: { request: 3, event: 0 } });
  await state().fork([{ request: 3, decision: 0, choose: 1 }]);
  expect(at(1)).toEqual(at(0));
  expect(state().comparing).toBe(true);
});

test('after a crash a new engine is at the position of the one before', async () => {
  await state().run({ to: 'position', position: { request: 3, event: 2 } });
  engine().deadlyAt = 6;
  await state().run({ to: 'end' });
  expect(engines).toHaveLength(2);
  expect(at()).toEqual({ request: 3, event: 2 });
  expect(state()).toMatchObject({ ready: true, crash: null });
  expect(state().notices).toMatchObject([{ failure: { kind: 'crash' }, report: { slots: [{ at: '3.2' }] } }]);
  await state().step();
  expect(at()).toEqual({ request: 4, event: 0 });
  state().dismiss(state().notices[0]?.id ?? 0);
  expect(state().notices).toEqual([]);
});

test('an engine that dies while nothing is asked of it is replaced at once', async () => {
  await state().run({ to: 'position', position: { request: 4, event: 0 } });
  engine().die();
  await vi.waitFor(() => expect(state().notices).toHaveLength(1));
  expect(engines).toHaveLength(2);
  expect(at()).toEqual({ request: 4, event: 0 });
});

test('commands queued for a dead engine are dropped', async () => {
  engine().deadlyAt = 2;
  const run = state().run({ to: 'end' });
  const steps = [state().step(), state().step()];
  await Promise.all([run, ...steps]);
  expect(at()).toEqual({ request: 0, event: 0 });
});

test('a trace is kept; one that is refused leaves the one before', async () => {
  expect(await state().importTrace('w1', 'a', {} as never, 4096)).toMatchObject({
    is: 'done',
    value: { name: 'a' },
  });
  expect(await state().importTrace('bad', 'b', {} as never, 4096)).toMatchObject({
    is: 'refused',
    failure: { field: 'line' },
  });
  expect(state().trace?.name).toBe('a');
});

test('checking says what a scenario is, or what is wrong, and opens nothing', async () => {
  expect(await state().check('three')).toMatchObject({ is: 'done', value: { name: 'three' } });
  expect(await state().check('bad')).toMatchObject({ is: 'refused', failure: { field: 'seed' } });
  expect(state().slots[0]?.source).toBe('one');
});
