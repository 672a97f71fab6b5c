/**
 * Results of sweeps in the browser's own database, by what they depend on. Where there is none (a private window), nothing is kept.
 * `engine` is the module's file, whose name has a hash of its bytes: what another engine computed is not taken for this one's, also
 * where its version has not been raised.
 */
import { clear, createStore, getMany, setMany, type UseStore } from 'idb-keyval';
import type { KeptResults } from '../protocol/runs/sweep-server';

export function keptResults(engine: string): KeptResults {
  const own = (key: string) => `${engine.slice(engine.lastIndexOf('/') + 1)} ${key}`;
  let store: UseStore | null = null;
  // Opened with the first question: where there is no database, that fails, and is asked again.
  const use = () => {
    store ??= createStore('ftl-lab-sweeps', 'results');
    return store;
  };
  return {
    async get(wanted) {
      try {
        return await getMany<string>(wanted.map(own), use());
      } catch {
        return [];
      }
    },
    async put(results) {
      try {
        await setMany(
          results.map(([key, text]): [string, string] => [own(key), text]),
          use(),
        );
        return true;
      } catch {
        return results.length === 0;
      }
    },
    async clear() {
      try {
        await clear(use());
      } catch {
        // There is no database, and nothing in it.
      }
    },
  };
}
