// @vitest-environment node
/**
 * Native and wasm are one engine: the same scenario gives the same report to the last digit, and so the same hashes.
 * The scenarios are drawn at random from a fixed seed.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import fc from '../../base/property';
import { exampleOf, FTL_KINDS } from '../ftls.fixture';
import type { ScenarioFtl } from '../generated/ScenarioFtl';
import { ask, type EngineClient } from './engine-client';
import { inlineEngine } from './inline-engine';

const RUST = join(import.meta.dirname, '../../../wasm-sim');
const EXE = join(RUST, 'target/debug', process.platform === 'win32' ? 'ftl-lab.exe' : 'ftl-lab');
const SCENARIOS = 100;

let engine: EngineClient;

beforeAll(() => {
  execFileSync('cargo', ['native-test', '--no-run', '--test', 'command_line'], {
    cwd: RUST,
    stdio: 'inherit',
  });
  engine = inlineEngine();
  return () => engine.close();
});

const policy = fc.constantFrom('greedy', 'fifo', 'cost_benefit');

/** The options of a scheme; of others those that their declaration gives for an example. */
const FTLS: Partial<Record<ScenarioFtl['kind'], fc.Arbitrary<{ kind: string }>>> = {
  page: fc.oneof(
    fc.constant({ kind: 'page', gc_trigger: 'on_demand' }),
    fc.record({
      kind: fc.constant('page'),
      gc_policy: policy,
      gc_threshold: fc.integer({ min: 2, max: 5 }),
      separate_gc_frontier: fc.boolean(),
    }),
  ),
  block: fc.constant({ kind: 'block' }),
  replacement: fc.record({ kind: fc.constant('replacement'), gc_threshold: fc.integer({ min: 1, max: 4 }) }),
  bast: fc.record({ kind: fc.constant('bast'), log_blocks: fc.integer({ min: 1, max: 6 }) }),
  fast: fc.record({
    kind: fc.constant('fast'),
    log_blocks: fc.integer({ min: 2, max: 6 }),
    skip_stale: fc.boolean(),
  }),
  last: fc.record({
    kind: fc.constant('last'),
    log_blocks: fc.integer({ min: 6, max: 9 }),
    seq_log_blocks: fc.integer({ min: 1, max: 3 }),
    k: fc.integer({ min: 0, max: 30 }),
    seq_threshold: fc.integer({ min: 1, max: 10_000 }),
  }),
  superblock: fc.record({
    kind: fc.constant('superblock'),
    blocks_per_superblock: fc.integer({ min: 1, max: 4 }),
    update_blocks_per_superblock: fc.integer({ min: 1, max: 4 }),
    update_blocks: fc.integer({ min: 1, max: 6 }),
    cached_superblocks: fc.integer({ min: 1, max: 4 }),
  }),
  dftl: fc
    .tuple(
      fc.record({
        kind: fc.constant('dftl'),
        cmt_entries: fc.integer({ min: 1, max: 40 }),
        cmt_policy: fc.constantFrom('slru', 'lru', 'lfu', 'groups'),
        entries_per_translation_page: fc.integer({ min: 4, max: 64 }),
        gc_policy: policy,
        lazy_copy: fc.boolean(),
        batch_update: fc.boolean(),
        prefetch: fc.integer({ min: 0, max: 6 }),
      }),
      fc.oneof(
        fc.record({ gtd_checkpoint_every: fc.integer({ min: 0, max: 9 }) }),
        fc.constant({ full_scan: true }),
      ),
    )
    .map(([ftl, gtd]) => ({ ...ftl, ...gtd })),
};

const ftl = fc.oneof(...FTL_KINDS.map((kind) => FTLS[kind] ?? fc.constant({ kind, ...exampleOf(kind) })));

/** Half of them without a write buffer. */
const buffer = fc.option(
  fc
    .tuple(
      fc.constantFrom<Record<string, unknown>>(
        { kind: 'lru' },
        { kind: 'cflru', window: 5 },
        { kind: 'fab' },
        { kind: 'bplru' },
        { kind: 'pud_lru', threshold: 0.05 },
        { kind: 'gc_arm', window_requests: 40, distinct_blocks: 6, step_bytes: 8192 },
        { kind: 'ap', window_requests: 25, step_bytes: 4096 },
      ),
      fc.integer({ min: 5, max: 40 }),
      fc.boolean(),
    )
    .map(([kind, capacity, battery_backed]) => ({ ...kind, capacity, battery_backed })),
  { freq: 1, nil: undefined },
);

