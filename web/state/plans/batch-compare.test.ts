// @vitest-environment node
/** Comparisons with the real module of runs: what they come to, and what ends them. */
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { decodeShare, isFault } from '../../model/saved/share';
import { kindOf, parseDocument } from '../../model/scenario/document';
import { exampleText } from '../../model/scenario/examples';
import { FTLS } from '../../model/schemes';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import '../../protocol/runs/inline-needs';
import { inlineRun } from '../../protocol/runs/inline-runs';
import { runAll } from '../../protocol/runs/pool';
import type { ImportTrace } from '../../protocol/traces/trace-import';
import type { LabState } from '../lab/lab';
import { baseOf, baseOfLink, batches, linkOf, prepare, runBatch } from './batch-compare';
import { heardRun } from './heard-run.fixture';

const BASE = { document: parseDocument(exampleText('bast')) ?? {}, trace: null };
const stages = () => batches.getState().runs.map(({ stage }) => stage.is);

beforeEach(() => batches.getState().cancel?.());

test('all FTLs serve the same requests', async () => {
  prepare(BASE, 'ftls', true);
  const running = runBatch(inlineRun);
  expect(batches.getState().wanted).toBe(false);
  expect(stages()).toEqual(FTLS.map(() => 'waiting'));
  await running;
  const { runs, cancel, seconds } = batches.getState();
  const reports = runs.map(({ stage }) => (stage.is === 'done' ? stage.report : null));
  expect(new Set(reports.map((report) => report?.host.writes)).size).toBe(1);
  expect(new Set(reports.map((report) => report?.state_hash)).size).toBe(FTLS.length);
  expect([cancel, seconds === null]).toEqual([null, false]);
});

test('the longest are begun first, and each report lands with its run', async () => {
  prepare(BASE, 'ftls');
  const begun: string[] = [];
  const heard = heardRun(({ scenario }) => begun.push(kindOf(parseDocument(scenario) ?? {}, 'ftl')));
  await runBatch(heard);
  const { runs } = batches.getState();
  expect(begun.slice(0, 2)).toEqual(['dftl', 'block']);
  const alone = runAll(
    inlineRun,
    runs.map(({ variant }) => ({ scenario: JSON.stringify(variant.scenario) })),
  );
  for await (const { index, outcome } of alone)
    expect(runs[index]?.stage).toMatchObject({ is: 'done', report: outcome.report });

  // Once they are known, by their times.
  const slow = { is: 'done', seconds: 1e6 } as const;
  batches.setState({
    runs: runs.map((run, i) =>
      i === 2 && run.stage.is === 'done' ? { ...run, stage: { ...run.stage, ...slow } } : run,
    ),
  });
  begun.length = 0;
  await runBatch(heard);
  expect(begun[0]).toBe(runs[2]?.variant.ftl);
});

test('a cancelled comparison keeps the finished runs; another comparison replaces it', async () => {
  prepare(BASE, 'ftls');
  let outcomes = 0;
  const cancelling = heardRun(undefined, () => {
    outcomes += 1;
    if (outcomes === 2) batches.getState().cancel?.();
  });
  await runBatch(cancelling);
  expect(new Set(stages())).toEqual(new Set(['done', 'cancelled']));
  const again = runBatch(inlineRun);
  prepare(BASE, 'policies');
  await again;
  expect(new Set(stages())).toEqual(new Set(['waiting']));
  expect(batches.getState()).toMatchObject({ preset: 'policies', cancel: null });
});

test('a run that is refused says why, the others go on', async () => {
  prepare({ ...BASE, document: { ...BASE.document, seed: -1 } }, 'ftls');
  await runBatch(inlineRun);
  const [first] = batches.getState().runs;
  expect(first?.stage).toMatchObject({ is: 'failed', failure: { field: 'seed' } });
});

