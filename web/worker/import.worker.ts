/** The import's worker: one trace from a file to its columnar file, then what is asked about it; or traces as tables. No fetch here. */
import init, { preview, TraceImport, TraceTable } from '../protocol/pkg/import.js';
import url from '../protocol/pkg/import_bg.wasm?url';
import { type Server, serveWorker } from '../protocol/rpc/worker-rpc';
import { type DrivesAsked, runDrives, type TraceSource } from '../protocol/traces/drives';
import { plainTable } from '../protocol/traces/parquet';
import { runFit, runImport, runLocality, runPreview } from '../protocol/traces/trace-import';
import type { ImportQuestions } from '../protocol/traces/worker-import';
import { blobStore, traceStore } from './trace-store';

/** Rows of a Parquet table that a preview may ask for. */
const PREVIEWED = 1000;

let lab: TraceImport;
let requests = 0;

const server: Server<ImportQuestions> = {
  async import({ source, open, pageBytes, folder, name, keep }, { tell }) {
    const [store] = await Promise.all([traceStore(folder, name, keep), init({ module_or_path: url })]);
    lab = new TraceImport(store);
    const onBytes = (read: number, total: number) => tell({ read, total });
    const trace = await runImport(lab, await plainTable(source), open, pageBytes, { onBytes });
    requests = trace.import.requests;
    return { trace, file: await store.finish() };
  },
  async preview({ source, open }) {
    await init({ module_or_path: url });
    return runPreview(preview, await plainTable(source, PREVIEWED), open);
  },
  fit: (device) => runFit(lab, device),
  locality({ pageBytes }, { tell, signal, pause }) {
    const onRequests = (done: number, total: number) => tell({ done, total });
    return runLocality(lab, pageBytes, requests, pause, { onRequests, signal });
  },
  async drives(asked, job) {
    await init({ module_or_path: url });
    const plain = async ({ source, open }: TraceSource) => ({ source: await plainTable(source), open });
    const sources: DrivesAsked =
      'together' in asked
        ? { together: [await plain(asked.together[0]), await plain(asked.together[1])] }
        : { ...asked, split: await plain(asked.split) };
    return runDrives({ TraceImport, TraceTable }, blobStore, sources, job);
  },
};
serveWorker(async () => server, ['fit']);
