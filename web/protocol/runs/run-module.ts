/**
 * The engine's module, fetched and compiled once for all workers of the pool: what the browser has optimised for one of them is
 * optimised for all, also for those that come later.
 */
import url from '../pkg/engine_bg.wasm?url';

let module: Promise<WebAssembly.Module> | null = null;

/** Rejects where the network is gone; the next call asks again. */
export function runModule(): Promise<WebAssembly.Module> {
  module ??= compile().catch((error) => {
    module = null;
    throw error;
  });
  return module;
}

async function compile(): Promise<WebAssembly.Module> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  // While it comes in, where the server names its type.
  return answer.headers.get('Content-Type') === 'application/wasm'
    ? WebAssembly.compileStreaming(answer)
    : WebAssembly.compile(await answer.arrayBuffer());
}
