/** The import in a worker: what the page uses. A worker imports one trace and then answers how it fits devices. */

import { EngineFailure } from '../engine/engine-client';
import type { Preview } from '../generated/Preview';
import type { TraceFit } from '../generated/TraceFit';
import type { TraceLocality } from '../generated/TraceLocality';
import type { TraceSummary } from '../generated/TraceSummary';
import { type Asks, askWorker } from '../rpc/worker-rpc';
import type { DrivesAsked, DriveTable } from './drives';
import type { FitDevice, ImportTrace, PreviewTrace, TraceFile, TraceOpen } from './trace-import';

export interface ImportQuestions {
  import: {
    asked: {
      source: Blob;
      open: TraceOpen;
      pageBytes: number;
      /** The page's folder in the browser's own file system, the file to write there, and those to keep. */
      folder: string;
      name: string;
      keep: string[];
    };
    told: { read: number; total: number };
    answer: { trace: TraceSummary; file: TraceFile };
  };
  preview: { asked: { source: Blob; open: TraceOpen }; answer: Preview };
  fit: { asked: FitDevice; answer: TraceFit };
  locality: { asked: { pageBytes: number }; told: { done: number; total: number }; answer: TraceLocality };
  /** Tables of the requests of other traces than the one imported. */
  drives: { asked: DrivesAsked; told: { share: number }; answer: DriveTable[] };
}

/** Previews in a worker that is started with the first one, and again after it died. */
export function workerPreview(start: () => Worker): PreviewTrace {
  let asks: Asks<ImportQuestions> | null = null;
  return async (source, open) => {
    asks ??= askWorker<ImportQuestions>(start(), 'import');
    const mine = asks;
    try {
      return await mine.ask('preview', { source, open });
    } catch (error) {
      if (!(error instanceof EngineFailure) && asks === mine) asks = null;
      throw error;
    }
  };
}

/** Imports through workers that `start` makes of `worker/import.worker.ts`. */
export function workerImport(start: () => Worker): ImportTrace {
  const folder = crypto.getRandomValues(new Uint32Array(3)).join('-');
  // While this page lives its files are not to be swept away by others: see `worker/trace-store.ts`.
  let held = false;
  const hold = () => {
    if (held || !navigator.locks) return;
    held = true;
    void navigator.locks.request(`ftl-lab-traces-${folder}`, () => new Promise(() => undefined));
  };
  /** The imported file, and the one under way: an import deletes every other file of the folder. */
  const keep = new Set<string>();
  let files = 0;

  return async (source, open, pageBytes, { onBytes, signal } = {}) => {
    signal?.throwIfAborted();
    hold();
    files += 1;
    const name = `${files}.trace`;
    const asks = askWorker<ImportQuestions>(start(), 'import');
    const cancel = () => asks.close(new DOMException('the import was cancelled', 'AbortError'));
    signal?.addEventListener('abort', cancel, { once: true });
    keep.add(name);
    try {
      const imported = await asks.ask(
        'import',
        { source, open, pageBytes, folder, name, keep: [...keep] },
        { onTold: ({ read, total }) => onBytes?.(read, total) },
      );
      // The page that asked may be left: the worker still answers questions.
      signal?.removeEventListener('abort', cancel);
      let search = new AbortController();
      return {
        ...imported,
        fit: (device) => asks.ask('fit', device),
        locality(bytes, { onRequests, signal: enough } = {}) {
          search.abort();
          search = new AbortController();
          const mine = search;
          if (enough?.aborted) mine.abort();
          enough?.addEventListener('abort', () => mine.abort(), { once: true });
          const onTold = ({ done, total }: { done: number; total: number }) => onRequests?.(done, total);
          return asks.ask('locality', { pageBytes: bytes }, { onTold, signal: mine.signal });
        },
        close: () => asks.close(),
      };
    } catch (error) {
      keep.delete(name);
      asks.close();
      throw error;
    }
  };
}
