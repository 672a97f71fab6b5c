/** Breakpoints over the real engine: what stops, what does not, and where the store then is. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { preferences } from '../preferences';
import { isHit } from './breakpoints';
import { createLab } from './create-lab';
import type { LabStore } from './lab';
import { restore, sharedOf } from './shared';

/** Slides, BAST thrashing (SPEC 9, E4): merges in requests 2 to 5. */
const THRASHING = JSON.stringify({
  format: 1,
  device: { blocks: 12, pages_per_block: 4 },
  logical_pages: 16,
  ftl: { kind: 'bast', log_blocks: 2 },
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'ops', ops: 'w0 w7 w9 w15 w0 w11' },
});

let engine: ReturnType<typeof inlineEngine>;
let lab: LabStore;
const state = () => lab.getState();
const at = () => {
  const position = state().slots[0]?.current.frame.position;
  return `${position?.request}.${position?.event}`;
};

beforeEach(async () => {
  preferences.getState().set({ grain: 'operation', speed: 10_000 });
  engine = inlineEngine();
  lab = createLab(async () => engine);
  expect(await state().open(0, THRASHING)).toMatchObject({ is: 'done' });
});
afterEach(() => engine.close());

test('a run stops at the first of them, says at which, and goes on from there', async () => {
  expect(await state().addBreakpoint('full_merge or free < 3')).toMatchObject({ is: 'done' });
  expect(await state().addBreakpoint('erases 2 >= 1')).toMatchObject({ is: 'done' });
  expect(state().breakpoints).toEqual(['merge full or free <= 2', 'erases pbn 2 >= 1']);
  await state().run({ to: 'end' });
  expect(at()).toBe('3.2');
  expect(state().stopped).toEqual({ hit: 'merge full', back: false });
  expect(state().breakpoints.map((text) => isHit(text, state().stopped))).toEqual([true, false]);
  await state().run({ to: 'end' });
  expect(state().stopped?.hit).toBe('merge full');
  expect(state().slots[0]?.current.frame.position.request).toBe(4);
  // A move to a position is not stopped.
  await state().run({ to: 'position', position: { request: 6, event: 0 } });
  expect([at(), state().stopped]).toEqual(['6.0', null]);
});

test('hits are searched forward and back; where there is none that is said', async () => {
  await state().addBreakpoint('merge');
  const hits: string[] = [];
  for (;;) {
    await state().runToHit(false);
    if (state().stopped?.hit == null) break;
    hits.push(at());
  }
  expect(hits).toHaveLength(4);
  expect([at(), state().stopped]).toEqual(['6.0', { hit: null, back: false }]);
  const back: string[] = [];
  for (;;) {
    await state().runToHit(true);
    if (state().stopped?.hit == null) break;
    back.push(at());
  }
  expect(back).toEqual(hits.toReversed());
  expect([at(), state().stopped]).toEqual([hits[0], { hit: null, back: true }]);
});

test('playing stops where one is met, inside a step too', async () => {
  await state().addBreakpoint('erase pbn 0');
  state().setGrain('request');
  state().play();
  await new Promise<void>((resolve) => {
    lab.subscribe((now) => {
      if (!now.playing) resolve();
    });
  });
  expect([at(), state().stopped]).toEqual(['2.12', { hit: 'erase pbn 0', back: false }]);
  await state().step(true);
  expect(state().stopped).toBeNull();
});

test('a breakpoint that is switched off or removed stops nothing', async () => {
  await state().addBreakpoint('gc or erase');
  state().switchBreakpoint('gc or erase', false);
  await state().run({ to: 'end' });
  expect(at()).toBe('6.0');
  await state().runToHit(true);
  expect(at()).toBe('6.0');
  state().switchBreakpoint('gc or erase', true);
  state().removeBreakpoint('gc or erase');
  await state().run({ to: 'position', position: { request: 0, event: 0 } });
  await state().run({ to: 'end' });
  expect([at(), state().breakpoints, state().breakpointsOff]).toEqual(['6.0', [], []]);
});

test('a breakpoint that cannot be read changes nothing and says where', async () => {
  await state().addBreakpoint('gc');
  await state().addBreakpoint('GC');
  expect(state().breakpoints).toEqual(['gc']);
  expect(await state().addBreakpoint('merge ful')).toMatchObject({
    is: 'refused',
    failure: { kind: 'predicate', column: 7 },
  });
  expect(await state().setBreakpoints(['erase', 'x'])).toMatchObject({
    is: 'refused',
    failure: { column: 1 },
  });
  expect(state().breakpoints).toEqual(['gc']);
  expect(state().notices).toEqual([]);
  expect(await state().setBreakpoints(Array.from({ length: 101 }, (_, n) => `write ${n}`))).toMatchObject({
    failure: { message: 'more than 100 alternatives' },
  });
});

test('a link carries those that are on; one with others opens nothing', async () => {
  await state().addBreakpoint('gc');
  await state().addBreakpoint('wa >= 1.5');
  state().switchBreakpoint('gc', false);
  const shared = sharedOf(state());
  expect(shared?.view.breakpoints).toEqual(['wa >= 1.5']);
  if (!shared) throw new Error('nothing is open');
  state().removeBreakpoint('wa >= 1.5');
  expect(await restore(lab, shared)).toMatchObject({ is: 'done' });
  expect(state().breakpoints).toEqual(['wa >= 1.5']);
  const wrong = { ...shared, view: { breakpoints: ['block 7 erased'] }, position: { request: 3, event: 0 } };
  expect(await restore(lab, wrong)).toMatchObject({ failure: { kind: 'predicate', column: 1 } });
  expect([at(), state().breakpoints]).toEqual(['0.0', ['wa >= 1.5']]);
});
