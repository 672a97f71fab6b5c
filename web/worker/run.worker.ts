/** A worker of the pool: runs scenarios, one after the other. It is handed the module, compiled: no fetch here. */
import init, { PolicyComparison, Runs } from '../protocol/pkg/engine.js';
import { serveWorker } from '../protocol/rpc/worker-rpc';
import { BESIDE_RUNS, type RunQuestions, RunServer } from '../protocol/runs/run-server';
import { fileReader } from './trace-store';

const load = async (module: WebAssembly.Module | null) => {
  await init({ module_or_path: module ?? undefined });
  return new Runs();
};
const compare = (scenario: string) => new PolicyComparison(scenario);
serveWorker<RunQuestions>(async () => new RunServer(load, fileReader, compare), BESIDE_RUNS);
