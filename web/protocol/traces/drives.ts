/** Traces as tables of requests: two on one drive, or one on several. As the import, in a worker (the page) or in this thread (tests). */
import { answerOf } from '../engine/engine-client';
import type { TablePart } from '../generated/TablePart';
import { askWorker, type Job } from '../rpc/worker-rpc';
import { type ImportLab, runImport, type TraceOpen } from './trace-import';
import type { ImportQuestions } from './worker-import';

/** A file, and how it is read. */
export interface TraceSource {
  source: Blob;
  open: TraceOpen;
}

/** Addresses that several drives share in turns; the length of a stripe is in the trace's unit. */
interface Stripes {
  drives: number;
  length: number;
}

/** Two traces for one drive, or one that several drives share. */
export type DrivesAsked =
  | { together: readonly [TraceSource, TraceSource] }
  | { split: TraceSource; stripes: Stripes };

/** The wasm package of the import, and the files that it writes. */
interface Module<Store, Lab extends ImportLab> {
  TraceImport: new (file: Store) => Lab;
  TraceTable: {
    together(first: Lab, second: Lab): Table;
    part(trace: Lab, drives: number, stripe: number, drive: number): Table;
  };
}
interface Table {
  next(): string;
}

/** The requests of a drive as a table in the format `csv`. */
export interface DriveTable {
  table: Blob;
  requests: number;
}

/** Bytes of a page in the statistics of these imports, which no one sees. */
const PAGE_BYTES = 4096;

/** One table of all requests, or one for each drive. Half of the work is to read. */
export async function runDrives<Store, Lab extends ImportLab>(
  { TraceImport, TraceTable }: Module<Store, Lab>,
  store: () => Store,
  asked: DrivesAsked,
  { tell, pause, signal }: Pick<Job<{ share: number }>, 'tell' | 'pause' | 'signal'>,
): Promise<DriveTable[]> {
  const sources: readonly TraceSource[] = 'together' in asked ? asked.together : [asked.split];
  const bytes = sources.reduce((sum, { source }) => sum + source.size, 0);
  let before = 0;
  const read = async ({ source, open }: TraceSource) => {
    const lab = new TraceImport(store());
    const onBytes = (at: number) => tell({ share: (before + at) / bytes / 2 });
    await runImport(lab, source, open, PAGE_BYTES, { onBytes, signal });
    before += source.size;
    return lab;
  };
  const whole = async (table: Table, at: number, tables: number): Promise<DriveTable> => {
    const parts: Blob[] = [];
    // Without the head.
    let requests = -1;
    for (;;) {
      const { lines, done, total } = answerOf<TablePart>(table.next());
      if (lines === '') return { table: new Blob(parts, { type: 'text/csv' }), requests };
      parts.push(new Blob([lines]));
      requests += lines.split('\n').length - 1;
      tell({ share: (1 + (at + done / Math.max(1, total)) / tables) / 2 });
      await pause();
      signal.throwIfAborted();
    }
  };
  if ('together' in asked) {
    const [first, second] = asked.together;
    const table = TraceTable.together(await read(first), await read(second));
    return [await whole(table, 0, 1)];
  }
  const { drives, length } = asked.stripes;
  const trace = await read(asked.split);
  const tables: DriveTable[] = [];
  for (let drive = 0; drive < drives; drive += 1)
    tables.push(await whole(TraceTable.part(trace, drives, length, drive), drive, drives));
  return tables;
}

/** The wishes of a caller. */
interface DrivesOptions {
  /** Called now and then, with how much of the work is done: 0 to 1. */
  onShare?: (share: number) => void;
  /** Abort it to end the work: the promise rejects with an `AbortError`. */
  signal?: AbortSignal;
}

/** Rejects with an `EngineFailure` for a trace that cannot be read, or for two that do not go together. */
export type MakeDrives = (asked: DrivesAsked, options?: DrivesOptions) => Promise<DriveTable[]>;

/** In a worker of its own, which `start` makes of `worker/import.worker.ts`. */
export function workerDrives(start: () => Worker): MakeDrives {
  return async (asked, { onShare, signal } = {}) => {
    const asks = askWorker<ImportQuestions>(start(), 'import');
    try {
      return await asks.ask('drives', asked, { onTold: ({ share }) => onShare?.(share), signal });
    } finally {
      asks.close();
    }
  };
}
