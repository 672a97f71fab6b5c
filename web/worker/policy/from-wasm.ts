/** The functions of a WebAssembly module, as those of a policy in JavaScript (SPEC 13.4), within the limits of the command line. */
import { mistake } from './runtime.js';
import { type FunctionType, type Shape, shapeOf, withMost } from './wasm-shape';

// Kept before everything is taken away.
const { Module, Instance, Memory } = globalThis.WebAssembly;

/** Pages of 64 KiB of its memory, and elements of its table. */
const MOST_PAGES = 1024;
const MOST_ELEMENTS = 1 << 16;
/** Of a function, its parameters included: what the interpreter of the command line takes. */
const MOST_LOCALS = 30_000;
/** Numbers that each function takes at most. */
const TAKES = {
  ...{ init: 3, write: 3, invalidate: 2, erase: 1, trim: 1, close: 1, hit: 1, load: 1, evict: 2 },
  ...{ victim: 2, logBlock: 2, merge: 2, eviction: 2, superblock: 2, chain: 2, placement: 2 },
};
/** Numbers that a function of `ftl` takes and returns. */
const IMPORTS: Record<string, [number, number]> = {
  ...{ id: [1, 1], valid: [1, 1], erases: [1, 1], closed_at: [1, 1], dirty: [1, 1] },
  ...{ own: [0, 1], log: [1, 0] },
};
/** The type i32. */
const I32 = 0x7f;

export interface FromWasm {
  functions: object;
  /** Its state, if it has any: the bytes it has now. */
  memory?: WebAssembly.Memory;
}

/** Why a module is refused, in the words of the command line. */
const refusal = (fault: string, remedy: string) =>
  mistake('', `the policy cannot be loaded: ${fault}`, remedy);

/** Compiles a module whose memory cannot grow beyond its limit, and looks at its types: the browser would convert numbers. */
export function compile(source: ArrayBuffer): WebAssembly.Module {
  const module = moduleOf(source);
  for (const { module: from, name, kind } of Module.imports(module)) {
    if (from !== 'ftl' || kind !== 'function' || !Object.hasOwn(IMPORTS, name))
      throw refusal(`it imports \`${from}.${name}\``, 'Import only the functions of `ftl` (SPEC 13.4).');
  }
  const shape = shapeOf(new Uint8Array(source));
  if (typeof shape === 'string') throw refusal(`it uses ${shape}, which the command line has not`, PLAIN);
  const [fault] = faults(shape);
  if (fault) throw fault;
  return shape.memories === 0 ? module : new Module(withMost(new Uint8Array(source), shape, MOST_PAGES));
}

/** The browser says what is wrong with one that is none, or of a kind that it has not. */
function moduleOf(source: ArrayBuffer): WebAssembly.Module {
  try {
    return new Module(source);
  } catch (error) {
    throw refusal(error instanceof Error ? `${error.name}: ${error.message}` : String(error), PLAIN);
  }
}

/** In the words of the command line. */
const PLAIN =
  'Build it for WebAssembly 2.0 without vectors (SIMD), threads and exceptions; a function has at most 30,000 locals.';

function* faults({ memories, tables, least, elements, imports, exports, kept, locals }: Shape) {
  if (locals > MOST_LOCALS) yield refusal(`a function has ${locals} locals`, PLAIN);
  if (memories > 1) yield refusal(`it has ${memories} memories`, 'Give it one, exported as `memory`.');
  if (tables > 1) yield refusal(`it has ${tables} tables`, 'Give it one.');
  if (elements > MOST_ELEMENTS) yield refusal('its table is too large', 'Give it fewer elements.');
  if (least > MOST_PAGES)
    yield refusal('its memory is larger than the 64 MB that a policy has', 'Keep less.');
  if (memories > 0 && !kept)
    yield refusal('its memory is not exported', "Export it as `memory`: it is the policy's state.");
  for (const { name, type } of imports) {
    const [takes = 0, answers = 0] = IMPORTS[name] ?? [];
    if (type.takes.length !== takes || type.answers.length !== answers || !plain(type))
      yield refusal(
        `it imports \`ftl.${name}\` with other types`,
        'Import it as the interface has it (SPEC 13.4).',
      );
  }
  const remedy = 'Give it the parameters of the interface (SPEC 13.4), and at most one result.';
  for (const [name, most] of Object.entries(TAKES)) {
    const type = exports.get(name);
    if (!type) continue;
    const { takes, answers } = type;
    if (takes.length > most)
      yield refusal(`\`${name}\` takes ${takes.length} numbers, and ${most} are given`, remedy);
    if (answers.length > 1)
      yield refusal(`\`${name}\` returns ${answers.length} numbers, and 1 is read`, remedy);
    if (!plain(type)) yield refusal(`\`${name}\` takes or returns something other than an i32`, remedy);
  }
}

const plain = ({ takes, answers }: FunctionType) => [...takes, ...answers].every((kind) => kind === I32);

/** The functions of a module that was compiled here. */
export function fromWasm(module: WebAssembly.Module): FromWasm {
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
  const looks = Module.imports(module).some(({ name }) => !['own', 'log'].includes(name));
  const { exports } = new Instance(module, { ftl });
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
  return exports.memory instanceof Memory ? { functions, memory: exports.memory } : { functions };
}
