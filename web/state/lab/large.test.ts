import { expect, test } from 'vitest';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { createLab } from './create-lab';

const scenario = (blocks: number) =>
  JSON.stringify({
    format: 1,
    name: 'large',
    seed: 3,
    device: { blocks, pages_per_block: 32, page_bytes: 4096, timing: 'slides' },
    spare_factor: 0.1,
    ftl: { kind: 'page' },
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'uniform', requests: 500 },
  });

const engine = inlineEngine();

test('of a large device frames carry the heat, and pages only of blocks that are near or asked for', async () => {
  const lab = createLab(async () => engine);
  const shown = () => lab.getState().slots[0]?.current;
  const settled = async (when: () => boolean) => expect.poll(when).toBe(true);
  await lab.getState().open(0, scenario(3000));
  expect(shown()?.frame.blocks).toEqual([]);
  expect(shown()?.cells).toHaveLength(0);
  expect(shown()?.heat?.length).toBe(3000 * 5 + (3000 * 32) / 4);

  await lab.getState().step(false, 'request');
  const motion = () => lab.getState().slots[0]?.direction;
  expect(motion()).toBe('forward');
  lab.getState().look(0, 7, 9);
  await settled(() => shown()?.frame.blocks.length === 2);
  expect(shown()?.frame.from_block).toBe(7);
  expect(shown()?.cells).toHaveLength(2 * 32 * 2);
  // It is at the same position, and the way there is still known.
  expect(motion()).toBe('forward');

  lab.getState().select({ kind: 'page', ppn: 40 });
  await settled(() => shown()?.frame.pages.some((page) => page.ppn === 40) ?? false);
  lab.getState().select({ kind: 'lpn', lpn: 90_000 - 6000 });
  await settled(() => (shown()?.frame.tables.from_lpn ?? 0) > 80_000);
  lab.getState().select(null);
  await settled(() => shown()?.frame.pages.length === 0);

  // Too large to be hashed with every frame; the report has it.
  expect(shown()?.frame.state_hash).toBeNull();
  expect(await lab.getState().report(0)).toMatchObject({
    value: { state_hash: expect.stringMatching(/^[0-9a-f]{16}$/) },
  });

  await lab.getState().open(0, scenario(100));
  expect(shown()?.frame.blocks).toHaveLength(100);
  expect(shown()?.heat).toBeNull();
});

test('the tables of a smaller device begin where it has pages, whatever was selected on a larger one', async () => {
  const lab = createLab(async () => engine);
  const shown = () => lab.getState().slots[0]?.current;
  await lab.getState().open(0, scenario(1000));
  lab.getState().select({ kind: 'lpn', lpn: 20_000 });
  await expect.poll(() => (shown()?.frame.tables.from_lpn ?? 0) > 15_000).toBe(true);
  await lab.getState().open(0, scenario(100));
  expect(shown()?.frame.tables.from_lpn).toBeLessThan(90 * 32);
  expect(shown()?.frame.tables.page_map?.length).toBeGreaterThan(0);
});
