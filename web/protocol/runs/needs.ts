/**
 * The needs of a scenario, by the engine's rules: a second instance of the engine's module, in this very thread. A
 * comparison asks some dozens of times while it is made, and each answer decides about the next scenario. A worker
 * would make all of that wait.
 */
import { runModule } from './run-module';

/** See `crates/wasm/src/needs.rs`; `undefined`: the text is no scenario, and opening it says why. */
export interface Needs {
  minimum_blocks(scenario: string): number | undefined;
  mapping_bytes(scenario: string): number | undefined;
  buffer_pages(scenario: string): number | undefined;
}

let loaded: Needs | null = null;

/** To be awaited before whatever makes comparisons or pairs is shown. Rejects where the network is gone; the next call asks again. */
export async function loadNeeds(): Promise<void> {
  if (loaded) return;
  // On demand, as the module itself: a first visit makes no comparison.
  const [engine, module] = await Promise.all([import('../pkg/engine.js'), runModule()]);
  await engine.default({ module_or_path: module });
  loaded = engine;
}

/** Another instance of the module. */
export function giveNeeds(engine: Needs): void {
  loaded = engine;
}

export function needs(): Needs {
  if (!loaded) throw new Error('a comparison is made before `loadNeeds` is awaited');
  return loaded;
}
