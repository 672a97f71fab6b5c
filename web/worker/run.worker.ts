/** A worker of the pool: runs scenarios, one after the other. The first message is the module, compiled: no fetch here. */
import init, { Runs } from '../protocol/pkg/engine.js';
import { type FromRun, RunLoop, type ToRun } from '../protocol/run-loop';
import { channelPause } from '../protocol/runner';
import { fileReader } from './trace-store';

// The page's types declare a window; this is a worker's global.
const self = globalThis as unknown as {
  onmessage: ((event: MessageEvent<WebAssembly.Module | ToRun>) => void) | null;
  postMessage(message: FromRun): void;
};

let take: (module: WebAssembly.Module) => void = () => {};
const module = new Promise<WebAssembly.Module>((resolve) => {
  take = resolve;
});
const loop = new RunLoop({
  load: async () => {
    await init({ module_or_path: await module });
    return () => new Runs();
  },
  read: fileReader,
  post: (message) => self.postMessage(message),
  now: () => performance.now(),
  pause: channelPause(),
});
self.onmessage = ({ data }) => {
  if (data instanceof WebAssembly.Module) take(data);
  else loop.receive(data);
};
