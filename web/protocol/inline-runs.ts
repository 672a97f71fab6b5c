/** Workers of the pool, and sheets, in this very thread: what unit tests use, under Node. Those of one process share the wasm memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineCrash, EngineFailure } from './engine-client';
import { initSync, mean, Plans, Runs } from './pkg/engine.js';
import type { StartRun } from './pool';
import { RunLoop } from './run-loop';
import { channelPause } from './runner';
import type { Sheet, ToSheet } from './sheet';
import { type KeptResults, SheetDesk } from './sheet-desk';

const load = () => initSync({ module: readFileSync(join(import.meta.dirname, 'pkg', 'engine_bg.wasm')) });

export const inlineRun: StartRun = (hear) => {
  let open = true;
  const loop = new RunLoop({
    load: async () => {
      load();
      return () => new Runs();
    },
    read(file) {
      // Node has no way to read a blob at once; the inline import makes none.
      if (file instanceof Blob) throw new Error('a run in this thread takes the bytes of a trace file');
      return { size: () => file.length, read: (at, length) => file.subarray(at, at + length) };
    },
    post: (message) => queueMicrotask(() => open && hear(message)),
    now: () => performance.now(),
    pause: channelPause(),
  });
  return {
    post: (message) => queueMicrotask(() => open && loop.receive(message)),
    close: () => {
      open = false;
    },
  };
};

/** What `kept` holds outlives the sheet, as the browser's database does. */
export function inlineSheet(kept: Map<string, string>): Sheet {
  load();
  const results: KeptResults = {
    get: async (keys) => keys.map((key) => kept.get(key)),
    async put(all) {
      for (const [key, text] of all) kept.set(key, text);
      return true;
    },
    async clear() {
      kept.clear();
    },
  };
  const desk = new SheetDesk(new Plans(), mean, results);
  let id = 0;
  return {
    async ask(question, asked) {
      id += 1;
      const heard = await desk.receive({ do: question, id, asked } as ToSheet);
      if (heard.is === 'failure') throw new EngineFailure(heard.failure);
      if (heard.is === 'crash') throw new EngineCrash(heard.message);
      return heard.answer as never;
    },
    close: () => {},
  };
}
