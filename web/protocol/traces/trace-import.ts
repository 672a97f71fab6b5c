/**
 * Importing a trace: a file's bytes become a columnar file that engines read in slices. It runs beside the engine, in
 * a worker and a wasm module of its own (the page) or in this thread (tests); this is what both share.
 */
import { answerOf, EngineFailure } from '../engine/engine-client';
import type { Failure } from '../generated/Failure';
import type { ImportCommand } from '../generated/ImportCommand';
import type { ImportReply } from '../generated/ImportReply';
import type { Preview } from '../generated/Preview';
import type { PreviewAsked } from '../generated/PreviewAsked';
import type { TraceFit } from '../generated/TraceFit';
import type { TraceLocality } from '../generated/TraceLocality';
import type { TraceSummary } from '../generated/TraceSummary';

/** A columnar trace file: a blob that may lie on disk, or under Node its bytes. */
export type TraceFile = Blob | Uint8Array<ArrayBuffer>;

/** Format, units and name: see `ImportCommand`. */
export type TraceOpen = Omit<Extract<ImportCommand, { type: 'open' }>, 'type'>;

/** Page size, size and mapping of a device. */
export type FitDevice = Omit<Extract<ImportCommand, { type: 'fit' }>, 'type'>;

/** The wishes of an import's caller. */
export interface ImportOptions {
  /** Called after each slice of the file, with bytes so far and in all. */
  onBytes?: (read: number, total: number) => void;
  /** Abort it to drop the import: the promise rejects with an `AbortError`. */
  signal?: AbortSignal;
}

/** The wishes of a caller while the locality of a trace is found. */
export interface LocalityOptions {
  /** Called after each slice, with requests so far and in all. */
  onRequests?: (done: number, total: number) => void;
  /** Abort it to end the search: the promise rejects with an `AbortError`. */
  signal?: AbortSignal;
}

/** An imported trace. */
export interface ImportedTrace {
  trace: TraceSummary;
  /** For `EngineClient.attach`. */
  file: TraceFile;
  /** How it fits a device. One question at a time; the others wait. */
  fit(device: FitDevice): Promise<TraceFit>;
  /**
   * How local it is on pages of this many bytes. Takes seconds for millions of requests; fits are answered meanwhile. A search
   * under way is ended by the next. Rejects with {@link EngineFailure} for a trace too large to be followed.
   */
  locality(pageBytes: number, options?: LocalityOptions): Promise<TraceLocality>;
  /** Ends what answers `fit` and `locality`. Engines go on reading the file. */
  close(): void;
}

/** Imports a trace. `pageBytes` is the page size of its statistics. Rejects as `EngineClient.request` does. */
export type ImportTrace = (
  source: Blob,
  open: TraceOpen,
  pageBytes: number,
  options?: ImportOptions,
) => Promise<ImportedTrace>;

/** The first lines of a file and their meaning under some options. Rejects with {@link EngineFailure} for what is no text. */
export type PreviewTrace = (source: Blob, open: TraceOpen) => Promise<Preview>;

/** The class `TraceImport` of the wasm package. Its methods throw when it panics. */
export interface ImportLab {
  command(json: string): string;
  push(bytes: Uint8Array): string | undefined;
  slice(): string;
}

/** Bytes read at most at a time, and between two reports: little beside the memory of the import itself. */
const SLICE = 4 << 20;

/** Bytes of a file that its preview is made from. */
const HEAD = 64 << 10;

/** `preview` is that of the wasm package. */
export async function runPreview(
  preview: (head: Uint8Array, json: string) => string,
  source: Blob,
  open: TraceOpen,
): Promise<Preview> {
  const head = new Uint8Array(await source.slice(0, HEAD).arrayBuffer());
  const asked: PreviewAsked = { ...open, whole: source.size <= HEAD };
  return answerOf<Preview>(preview(head, JSON.stringify(asked)));
}

/** Reads the source into the columnar file. The browser fetches what comes next while a piece is parsed. */
export async function runImport(
  lab: ImportLab,
  source: Blob,
  open: TraceOpen,
  pageBytes: number,
  { onBytes, signal }: ImportOptions = {},
): Promise<TraceSummary> {
  const { next, cancel } = piecesOf(source);
  let [at, told] = [0, 0];
  try {
    read(lab.command(JSON.stringify({ type: 'open', ...open } satisfies ImportCommand)));
    for (let bytes = await next(); bytes; bytes = await next()) {
      signal?.throwIfAborted();
      const failure = lab.push(bytes);
      if (failure) throw new EngineFailure(JSON.parse(failure) as Failure);
      at += bytes.length;
      if (at < told + SLICE && at < source.size) continue;
      told = at;
      onBytes?.(at, source.size);
    }
    const reply = finish(lab, { type: 'finish', page_bytes: pageBytes });
    if (reply.type !== 'imported') throw new Error(`expected "imported", got "${reply.type}"`);
    return reply.trace;
  } catch (error) {
    cancel();
    throw error;
  }
}

/**
 * The source's bytes, piece by piece, null after the last; a piece is good until the next is asked for. They come into one buffer, a
 * quarter faster than slices; where streams of a blob know no such thing (Safari), in pieces of the browser's.
 */
function piecesOf(source: Blob): Pieces {
  const stream = source.stream();
  try {
    const reader = stream.getReader({ mode: 'byob' });
    let buffer = new ArrayBuffer(SLICE);
    const next = async () => {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done || !value) return null;
      buffer = value.buffer;
      return value;
    };
    return { next, cancel: () => forget(reader) };
  } catch {
    const reader = stream.getReader();
    return { next: async () => (await reader.read()).value ?? null, cancel: () => forget(reader) };
  }
}

interface Pieces {
  next(): Promise<Uint8Array | null>;
  /** The reader has enough: the browser need not read on. */
  cancel(): void;
}

/** A broken source's answer to earlier questions. */
const forget = (reader: { cancel(): Promise<void> }) => void reader.cancel().catch(() => undefined);

/** How the imported trace fits a device. */
export function runFit(lab: ImportLab, device: FitDevice): TraceFit {
  const reply = finish(lab, { type: 'fit', ...device });
  if (reply.type !== 'fit') throw new Error(`expected "fit", got "${reply.type}"`);
  return reply.fit;
}

/** Requests in a chunk of the columnar file: a slice's work. */
const CHUNK = 65_536;

/** How local the imported trace is; `pause` lets messages in between slices. */
export async function runLocality(
  lab: ImportLab,
  pageBytes: number,
  requests: number,
  pause: () => Promise<void>,
  { onRequests, signal }: LocalityOptions = {},
): Promise<TraceLocality> {
  let reply = read(
    lab.command(JSON.stringify({ type: 'locality', page_bytes: pageBytes } satisfies ImportCommand)),
  );
  while (reply.type === 'working') {
    onRequests?.(Math.min(reply.chunks * CHUNK, requests), requests);
    await pause();
    if (signal?.aborted) {
      lab.command(JSON.stringify({ type: 'cancel' } satisfies ImportCommand));
      throw signal.reason;
    }
    reply = read(lab.slice());
  }
  if (reply.type !== 'locality') throw new Error(`expected "locality", got "${reply.type}"`);
  return reply.locality;
}

function finish(lab: ImportLab, command: ImportCommand): ImportReply {
  let reply = read(lab.command(JSON.stringify(command)));
  while (reply.type === 'working') reply = read(lab.slice());
  return reply;
}

const read = (json: string) => answerOf<ImportReply>(json);