/** Half of them behind a scheduler, on several channels. */
const host = fc.option(
  fc.record({
    channels: fc.integer({ min: 1, max: 5 }),
    dies: fc.integer({ min: 1, max: 2 }),
    queue_depth: fc.integer({ min: 1, max: 9 }),
    scheduler: fc.constantFrom('noop', 'deadline', 'cfq', 'anticipatory', 'ssd_zones'),
    arrivals: fc.constantFrom('fixed', 'poisson'),
  }),
  { freq: 1, nil: undefined },
);

/** The kinds of workload, with the fields of their own. */
const kind = fc.constantFrom<Record<string, unknown>>(
  { kind: 'uniform' },
  { kind: 'uniform', pages: { mean: 2.5 } },
  { kind: 'sequential' },
  { kind: 'hot_cold', r: 0.8, f: 0.25 },
  { kind: 'zipf', theta: 0.99 },
  { kind: 'zipf', theta: 1.7, pages: { min: 1, max: 3 } },
  { kind: 'streams', streams: 3 },
  { kind: 'pattern', pattern: 'b' },
  { kind: 'profile', profile: 'msn' },
  { kind: 'profile', profile: 'financial', reuse: 0.8, reuse_within: 90 },
);

const workload = fc
  .record({
    kind,
    requests: fc.integer({ min: 1, max: 600 }),
    read_fraction: fc.constantFrom(0, 0.3, 0.75),
    trim_fraction: fc.constantFrom(0, 0.1),
    interarrival_ms: fc.constantFrom(0.1, 1, 2.5),
  })
  .map(({ kind, ...common }) => ({ ...common, ...kind }));

const scenario = fc
  .record({
    seed: fc.integer({ min: 0, max: 1e9 }),
    pages_per_block: fc.constantFrom(4, 7, 16, 64),
    logical_blocks: fc.integer({ min: 2, max: 24 }),
    timing: fc.constantFrom('slides', 'dftl09-large', 'dftl09-small', 'dftlj', 'hu'),
    precondition: fc.constantFrom(
      [],
      [{ kind: 'sequential' }],
      [{ kind: 'random_fill' }],
      [{ kind: 'steady_state', max_windows: 4 }],
    ),
    ftl,
    buffer,
    host,
    workload,
    power_cut: fc.constantFrom(null, 0, [3, 90, 400]),
    set: fc.record({ gc_policy: policy }),
  })
  .map(({ seed, pages_per_block, logical_blocks, timing, ftl, power_cut, set, workload, ...rest }) => ({
    format: 1,
    seed,
    device: {
      blocks: logical_blocks + 60,
      pages_per_block,
      timing,
      ...(['block', 'replacement'].includes(ftl.kind) && { program_order: 'any' }),
    },
    logical_pages: logical_blocks * pages_per_block,
    // GC-ARM brings its own policy of the CMT.
    ftl:
      rest.buffer && 'kind' in rest.buffer && rest.buffer.kind === 'gc_arm'
        ? { ...ftl, cmt_policy: undefined }
        : ftl,
    workload,
    ...rest,
    // One reserve is kept, not one for each channel.
    ...('gc_trigger' in ftl && { host: undefined }),
    // Power is not cut where operations lie side by side.
    ...(ftl.kind === 'dftl' && power_cut !== null && !rest.host ? { power_cut } : {}),
    ...('gc_policy' in ftl && { interventions: [{ request: Math.floor(workload.requests / 2), set }] }),
  }));

it(`gives the same reports natively and in wasm: ${SCENARIOS} random scenarios`, async () => {
  const hashes = new Set<string>();
  for (const sample of fc.sample(scenario, { seed: 20261121, numRuns: SCENARIOS })) {
    const text = JSON.stringify(sample);
    const native = JSON.parse(
      execFileSync(EXE, ['run', '-', '--json'], {
        input: text,
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'ignore'],
      }),
    );
    await ask(engine, 'opened', { type: 'open', slot: 0, scenario: text });
    await ask(engine, 'progress', { type: 'run', slot: 0, target: { to: 'end' } });
    const { report } = await ask(engine, 'report', { type: 'report', slot: 0 });
    expect(report, text).toEqual(native);
    hashes.add(report.state_hash);
  }
  expect(hashes.size, 'the scenarios differ').toBeGreaterThan(SCENARIOS * 0.9);
});
