// @ts-check
// How fast the engine is in wasm, next to the same run natively. Prints figures, judges nothing: a machine that does
// other things shifts them, so the two take turns, by the processor's time, and the medians are printed.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, ROOT, RUST } from '../step.mjs';

/** Turns of native and wasm. */
const TURNS = 5;

/**
 * The compared run: a scheme, and requests enough for about a second. Much of a shorter run passes before the code
 * that wasm is compiled into first gives way to the optimised one. Where each page has its own place in a block,
 * pages come in any order.
 *
 * @type {{ ftl: { kind: string } & Record<string, unknown>, requests: number, order?: string }[]}
 */
const RUNS = [
  { ftl: { kind: 'page' }, requests: 5_000_000 },
  { ftl: { kind: 'dftl', cmt_entries: 8192, gc_policy: 'greedy' }, requests: 1_000_000 },
  { ftl: { kind: 'bast', log_blocks: 256 }, requests: 500_000 },
  { ftl: { kind: 'fast', log_blocks: 256 }, requests: 1_000_000 },
  {
    ftl: { kind: 'last', log_blocks: 256, seq_log_blocks: 16, k: 2048, seq_threshold: 8192 },
    requests: 1_000_000,
  },
  {
    ftl: {
      kind: 'superblock',
      blocks_per_superblock: 4,
      update_blocks_per_superblock: 4,
      update_blocks: 256,
      cached_superblocks: 256,
    },
    requests: 1_000_000,
  },
  { ftl: { kind: 'replacement', gc_threshold: 2 }, requests: 1_000_000, order: 'any' },
  { ftl: { kind: 'block' }, requests: 60_000, order: 'any' },
];

/** @type {Record<string, object>} */
const WORKLOADS = { uniform: { kind: 'uniform' }, financial: { kind: 'profile', profile: 'financial' } };

/** @param {(typeof RUNS)[number]} run @param {string} workload */
function scenarioOf({ ftl, requests, order }, workload) {
  return JSON.stringify({
    format: 1,
    device: { blocks: 10_000, pages_per_block: 64, program_order: order ?? 'ascending' },
    spare_factor: 0.07,
    ftl,
    precondition: [{ kind: 'sequential' }],
    workload: { ...WORKLOADS[workload], requests },
  });
}

/** glibc's switch for huge pages: the tables of a large device lie in memory that a page of 4 KiB covers badly. */
const HUGE_PAGES = 'glibc.malloc.hugetlb';

/**
 * The environment of native benches beyond this process's: huge pages, with which they are 15 to 30 per cent faster,
 * where the C library may be glibc. Values that the environment already has are kept.
 *
 * @returns {{ GLIBC_TUNABLES?: string }}
 */
export function hugePages() {
  const kept = process.env.GLIBC_TUNABLES;
  if (process.platform !== 'linux' || kept?.includes(HUGE_PAGES)) return {};
  return { GLIBC_TUNABLES: [kept, `${HUGE_PAGES}=1`].filter(Boolean).join(':') };
}

/**
 * Each scheme in wasm next to native, on each workload: the same run with the same checkpoints, each in a process of its own, by the
 * processor's time of the one thread that runs the engine. Neither has huge pages.
 *
 * @param {string} [only] a scheme; all if left out
 * @returns {Promise<string>}
 */
export async function compareSpeed(only) {
  const runs = RUNS.filter(({ ftl }) => !only || ftl.kind === only);
  if (runs.length === 0)
    throw new Failure(`there is no FTL ${only}`, `one of ${RUNS.map(({ ftl }) => ftl.kind).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-bench-'));
  const lines = [];
  try {
    for (const run of runs)
      for (const workload of Object.keys(WORKLOADS)) {
        const file = join(folder, 'scenario.json');
        writeFileSync(file, scenarioOf(run, workload));
        const turns = [];
        for (let turn = 0; turn < TURNS; turn += 1) {
          const { seconds, operations } = nativeSpeed(file);
          const ratio = seconds / wasmSeconds(file);
          turns.push({ speed: operations / seconds / 1e6, ratio });
        }
        const ratios = turns.map(({ ratio }) => ratio);
        lines.push(
          `${run.ftl.kind}, ${workload}: native ${median(turns.map(({ speed }) => speed)).toFixed(1)} M flash operations/s, wasm ${median(ratios).toFixed(2)} of it (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`,
        );
      }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return lines.join('\n');
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

/** Seconds of a run in wasm. @param {string} file */
function wasmSeconds(file) {
  const script = join(ROOT, 'web', 'tools', 'bench', 'bench-wasm.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, file], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Failure(`the run in wasm failed: ${stderr}`);
  return Number(stdout);
}

/** Seconds of a run natively, and its flash operations. @param {string} file */
function nativeSpeed(file) {
  const args = ['bench', '--quiet', '-p', 'sim', '--bench', 'speed', '--', file];
  const { stdout, status } = spawnSync('cargo', args, { cwd: RUST, encoding: 'utf8' });
  const [, seconds, operations] = /([\d.]+) s, (\d+) flash operations/.exec(stdout ?? '') ?? [];
  if (status !== 0 || !seconds) throw new Failure('the native bench printed no figure', '`npm run bench`');
  return { seconds: Number(seconds), operations: Number(operations) };
}

/** @param {number[]} figures */
function median(figures) {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
