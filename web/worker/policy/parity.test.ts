// @vitest-environment node
/** The page and the command line let the same policies decide alike: V8 with the engine in wasm, QuickJS with the native one. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import fc from '../../base/property';
import { initSync, PolicyRun } from '../../protocol/pkg/engine.js';
import { host, type PolicyHost } from './runtime.js';

const WEB = join(import.meta.dirname, '../..');
const RUST = join(WEB, '../wasm-sim');
const { CARGO_TARGET_DIR = join(RUST, 'target') } = process.env;
const EXE = join(CARGO_TARGET_DIR, 'debug', process.platform === 'win32' ? 'ftl-lab.exe' : 'ftl-lab');
const STARTERS = ['greedy', 'greedy-lists', 'fifo', 'cost-benefit'] as const;

/** A small page-mapped device of any shape, so full that it cleans. */
const SCENARIO = fc
  .record({
    blocks: fc.integer({ min: 7, max: 40 }),
    pages: fc.integer({ min: 2, max: 16 }),
    spare: fc.integer({ min: 10, max: 45 }),
    seed: fc.nat(),
    requests: fc.integer({ min: 20, max: 400 }),
    trims: fc.integer({ min: 0, max: 30 }),
    base: fc.constantFrom('greedy', 'fifo', 'cost_benefit', 'random'),
    workload: fc.constantFrom(
      { kind: 'uniform' },
      { kind: 'zipf', theta: 0.9 },
      { kind: 'hot_cold', r: 0.9, f: 0.5 },
    ),
  })
  .map(({ blocks, pages, spare, seed, requests, trims, base, workload }) => ({
    ...{ format: 1, seed, device: { blocks, pages_per_block: pages, timing: 'slides' } },
    // Five blocks beyond the data: GC needs some (SPEC 3).
    logical_pages: Math.max(1, Math.min(Math.floor((blocks * (100 - spare)) / 100), blocks - 5)) * pages,
    ftl: { kind: 'page', gc_policy: base },
    workload: { ...workload, requests, trim_fraction: trims / 100 },
  }));

/** The part of an outcome that both write. */
const said = (json: string) => {
  const { choices, state_hash, requests, state_bytes } = JSON.parse(json);
  return { choices, state_hash, requests, state_bytes };
};

const RUNTIME = readFileSync(join(import.meta.dirname, 'runtime.js'), 'utf8').replace(/^export /gm, '');

/** A host of these functions, sealed, as in a sandbox: of what is around them they see the global object alone. */
function sealed(functions: string): PolicyHost {
  const context = createContext({});
  const made = runInContext(
    `'use strict'; (() => { ${RUNTIME}; seal(globalThis); return host; })()`,
    context,
  );
  return made(runInContext(`'use strict'; (${functions})`, context));
}

beforeAll(() => {
  execFileSync('cargo', ['native-test', '--no-run', '--test', 'command_line'], {
    cwd: RUST,
    stdio: 'inherit',
  });
  initSync({ module: readFileSync(join(WEB, 'protocol/pkg/engine_bg.wasm')) });
  Object.assign(globalThis, { OWN: -1 });
}, 600_000);

test('a starter makes the choices in the page that it makes on the command line', async () => {
  const scenarioFile = join(tmpdir(), `ftl-lab-parity-${process.pid}.json`);
  let runs = 0;
  let choices = 0;
  await fc.assert(
    fc.asyncProperty(SCENARIO, fc.constantFrom(...STARTERS), async (document, name) => {
      const scenario = JSON.stringify(document);
      const code = join(WEB, 'views/policy/starters', `${name}.js`);
      await writeFile(scenarioFile, scenario);
      const args = ['policy', 'run', code, scenarioFile, '--json'];
      const native = promisify(execFile)(EXE, args, { maxBuffer: 1 << 26 });
      // A module has a state of its own, as in a sandbox.
      const run = new PolicyRun(
        scenario,
        host(await import(/* @vite-ignore */ `${code}?${++runs}`)) as never,
      );
      while (!run.slice(1000));
      const page = said(run.outcome());
      run.free();
      choices += page.choices.length;
      expect(page).toEqual(said((await native).stdout));
    }),
    { numRuns: process.env.DEEP ? 10_000 : 60 },
  );
  expect(choices).toBeGreaterThan(runs);
}, 1_200_000);

test('a comparator that is no order sorts alike: V8 and QuickJS have sorts of their own', async () => {
  const [scenarioFile, code] = ['scenario.json', 'policy.js'].map((name) =>
    join(tmpdir(), `ftl-lab-sorts-${process.pid}-${name}`),
  ) as [string, string];
  const text = `function victim(blocks) {
    blocks.sort((a, b) => a.valid > b.valid);
    blocks.sort((a, b) => (a.id * 7 + b.id * 5) % 11 - 5);
    return blocks[3].id;
  }`;
  await writeFile(code, `export ${text}`);
  let choices = 0;
  for (let seed = 1; seed <= 5; seed += 1) {
    const scenario = JSON.stringify({
      ...{
        format: 1,
        seed,
        device: { blocks: 40, pages_per_block: 8, timing: 'slides' },
        logical_pages: 240,
      },
      ...{ ftl: { kind: 'page' }, workload: { kind: 'uniform', requests: 2000 } },
    });
    await writeFile(scenarioFile, scenario);
    const native = promisify(execFile)(EXE, ['policy', 'run', code, scenarioFile, '--json'], {
      maxBuffer: 1 << 26,
    });
    const run = new PolicyRun(scenario, sealed(`{ victim: ${text} }`) as never);
    while (!run.slice(1000));
    const page = said(run.outcome());
    run.free();
    choices += page.choices.length;
    expect(page).toEqual(said((await native).stdout));
  }
  expect(choices).toBeGreaterThan(500);
});

/** Policies that were once asked wrongly: in a warm-up, for a victim that they may not take, and not at all by a prefetch. */
test.each([
  ['policy-warmup', 'victim', 1321],
  ['policy-candidate', 'victim', 57],
  ['policy-prefetch', 'eviction', 2],
])('%s is asked in the page as often as on the command line', async (name, decision, times) => {
  const [code, scenarioFile] = ['js', 'json'].map((kind) =>
    join(RUST, 'crates/policy/testdata', `${name}.${kind}`),
  ) as [string, string];
  const args = ['policy', 'run', code, scenarioFile, '--json'];
  const { stdout: native } = await promisify(execFile)(EXE, args, { maxBuffer: 1 << 26 });
  expect(JSON.parse(native).asked).toEqual([[decision, times]]);
  const text = readFileSync(code, 'utf8');
  const names = [...text.matchAll(/^export function (\w+)/gm)].map(([, named]) => named);
  const body = text.replace(/^export /gm, '');
  const run = new PolicyRun(
    readFileSync(scenarioFile, 'utf8'),
    sealed(`(() => { ${body}; return { ${names.join(', ')} }; })()`) as never,
  );
  while (!run.slice(1000));
  const page = run.outcome();
  run.free();
  expect(said(page)).toEqual(said(native));
  // The page has a number for each decision.
  expect(JSON.parse(page).asked.filter((n: number) => n > 0)).toEqual([times]);
});
