/** Comparisons that are drawn and run: small devices, all FTLs, buffers, channels, seeds. */
import fc from '../../base/property';
import type { Preset } from '../../model/plans/batch-compare';
import { lackOf } from '../../model/plans/batch-compare';
import type { ScenarioDocument } from '../../model/scenario/document';
import { FTL_KINDS } from '../../protocol/ftls.fixture';
import '../../protocol/runs/inline-needs';
import { ftlFor, shapeOf } from '../../model/schemes';
import type { Report } from '../../protocol/generated/Report';
import { inlineRun } from '../../protocol/runs/inline-runs';
import type { Window } from '../../protocol/runs/pool';
import { type BatchComparison, batches, prepare, putAway, runBatch } from '../../state/plans/batch-compare';

/** One that is done, with what it was counted. */
export interface Ran {
  run: BatchComparison;
  ftl: string;
  value: string | number | null;
  report: Report;
  windows: readonly Window[];
  seeds: readonly Report[];
}

export interface Drawn {
  document: ScenarioDocument;
  preset: Preset;
  runs: readonly BatchComparison[];
  ran: readonly Ran[];
}

const PRESETS: readonly Preset[] = [
  'ftls',
  'ftls',
  'ftls',
  'policies',
  'log_blocks',
  'sram',
  'spare',
  'buffers',
  'trims',
  'schedulers',
  'channels',
  'channels',
  'depths',
];

const ops = fc
  .array(fc.tuple(fc.constantFrom('w', 'w', 'r', 't'), fc.nat(23), fc.integer({ min: 1, max: 6 })), {
    minLength: 1,
    maxLength: 160,
  })
  .map((requests) => ({ kind: 'ops', ops: requests.map(([op, lpn, n]) => `${op}${lpn}+${n}`).join(' ') }));

const reads = fc
  .array(fc.tuple(fc.nat(23), fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 60 })
  .map((requests) => ({ kind: 'ops', ops: requests.map(([lpn, n]) => `r${lpn}+${n}`).join(' ') }));

const generated = fc.record({
  kind: fc.constantFrom('uniform', 'sequential', 'hot_cold', 'zipf'),
  requests: fc.constantFrom(30, 300, 300, 2000),
  read_fraction: fc.constantFrom(0, 0, 0.3, 1),
  trim_fraction: fc.constant(0),
  repeat: fc.constantFrom<unknown>(1, 1, 1, 2, { until_steady: { max_windows: 3 } }),
});

const buffer = fc.constantFrom<Record<string, unknown> | undefined>(
  ...[
    undefined,
    undefined,
    undefined,
    { kind: 'lru', capacity: 5 },
    { kind: 'bplru', capacity: 8 },
    { kind: 'fab', capacity: 9 },
  ],
);

const host = fc.constantFrom<Record<string, unknown> | undefined>(
  ...[undefined, undefined, { channels: 2, queue_depth: 4, outstanding: 8 }, { channels: 1, queue_depth: 2 }],
);

/** A device, a workload, and what is varied. */
export const drawn = fc.record({
  ftl: fc.constantFrom(...FTL_KINDS),
  preset: fc.constantFrom(...PRESETS),
  pagesPerBlock: fc.constantFrom(4, 8),
  logicalBlocks: fc.integer({ min: 4, max: 12 }),
  spare: fc.integer({ min: 6, max: 12 }),
  filled: fc.boolean(),
  workload: fc.oneof(ops, reads, generated, generated),
  buffer,
  host,
  seeds: fc.constantFrom(1, 5),
  seed: fc.integer({ min: 1, max: 1000 }),
});

export type Of = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

/** Runs a comparison that was drawn; presets that its scenario has nothing for become that of all FTLs. */
export async function ranOf(of: Of): Promise<Drawn> {
  const logical_pages = of.pagesPerBlock * of.logicalBlocks;
  const device = { blocks: of.logicalBlocks + of.spare, pages_per_block: of.pagesPerBlock };
  const bare: ScenarioDocument = { format: 1, logical_pages, device };
  const document = {
    ...bare,
    seed: of.seed,
    device: { ...device, program_order: 'any', timing: 'slides' },
    ftl: ftlFor(of.ftl, shapeOf(bare)),
    ...(of.filled && { precondition: [{ kind: 'sequential' }] }),
    ...(of.buffer && { buffer: of.buffer }),
    ...(of.host && { host: of.host }),
    workload: of.workload,
  } as ScenarioDocument;
  const preset = lackOf(of.preset, document) === null ? of.preset : 'ftls';
  const drawnSeeds = of.workload.kind !== 'ops' && of.seeds > 1 ? { seeds: of.seeds } : {};
  prepare({ document, trace: null, ...drawnSeeds }, preset);
  await runBatch(inlineRun);
  const { runs, preset: taken } = batches.getState();
  putAway();
  const ran = runs.flatMap((run): Ran[] => {
    const { stage, variant } = run;
    if (stage.is !== 'done') return [];
    const { report, windows, seeds } = stage;
    return [{ run, ftl: variant.ftl, value: variant.value, report, windows, seeds }];
  });
  return { document, preset: taken, runs, ran };
}
