/** A worker of the pool: what the page uses. */
import { SILENT } from './engine-client';
import { Heartbeat } from './heartbeat';
import type { RunPort } from './pool';
import type { FromRun, ToRun } from './run-loop';

/** Wraps a worker that runs `worker/run.worker.ts`. It ends with the port. */
export function workerRun(worker: Worker, hear: (message: FromRun) => void): RunPort {
  const post = (message: ToRun) => worker.postMessage(message);
  const dead = (message: string) => {
    heart.waiting(false);
    hear({ is: 'crash', message });
  };
  const heart = new Heartbeat(
    () => post({ do: 'ping' }),
    (seconds) => dead(`${SILENT} for ${seconds} seconds`),
  );
  worker.onmessage = ({ data }: MessageEvent<FromRun>) => {
    heart.heard();
    if (data.is === 'outcome') heart.waiting(false);
    hear(data);
  };
  // A script that does not load has no message.
  worker.onerror = (event) => dead(event.message || 'the worker did not start');
  worker.onmessageerror = () => dead('a message from the worker was unreadable');
  return {
    post(message) {
      if (message.do === 'run') heart.waiting(true);
      post(message);
    },
    close() {
      heart.waiting(false);
      worker.terminate();
    },
  };
}
