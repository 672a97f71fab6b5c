/**
 * Runs a policy with an engine of its own, in the frame `public/policy.html`. The page sends this file as text: a frame without an
 * origin has no address to load it from. All that leaves are the messages below, and the page trusts none of them.
 */
import { initSync, PolicyRun, PolicySearch } from '../../protocol/pkg/engine.js';
import { explain, host, type PolicyHost, type Stop, seal } from './runtime.js';
import type { FromSandbox, ToSandbox } from './wire';

/** Requests, or traces, between two reports. */
const REQUESTS = 500;
const TRACES = 20;
/** Bytes that arrays of 64 kB and more may take together. Smaller ones end as garbage. */
const MEMORY = 64 << 20;
const LARGE = 64 << 10;

// Kept before everything is taken away.
const post = self.postMessage.bind(self) as (message: FromSandbox) => void;
const now = performance.now.bind(performance);
const { Blob: Bytes, URL: Address, WebAssembly: Modules } = globalThis;

self.onmessage = ({ data }: MessageEvent<ToSandbox>) => void run(data);

async function run({ engine, source, scenario, state, watched, tries }: ToSandbox) {
  initSync({ module: engine });
  let current = '';
  try {
    const functions = await load(source);
    post({ is: 'loaded' });
    // Only to find a loop: a message before each call takes longer than the call.
    const enter = watched === null ? undefined : (name: string) => watch(name);
    const asked = host(functions, enter, state);
    // Requests done, of a search traces.
    let done = 0;
    const late = () => watched !== null && done >= watched;
    const watch = (name: string) => {
      if (late()) post({ is: 'enter', name });
    };
    current = 'init';
    const asks = throwing(asked) as never;
    const work =
      tries === null
        ? runOf(new PolicyRun(scenario, asks))
        : searchOf(new PolicySearch(scenario, asks, tries), tries);
    post({ is: 'progress', done, total: work.total });
    let last = 0;
    // In one go: what a policy puts off until later never happens, here as on the command line.
    for (let ended = false; !ended; done = work.done()) {
      ended = work.slice(late());
      if (now() - last < 50 && !ended) continue;
      last = now();
      post({ is: 'progress', done: work.done(), total: work.total });
    }
    post(work.end());
  } catch (error) {
    if (typeof error === 'string') post({ is: 'failed', failure: error });
    else post({ is: 'stopped', stop: explain(error, current) });
  }
}

/** A run, or a search for a counterexample, part by part. */
interface Work {
  total: number;
  done(): number;
  /** Whether it is over; `one`: after the next request or trace. */
  slice(one: boolean): boolean;
  end(): FromSandbox;
}

const runOf = (run: PolicyRun): Work => ({
  total: run.total(),
  done: () => run.done(),
  slice: (one) => run.slice(one ? 1 : REQUESTS),
  end: () => ({ is: 'done', outcome: run.outcome() }),
});

const searchOf = (search: PolicySearch, tries: number): Work => ({
  total: tries,
  done: () => search.tried(),
  slice: (one) => search.slice(one ? 1 : TRACES),
  end: () => ({ is: 'found', found: search.found() }),
});

/** The functions of a policy: of a module of JavaScript, or of WebAssembly. */
async function load(source: string | ArrayBuffer): Promise<object> {
  const address =
    typeof source === 'string'
      ? Address.createObjectURL(new Bytes([source], { type: 'text/javascript' }))
      : '';
  const module = typeof source === 'string' ? null : new Modules.Module(source);
  limitArrays();
  seal(globalThis);
  if (module) return fromWasm(module);
  return import(/* @vite-ignore */ address);
}

