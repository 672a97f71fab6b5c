/** The closed forms: a wasm module of a few functions that is loaded when the first of them is asked for. */
import init, { endurance, fewest_blocks, optimal_split, write_amplification } from './pkg/models.js';
import url from './pkg/models_bg.wasm?url';

export interface Models {
  /** See `crates/wasm/src/models.rs`: NaN where the model has no answer. */
  writeAmplification(alpha: number, pagesPerBlock: number, r: number, f: number): number;
  /** Hot and cold blocks apart: the hot pool's share of the spare space, and the write amplification; `null`: no answer. */
  optimalSplit(
    alpha: number,
    pagesPerBlock: number,
    r: number,
    f: number,
  ): { p: number; amplification: number } | null;
}

let loading: Promise<Models> | null = null;

/** Loads them once; after a failure, again. `from`: the module's bytes, under Node, where nothing is fetched. */
export function loadModels(from: string | BufferSource = url): Promise<Models> {
  loading ??= init({ module_or_path: from }).then(
    () => ({
      writeAmplification: write_amplification,
      optimalSplit(...figures) {
        const [p, amplification] = optimal_split(...figures);
        return p === undefined || amplification === undefined ? null : { p, amplification };
      },
    }),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** See `figures::endurance` of the crate `model`: the row of a drive, or one number that says why there is none. */
export type Endurance = (cycles: number, counted: readonly number[]) => ArrayLike<number>;

/** The same module's lifetime of a drive, which the command line and lessons do not take from here. */
export async function loadEndurance(from?: string | BufferSource): Promise<Endurance> {
  await loadModels(from);
  return (cycles, counted) => endurance(cycles, Float64Array.from(counted));
}

/** See `figures::fewest_blocks` of the crate `model`: blocks to try; below 0, those that are enough; 0: the largest device is not. */
export type FewestBlocks = (wanted: readonly number[], tried: readonly number[]) => number;

/** The same module's search for the fewest blocks. */
export async function loadFewestBlocks(from?: string | BufferSource): Promise<FewestBlocks> {
  await loadModels(from);
  return (wanted, tried) => fewest_blocks(Float64Array.from(wanted), Float64Array.from(tried));
}
