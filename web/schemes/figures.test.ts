import { expect, test } from 'vitest';
import { exampleText } from '../model/scenario/examples';
import { cleans, FTLS, type FtlKind } from '../model/schemes';
import { ask } from '../protocol/engine/engine-client';
import { inlineEngine } from '../protocol/engine/inline-engine';
import { comparedOf, metricsOf } from './figures';

test('a scheme shows the figures it has', () => {
  const ids = metricsOf('bast').map(({ id }) => id);
  expect(ids).toContain('full_merges');
  expect(ids).not.toContain('cmt_hit_ratio');
  expect(metricsOf('bast', 'dftl').map(({ id }) => id)).toContain('cmt_hit_ratio');
});

test('in a comparison a scheme has no figure for what it does not do', () => {
  const report = {
    merges: { switch: 3, partial: 3, full: 3 },
    gc: { runs: 0 },
    cmt: { hits: 1, misses: 3 },
  } as never;
  const of = (id: string, scheme: FtlKind) => {
    const metric = metricsOf(...FTLS).find((each) => each.id === id);
    return metric && comparedOf(metric, scheme, report);
  };
  expect(of('cmt_hit_ratio', 'dftl')).toBe(0.25);
  expect(of('cmt_hit_ratio', 'page')).toBeNull();
  expect(of('gc_runs', 'bast')).toBeNull();
  // GC of page-mapped FTLs is counted as merges in the report, after the papers (SPEC 2.3), and is none.
  for (const merges of ['switch_merges', 'partial_merges', 'full_merges']) {
    expect(of(merges, 'bast')).toBe(3);
    for (const ftl of ['page', 'dftl'] as const) expect(of(merges, ftl), merges).toBeNull();
  }
});

test('an FTL that maps by page has no column for merges', () => {
  for (const kind of ['page', 'dftl'] as const)
    expect(metricsOf(kind).filter(({ id }) => id.endsWith('_merges'))).toEqual([]);
  expect(metricsOf('page', 'bast').map(({ id }) => id)).toContain('switch_merges');
});

test.each(FTLS)('the quantity that the %s example counts has its figure', async (kind) => {
  const engine = inlineEngine();
  try {
    await ask(engine, 'opened', { type: 'open', slot: 0, scenario: exampleText(kind) });
    await engine.request({ type: 'run', slot: 0, target: { to: 'end' } });
    const { report } = (await engine.frame(0)).frame;
    const shown = metricsOf(kind);
    // The report counts GC as merges too (SPEC 2.3).
    const counted = (id: string) => cleans(kind) && id.endsWith('_merges');
    const hidden = metricsOf(...FTLS).filter((metric) => !counted(metric.id) && !shown.includes(metric));
    for (const { id, of } of hidden) expect(of(report) ?? 0, id).toBe(0);
  } finally {
    engine.close();
  }
});
