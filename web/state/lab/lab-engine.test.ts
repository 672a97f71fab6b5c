/** The store over the real engine (`npm run wasm` builds it). */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeShare, encodeShare, isFault } from '../../model/saved/share';
import { parseDocument, setAt, writeDocument } from '../../model/scenario/document';
import { exampleText } from '../../model/scenario/examples';
import { ftlAt, otherwise } from '../../model/scenario/mid-run';
import { FTLS, type FtlKind, pairWith } from '../../model/schemes';
import type { Report } from '../../protocol/generated/Report';
import '../../protocol/runs/inline-needs';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import { preferences } from '../preferences';
import { createLab } from './create-lab';
import type { LabStore } from './lab';
import { restore, sharedOf } from './shared';

const mergesOfAllKinds = ({ merges }: Report) => {
  expect(merges.switch).toBeGreaterThan(0);
  expect(merges.partial).toBeGreaterThan(0);
  expect(merges.full).toBeGreaterThan(0);
};

/** The events that the example of a scheme has to show in its first requests; of another one merges of all kinds. */
const SHOWS: Partial<Record<FtlKind, (report: Report) => void>> = {
  page: ({ gc, merges }) => {
    expect(gc.runs).toBeGreaterThan(0);
    // A GC counts as a partial merge.
    expect(merges).toMatchObject({ partial: gc.runs, full: 0 });
  },
  bast: mergesOfAllKinds,
  fast: (report) => {
    mergesOfAllKinds(report);
    expect(report.merges.full_merge_blocks).toEqual([[3, 1]]);
  },
  last: (report) => {
    mergesOfAllKinds(report);
    expect(report.dead_blocks).toBeGreaterThan(0);
  },
  superblock: (report) => {
    mergesOfAllKinds(report);
    expect(report.map_reads).toBeGreaterThan(0);
  },
  dftl: ({ cmt, gc }) => {
    expect(cmt.misses).toBeGreaterThan(0);
    expect(gc.runs).toBeGreaterThan(0);
  },
  replacement: ({ merges, chain_reads }) => {
    expect(merges.switch).toBeGreaterThan(0);
    expect(merges.partial).toBeGreaterThan(0);
    expect(chain_reads).toBeGreaterThan(0);
  },
  block: ({ merges }) => {
    expect(merges.full).toBeGreaterThan(0);
    expect(merges).toMatchObject({ switch: 0, partial: 0 });
  },
};