/** Arrays count: a policy that keeps a gigabyte must not take the machine with it. */
function limitArrays() {
  let taken = 0;
  const count = (bytes: number) => {
    if (!(bytes >= LARGE)) return;
    taken += bytes;
    if (taken > MEMORY) throw new RangeError('Array buffer allocation failed: a policy has 64 MB');
  };
  const kinds = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array];
  for (const Kind of [...kinds, BigInt64Array, BigUint64Array, Float32Array, Float64Array]) {
    const each = Kind.BYTES_PER_ELEMENT;
    counted(Kind.name, Kind, (length) => count(typeof length === 'number' ? length * each : 0));
  }
  counted('ArrayBuffer', ArrayBuffer, (length) => count(Number(length)));
}

/** Puts a constructor in the place of a global one that looks at its first argument before. */
function counted(name: string, Kind: object, look: (first: unknown) => void) {
  const Counted = new Proxy(Kind, {
    construct(target, args) {
      look(args[0]);
      return Reflect.construct(target as never, args) as object;
    },
  });
  Object.defineProperty(globalThis, name, { value: Counted, writable: false, configurable: false });
  // Otherwise an array leads to the one that does not count. Its own methods then take the built-in one.
  Object.defineProperty((Kind as { prototype: object }).prototype, 'constructor', { value: undefined });
}

/** The host, as the engine calls it: all that it throws is a text, see crates/wasm/src/policy.rs. */
function throwing(asked: PolicyHost) {
  const thrown = ({ function: name, message, remedy, line, column }: Stop) =>
    [name, message, remedy, line ?? '', column ?? ''].join('\u001f');
  const guard =
    <Args extends unknown[], Answer>(call: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      try {
        return call(...args);
      } catch (error) {
        throw thrown(explain(error, asked.current()));
      }
    };
  return {
    ...asked,
    init: guard((...device: Parameters<PolicyHost['init']>) => {
      // The engine's own work is done: from here on the policy keeps the page waiting.
      post({ is: 'progress', done: 0, total: 0 });
      asked.init(...device);
    }),
    notes: guard(asked.notes),
    decide: guard(asked.decide),
  };
}

/** The functions of a WebAssembly module, as those of a policy in JavaScript (SPEC 13.4). */
function fromWasm(module: WebAssembly.Module): object {
  let list: { id: number; valid?: number; erases?: number; closedAt?: number; dirty?: boolean }[] = [];
  let scheme = 0;
  const of = (get: (one: (typeof list)[number]) => number | undefined) => (n: number) => {
    const one = list[n];
    return one ? (get(one) ?? 0) : 0;
  };
  const ftl = {
    id: of((one) => one.id),
    valid: of((one) => one.valid),
    erases: of((one) => one.erases),
    closed_at: of((one) => one.closedAt),
    dirty: of((one) => Number(one.dirty ?? false)),
    own: () => scheme,
    log: (value: number) => (globalThis as unknown as { log: (value: number) => void }).log(value),
  };
  const looks = Modules.Module.imports(module).some(({ name }) => !['own', 'log'].includes(name));
  const { exports } = new Modules.Instance(module, { ftl });
  const functions: Record<string, unknown> = {};
  for (const [name, its] of Object.entries(exports)) {
    if (typeof its !== 'function') continue;
    if (name === 'init') {
      functions.init = (device: { blocks: number; pagesPerBlock: number; logicalPages: number }) =>
        its(device.blocks, device.pagesPerBlock, device.logicalPages);
    } else if (name === 'placement') {
      functions[name] = (lpn: number, time: number, own: number) => {
        scheme = own;
        return its(lpn, time);
      };
    } else if (['victim', 'logBlock', 'merge', 'eviction', 'superblock', 'chain'].includes(name)) {
      const decide = (given: typeof list | undefined, time: number, own: number) => {
        list = given ?? [];
        scheme = own;
        return its(list.length, time);
      };
      functions[name] = looks
        ? (given: typeof list, time: number, own: number) => decide(given, time, own)
        : (...[, time, own]: [undefined, number, number]) => decide(undefined, time, own);
    } else functions[name] = its;
  }
  return functions;
}
