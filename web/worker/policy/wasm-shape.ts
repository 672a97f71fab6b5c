/**
 * The parts of a WebAssembly module that a browser does not tell: its types, memories and tables. Reads the sections of a module that
 * the browser found valid (WebAssembly 2.0, 5.5).
 */

/** Types of the numbers, as the format's bytes. */
export interface FunctionType {
  takes: number[];
  answers: number[];
}

export interface Shape {
  memories: number;
  /** Pages of the first memory at the start, and at most. */
  least: number;
  most: number;
  /** Where the section of memories is, its header included. */
  memory: [from: number, to: number];
  tables: number;
  /** Of the first table, at the start. */
  elements: number;
  imports: { name: string; type: FunctionType }[];
  exports: Map<string, FunctionType>;
  /** Whether a memory is exported as `memory`. */
  kept: boolean;
}

const SECTION = { types: 1, imports: 2, functions: 3, tables: 4, memories: 5, exports: 7 };
const FUNCTION = 0x60;
/** Numbers, vectors and the two plain references. */
const TYPES = new Set([0x7f, 0x7e, 0x7d, 0x7c, 0x7b, 0x70, 0x6f]);
const PAGES = 65_536;

/** A module of a kind that this reader does not know. */
class Newer extends Error {}

class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  get ended(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    this.at += 1;
    return this.bytes[this.at - 1] ?? 0;
  }

  /** Seven bits a byte, the lowest first. */
  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** Names are compared with those of the interface only, which are ASCII. */
  name(): string {
    const length = this.number();
    this.at += length;
    return String.fromCharCode(...this.bytes.subarray(this.at - length, this.at).slice(0, 40));
  }

  list<T>(one: () => T): T[] {
    const all: T[] = [];
    for (let left = this.number(); left > 0; left -= 1) all.push(one());
    return all;
  }

  /** Least and most of a memory or a table, neither shared nor of 64 bits. */
  limits(): [least: number, most: number] {
    const flags = this.byte();
    if (flags > 1) throw new Newer();
    return [this.number(), flags === 1 ? this.number() : Number.POSITIVE_INFINITY];
  }
}

/** `null`: it has something that this reader does not know. Its imports are functions. */
export function shapeOf(bytes: Uint8Array): Shape | null {
  try {
    return read(new Reader(bytes, 8));
  } catch (error) {
    if (error instanceof Newer) return null;
    throw error;
  }
}

function read(reader: Reader): Shape {
  const shape: Shape = {
    ...{ memories: 0, least: 0, most: PAGES, memory: [0, 0], tables: 0, elements: 0 },
    ...{ imports: [], exports: new Map(), kept: false },
  };
  let types: FunctionType[] = [];
  let functions: FunctionType[] = [];
  const typed = () => types[reader.number()] ?? { takes: [], answers: [] };
  const value = () => {
    const type = reader.byte();
    if (!TYPES.has(type)) throw new Newer();
    return type;
  };
  while (!reader.ended) {
    const from = reader.at;
    const id = reader.byte();
    const size = reader.number();
    const end = reader.at + size;
    if (id === SECTION.types)
      types = reader.list(() => {
        if (reader.byte() !== FUNCTION) throw new Newer();
        return { takes: reader.list(value), answers: reader.list(value) };
      });
    if (id === SECTION.imports) {
      shape.imports = reader.list(() => {
        reader.name();
        const name = reader.name();
        reader.byte();
        return { name, type: typed() };
      });
      functions = shape.imports.map(({ type }) => type);
    }
    if (id === SECTION.functions) functions = [...functions, ...reader.list(typed)];
    if (id === SECTION.tables) {
      shape.tables = reader.number();
      if (shape.tables > 0) [, [shape.elements]] = [value(), reader.limits()];
    }
    if (id === SECTION.memories) {
      [shape.memories, shape.memory] = [reader.number(), [from, end]];
      if (shape.memories > 0) [shape.least, shape.most] = reader.limits();
    }
    if (id === SECTION.exports)
      for (const { name, kind, n } of reader.list(exported)) {
        const type = functions[n];
        if (kind === 0 && type) shape.exports.set(name, type);
        shape.kept ||= kind === 2 && name === 'memory';
      }
    reader.at = end;
  }
  return shape;

  function exported() {
    return { name: reader.name(), kind: reader.byte(), n: reader.number() };
  }
}

/** The module with a memory that grows to this many pages at most. */
export function withMost(bytes: Uint8Array<ArrayBuffer>, { least, most, memory }: Shape, pages: number) {
  const [from, to] = memory;
  const content = [1, 1, ...written(least), ...written(Math.min(most, pages))];
  const section = [SECTION.memories, ...written(content.length), ...content];
  const whole = new Uint8Array(bytes.length - (to - from) + section.length);
  whole.set(bytes.subarray(0, from));
  whole.set(section, from);
  whole.set(bytes.subarray(to), from + section.length);
  return whole;
}

function written(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...written(Math.floor(value / 128))];
}
