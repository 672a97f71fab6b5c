/** The worker of challenges: looks at them, and searches for the best choices in slices. No fetch here. */

import { BESIDE_CHALLENGES, challengeServer } from '../protocol/challenges';
import init, { Challenges } from '../protocol/pkg/engine.js';
import url from '../protocol/pkg/engine_bg.wasm?url';
import { serveWorker } from '../protocol/rpc/worker-rpc';

serveWorker(async () => {
  await init({ module_or_path: url });
  return challengeServer(new Challenges());
}, BESIDE_CHALLENGES);
