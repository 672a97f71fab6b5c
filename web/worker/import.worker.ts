/** The import's worker: one trace from a file to its columnar file, then what is asked about it. No fetch here. */
import { EngineFailure } from '../protocol/engine-client';
import init, { TraceImport } from '../protocol/pkg/import.js';
import url from '../protocol/pkg/import_bg.wasm?url';
import { channelPause, messageOf } from '../protocol/runner';
import { runFit, runImport, runLocality } from '../protocol/trace-import';
import type { FromImport, ToImport } from '../protocol/worker-import';
import { traceStore } from './trace-store';

// The page's types declare a window; this is a worker's global.
const self = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToImport>) => void) | null;
  postMessage(message: FromImport): void;
};

let lab: TraceImport | null = null;
let requests = 0;
let search = { abort: new AbortController(), ended: Promise.resolve() };
const pause = channelPause();

self.onmessage = async ({ data }) => {
  try {
    if (data.do === 'import') {
      const store = traceStore(data.folder, data.name, data.keep);
      await init({ module_or_path: url });
      lab = new TraceImport(store);
      const trace = await runImport(lab, data.source, data.open, data.pageBytes, {
        onBytes: (read, total) => self.postMessage({ is: 'bytes', read, total }),
      });
      requests = trace.import.requests;
      const file = await store.finish();
      self.postMessage({ is: 'imported', trace, file });
    } else if (data.do === 'fit' && lab) {
      self.postMessage({ is: 'fit', id: data.id, fit: runFit(lab, data.device) });
    } else if (data.do === 'locality' && lab) {
      search.abort.abort();
      const abort = new AbortController();
      search = { abort, ended: search.ended.then(locality(lab, data.id, data.pageBytes, abort.signal)) };
      await search.ended;
    } else {
      search.abort.abort();
    }
  } catch (error) {
    if (error instanceof EngineFailure) self.postMessage({ is: 'failure', failure: error.failure });
    else self.postMessage({ is: 'crash', message: messageOf(error) });
  }
};

/** A search, to be begun when the one before has ended. */
const locality = (from: TraceImport, id: number, pageBytes: number, signal: AbortSignal) => async () => {
  if (signal.aborted) return;
  try {
    const found = await runLocality(from, pageBytes, requests, pause, {
      onRequests: (done, total) => self.postMessage({ is: 'requests', id, done, total }),
      signal,
    });
    self.postMessage({ is: 'locality', id, locality: found });
  } catch (error) {
    if (error instanceof EngineFailure) self.postMessage({ is: 'refused', id, failure: error.failure });
    else if (!signal.aborted) throw error;
  }
};
