/** Challenges in this very thread: what unit tests and `npm run lesson` use, under Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BESIDE_CHALLENGES, type Challenges, challengeServer, challengesThrough } from './challenges';
import { initSync, Challenges as Module } from './pkg/engine.js';
import { inThread } from './rpc/worker-rpc';

export function inlineChallenges(): Challenges {
  initSync({ module: readFileSync(join(import.meta.dirname, 'pkg', 'engine_bg.wasm')) });
  return challengesThrough(inThread(async () => challengeServer(new Module()), BESIDE_CHALLENGES));
}