describe('over the real engine', () => {
  let lab: LabStore;
  const state = () => lab.getState();
  const frame = (slot = 0) => state().slots[slot]?.current.frame;

  beforeEach(() => {
    preferences.getState().set({ grain: 'operation', speed: 2 });
    lab = createLab(async () => inlineEngine());
  });

  test.each(FTLS)('the %s example opens and soon shows what the scheme is about', async (kind) => {
    expect(await state().open(0, exampleText(kind))).toMatchObject({ is: 'done' });
    // LAST has streams, hot pages and dead blocks to show before its switch merge.
    const request = kind === 'last' ? 44 : 20;
    await state().run({ to: 'position', position: { request, event: 0 } });
    const report = frame()?.report;
    if (!report) throw new Error('the example is open');
    expect(frame()?.position).toEqual({ request, event: 0 });
    (SHOWS[kind] ?? mergesOfAllKinds)(report);
  });

  test.each(FTLS)('under %s the lanes of the timeline add up to the report', async (kind) => {
    await state().open(0, exampleText(kind));
    await state().run({ to: 'end' });
    const slot = state().slots[0];
    if (!slot?.lanes) throw new Error('the example is open');
    const { report } = slot.current.frame;
    const { programs, erases } = report.flash;
    const sums = Object.entries(slot.lanes).flatMap(([lane, bins]) =>
      Array.isArray(bins) ? [[lane, bins.reduce((sum, count) => sum + count, 0)]] : [],
    );
    const { switch: cheap, partial, full } = report.merges;
    expect(Object.fromEntries(sums)).toEqual({
      ...{ host: report.host.writes, erases: erases.total, gc: report.gc.runs },
      copies: programs.gc + programs.merge,
      translation: programs.translation + programs.translation_gc,
      cmt_misses: report.cmt.misses,
      // The report also counts GC of page mapping as merges; the timeline has a lane for it.
      ...(report.gc.runs > 0 ? { switch: 0, partial: 0, full } : { switch: cheap, partial, full }),
    });
  });

  test.each(FTLS)('under %s stepping back shows the view that stepping forth showed', async (kind) => {
    await state().open(0, exampleText(kind));
    await state().run({ to: 'position', position: { request: 9, event: 0 } });
    const hashes: (string | null | undefined)[] = [];
    for (let i = 0; i < 40; i += 1) {
      hashes.push(frame()?.state_hash);
      await state().step();
      expect(state().slots[0]?.direction).toBe('forward');
    }
    for (const hash of hashes.reverse()) {
      await state().step(true);
      expect(hash).toMatch(/^[0-9a-f]{16}$/);
      expect(frame()?.state_hash).toBe(hash);
    }
  });

  test.each(FTLS.flatMap((from) => FTLS.map((to) => [from, to] as const)))(
    'the %s example runs beside %s to the end, both at the same request',
    async (from, to) => {
      const { left, right } = pairWith(to, parseDocument(exampleText(from)) ?? {});
      expect(await state().open(0, writeDocument(left))).toMatchObject({ is: 'done' });
      expect(await state().compare(writeDocument(right))).toMatchObject({ is: 'done' });
      await state().run({ to: 'end' });
      expect(frame(1)?.position).toEqual(frame(0)?.position);
      expect(frame(1)?.report.host).toEqual(frame(0)?.report.host);
      await state().diverge('first');
      if (from !== to) expect(state().divergence).not.toBeNull();
    },
  );

  test('two runs part at the first request that costs them differently', async () => {
    // By hand. Each FTL programs one page for w0, w4 and the second w0, which is where BAST takes its one log block.
    // The second w4 needs it: BAST merges the log block, whose page 0 is in place and which lacks no page that is
    // valid. So it only erases the data block; then it programs page 4. Page mapping programs page 4.
    const common = {
      format: 1,
      device: { blocks: 8, pages_per_block: 4 },
      logical_pages: 8,
      workload: { kind: 'ops', ops: 'w0 w4 w0 w4 r0' },
    };
    const bast = writeDocument({ ...common, ftl: { kind: 'bast', log_blocks: 1 } });
    expect(await state().open(0, bast)).toMatchObject({ is: 'done' });
    expect(await state().compare(writeDocument({ ...common, ftl: { kind: 'page' } }))).toMatchObject({
      is: 'done',
    });
    await state().diverge('first');
    expect(state().divergence).toMatchObject({
      request: { index: 3, lpn: 4 },
      other: null,
      left: { reads: 0, programs: 1, erases: 1 },
      right: { reads: 0, programs: 1, erases: 0 },
    });
    // The read costs both the same.
    await state().diverge('next');
    expect(state()).toMatchObject({ divergence: null, divergenceSought: 4 });
    expect(frame(1)?.position).toEqual({ request: 5, event: 0 });
    await state().diverge('first');
    expect(state().divergence?.request.index).toBe(3);
  });

  test('the next difference is looked for behind the one that was found', async () => {
    expect(await state().open(0, exampleText('bast'))).toMatchObject({ is: 'done' });
    const { right } = pairWith('fast', parseDocument(exampleText('bast')) ?? {});
    expect(await state().compare(writeDocument(right))).toMatchObject({ is: 'done' });
    const found: number[] = [];
    await state().diverge('next');
    for (let divergence = state().divergence; divergence; divergence = state().divergence) {
      found.push(divergence.request.index);
      expect(frame()?.position).toEqual({ request: found.at(-1), event: 0 });
      expect(divergence.left).not.toEqual(divergence.right);
      await state().diverge('next');
    }
    expect(found.length).toBeGreaterThan(2);
    expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
  });

  test('a fork under another policy is what its link opens, and says what cannot change', async () => {
    await state().open(0, exampleText('page'));
    await state().run({ to: 'position', position: { request: 30, event: 0 } });
    expect(await state().forkWith({ gc_policy: 'fifo' })).toMatchObject({ is: 'done' });
    expect(state().comparing).toBe(true);
    const [left, right] = state().slots.map((slot) => slot?.summary.canonical ?? '');
    expect(otherwise(left ?? '', right ?? '')).toEqual({
      request: 30,
      options: [{ option: 'gc_policy', before: '"greedy"', after: '"fifo"' }],
    });
    expect(ftlAt(right ?? '', 29).gc_policy).toBe('greedy');
    expect(ftlAt(right ?? '', 30).gc_policy).toBe('fifo');
    const shared = sharedOf(state());
    await state().run({ to: 'end' });
    const ends = [frame(0)?.state_hash, frame(1)?.state_hash];
    expect(ends[1]).not.toBe(ends[0]);
    await state().diverge('first');
    expect(state().divergence?.request.index).toBeGreaterThanOrEqual(30);

    await state().compare(null);
    const linked = decodeShare(encodeShare(shared ?? ({} as never)));
    if (isFault(linked)) throw new Error(linked.kind);
    expect(await restore(lab, linked)).toMatchObject({ is: 'done' });
    await state().run({ to: 'end' });
    expect([frame(0)?.state_hash, frame(1)?.state_hash]).toEqual(ends);

    await state().run({ to: 'position', position: { request: 30, event: 0 } });
    const refused = await state().forkWith({ gc_threshold: 99 });
    expect(refused).toMatchObject({
      is: 'refused',
      failure: { field: expect.stringMatching(/set\.gc_threshold$/) },
    });
    expect(frame(1)?.position.request).toBe(30);
  });

  test('a refused scenario names the field and the line', async () => {
    const bad = setAt(parseDocument(exampleText('bast')) ?? {}, 'ftl.log_blokcs', 3);
    const failure = await state().open(0, writeDocument(bad));
    expect(failure).toMatchObject({
      is: 'refused',
      failure: { field: 'ftl.log_blokcs', line: expect.any(Number) },
    });
    expect(state().slots[0]).toBeNull();
  });

  test('playing by requests reaches the end', async () => {
    await state().open(0, exampleText('bast'));
    state().setGrain('request');
    state().setSpeed(10_000);
    state().play();
    await vi.waitFor(() => expect(state().playing).toBe(false), 5000);
    expect(frame()?.position.request).toBe(frame()?.requests);
  });

  test('a trace is imported, fitted and run', async () => {
    const text = Array.from({ length: 200 }, (_, i) => `${i * 1000} 0 ${(i * 8) % 640} 8 0`).join('\n');
    const trace = await state().importTrace(text, 'small', DEFAULT_OPTIONS, 4096);
    expect(trace).toMatchObject({
      is: 'done',
      value: { name: 'small', statistics: { requests: 200, writes: 200 } },
    });
    const device = { page_bytes: 4096, logical_pages: 80, mapping: 'wrap' } as const;
    expect(await state().fit({ ...device, physical_pages: 100 })).toMatchObject({ value: { cleans: true } });
    expect(await state().fit({ ...device, physical_pages: 1000 })).toMatchObject({
      value: { cleans: false },
    });
    const scenario = setAt(
      setAt(
        setAt(parseDocument(exampleText('page')) ?? {}, 'workload', { kind: 'trace', path: 'small' }),
        'logical_pages',
        80,
      ),
      'device.blocks',
      30,
    );
    expect(await state().open(0, writeDocument(scenario))).toMatchObject({ is: 'done' });
    await state().run({ to: 'end' });
    expect(frame()?.report.host.writes).toBe(200);
    // A scenario that says how its trace is read.
    const other = setAt(scenario, 'workload.reading', { sector_bytes: 256, last_request: 50 });
    expect(await state().open(0, writeDocument(other))).toMatchObject({ is: 'done' });
    expect(state().traceFile?.options).toMatchObject({ sector_bytes: 256, last_request: 50 });
    expect(state().trace?.statistics.requests).toBe(50);
    const wrong = setAt(scenario, 'workload.reading', { sectors: 1 });
    expect(await state().open(0, writeDocument(wrong))).toMatchObject({ failure: { kind: 'scenario' } });
    expect(await state().importTrace('oops', 'bad', DEFAULT_OPTIONS, 4096)).toMatchObject({
      failure: { kind: 'trace' },
    });
  });
});
