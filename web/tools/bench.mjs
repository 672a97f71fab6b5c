// @ts-check
// How fast the engine is in wasm, next to the same run natively. Prints figures, judges nothing: a machine that
// does other things shifts them, so the two take turns and the medians are compared.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, ROOT, RUST } from './step.mjs';

const ROUNDS = 3;
const REQUESTS = 10_000_000;
/** Flash operations per slice: long enough to be carried by work, short enough to enter optimised code. */
const SLICE = 500_000;
/** That of `run with history` in `crates/sim/benches/speed.rs`: both sides take the same checkpoints. */
const SCENARIO = {
  format: 1,
  device: { blocks: 10_753, pages_per_block: 64 },
  spare_factor: 0.07,
  ftl: { kind: 'page' },
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'uniform', requests: REQUESTS },
};

/** @returns {Promise<string>} */
export async function compareSpeed() {
  const pkg = join(ROOT, 'web', 'protocol', 'pkg');
  const { Lab, initSync } = await import(pathToFileURL(join(pkg, 'engine_page.js')).href);
  initSync({ module: new WebAssembly.Module(readFileSync(join(pkg, 'engine_page_bg.wasm'))) });
  const wasm = [];
  const native = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    native.push(nativeSpeed());
    wasm.push(wasmSpeed(new Lab()));
  }
  const [ours, theirs] = [median(wasm), median(native)];
  return `page greedy: wasm ${ours.toFixed(2)} of native ${theirs.toFixed(2)} M host writes/s, ratio ${(ours / theirs).toFixed(2)}`;
}

/** Megabytes of text that {@link importSpeed} reads. */
const IMPORT_MB = 200;

/**
 * How fast the import's module reads a trace, statistics and all, in megabytes a second of this process's own time; the
 * native figures are those of `crates/trace/benches/import.rs`, on the same kind of text.
 *
 * @returns {Promise<string>}
 */
export async function importSpeed() {
  const pkg = join(ROOT, 'web', 'protocol', 'pkg');
  const { TraceImport, initSync } = await import(pathToFileURL(join(pkg, 'import.js')).href);
  const { memory } = initSync({ module: new WebAssembly.Module(readFileSync(join(pkg, 'import_bg.wasm'))) });
  const figures = [];
  for (const [name, line] of Object.entries(LINES)) {
    const text = textOf(line, IMPORT_MB * 1e6);
    const { user: began } = process.cpuUsage();
    const importer = new TraceImport(memoryFile());
    /** @param {string} json */
    const reply = (json) => {
      const { ok, err } = JSON.parse(json);
      if (err) throw new Failure(`the import says: ${err.message}`);
      return ok.type;
    };
    reply(importer.command(JSON.stringify({ type: 'open', name, options: {} })));
    for (let at = 0; at < text.length; at += 4 << 20) {
      const failure = importer.push(text.subarray(at, at + (4 << 20)));
      if (failure) throw new Failure(`the import says: ${failure}`);
    }
    reply(importer.command(JSON.stringify({ type: 'finish', page_bytes: 4096 })));
    while (reply(importer.slice()) !== 'imported');
    const seconds = (process.cpuUsage().user - began) / 1e6;
    importer.free();
    figures.push(`${name} ${(text.length / 1e6 / seconds).toFixed(0)} MB/s`);
  }
  return `import in wasm: ${figures.join(', ')}; its memory ${(memory.buffer.byteLength / 1e6).toFixed(0)} MB`;
}

/** Line `i` of each text, with addresses all over a terabyte. @type {Record<string, (i: number, random: number) => string>} */
const LINES = {
  msr: (i, random) =>
    `${128_166_385_000 + i}514663,hm,0,${random & 1024 ? 'Read' : 'Write'},${(random >>> 4) * 4096},${4096 << (random & 3)},2833\n`,
  spc: (i, random) =>
    `${i % 24},${random >>> 1},4096,${random & 1024 ? 'r' : 'w'},${Math.floor(i / 1e6)}.${String(i % 1e6).padStart(6, '0')}\n`,
  mqsim: (i, random) => `${938_513_000 + i * 1000} ${i % 14} ${random >>> 1} 16 ${(random >>> 10) & 1}\n`,
};

/** @param {(i: number, random: number) => string} line @param {number} size */
function textOf(line, size) {
  const text = Buffer.alloc(size);
  let random = 1;
  let written = 0;
  for (let i = 0; ; i += 1) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const next = line(i, random);
    if (written + next.length > size) return text.subarray(0, written);
    written += text.write(next, written, 'latin1');
  }
}

/** A columnar trace file in this process's memory; see the type in `crates/wasm/src/file.rs`. */
function memoryFile() {
  /** @type {{ at: number, bytes: Uint8Array }[]} */
  const parts = [];
  let size = 0;
  return {
    size: () => size,
    /** @param {number} at @param {number} length */
    read(at, length) {
      const part = parts.findLast((candidate) => candidate.at <= at) ?? { at, bytes: new Uint8Array() };
      return part.bytes.subarray(at - part.at, at - part.at + length);
    },
    /** @param {Uint8Array} bytes */
    append(bytes) {
      parts.push({ at: size, bytes: bytes.slice() });
      size += bytes.length;
    },
  };
}

/** @param {{ command(json: string): string, slice(operations: number): string, free(): void }} lab */
function wasmSpeed(lab) {
  /** @param {string} text */
  const done = (text) => {
    const { ok, err } = JSON.parse(text);
    if (err) throw new Failure(`the engine says: ${err.message}`);
    return ok.type !== 'progress' || ok.done;
  };
  /** @param {object} command */
  const finish = (command) => {
    let ready = done(lab.command(JSON.stringify(command)));
    while (!ready) ready = done(lab.slice(SLICE));
  };
  finish({ type: 'open', slot: 0, scenario: JSON.stringify(SCENARIO) });
  const start = performance.now();
  finish({ type: 'run', slot: 0, target: { to: 'end' } });
  const seconds = (performance.now() - start) / 1000;
  lab.free();
  return REQUESTS / seconds / 1e6;
}

function nativeSpeed() {
  const args = ['bench', '--quiet', '-p', 'sim', '--bench', 'speed', '--', 'run with history'];
  const { stdout, status } = spawnSync('cargo', args, { cwd: RUST, encoding: 'utf8' });
  const speed = /([\d.]+) M host writes/.exec(stdout ?? '')?.[1];
  if (status !== 0 || !speed) throw new Failure('the native bench printed no figure', '`npm run bench`');
  return Number(speed);
}

/** @param {number[]} figures */
function median(figures) {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
