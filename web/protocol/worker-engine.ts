/** The engine in a worker: what the page uses. */
import type { EngineClient } from './engine-client';
import { SILENT } from './engine-client';
import type { FromEngine, ToEngine } from './envelope';
import { Heartbeat } from './heartbeat';
import { PortEngine } from './port-engine';
import type { ImportTrace } from './trace-import';

/** Wraps a worker that runs `worker/engine.worker.ts`. The worker ends with the client; traces come from `importer`. */
export function workerEngine(worker: Worker, importer: ImportTrace): EngineClient {
  return new PortEngine((hear) => {
    const heart = new Heartbeat(
      () => worker.postMessage({ do: 'ping' } satisfies ToEngine),
      (seconds) => hear({ is: 'crash', message: `${SILENT} for ${seconds} seconds` }),
    );
    worker.onmessage = (event: MessageEvent<FromEngine>) => {
      heart.heard();
      hear(event.data);
    };
    // A script that does not load has no message; an error outside of the runner has one.
    worker.onerror = (event) => hear({ is: 'crash', message: event.message || 'the worker did not start' });
    worker.onmessageerror = () => hear({ is: 'crash', message: 'a message from the engine was unreadable' });
    return {
      post: (message, transfer) => worker.postMessage(message, transfer),
      waiting: (waits) => heart.waiting(waits),
      close: () => {
        heart.waiting(false);
        worker.terminate();
      },
    };
  }, importer);
}
