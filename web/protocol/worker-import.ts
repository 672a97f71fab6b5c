/** The import in a worker: what the page uses. A worker imports one trace and then answers how it fits devices. */
import { EngineCrash, EngineFailure } from './engine-client';
import type { Failure } from './generated/Failure';
import type { TraceFit } from './generated/TraceFit';
import type { TraceLocality } from './generated/TraceLocality';
import type { TraceSummary } from './generated/TraceSummary';
import type {
  FitDevice,
  ImportedTrace,
  ImportTrace,
  LocalityOptions,
  TraceFile,
  TraceOpen,
} from './trace-import';

export type ToImport =
  | {
      do: 'import';
      source: Blob;
      open: TraceOpen;
      pageBytes: number;
      /** The page's folder in the browser's own file system, the file to write there, and those to keep. */
      folder: string;
      name: string;
      keep: string[];
    }
  | { do: 'fit'; id: number; device: FitDevice }
  /** One at a time: the one before is ended first. */
  | { do: 'locality'; id: number; pageBytes: number }
  | { do: 'cancel' };

export type FromImport =
  | { is: 'bytes'; read: number; total: number }
  | { is: 'imported'; trace: TraceSummary; file: TraceFile }
  | { is: 'fit'; id: number; fit: TraceFit }
  | { is: 'requests'; id: number; done: number; total: number }
  | { is: 'locality'; id: number; locality: TraceLocality }
  /** The search was refused; the import stays. */
  | { is: 'refused'; id: number; failure: Failure }
  | { is: 'failure'; failure: Failure }
  | { is: 'crash'; message: string };

interface Search {
  id: number;
  resolve: (found: TraceLocality) => void;
  reject: (error: Error) => void;
  job: LocalityOptions;
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
  /** What is imported, and what is being: an import deletes every other file of the folder. */
  const keep = new Set<string>();
  let files = 0;

  return async (source, open, pageBytes, { onBytes, signal } = {}) => {
    signal?.throwIfAborted();
    hold();
    files += 1;
    const name = `${files}.trace`;
    const worker = start();
    const post = (message: ToImport) => worker.postMessage(message);
    const fits = new Map<number, { resolve: (fit: TraceFit) => void; reject: (error: Error) => void }>();
    let search: Search | null = null;
    let asked = 0;
    let closed: Error | null = null;
    const close = (error: Error) => {
      closed ??= error;
      worker.terminate();
      for (const { reject } of fits.values()) reject(closed);
      fits.clear();
      end(closed);
    };
    const fit = (device: FitDevice) =>
      new Promise<TraceFit>((resolve, reject) => {
        if (closed) return reject(closed);
        asked += 1;
        fits.set(asked, { resolve, reject });
        post({ do: 'fit', id: asked, device });
      });
    const end = (error: Error) => {
      search?.reject(error);
      search = null;
    };
    /** The search of that number, unless it was ended. */
    const searched = (id: number) => (search?.id === id ? search : null);
    const cancelled = () => new DOMException('the search was cancelled', 'AbortError');
    const locality = (bytes: number, job: LocalityOptions = {}) =>
      new Promise<TraceLocality>((resolve, reject) => {
        if (closed) return reject(closed);
        if (job.signal?.aborted) return reject(cancelled());
        end(cancelled());
        asked += 1;
        const mine = { id: asked, resolve, reject, job };
        search = mine;
        job.signal?.addEventListener('abort', () => {
          if (search !== mine) return;
          post({ do: 'cancel' });
          end(cancelled());
        });
        post({ do: 'locality', id: mine.id, pageBytes: bytes });
      });
    return new Promise<ImportedTrace>((resolve, reject) => {
      let imported = false;
      const fail = (error: Error) => {
        if (!imported) keep.delete(name);
        close(error);
        reject(error);
      };
      signal?.addEventListener(
        'abort',
        () => fail(new DOMException('the import was cancelled', 'AbortError')),
        {
          once: true,
        },
      );
      worker.onmessage = ({ data }: MessageEvent<FromImport>) => {
        if (data.is === 'bytes') onBytes?.(data.read, data.total);
        else if (data.is === 'failure') fail(new EngineFailure(data.failure));
        else if (data.is === 'crash') fail(new EngineCrash(data.message));
        else if (data.is === 'fit') {
          fits.get(data.id)?.resolve(data.fit);
          fits.delete(data.id);
        } else if (data.is === 'requests') searched(data.id)?.job.onRequests?.(data.done, data.total);
        else if (data.is === 'refused') searched(data.id)?.reject(new EngineFailure(data.failure));
        else if (data.is === 'locality') searched(data.id)?.resolve(data.locality);
        else {
          imported = true;
          const { trace, file } = data;
          resolve({
            trace,
            file,
            fit,
            locality,
            close: () => close(new EngineCrash('the import was closed')),
          });
        }
      };
      worker.onerror = (event) => fail(new EngineCrash(event.message || 'the import did not start'));
      worker.onmessageerror = () => fail(new EngineCrash('a message from the import was unreadable'));
      keep.add(name);
      post({ do: 'import', source, open, pageBytes, folder, name, keep: [...keep] });
    });
  };
}