test('a scenario on stage may run a trace that ships with the page, which the lab does not hold', async () => {
  const path = 'tpcc-small-2000.mqsim';
  const document = { ...BASE.document, device: { blocks: 400, pages_per_block: 32 }, logical_pages: 10_000 };
  const canonical = JSON.stringify({ ...document, workload: { kind: 'trace', path } });
  const slots = [{ summary: { canonical } }];
  const lab = { slots, trace: null, traceFile: null } as unknown as LabState;
  const bundled = (file: string) => openAsBlob(join(import.meta.dirname, '../../../public/traces', file));
  const engine = inlineEngine();
  const importTrace: ImportTrace = (...asked) => engine.importTrace(...asked);
  const base = await baseOf(lab, { bundled, importTrace });
  expect(base?.trace?.named).toMatchObject({ name: path, hash: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(await baseOf(lab, { bundled: async () => null, importTrace })).toBeNull();

  // And so has the link to the comparison, elsewhere.
  const [, preset, payload = ''] =
    /^#\/batch\/(\w+)\/(.+)$/.exec(linkOf({ base, preset: 'sram' }) ?? '') ?? [];
  const shared = decodeShare(payload);
  if (isFault(shared)) throw new Error(shared.kind);
  expect(preset).toBe('sram');
  const elsewhere = await baseOfLink(shared, lab, { bundled, importTrace });
  expect(elsewhere).toMatchObject({ document: base?.document, trace: { named: base?.trace?.named } });
  // With a trace, too, a link has the number of seeds and the size of a CMT that were asked for.
  const asked = linkOf({ base: base && { ...base, seeds: 5, cmt: 12 }, preset: 'sram' }) ?? '';
  const more = decodeShare(asked.replace('#/batch/sram/', ''));
  if (isFault(more)) throw new Error(more.kind);
  expect(await baseOfLink(more, lab, { bundled, importTrace })).toMatchObject({ seeds: 5, cmt: 12 });
  const other = { ...shared, trace: { name: path, bytes: 1, hash: '0123456789abcdef' } };
  expect(await baseOfLink(other, lab, { bundled, importTrace })).toBeNull();
  if (!base) return;
  prepare(base, 'log_blocks');
  await runBatch(inlineRun);
  expect(new Set(stages())).toEqual(new Set(['done']));
});

const DRAWN = {
  ...{ format: 1, seed: 3, logical_pages: 96, device: { blocks: 20, pages_per_block: 8 } },
  ...{ ftl: { kind: 'page' }, workload: { kind: 'uniform', requests: 300 } },
};

test('with several seeds each run serves the same requests as the others, seed by seed', async () => {
  prepare({ document: DRAWN, trace: null, seeds: 3 }, 'ftls');
  const asked: number[] = [];
  await runBatch(heardRun(({ scenario }) => asked.push(Number(parseDocument(scenario)?.seed))));
  expect(new Set(asked)).toEqual(new Set([3, 4, 5]));
  const { runs } = batches.getState();
  const done = runs.flatMap(({ stage }) => (stage.is === 'done' ? [stage] : []));
  expect([done.length, asked.length]).toEqual([FTLS.length, 3 * FTLS.length]);
  for (const { report, seeds } of done) {
    expect(seeds.map(({ host }) => host)).toEqual(done[0]?.seeds.map(({ host }) => host));
    expect(seeds).toHaveLength(3);
    const erases = seeds.reduce((sum, { flash }) => sum + flash.erases.total, 0);
    expect(report.flash.erases.total).toBeCloseTo(erases / 3, 9);
    expect(new Set(seeds.map(({ state_hash }) => state_hash)).size).toBe(3);
  }
  // As the run of that seed alone.
  const [first] = runs;
  const scenario = JSON.stringify({ ...first?.variant.scenario, seed: 5 });
  for await (const { outcome } of runAll(inlineRun, [{ scenario }]))
    expect(done[0]?.seeds[2]).toEqual(outcome.report);
});

test('the link to a comparison carries its seeds', async () => {
  const base = { document: DRAWN, trace: null, seeds: 5 };
  const shared = decodeShare((linkOf({ base, preset: 'ftls' }) ?? '').replace('#/batch/ftls/', ''));
  if (isFault(shared)) throw new Error(shared.kind);
  const lab = {} as Parameters<typeof baseOfLink>[1];
  const services = {} as Parameters<typeof baseOfLink>[2];
  expect(await baseOfLink(shared, lab, services)).toEqual(base);
});

test('a run that was cancelled between its seeds is not done', async () => {
  prepare({ document: DRAWN, trace: null, seeds: 1000 }, 'ftls');
  let outcomes = 0;
  const cancelling = heardRun(undefined, () => {
    outcomes += 1;
    if (outcomes === 2) batches.getState().cancel?.();
  });
  await runBatch(cancelling);
  expect(new Set(stages())).toEqual(new Set(['cancelled']));
});

test('running comparisons report their progress from time to time, and which runs have ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  prepare(BASE, 'ftls');
  let outcomes = 0;
  const passing = heardRun(undefined, () => {
    outcomes += 1;
    if (outcomes === 6) vi.advanceTimersByTime(1000);
  });
  const told: string[][] = [];
  const stop = batches.subscribe(({ cancel }) => cancel && told.push(stages()));
  await runBatch(passing);
  stop();
  vi.useRealTimers();
  const [first, second] = told;
  expect([told.length, new Set(first)]).toEqual([2, new Set(['waiting'])]);
  expect(second).toContain('done');
  expect(new Set(stages())).toEqual(new Set(['done']));
});
