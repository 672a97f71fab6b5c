/** The messages between the page and the worker of a policy. */
import type { Stop } from './runtime.js';

export interface ToSandbox {
  /** The engine's module. */
  engine: ArrayBuffer;
  /** The policy: JavaScript, or WebAssembly. */
  source: string | ArrayBuffer;
  /** The scenario, as JSON. */
  scenario: string;
  /** Bytes of `device.state` at most; `null`: any number. */
  state: number | null;
  /** From this request on each function is named before it runs; `null`: never. */
  watched: number | null;
  /** Traces to try for a counterexample, on the scenario's device; `null`: the scenario is run. */
  tries: number | null;
}

export type FromSandbox =
  /** The policy's module has run; now the engine prepares the device. */
  | { is: 'loaded' }
  | { is: 'progress'; done: number; total: number }
  /** A function begins; `at`: requests served, in a search traces tried. */
  | { is: 'enter'; name: string; at: number }
  /** A PolicyOutcome, as JSON. */
  | { is: 'done'; outcome: string }
  /** A Counterexample, as JSON. */
  | { is: 'found'; found: string }
  /** A Failure of the engine, as JSON. */
  | { is: 'failed'; failure: string }
  /** The policy could not be loaded. */
  | { is: 'stopped'; stop: Stop };
