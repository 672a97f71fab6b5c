/** Rounds in this very thread: what unit tests and `npm run lesson` use, under Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { EngineCrash } from './engine-client';
import { initSync, Rounds as Module } from './pkg/engine.js';
import { look, type Rounds, STATES, solve } from './rounds';

export function inlineRounds(): Rounds {
  initSync({ module: readFileSync(join(import.meta.dirname, 'pkg', 'engine_bg.wasm')) });
  let lab: Module | null = new Module();
  /** Lets timers in, so that whoever waits can give up; what comes then is refused as the worker does. */
  const opened = async () => {
    await setImmediate();
    if (lab === null) throw new EngineCrash('the round was closed');
    return lab;
  };
  return {
    look: async (file, rest = false) => look(await opened(), file, rest),
    solve: async (file, { states = STATES, signal, onFound } = {}) =>
      solve(await opened(), file, states, {
        pause: async () => void (await opened()),
        enough: () => signal?.aborted ?? false,
        onFound: (found) => onFound?.(found),
      }),
    close: () => {
      lab?.free();
      lab = null;
    },
  };
}
