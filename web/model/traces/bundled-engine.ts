/** An engine for which the bundled traces are there: a scenario that names one gets it without being asked. */
import { type EngineClient, EngineFailure } from '../../protocol/engine/engine-client';
import type { Command } from '../../protocol/generated/Command';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import { parseDocument } from '../scenario/document';
import { BUNDLED_TRACES } from './bundled-traces';

/** Statistics of an import are per page; no one sees these. */
const PAGE_BYTES = 4096;

/**
 * `load` gives a file of the folder `traces`, or `null` if it cannot be had; then the engine's own refusal is.
 * A trace that a person imported under the same name goes before the bundled one.
 */
export function bundledEngine(
  engine: EngineClient,
  load: (file: string) => Promise<Blob | null>,
): EngineClient {
  return {
    async request(command, options) {
      try {
        return await engine.request(command, options);
      } catch (error) {
        const file = error instanceof EngineFailure && wantedTrace(command, error);
        const trace = file ? await load(file) : null;
        if (!file || !trace) throw error;
        options?.signal?.throwIfAborted();
        const { signal } = options ?? {};
        await engine.importTrace(trace, { name: file, options: DEFAULT_OPTIONS }, PAGE_BYTES, { signal });
        return engine.request(command, options);
      }
    },
    frame: (slot, window) => engine.frame(slot, window),
    importTrace: (source, open, pageBytes, options) => engine.importTrace(source, open, pageBytes, options),
    previewTrace: (source, open) => engine.previewTrace(source, open),
    attach: (name, file) => engine.attach(name, file),
    get onCrash() {
      return engine.onCrash;
    },
    set onCrash(hear) {
      engine.onCrash = hear;
    },
    close: () => engine.close(),
  };
}

/** The bundled trace whose absence made a command fail. */
export function wantedTrace(command: Command, { failure }: EngineFailure): string | null {
  if (failure.kind !== 'trace' || failure.field !== 'workload.path' || !('scenario' in command)) return null;
  const workload = parseDocument(command.scenario)?.workload;
  const path = typeof workload === 'object' && workload !== null && 'path' in workload && workload.path;
  return BUNDLED_TRACES.find(({ file }) => file === path)?.file ?? null;
}
