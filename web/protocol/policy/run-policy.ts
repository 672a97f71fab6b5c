/**
 * The one way from a policy's code to its choices. The page's runner is the sandbox (web/app/engines/run-policy.ts), that of Node is
 * `ftl-lab` (web/lesson/policy/node-policies.ts); both give the same choices, which the lab's own engine replays.
 */
import type { PolicyOutcome } from '../generated/PolicyOutcome';

export interface PolicyAsked {
  /** JavaScript, or WebAssembly. */
  source: string | ArrayBuffer;
  /** The scenario, as JSON. */
  scenario: string;
  /** Bytes of `device.state` at most; left out: any number. */
  state?: number | null;
  signal?: AbortSignal;
  /** Requests served, and all. */
  onProgress?(done: number, total: number): void;
}

/** Rejects with an `EngineFailure` in the words of someone who wrote the policy, or an AbortError when it was cancelled. */
export type RunPolicy = (asked: PolicyAsked) => Promise<PolicyOutcome>;
