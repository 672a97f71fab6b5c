// @vitest-environment node
/** Neighbours of every FTL, with the real engine's needs. */
import { expect, test } from 'vitest';
import '../../protocol/runs/inline-needs';
import { inlineRun } from '../../protocol/runs/inline-runs';
import { runAll } from '../../protocol/runs/pool';
import { numberAt, type ScenarioDocument } from '../scenario/document';
import { FTLS } from '../schemes';
import { variantsOf } from './batch-compare';
import { neighboursOf, remedyOf } from './neighbours';

const BASE: ScenarioDocument = {
  format: 1,
  device: { blocks: 40, pages_per_block: 8, page_bytes: 2048 },
  logical_pages: 240,
  ftl: { kind: 'dftl', cmt_entries: 32, entries_per_translation_page: 64, gc_policy: 'greedy' },
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'uniform', requests: 200 },
};
const of = (kind: string) => {
  const found = variantsOf('ftls', BASE).find(({ ftl }) => ftl === kind);
  if (!found) throw new Error(kind);
  return found.scenario;
};
const told = (kind: string) =>
  neighboursOf(of(kind)).map(
    ({ change }) => `${change.of} ${Math.round(Number(change.value) * 100) / 100 || change.value}`,
  );

test('sizes of an FTL are doubled and halved; one that cleans gets every other policy', () => {
  // 30 logical blocks of 40: 20 and 5 spare blocks.
  const policies = ['windowed_greedy', 'fifo', 'cost_benefit', 'cat', 'd_choices', 'random'].map(
    (p) => `policy ${p}`,
  );
  const dftl = neighboursOf(BASE).map(({ change }) => change);
  expect(dftl.filter(({ of }) => of === 'cmt')).toMatchObject([{ value: 64 }, { value: 16 }]);
  expect(dftl.filter(({ of }) => of === 'policy')).toHaveLength(policies.length);
  expect(told('page').filter((each) => each.startsWith('policy'))).toEqual(policies);
  expect(told('page')).toContain('spare 0.4');
  expect(told('page').some((each) => each.startsWith('cmt') || each.startsWith('logs'))).toBe(false);
  expect(told('fast').filter((each) => each.startsWith('logs'))).toHaveLength(2);
});

test('a protected segment does not outlive the cache it was a part of', () => {
  const [twice] = neighboursOf({ ...BASE, ftl: { ...Object(BASE.ftl), cmt_protected: 16 } });
  expect(twice?.scenario.ftl).toMatchObject({ cmt_entries: 64 });
  expect(Object(twice?.scenario.ftl).cmt_protected).toBeUndefined();
});

test('the remedy of a map is a larger cache, that of merges more log blocks, otherwise more spare', () => {
  expect(['dftl', 'fast', 'page'].map((kind) => remedyOf(of(kind))?.change.of)).toEqual([
    'cmt',
    'logs',
    'spare',
  ]);
});

test('every neighbour of every FTL runs, on the same logical pages', async () => {
  const all = FTLS.flatMap((kind) => neighboursOf(of(kind)));
  expect(new Set(all.map(({ scenario }) => numberAt(scenario, 'logical_pages', 0)))).toEqual(new Set([240]));
  const jobs = all.map(({ scenario }) => ({ scenario: JSON.stringify(scenario) }));
  const refused: unknown[] = [];
  for await (const { index, outcome } of runAll(inlineRun, jobs))
    if (outcome.failure) refused.push([all[index]?.change, outcome.failure.message]);
  expect(refused).toEqual([]);
});
