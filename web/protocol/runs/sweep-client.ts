/**
 * The server of a sweep: its plan with the results of the runs, in a worker of its own (`worker/sweep.worker.ts`). So
 * plans of many runs and tables of many results keep no one waiting. Results are kept in the browser by what they
 * depend on (engine, scenario, trace), so that a sweep goes on after a reload with what is missing.
 */
import type { PlanShown } from '../generated/PlanShown';
import type { Asks } from '../rpc/worker-rpc';
import type { Table, TableAsked } from './sweep-table';

/** The questions to a server, and the answer to each. */
export interface SweepQuestions {
  /** Reads a plan. The server has no results then. */
  open: { asked: { text: string }; answer: PlanShown };
  /** The hashes of the plan's traces, in their order. Fills in what was kept of earlier sweeps; answers how many runs have an outcome. */
  settle: { asked: { hashes: readonly string[] }; answer: { done: number } };
  /** Which runs are to be run: of those of one scenario without an outcome, the first. */
  missing: { asked: Record<never, never>; answer: { missing: readonly number[] } };
  /** The scenario of some runs. */
  jobs: { asked: { runs: readonly number[] }; answer: SweepJob[] };
  /** Takes what runs came to, and keeps it. Answers whether it could be kept, and how many runs have an outcome now. */
  put: {
    asked: { results: readonly { run: number; text: string }[] };
    answer: { kept: boolean; done: number };
  };
  /** Reads results: lines of JSON, or a table (CSV). Lines fill the plan that is open if they are to; otherwise they are shown by themselves. */
  read: { asked: { file: Blob; fill: boolean }; answer: ReadResults };
  table: { asked: TableAsked; answer: Table };
  /** The output of `ftl-lab sweep --json` or `--csv`. Only of a plan. */
  write: { asked: { as: 'lines' | 'csv' | 'result' }; answer: Blob };
  /** Forgets what was kept of all sweeps. */
  forget: { asked: Record<never, never>; answer: null };
}

export interface SweepJob {
  scenario: string;
  /** Which of the plan's traces it wants. */
  trace: number | null;
}

export interface ReadResults {
  /** Results in the file. */
  results: number;
  /** Runs of the plan that it filled; `null` where it is shown by itself. */
  filled: number | null;
  /** Runs of the plan that have an outcome now. */
  done: number;
}

/** @throws EngineFailure for what is wrong with a plan or a file; EngineCrash when the worker has died. */
export type SweepResults = Asks<SweepQuestions>;
