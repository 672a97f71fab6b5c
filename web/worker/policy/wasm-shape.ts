/**
 * The parts of a WebAssembly module that a browser does not tell: its types, memories, tables, locals and instructions. Reads the sections
 * of a module that the browser found valid (WebAssembly 2.0, 5.5).
 */
import { Newer, readCode, valueType } from './wasm-code';
import { REFERENCES, Reader } from './wasm-reader';

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
  /** The most that a function has, parameters included. */
  locals: number;
}

const SECTION = {
  ...{ types: 1, imports: 2, functions: 3, tables: 4, memories: 5, globals: 6, exports: 7, elements: 9 },
  ...{ code: 10, data: 11, last: 12 },
};
const FUNCTION = 0x60;
const PAGES = 65_536;

/** A text: what it has that the command line has not. Its imports are functions. */
export function shapeOf(bytes: Uint8Array): Shape | string {
  try {
    return read(new Reader(bytes, 8));
  } catch (error) {
    if (error instanceof Newer) return error.message;
    throw error;
  }
}

function read(reader: Reader): Shape {
  const shape: Shape = {
    ...{ memories: 0, least: 0, most: PAGES, memory: [0, 0], tables: 0, elements: 0, locals: 0 },
    ...{ imports: [], exports: new Map(), kept: false },
  };
  let types: FunctionType[] = [];
  let functions: FunctionType[] = [];
  const typed = () => types[reader.number()] ?? { takes: [], answers: [] };
  const value = () => valueType(reader.byte());
  const sections: { [id: number]: (from: number, end: number) => void } = {
    [SECTION.types]: () => {
      types = reader.list(() => {
        if (reader.byte() !== FUNCTION) throw new Newer('types that are collected as garbage');
        return { takes: reader.list(value), answers: reader.list(value) };
      });
    },
    [SECTION.imports]: () => {
      shape.imports = reader.list(() => {
        reader.name();
        const name = reader.name();
        reader.byte();
        return { name, type: typed() };
      });
      functions = shape.imports.map(({ type }) => type);
    },
    [SECTION.functions]: () => {
      functions = [...functions, ...reader.list(typed)];
    },
    [SECTION.tables]: () => {
      shape.tables = reader.number();
      if (shape.tables > 0) [, [shape.elements]] = [value(), limits()];
    },
    [SECTION.memories]: (from, end) => {
      [shape.memories, shape.memory] = [reader.number(), [from, end]];
      if (shape.memories > 0) [shape.least, shape.most] = limits();
    },
    [SECTION.globals]: () => {
      reader.list(() => {
        value();
        if (reader.byte() > 1) throw new Newer('threads');
        readCode(reader);
      });
    },
    [SECTION.exports]: () => {
      for (const { name, kind, n } of reader.list(exported)) {
        const type = functions[n];
        if (kind === 0 && type) shape.exports.set(name, type);
        shape.kept ||= kind === 2 && name === 'memory';
      }
    },
    [SECTION.elements]: () => {
      reader.list(element);
    },
    [SECTION.code]: () => {
      let n = shape.imports.length;
      reader.list(() => {
        const size = reader.number();
        const end = reader.at + size;
        let locals = functions[n]?.takes.length ?? 0;
        n += 1;
        reader.list(() => {
          locals += reader.number();
          value();
        });
        shape.locals = Math.max(shape.locals, locals);
        readCode(reader, end);
      });
    },
    [SECTION.data]: () => {
      reader.list(() => {
        const flags = reader.number();
        if (flags === 2) reader.number();
        if (flags !== 1) readCode(reader);
        const size = reader.number();
        reader.at += size;
      });
    },
  };
  while (!reader.ended) {
    const from = reader.at;
    const id = reader.byte();
    const size = reader.number();
    const end = reader.at + size;
    if (id > SECTION.last) throw new Newer(id === 13 ? 'exceptions' : `a section of number ${id}`);
    sections[id]?.(from, end);
    reader.at = end;
  }
  return shape;

  function exported() {
    return { name: reader.name(), kind: reader.byte(), n: reader.number() };
  }

  /** Least and most of a memory or a table, neither shared nor of 64 bits. */
  function limits(): [least: number, most: number] {
    const flags = reader.byte();
    if (flags > 1)
      throw new Newer(flags & 4 ? 'memory of 64 bits' : flags & 2 ? 'threads' : 'pages of another size');
    return [reader.number(), flags === 1 ? reader.number() : Number.POSITIVE_INFINITY];
  }

  /** The bits of its flags: not active; with the number of a table, or declared; with expressions. */
  function element() {
    const flags = reader.number();
    if ((flags & 1) === 0) {
      if (flags & 2) reader.number();
      readCode(reader);
    }
    if (flags & 3) {
      const kind = reader.byte();
      if (flags & 4 && !REFERENCES.has(kind)) throw new Newer('references to functions of a type');
    }
    reader.list(() => (flags & 4 ? readCode(reader) : reader.number()));
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
