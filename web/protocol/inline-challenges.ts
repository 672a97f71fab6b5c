/** Rounds in this very thread: what unit tests and `npm run lesson` use, under Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BESIDE_ROUNDS, type Rounds, roundsDesk, roundsThrough } from './challenges';
import { initSync, Rounds as Module } from './pkg/engine.js';
import { inThread } from './rpc/worker-rpc';

export function inlineRounds(): Rounds {
  initSync({ module: readFileSync(join(import.meta.dirname, 'pkg', 'engine_bg.wasm')) });
  return roundsThrough(inThread(async () => roundsDesk(new Module()), BESIDE_ROUNDS));
}
