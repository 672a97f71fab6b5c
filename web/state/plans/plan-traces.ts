/** The traces that a plan names: found, imported, and kept as long as plans go on naming them. */

import type { TraceNamed } from '../../model/saved/share';
import { BUNDLED_TRACES } from '../../model/traces/bundled-traces';
import { EngineFailure } from '../../protocol/engine/engine-client';
import type { Failure } from '../../protocol/generated/Failure';
import type { Format } from '../../protocol/generated/Format';
import type { Options } from '../../protocol/generated/Options';
import type { PlanTrace } from '../../protocol/generated/PlanTrace';
import type { ImportTrace, TraceFile } from '../../protocol/traces/trace-import';
import { DEFAULT_OPTIONS, optionsOf, readsAlike } from '../../protocol/traces/trace-options';

export interface TraceServices {
  importTrace: ImportTrace;
  /** A trace that ships with the page; `null` if it cannot be had. */
  bundled(file: string): Promise<Blob | null>;
  /** The trace that the lab holds under a name. */
  ofLab(name: string): TraceOfLab | null;
}

/** A trace of the lab: its file, how it was read, and what came of that. */
export interface TraceOfLab {
  file: Blob;
  options: Options;
  format: Format | null;
  columns: TraceFile;
  hash: string;
}

/** A failure, and the name of the file that it is about; `null`: it is not about one. */
export type FileFailure = Failure & { file: string | null };

export interface PlanTraces {
  /** In the order of the plan, without those that are wanted. */
  files: TraceFile[];
  hashes: string[];
  /** The same by name, as links name them; `null` for one that ships with the page, which a link need not name. */
  named: Map<string, TraceNamed | null>;
  /** Names of those that no one has given, or that could not be read. */
  wanted: string[];
  /** Why the first of those could not be read. */
  failure: FileFailure | null;
}

/** An imported trace, and what it was made of: a file, or the name of a bundled one. */
interface Held {
  source: Blob | string;
  options: Options;
  format: Format | null;
  file: TraceFile;
  hash: string;
}

export function planTraces({ importTrace, bundled, ofLab }: TraceServices) {
  /** Those of the last plan: a plan that was changed a little is not imported again. */
  let held: Held[] = [];

  const find = async (
    wanted: PlanTrace,
    given: File | undefined,
    signal: AbortSignal,
  ): Promise<Held | null> => {
    const { name, format, page_bytes } = wanted;
    const reading = optionsOf(format, wanted.reading);
    const lab = given ? null : ofLab(name);
    // A scenario that says nothing leaves it to how the lab has read the trace.
    const silent = readsAlike(reading, DEFAULT_OPTIONS);
    if (lab && (format === null || format === lab.format) && (silent || readsAlike(reading, lab.options))) {
      return { source: lab.file, options: lab.options, format, file: lab.columns, hash: lab.hash };
    }
    const ships = BUNDLED_TRACES.some(({ file }) => file === name);
    const source = given ?? lab?.file ?? (ships ? name : null);
    if (source === null) return null;
    const options = silent ? (lab?.options ?? DEFAULT_OPTIONS) : reading;
    const before = held.find(
      (one) => one.source === source && one.format === format && readsAlike(one.options, options),
    );
    if (before) return before;
    const blob = typeof source === 'string' ? await bundled(source) : source;
    if (!blob) return null;
    const open = { name, options: { ...options, ...(format && { format }) } };
    const imported = await importTrace(blob, open, page_bytes, { signal });
    imported.close();
    return { source, options, format, file: imported.file, hash: imported.trace.import.hash };
  };

  /**
   * Those of a plan. `given` are files that a person has chosen, by name; they go before the lab's, and these before bundled ones.
   * Rejects if `signal` is aborted.
   */
  return async (
    traces: readonly PlanTrace[],
    given: ReadonlyMap<string, File>,
    signal: AbortSignal,
  ): Promise<PlanTraces> => {
    const found: Held[] = [];
    const named = new Map<string, TraceNamed | null>();
    const wanted = new Set<string>();
    let failure: FileFailure | null = null;
    for (const trace of traces) {
      const { name } = trace;
      try {
        const one = await find(trace, given.get(name), signal);
        if (!one) {
          wanted.add(name);
          continue;
        }
        found.push(one);
        const { source, format, hash } = one;
        const options = { ...one.options, ...(format && { format }) };
        named.set(name, typeof source === 'string' ? null : { name, bytes: source.size, hash, options });
      } catch (error) {
        signal.throwIfAborted();
        wanted.add(name);
        failure ??= { ...unread(error), file: given.get(name)?.name ?? name };
      }
      signal.throwIfAborted();
    }
    held = found;
    return {
      files: found.map(({ file }) => file),
      hashes: found.map(({ hash }) => hash),
      named,
      wanted: [...wanted],
      failure,
    };
  };
}

/** The error in a file; also where the import died of it, or it is not there any more. */
function unread(error: unknown): Failure {
  if (error instanceof EngineFailure) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'trace', message, remedy: '', field: null, line: null, column: null };
}
