/**
 * Runs a policy with an engine of its own, in the frame `public/policy.html`. The page sends this file as text: a frame without an
 * origin has no address to load it from. All that leaves are the messages below, and the page trusts none of them.
 */
import { initSync, PolicyRun, PolicySearch } from '../../protocol/pkg/engine.js';
import { compile, type FromWasm, fromWasm } from './from-wasm';
import { limitArrays } from './limit-arrays';
import { explain, host, type PolicyHost, refuse, type Stop, seal } from './runtime.js';
import type { FromSandbox, ToSandbox } from './wire';

/** Requests, or traces, between two reports. */
const REQUESTS = 500;
const TRACES = 20;

// Kept before everything is taken away.
const post = self.postMessage.bind(self) as (message: FromSandbox) => void;
const now = performance.now.bind(performance);
const { Blob: Bytes, URL: Address } = globalThis;

self.onmessage = ({ data }: MessageEvent<ToSandbox>) => void run(data);

async function run({ engine, source, scenario, state, watched, tries }: ToSandbox) {
  initSync({ module: engine });
  let loaded: FromWasm;
  try {
    loaded = await load(source);
  } catch (error) {
    // Whatever it is, the policy threw it.
    return post({ is: 'stopped', stop: explain(error, '') });
  }
  post({ is: 'loaded' });
  const { functions, memory } = loaded;
  try {
    // Only to find a loop: a message before each call takes longer than the call.
    const enter = watched === null ? undefined : (name: string) => watch(name);
    const asked = host(functions, enter, state);
    if (memory) asked.stateBytes = () => memory.buffer.byteLength;
    // Requests done, of a search traces.
    let done = 0;
    const late = () => watched !== null && done >= watched;
    const watch = (name: string) => {
      if (late()) post({ is: 'enter', name, at: done });
    };
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
    else post({ is: 'stopped', stop: explain(error, 'init') });
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
async function load(source: string | ArrayBuffer): Promise<FromWasm> {
  if (typeof source !== 'string') {
    const module = compile(source);
    seal(globalThis);
    return fromWasm(module);
  }
  refuse(source);
  // Its name in errors is that of the command line, and not the address, which differs from run to run.
  const named = new Bytes([source, '\n//# sourceURL=policy.js'], { type: 'text/javascript' });
  const address = Address.createObjectURL(named);
  limitArrays(globalThis);
  seal(globalThis);
  return { functions: await import(/* @vite-ignore */ address) };
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
        throw thrown(explain(error, asked.current(), asked.hint()));
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
