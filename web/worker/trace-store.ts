/**
 * Where an import writes its columnar file: in the browser's own file system if there is one, so that a trace of a
 * gigabyte takes no memory; otherwise in blobs, which browsers keep out of the page's heap and may swap out.
 *
 * Every page has a folder of its own there. A page that is open holds a lock of its folder's name: folders without one
 * are swept away by the next import, and so is what a cancelled import of this page has left behind.
 */

import type { TraceReader } from '../protocol/engine/engine-server';
import type { TraceFile } from '../protocol/pkg/import.js';
import type { TraceFile as Columns } from '../protocol/traces/trace-import';

/** The part that only workers have; the types of the page leave it out. */
interface SyncAccessHandle {
  read(into: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  flush(): void;
  close(): void;
}
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

interface TraceStore extends TraceFile {
  append(bytes: Uint8Array): void;
  /** The file is complete, as engines get it. */
  finish(): Promise<Blob>;
}

const FOLDERS = 'traces';

/** Bytes of a blob, at once: workers may wait. */
function readBlob(blob: Blob, at: number, length: number): Uint8Array {
  return new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob.slice(at, at + length)));
}

/** A columnar file as engines read it. */
export function fileReader(file: Columns): TraceReader {
  return file instanceof Blob
    ? { size: () => file.size, read: (at, length) => readBlob(file, at, length) }
    : { size: () => file.length, read: (at, length) => file.subarray(at, at + length) };
}

/** In blobs where there is no such file system: an old browser, a private window, a page that came over plain http. */
export function traceStore(folder: string, name: string, keep: string[]): Promise<TraceStore> {
  return fileStore(folder, name, keep).catch(blobStore);
}

async function fileStore(folder: string, name: string, keep: string[]): Promise<TraceStore> {
  const root = await navigator.storage.getDirectory();
  const folders = await root.getDirectoryHandle(FOLDERS, { create: true });
  const own = await folders.getDirectoryHandle(folder, { create: true });
  await sweep(folders, folder, own, keep);
  const entry = await own.getFileHandle(name, { create: true });
  const open = () =>
    (entry as unknown as { createSyncAccessHandle(): Promise<SyncAccessHandle> }).createSyncAccessHandle();
  let handle = await open();
  let size = 0;
  /** Once it is written, where it cannot be opened again. */
  let file: Blob | null = null;
  return {
    size: () => size,
    append(bytes) {
      for (let done = 0; done < bytes.length; ) {
        const written = handle.write(bytes.subarray(done), { at: size });
        if (written === 0) throw new DOMException('no room is left', 'QuotaExceededError');
        done += written;
        size += written;
      }
    },
    read(at, length) {
      if (file) return readBlob(file, at, length);
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, handle.read(bytes, { at }));
    },
    async finish() {
      handle.flush();
      handle.close();
      const written = await entry.getFile();
      // For what is asked about the trace: a handle reads a chunk several times as fast as a blob.
      try {
        handle = await open();
      } catch {
        file = written;
      }
      return written;
    },
  };
}

/** In blobs, which are gone with the worker. */
export function blobStore(): TraceStore {
  // A read is within one append: chunks are.
  const parts: { at: number; blob: Blob }[] = [];
  let size = 0;
  return {
    size: () => size,
    append(bytes) {
      parts.push({ at: size, blob: new Blob([bytes.slice()]) });
      size += bytes.length;
    },
    read(at, length) {
      const part = parts.findLast((candidate) => candidate.at <= at);
      return part ? readBlob(part.blob, at - part.at, length) : new Uint8Array();
    },
    finish: async () => new Blob(parts.map(({ blob }) => blob)),
  };
}

/** Deletes the folders of pages that are gone, and of our own files those that are not to be kept. */
async function sweep(
  folders: FileSystemDirectoryHandle,
  folder: string,
  own: FileSystemDirectoryHandle,
  keep: string[],
): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map((lock) => lock.name));
  for await (const name of names(folders)) {
    if (name !== folder && !alive.has(`ftl-lab-traces-${name}`)) await remove(folders, name);
  }
  for await (const name of names(own)) {
    if (!keep.includes(name)) await remove(own, name);
  }
}

function names(folder: FileSystemDirectoryHandle): AsyncIterable<string> {
  return (folder as unknown as { keys(): AsyncIterable<string> }).keys();
}

/** Another import may sweep at the same time, or still be writing. */
async function remove(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  await folder.removeEntry(name, { recursive: true }).catch(() => undefined);
}
