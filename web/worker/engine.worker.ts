/** The engine's worker. No fetch here: wasm-bindgen's glue loads the module from beside this script. */
import type { FromEngine, ToEngine } from '../protocol/envelope';
import init, { Lab } from '../protocol/pkg/engine.js';
import url from '../protocol/pkg/engine_bg.wasm?url';
import { channelPause, messageOf, Runner, type TraceReader } from '../protocol/runner';
import type { TraceFile } from '../protocol/trace-import';
import { readBlob } from './trace-store';

// The page's types declare a window; this is a worker's global.
const self = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToEngine>) => void) | null;
  postMessage(message: FromEngine, transfer: ArrayBuffer[]): void;
};

function traceReader(file: TraceFile): TraceReader {
  const blob = file instanceof Blob ? file : new Blob([file]);
  return { size: () => blob.size, read: (at, length) => readBlob(blob, at, length) };
}

const early: ToEngine[] = [];
self.onmessage = ({ data }) => {
  // The engine is on its way, which may take long; this much of it is there.
  if (data.do === 'ping') self.postMessage({ is: 'pong' }, []);
  else early.push(data);
};

init({ module_or_path: url }).then(
  ({ memory }) => {
    const runner = new Runner({
      lab: new Lab(),
      read: traceReader,
      memory,
      post: (message, transfer) => self.postMessage(message, transfer),
      now: () => performance.now(),
      pause: channelPause(),
    });
    self.onmessage = (event) => runner.receive(event.data);
    for (const message of early) runner.receive(message);
  },
  (error: unknown) => self.postMessage({ is: 'crash', message: messageOf(error) }, []),
);
