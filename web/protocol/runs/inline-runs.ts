/** Workers of the pool, and servers, in this very thread: what unit tests use, under Node. Those of one process share the wasm memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { traceReader } from '../engine/inline-engine';
import { initSync, mean, Plans, PolicyComparison, Runs } from '../pkg/engine.js';
import { Caller, inThread } from '../rpc/worker-rpc';
import type { StartRun } from './pool';
import { BESIDE_RUNS, type RunQuestions, RunServer } from './run-server';
import type { SweepQuestions, SweepResults } from './sweep-client';
import { type KeptResults, SweepServer } from './sweep-server';

const load = () => initSync({ module: readFileSync(join(import.meta.dirname, '../pkg/engine_bg.wasm')) });

export const inlineRun: StartRun = async () => {
  load();
  const server = new RunServer(
    async () => new Runs(),
    traceReader,
    (scenario) => new PolicyComparison(scenario),
  );
  const asks = new Caller<RunQuestions>(
    inThread<RunQuestions>(async () => server, BESIDE_RUNS),
    'worker',
  );
  await asks.ask('load', null);
  return asks;
};

/** The content of `kept` outlives the server, as the browser's database does. */
export function inlineSweepServer(kept: Map<string, string>): SweepResults {
  load();
  const results: KeptResults = {
    get: async (keys) => keys.map((key) => kept.get(key)),
    async put(all) {
      for (const [key, text] of all) kept.set(key, text);
      return true;
    },
    async clear() {
      kept.clear();
    },
  };
  const server = new SweepServer(new Plans(), mean, results);
  return new Caller<SweepQuestions>(
    inThread<SweepQuestions>(async () => server),
    'sweep',
  );
}
