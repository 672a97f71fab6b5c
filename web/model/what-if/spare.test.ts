// @vitest-environment node
/** The search for the fewest blocks, with the engine's steps and needs, and with its runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '../../protocol/runs/inline-needs';
import { loadFewestBlocks } from '../../protocol/models';
import { inlineRun } from '../../protocol/runs/inline-runs';
import { runAll } from '../../protocol/runs/pool';
import type { ScenarioDocument } from '../scenario/document';
import { csvOf, nextOf, ofBlocks, runOf, type SpareFound, type SpareRun, shortOf, unevenOf } from './spare';

const MODELS = join(import.meta.dirname, '../../protocol/pkg/models_bg.wasm');
const fewest = await loadFewestBlocks(readFileSync(MODELS));

const BASE: ScenarioDocument = {
  format: 1,
  device: { blocks: 80, pages_per_block: 8, page_bytes: 2048 },
  logical_pages: 480,
  ftl: { kind: 'page' },
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'uniform', requests: 3000 },
};
const run = (blocks: number, amplification: number | null): SpareRun => {
  return { blocks, spare: 1 - 60 / blocks, amplification, steady: null, passWrites: null };
};

async function search(
  document: ScenarioDocument,
  wanted: number,
  of: (blocks: number) => SpareRun | Promise<SpareRun>,
): Promise<SpareFound> {
  const runs: SpareRun[] = [];
  for (;;) {
    const next = nextOf(fewest, document, wanted, runs);
    if (typeof next !== 'number') return next;
    runs.push(await of(next));
  }
}

test('one block less than what is found is not enough, in the window that is steady', async () => {
  const tried = async (blocks: number) => {
    const scenario = ofBlocks(BASE, blocks);
    for await (const { outcome } of runAll(inlineRun, [{ scenario: JSON.stringify(scenario) }]))
      if (outcome.report) return runOf(scenario, outcome.report);
    throw new Error('it has a report');
  };
  const { outcome, found, runs } = await search(BASE, 2.2, tried);
  expect(outcome).toBe('enough');
  expect(found.amplification).toBeLessThanOrEqual(2.2);
  expect(runs.find(({ blocks }) => blocks === found.blocks - 1)?.amplification).toBeGreaterThan(2.2);
  expect(runs.every(({ steady }) => steady?.reached)).toBe(true);
  expect(found.spare).toBeCloseTo(1 - 60 / found.blocks, 12);
  expect(runs.map(({ blocks }) => blocks)).toEqual(
    runs.map(({ blocks }) => blocks).toSorted((a, b) => a - b),
  );
});

test('the smallest device, the largest, and one that is never written', async () => {
  const smallest = await search(BASE, 2, (blocks) => run(blocks, 1.5));
  expect([smallest.outcome, smallest.found]).toEqual(['smallest', smallest.runs[0]]);
  const beyond = await search(BASE, 1, (blocks) => run(blocks, 1.5));
  expect([beyond.outcome, beyond.found.blocks]).toEqual(['beyond', 240]);
  const nothing = await search(BASE, 1, (blocks) => run(blocks, null));
  expect([nothing.outcome, nothing.runs.length]).toEqual(['nothing_written', 1]);
  const half = await search(BASE, 2, (blocks) => run(blocks, blocks < 100 ? 3 : 2));
  expect([half.outcome, half.found.blocks]).toEqual(['enough', 100]);
});

test('a device that is written until it is steady is not written so again', () => {
  const steady = { ...BASE, precondition: [{ kind: 'sequential' }, { kind: 'steady_state' }] };
  expect(ofBlocks(steady, 90)).toEqual({ ...steady, device: { ...(BASE.device as object), blocks: 90 } });
  const repeated = ofBlocks({ ...BASE, warmup_requests: 10 }, 90);
  expect(repeated).not.toHaveProperty('warmup_requests');
  expect(repeated.workload).toMatchObject({ repeat: { until_steady: {} } });
});

test('two devices of which the larger writes more, and none where they say the same', () => {
  const of = (...amplifications: number[]): SpareFound => {
    const runs = amplifications.map((amplification, i) => run(70 + i, amplification));
    return { wanted: 2, outcome: 'enough', found: runs[0] as SpareRun, runs, sparePages: 80, given: true };
  };
  expect(unevenOf(of(3, 2.5, 2))).toBeNull();
  expect(unevenOf(of(3, 2, 2.09))).toBeNull();
  expect(unevenOf(of(3, 2, 2.5, 2.2))?.map(({ blocks }) => blocks)).toEqual([71, 72]);
  expect(csvOf(of(3, 2))[2]).toEqual(['71', String(1 - 60 / 71), '2', 'true', '', '']);
});

test('a pass that writes less than twice the spare pages is short, if it has the same requests each time', () => {
  const of = (passWrites: number | null, given = true): SpareFound => {
    const found = { ...run(70, 2), passWrites };
    return { wanted: 2, outcome: 'enough', found, runs: [found], sparePages: 80, given };
  };
  expect([159, 160, null].map((writes) => shortOf(of(writes)))).toEqual([159, null, null]);
  expect(shortOf(of(159, false))).toBeNull();
});
