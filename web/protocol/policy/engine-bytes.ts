/** The engine's module as bytes, for a sandbox that cannot load it itself. */
import url from '../pkg/engine_bg.wasm?url';

let bytes: Promise<ArrayBuffer> | null = null;

/** Rejects where the network is gone; the next call asks again. */
export function engineBytes(): Promise<ArrayBuffer> {
  bytes ??= load().catch((error) => {
    bytes = null;
    throw error;
  });
  return bytes;
}

async function load() {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}
