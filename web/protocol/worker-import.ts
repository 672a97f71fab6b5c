/** The import in a worker: what the page uses. A worker imports one trace and then answers how it fits devices. */
import { EngineCrash, EngineFailure } from './engine-client';
import type { Failure } from './generated/Failure';
import type { TraceFit } from './generated/TraceFit';
import type { TraceSummary } from './generated/TraceSummary';
import type { FitDevice, ImportedTrace, ImportTrace, TraceFile, TraceOpen } from './trace-import';

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
  | { do: 'fit'; id: number; device: FitDevice };

export type FromImport =
  | { is: 'bytes'; read: number; total: number }
  | { is: 'imported'; trace: TraceSummary; file: TraceFile }
  | { is: 'fit'; id: number; fit: TraceFit }
  | { is: 'failure'; failure: Failure }
  | { is: 'crash'; message: string };

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
  const keep: string[] = [];
  let files = 0;

  return async (source, open, pageBytes, { onBytes, signal } = {}) => {
    signal?.throwIfAborted();
    hold();
    files += 1;
    const name = `${files}.trace`;
    const worker = start();
    const post = (message: ToImport) => worker.postMessage(message);
    const fits = new Map<number, { resolve: (fit: TraceFit) => void; reject: (error: Error) => void }>();
    let asked = 0;
    let closed: Error | null = null;
    const close = (error: Error) => {
      closed ??= error;
      worker.terminate();
      for (const { reject } of fits.values()) reject(closed);
      fits.clear();
    };
    const fit = (device: FitDevice) =>
      new Promise<TraceFit>((resolve, reject) => {
        if (closed) return reject(closed);
        asked += 1;
        fits.set(asked, { resolve, reject });
        post({ do: 'fit', id: asked, device });
      });
    return new Promise<ImportedTrace>((resolve, reject) => {
      const fail = (error: Error) => {
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
        } else {
          keep.push(name);
          const { trace, file } = data;
          resolve({ trace, file, fit, close: () => close(new EngineCrash('the import was closed')) });
        }
      };
      worker.onerror = (event) => fail(new EngineCrash(event.message || 'the import did not start'));
      worker.onmessageerror = () => fail(new EngineCrash('a message from the import was unreadable'));
      post({ do: 'import', source, open, pageBytes, folder, name, keep });
    });
  };
}
