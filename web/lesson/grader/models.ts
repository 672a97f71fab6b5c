/** The closed forms by the host, in the place of `protocol/models.ts` and its wasm: QuickJS runs no WebAssembly. */
import type { Models, loadModels as ofThePage } from '../../protocol/models';
import type { Host } from './host';

let models: Models | null = null;

export function modelsFrom(host: Host): void {
  models = {
    writeAmplification: (...figures) => host.writeAmplification(...figures),
    optimalSplit(...figures) {
      const [p, amplification] = host.optimalSplit(...figures);
      return p === undefined || amplification === undefined ? null : { p, amplification };
    },
  };
}

export const loadModels: typeof ofThePage = async () => {
  if (!models) throw new Error('the host has given no models');
  return models;
};
