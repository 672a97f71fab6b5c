/**
 * Warms up the import's code while a person chooses a file: browsers compile wasm quickly first and well only what has run for a
 * while. A small trace of lines, packed as most traces are, is imported a few times for nothing.
 */
import type { ImportLab } from './trace-import';
import { DEFAULT_OPTIONS } from './trace-options';

/** Enough of it, on a slow machine too. */
const LONG_MS = 250;
const REQUESTS = 20_000;
/** Some milliseconds of code that is not optimised. */
const PIECE = 8192;
const PAGE_BYTES = 4096;

export interface WarmUpHost {
  /** An import into a file that nobody reads. */
  make(): ImportLab & { free(): void };
  /** Milliseconds. */
  now(): number;
  /** Lets waiting messages in. */
  pause(): Promise<void>;
}

/** Ends early, and soon, once `wanted` says that somebody waits. */
export async function warmUpImport({ make, now, pause }: WarmUpHost, wanted: () => boolean): Promise<void> {
  const trace = await packed(lines());
  const began = now();
  while (!wanted() && now() < began + LONG_MS) {
    const lab = make();
    lab.command(JSON.stringify({ type: 'open', name: 'warm-up', options: DEFAULT_OPTIONS }));
    for (let at = 0; at < trace.length; at += PIECE) {
      lab.push(trace.subarray(at, at + PIECE));
      await pause();
      if (wanted()) return lab.free();
    }
    let reply = lab.command(JSON.stringify({ type: 'finish', page_bytes: PAGE_BYTES }));
    while (reply.includes('"working"')) reply = lab.slice();
    lab.free();
    await pause();
  }
}

/** As MQSim has them: times, devices, addresses and lengths as those of a server, and as badly packed. */
function lines(): string {
  const all: string[] = [];
  let [time, draw] = [0, 1];
  for (let i = 0; i < REQUESTS; i += 1) {
    // Numerical Recipes' generator: neither secret nor statistics.
    draw = (Math.imul(draw, 1_664_525) + 1_013_904_223) >>> 0;
    time += draw >>> 12;
    all.push(`${time} ${draw >>> 31} ${draw >>> 4} ${8 << (draw >>> 30)} ${(draw >>> 29) & 1}\n`);
  }
  return all.join('');
}

/** As it is, where the browser packs nothing. */
async function packed(text: string): Promise<Uint8Array> {
  const blob = new Blob([text]);
  const packing = 'CompressionStream' in globalThis;
  const source = packing ? blob.stream().pipeThrough(new CompressionStream('gzip')) : blob.stream();
  return new Uint8Array(await new Response(source).arrayBuffer());
}
