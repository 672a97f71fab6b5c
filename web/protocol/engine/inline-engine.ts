/** The engine in this very thread: what unit tests and `npm run lesson` use, under Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine, initSync } from '../pkg/engine.js';
import { initSync as initImport, preview, TraceImport, TraceTable } from '../pkg/import.js';
import { channelPause, inThread } from '../rpc/worker-rpc';
import { type MakeDrives, runDrives } from '../traces/drives';
import {
  type ImportTrace,
  type PreviewTrace,
  runFit,
  runImport,
  runLocality,
  runPreview,
  type TraceFile,
} from '../traces/trace-import';
import type { EngineClient } from './engine-client';
import { type EngineModule, EngineServer, type TraceReader } from './engine-server';
import { type EngineQuestions, PortEngine } from './port-engine';

const PKG = join(import.meta.dirname, '../pkg');

/** The engine by itself, with an empty session. */
export async function inlineModule(): Promise<EngineModule> {
  const { memory } = initSync({ module: readFileSync(join(PKG, 'engine_bg.wasm')) });
  return { engine: new Engine(), memory };
}

/** Starts an engine. Those of one process share the wasm memory; each has its own simulations. */
export function inlineEngine(): EngineClient {
  const server = async () => new EngineServer(await inlineModule(), traceReader);
  return new PortEngine(inThread<EngineQuestions>(server), inlineImport, inlinePreview);
}

let importMemory: WebAssembly.Memory | null = null;

/** Bytes of memory that the module of all imports here has come to. */
export function importMemoryBytes(): number {
  return importMemory?.buffer.byteLength ?? 0;
}

const initImports = () => initImport({ module: readFileSync(join(PKG, 'import_bg.wasm')) }).memory;

const inlinePreview: PreviewTrace = (source, open) => {
  importMemory = initImports();
  return runPreview(preview, source, open);
};

const inlineImport: ImportTrace = async (source, open, pageBytes, options) => {
  importMemory = initImports();
  const file = bytesStore();
  const lab = new TraceImport(file);
  const trace = await runImport(lab, source, open, pageBytes, options);
  return {
    trace,
    file: file.bytes(),
    fit: async (device) => runFit(lab, device),
    locality: (bytes, job) => runLocality(lab, bytes, trace.import.requests, channelPause(), job),
    close: () => lab.free(),
  };
};

/** As `workerDrives`. */
export const inlineDrives: MakeDrives = async (
  asked,
  { onShare, signal = new AbortController().signal } = {},
) => {
  importMemory = initImports();
  const tell = ({ share }: { share: number }) => onShare?.(share);
  return runDrives({ TraceImport, TraceTable }, bytesStore, asked, { tell, pause: channelPause(), signal });
};

/** An empty file in memory. */
function bytesStore() {
  let file = new Uint8Array();
  return {
    size: () => file.length,
    read: (at: number, length: number) => file.subarray(at, at + length),
    append(bytes: Uint8Array) {
      const longer = new Uint8Array(file.length + bytes.length);
      longer.set(file);
      longer.set(bytes, file.length);
      file = longer;
    },
    bytes: () => file,
  };
}

export function traceReader(file: TraceFile): TraceReader {
  // Node has no way to read a blob at once; the import above makes none.
  if (file instanceof Blob) throw new Error('an engine in this thread takes the bytes of a trace file');
  return { size: () => file.length, read: (at, length) => file.subarray(at, at + length) };
}
