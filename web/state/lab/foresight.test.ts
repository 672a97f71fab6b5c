import { expect, test } from 'vitest';
import { exampleText } from '../../model/scenario/examples';
import { ask } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { createLab } from './create-lab';

test('the rest of a short run is known in advance, and the lab stays where it was', async () => {
  const lab = createLab(async () => inlineEngine());
  const state = () => lab.getState();
  await state().open(0, exampleText('bast'));
  await state().run({ to: 'position', position: { request: 7, event: 0 } });
  const before = state().slots[0];
  await state().foresee(0);
  const end = state().ahead[0]?.end;
  const lanes = end?.lanes;
  expect(lanes?.filled).toBe(lanes?.requests);
  expect(state().slots[0]).toBe(before);
  // The same as the lanes of the run itself, once it has got there.
  await state().run({ to: 'end' });
  expect(state().slots[0]?.lanes).toEqual(lanes);
  expect(state().slots[0]?.current.frame.report).toEqual(end?.report);
});

test('a long run is not looked into, and of a short one no simulation is left', async () => {
  const engine = inlineEngine();
  const lab = createLab(async () => engine);
  const document = JSON.parse(exampleText('page'));
  document.workload = { kind: 'uniform', requests: 3000, read_fraction: 0 };
  await lab.getState().open(0, JSON.stringify(document));
  await lab.getState().foresee(0);
  expect(lab.getState().ahead[0]).toMatchObject({ end: null });
  expect(lab.getState().notices).toEqual([]);
  await lab.getState().open(0, exampleText('page'));
  await lab.getState().foresee(0);
  await expect(ask(engine, 'lanes', { type: 'lanes', slot: 2 })).rejects.toThrow();
});

test('of two that are compared each has its own end', async () => {
  const lab = createLab(async () => inlineEngine());
  const { open, compare, foresee } = lab.getState();
  await open(0, exampleText('bast'));
  await compare(exampleText('page'));
  await Promise.all([foresee(0), foresee(1)]);
  const ends = lab.getState().ahead.map((known) => known?.end?.report);
  await lab.getState().run({ to: 'end' });
  expect(lab.getState().slots.map((slot) => slot?.current.frame.report)).toEqual(ends);
});
