import { expect, test } from 'vitest';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { createLab } from './create-lab';

/** Ten passes over a device with two spare blocks. */
const TWO_SPARE = JSON.stringify({
  format: 1,
  device: { blocks: 8, pages_per_block: 8 },
  logical_pages: 48,
  ftl: { kind: 'page' },
  workload: { kind: 'sequential', requests: 480 },
});

test('a run at its end says why it shows little, and the lab stays where it was', async () => {
  const lab = createLab(async () => inlineEngine());
  const state = () => lab.getState();
  await state().open(0, TWO_SPARE);
  // Before the end there is nothing to say.
  expect(await state().quiet(0)).toEqual({ is: 'done', value: null });
  await state().run({ to: 'end' });
  const before = state().slots[0];
  const asked = await state().quiet(0);
  const value = asked.is === 'done' ? asked.value : null;
  expect(value).toMatchObject({ why: 'least_spare', spare_blocks: 2 });
  expect(value?.write_amplification).toBeCloseTo(7.2854, 4);
  expect(value?.more).toMatchObject({ change: 'block', write_amplification: 1 });
  expect(state().slots[0]).toBe(before);
  // The changed run, by itself.
  await state().open(0, value?.more?.scenario ?? '');
  await state().run({ to: 'end' });
  expect(state().slots[0]?.summary.blocks).toBe(9);
  expect(state().slots[0]?.current.frame.report.write_amplification).toBe(1);
  expect(await state().quiet(0)).toEqual({ is: 'done', value: null });
});

test('a step does not wait for a run that shows more', async () => {
  const lab = createLab(async () => inlineEngine());
  const state = () => lab.getState();
  // The changed run writes millions of pages until its state is steady.
  const document = {
    ...JSON.parse(TWO_SPARE),
    logical_pages: 2_000_000,
    device: { blocks: 400_000, pages_per_block: 8 },
  };
  document.workload = { kind: 'sequential', requests: 10 };
  await state().open(0, JSON.stringify(document));
  await state().run({ to: 'end' });
  const asked = state().quiet(0);
  await new Promise((later) => setTimeout(later, 20));
  await state().step(true);
  expect(await asked).toEqual({ is: 'cancelled' });
  expect(state().slots[0]?.current.frame.position.request).toBeLessThan(10);
});
