/** The import's worker: one trace from a file to its columnar file, then how it fits devices. No fetch here. */
import { EngineFailure } from '../protocol/engine-client';
import init, { TraceImport } from '../protocol/pkg/import.js';
import url from '../protocol/pkg/import_bg.wasm?url';
import { messageOf } from '../protocol/runner';
import { runFit, runImport } from '../protocol/trace-import';
import type { FromImport, ToImport } from '../protocol/worker-import';
import { traceStore } from './trace-store';

// The page's types declare a window; this is a worker's global.
const self = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToImport>) => void) | null;
  postMessage(message: FromImport): void;
};

let lab: TraceImport | null = null;

self.onmessage = async ({ data }) => {
  try {
    if (data.do === 'import') {
      const [store] = await Promise.all([
        traceStore(data.folder, data.name, data.keep),
        init({ module_or_path: url }),
      ]);
      lab = new TraceImport(store);
      const trace = await runImport(lab, data.source, data.open, data.pageBytes, {
        onBytes: (read, total) => self.postMessage({ is: 'bytes', read, total }),
      });
      self.postMessage({ is: 'imported', trace, file: await store.finish() });
    } else if (lab) {
      self.postMessage({ is: 'fit', id: data.id, fit: runFit(lab, data.device) });
    }
  } catch (error) {
    if (error instanceof EngineFailure) self.postMessage({ is: 'failure', failure: error.failure });
    else self.postMessage({ is: 'crash', message: messageOf(error) });
  }
};
