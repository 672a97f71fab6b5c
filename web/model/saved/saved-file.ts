/**
 * A saved lab in one file, `.ftllab`: a zip of
 *
 * - `manifest.json`: format, engine version, scenario hash, trace hash
 * - `scenario.json`: the scenario, as `ftl-lab run` takes it
 * - `view.json`: position, view, and how the trace is called and read
 * - `trace`: the trace file's own bytes, where the scenario runs one
 *
 * so that a person without the lab can unpack it too. Written as a stream, read by its directory (zip.ts): a trace of
 * a gigabyte is never in memory as a whole.
 */
import { deflateSync, strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import * as v from 'valibot';
import { isObject, parseDocument, writeDocument } from '../scenario/document';
import { beyond, Shared } from './share';
import { wrapped, wrappedView } from './wrapped';
import { entriesOf, MOST_RATIO, readEntry, textOf, ZipFault } from './zip';

/** In format 1 a trace that goes beyond the device was wrapped by default. */
const WRAPPED = 1;
const FORMAT = 2;
/** A scenario with every operation listed is some megabytes; more is no scenario. */
const MOST_TEXT_BYTES = 64 * 1024 * 1024;

const Manifest = v.object({
  format: v.number(),
  engine: v.string(),
  scenario_hash: v.string(),
  trace_hash: v.nullable(v.string()),
});
type Manifest = v.InferOutput<typeof Manifest>;

export interface SavedLab {
  shared: Shared;
  /** Hash of the scenario's canonical form, to be compared with what the engine makes of it. */
  scenarioHash: string;
  /** Engine that saved it. */
  engine: string;
  trace: Blob | null;
}

/** Why a file is not opened. `detail` names the place for a developer. */
export interface SavedFault {
  kind: 'not_saved' | 'cut' | 'broken' | 'newer' | 'too_large';
  detail: string;
}

/** Whether a file is meant as a saved lab: by its name, or by how a zip begins. */
export async function looksSaved(file: File): Promise<boolean> {
  if (file.name.toLowerCase().endsWith('.ftllab')) return true;
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

/** Packs a lab. `onBytes` hears how much of the trace has been read. */
export async function packLab(
  { shared, scenarioHash, engine, trace }: SavedLab,
  onBytes: (read: number) => void = () => undefined,
): Promise<Blob> {
  const { scenario, position, view, trace: named } = shared;
  const manifest: Manifest = {
    format: FORMAT,
    engine,
    scenario_hash: scenarioHash,
    trace_hash: named?.hash ?? null,
  };
  const parts = new Parts();
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.add(chunk);
  });
  const add = (name: string, stored = false) => {
    const entry = stored ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    // No clock: the same lab makes the same file.
    entry.mtime = '1980-01-01T00:00:00';
    zip.add(entry);
    return entry;
  };
  const text = (name: string, value: Parameters<typeof writeDocument>[0]) =>
    add(name).push(strToU8(`${writeDocument(value)}\n`), true);
  text('manifest.json', { ...manifest });
  text('scenario.json', scenario);
  text('view.json', JSON.parse(JSON.stringify({ position, view, trace: named })));
  if (trace) {
    const entry = add('trace', await repeats(trace));
    let read = 0;
    for (const reader = trace.stream().getReader(); ; ) {
      const { done, value } = await reader.read();
      entry.push(value ?? new Uint8Array(), done);
      if (done) break;
      read += value.byteLength;
      onBytes(read);
    }
  }
  zip.end();
  return parts.blob('application/zip');
}

/** Reads a saved lab; nothing is opened yet. */
export async function unpackLab(file: Blob): Promise<SavedLab | SavedFault> {
  try {
    const entries = await entriesOf(file);
    const text = async (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw new ZipFault('not_saved', name);
      const document = parseDocument(await textOf(file, entry, MOST_TEXT_BYTES));
      if (!document) throw new ZipFault('broken', name);
      return document;
    };
    const manifest = v.safeParse(Manifest, await text('manifest.json'));
    if (!manifest.success) throw new ZipFault('broken', 'manifest.json');
    const { format, engine, scenario_hash, trace_hash } = manifest.output;
    if (format > FORMAT) return { kind: 'newer', detail: engine };
    const before = format <= WRAPPED;
    const [written, seen] = [await text('scenario.json'), await text('view.json')];
    const scenario = before ? wrapped(written) : written;
    const view = before ? wrappedView(seen.view) : seen.view;
    const shared = v.safeParse(Shared, { ...seen, view, scenario });
    if (!shared.success) throw new ZipFault('broken', pathOf(shared.issues));
    if (beyond(shared.output)) throw new ZipFault('broken', 'position');
    const named = shared.output.trace;
    if ((named?.hash ?? null) !== trace_hash) throw new ZipFault('broken', 'trace_hash');
    const entry = entries.get('trace');
    if (!named) return { shared: shared.output, scenarioHash: scenario_hash, engine, trace: null };
    if (!entry || entry.bytes !== named.bytes) throw new ZipFault('broken', 'trace');
    const parts = new Parts();
    await readEntry(file, entry, (chunk) => parts.add(chunk));
    const trace = parts.blob('application/octet-stream');
    return { shared: shared.output, scenarioHash: scenario_hash, engine, trace };
  } catch (error) {
    if (error instanceof ZipFault) return { kind: error.kind, detail: error.detail };
    return { kind: 'broken', detail: error instanceof Error ? error.message : String(error) };
  }
}

export function isSavedFault(read: SavedLab | SavedFault): read is SavedFault {
  return isObject(read as never) && 'kind' in read;
}

function pathOf(issues: readonly v.BaseIssue<unknown>[]): string {
  return ['view.json', ...(issues[0]?.path?.map(({ key }) => String(key)) ?? [])].join(' ');
}

/** Bytes of a trace that say how well it is packed. */
const SAMPLE = 4 * 1024 * 1024;

/** Whether a trace repeats itself so often that packed it would look like a bomb: it is stored as it is, and opens again. */
async function repeats(trace: Blob): Promise<boolean> {
  const sample = new Uint8Array(await trace.slice(0, SAMPLE).arrayBuffer());
  return sample.length > (MOST_RATIO / 2) * deflateSync(sample, { level: 6 }).length;
}

/** Bytes on their way into a Blob, which the browser may keep on disk. */
class Parts {
  private readonly folded: Blob[] = [];
  private loose: Uint8Array<ArrayBuffer>[] = [];
  private bytes = 0;

  add(chunk: Uint8Array): void {
    this.loose.push(chunk as Uint8Array<ArrayBuffer>);
    this.bytes += chunk.byteLength;
    if (this.bytes > 8 * 1024 * 1024) this.fold();
  }

  blob(type: string): Blob {
    this.fold();
    return new Blob(this.folded, { type });
  }

  private fold(): void {
    this.folded.push(new Blob(this.loose));
    this.loose = [];
    this.bytes = 0;
  }
}
