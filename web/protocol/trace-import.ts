/**
 * Importing a trace: a file's bytes become a columnar file that engines read in slices. It runs beside the engine, in
 * a worker and a wasm module of its own (the page) or in this thread (tests); this is what both share.
 */
import { EngineFailure } from './engine-client';
import type { Failure } from './generated/Failure';
import type { ImportCommand } from './generated/ImportCommand';
import type { ImportReply } from './generated/ImportReply';
import type { TraceFit } from './generated/TraceFit';
import type { TraceSummary } from './generated/TraceSummary';

/** A columnar trace file: a blob that may lie on disk, or under Node its bytes. */
export type TraceFile = Blob | Uint8Array<ArrayBuffer>;

/** Format, units and name: see `ImportCommand`. */
export type TraceOpen = Omit<Extract<ImportCommand, { type: 'open' }>, 'type'>;

/** Page size, size and mapping of a device. */
export type FitDevice = Omit<Extract<ImportCommand, { type: 'fit' }>, 'type'>;

/** What an import's caller may want to hear and do. */
export interface ImportOptions {
  /** Called after each slice of the file, with bytes so far and in all. */
  onBytes?: (read: number, total: number) => void;
  /** Abort it to drop the import: the promise rejects with an `AbortError`. */
  signal?: AbortSignal;
}

/** An imported trace. */
export interface ImportedTrace {
  trace: TraceSummary;
  /** For `EngineClient.attach`. */
  file: TraceFile;
  /** How it fits a device. One question at a time; the others wait. */
  fit(device: FitDevice): Promise<TraceFit>;
  /** Ends what answers `fit`. Engines go on reading the file. */
  close(): void;
}

/** Imports a trace. `pageBytes` is the page size of its statistics. Rejects as `EngineClient.request` does. */
export type ImportTrace = (
  source: Blob,
  open: TraceOpen,
  pageBytes: number,
  options?: ImportOptions,
) => Promise<ImportedTrace>;

/** The class `TraceImport` of the wasm package. Its methods throw when it panics. */
export interface ImportLab {
  command(json: string): string;
  push(bytes: Uint8Array): string | undefined;
  slice(): string;
}

/** Bytes read at a time: enough that asking costs nothing, little beside the memory of the import itself. */
const SLICE = 4 << 20;

/** Reads the source into the columnar file, a slice ahead of the parser. */
export async function runImport(
  lab: ImportLab,
  source: Blob,
  open: TraceOpen,
  pageBytes: number,
  { onBytes, signal }: ImportOptions = {},
): Promise<TraceSummary> {
  const slice = (at: number) => source.slice(at, at + SLICE).arrayBuffer();
  read(lab.command(JSON.stringify({ type: 'open', ...open } satisfies ImportCommand)));
  let next = slice(0);
  for (let at = 0; at < source.size; at += SLICE) {
    const bytes = new Uint8Array(await next);
    next = slice(at + SLICE);
    signal?.throwIfAborted();
    const failure = lab.push(bytes);
    if (failure) throw new EngineFailure(JSON.parse(failure) as Failure);
    onBytes?.(Math.min(at + SLICE, source.size), source.size);
  }
  const reply = finish(lab, { type: 'finish', page_bytes: pageBytes });
  if (reply.type !== 'imported') throw new Error(`expected "imported", got "${reply.type}"`);
  return reply.trace;
}

/** How the imported trace fits a device. */
export function runFit(lab: ImportLab, device: FitDevice): TraceFit {
  const reply = finish(lab, { type: 'fit', ...device });
  if (reply.type !== 'fit') throw new Error(`expected "fit", got "${reply.type}"`);
  return reply.fit;
}

function finish(lab: ImportLab, command: ImportCommand): ImportReply {
  let reply = read(lab.command(JSON.stringify(command)));
  while (reply.type === 'working') reply = read(lab.slice());
  return reply;
}

function read(json: string): ImportReply {
  const answer = JSON.parse(json) as { ok: ImportReply } | { err: Failure };
  if ('err' in answer) throw new EngineFailure(answer.err);
  return answer.ok;
}
