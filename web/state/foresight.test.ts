import { expect, test } from 'vitest';
import { exampleText } from '../model/examples';
import { ask } from '../protocol/engine-client';
import { inlineEngine } from '../protocol/inline-engine';
import { createLab } from './create-lab';

test('what a short run has in store is known, and the lab stands where it stood', async () => {
  const lab = createLab(async () => inlineEngine());
  const state = () => lab.getState();
  await state().open(0, exampleText('bast'));
  await state().run({ to: 'position', position: { request: 7, event: 0 } });
  const before = state().slots[0];
  await state().foresee();
  const lanes = state().ahead?.lanes;
  expect(lanes?.filled).toBe(lanes?.requests);
  expect(state().slots[0]).toBe(before);
  // The same as the lanes of the run itself, once it has got there.
  await state().run({ to: 'end' });
  expect(state().slots[0]?.lanes).toEqual(lanes);
});

test('a long run is not looked into, and of a short one no simulation is left', async () => {
  const engine = inlineEngine();
  const lab = createLab(async () => engine);
  const document = JSON.parse(exampleText('page'));
  document.workload = { kind: 'uniform', requests: 3000, read_fraction: 0 };
  await lab.getState().open(0, JSON.stringify(document));
  await lab.getState().foresee();
  expect(lab.getState().ahead?.lanes).toBeNull();
  expect(lab.getState().notices).toEqual([]);
  await lab.getState().open(0, exampleText('page'));
  await lab.getState().foresee();
  await expect(ask(engine, 'lanes', { type: 'lanes', slot: 2 })).rejects.toThrow();
});
