/** The worker of rounds: looks at them, and searches for the best choices in slices. No fetch here. */
import { EngineFailure } from '../protocol/engine-client';
import init, { Rounds } from '../protocol/pkg/engine.js';
import url from '../protocol/pkg/engine_bg.wasm?url';
import { type FromRounds, look, solve, type ToRounds } from '../protocol/rounds';
import { channelPause, messageOf } from '../protocol/runner';

// The page's types declare a window; this is a worker's global.
const self = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToRounds>) => void) | null;
  postMessage(message: FromRounds): void;
};

const pause = channelPause();
const started = init({ module_or_path: url }).then(() => new Rounds());
let enough = false;

self.onmessage = async ({ data }) => {
  if (data.do === 'enough') {
    enough = true;
    return;
  }
  const { id } = data;
  try {
    const lab = await started;
    if (data.do === 'look') {
      self.postMessage({ is: 'round', id, round: look(lab, data.file, data.rest) });
      return;
    }
    enough = false;
    const onFound = (found: Parameters<Parameters<typeof solve>[3]['onFound']>[0]) =>
      self.postMessage({ is: 'searching', id, found });
    const found = await solve(lab, data.file, data.states, { pause, enough: () => enough, onFound });
    self.postMessage({ is: 'optimum', id, found });
  } catch (error) {
    if (error instanceof EngineFailure) self.postMessage({ is: 'failure', id, failure: error.failure });
    else self.postMessage({ is: 'crash', message: messageOf(error) });
  }
};
