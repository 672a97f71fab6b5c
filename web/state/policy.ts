/** The policy page: the run under way, its result, and the decisions that the stage goes through. */
import { createStore } from 'zustand/vanilla';
import type { TaskId } from '../model/policy/tasks';
import type { Counterexample } from '../protocol/generated/Counterexample';
import type { Failure } from '../protocol/generated/Failure';
import type { PolicyLosses } from '../protocol/generated/PolicyLosses';
import type { PolicyOutcome } from '../protocol/generated/PolicyOutcome';

export interface PolicyState {
  task: TaskId;
  /** Requests done and all of them, while a policy runs. */
  running: { done: number; total: number } | null;
  /** Why the last run ended early. */
  failure: Failure | null;
  /** The last run that ended well, and the text of its scenario: what is said of decisions holds while that is on stage. */
  outcome: PolicyOutcome | null;
  source: string | null;
  /** Where the last run loses; while that is looked for, how far. */
  losses: PolicyLosses | { done: number; total: number } | null;
  /** The trace that the last search found. */
  broken: Counterexample | null;
  /** Milliseconds that the run took. */
  took: number;
}

/** As a task begins. */
export const NOTHING_RUN = {
  running: null,
  failure: null,
  outcome: null,
  source: null,
  losses: null,
  broken: null,
  took: 0,
};

export const policyStore = createStore<PolicyState>(() => ({ task: 'skewed', ...NOTHING_RUN }));
