/**
 * The instructions of a WebAssembly module, as far as to find those that the command line has not: a browser takes more, and a policy
 * that works at home would fail where it is graded. Reads code that the browser found valid (WebAssembly 2.0, 5.4 and 5.5).
 */
import { NUMBERS, REFERENCES, type Reader } from './wasm-reader';

/** The part of a module that is newer than WebAssembly 2.0 without vectors, in words. */
export class Newer extends Error {}

/** The operands of an instruction; a digit is that many plain numbers. */
type Operands = '0' | '1' | '2' | 'block' | 'memory' | 'labels' | 'types' | 'f32' | 'f64' | 'reference';

const CODES: readonly (readonly [from: number, to: number, Operands])[] = [
  [0x00, 0x01, '0'],
  [0x02, 0x04, 'block'],
  [0x05, 0x05, '0'],
  [0x0b, 0x0b, '0'],
  [0x0c, 0x0d, '1'],
  [0x0e, 0x0e, 'labels'],
  [0x0f, 0x0f, '0'],
  [0x10, 0x10, '1'],
  [0x11, 0x11, '2'],
  // Tail calls.
  [0x12, 0x12, '1'],
  [0x13, 0x13, '2'],
  [0x1a, 0x1b, '0'],
  [0x1c, 0x1c, 'types'],
  [0x20, 0x26, '1'],
  [0x28, 0x3e, 'memory'],
  [0x3f, 0x42, '1'],
  [0x43, 0x43, 'f32'],
  [0x44, 0x44, 'f64'],
  [0x45, 0xc4, '0'],
  [0xd0, 0xd0, 'reference'],
  [0xd1, 0xd1, '0'],
  [0xd2, 0xd2, '1'],
];
/** Behind 0xfc: of floats, of memory and tables. */
const MORE: readonly Operands[] = [
  ...(['0', '0', '0', '0', '0', '0', '0', '0'] as const),
  ...(['2', '1', '2', '1', '2', '1', '2', '1', '1', '1'] as const),
];
/** The kinds of others. */
const OTHERS: readonly (readonly [from: number, to: number, string])[] = [
  [0x06, 0x0a, 'exceptions'],
  [0x14, 0x15, 'references to functions of a type'],
  [0x18, 0x19, 'exceptions'],
  [0x1f, 0x1f, 'exceptions'],
  [0xd3, 0xd6, 'references to functions of a type'],
  [0xfb, 0xfb, 'types that are collected as garbage'],
  [0xfd, 0xfd, 'vectors (SIMD)'],
  [0xfe, 0xfe, 'threads'],
];
const OPERANDS: (Operands | undefined)[] = [];
for (const [from, to, operands] of CODES)
  for (let code = from; code <= to; code += 1) OPERANDS[code] = operands;

const END = 0x0b;
const EMPTY = 0x40;

/** Reads instructions up to `end`, or, without it, to the end of an expression that holds no blocks. */
export function readCode(reader: Reader, end?: number): void {
  for (;;) {
    if (end !== undefined && reader.at >= end) return;
    const code = reader.byte();
    const operands = code === 0xfc ? MORE[reader.number()] : OPERANDS[code];
    if (operands === undefined) throw new Newer(kindOf(code));
    skip(reader, operands);
    if (end === undefined && code === END) return;
  }
}

function kindOf(code: number): string {
  const kind = OTHERS.find(([from, to]) => code >= from && code <= to)?.[2];
  return kind ?? `the instruction 0x${code.toString(16)}`;
}

function skip(reader: Reader, operands: Operands): void {
  switch (operands) {
    case '0':
      return;
    case '1':
    case '2':
      for (let left = Number(operands); left > 0; left -= 1) reader.number();
      return;
    case 'block': {
      // A number of two signs: a type by its index, or, below zero and in one byte, by its code.
      const code = reader.peek();
      if ((code & 0xc0) !== EMPTY) reader.number();
      else if (reader.byte() !== EMPTY) valueType(code);
      return;
    }
    case 'memory':
      // The bit of 64 says that the number of a memory follows.
      if (reader.number() & 0x40) throw new Newer('several memories');
      reader.number();
      return;
    case 'labels':
      reader.list(() => reader.number());
      reader.number();
      return;
    case 'types':
      reader.list(() => valueType(reader.byte()));
      return;
    case 'f32':
      reader.at += 4;
      return;
    case 'f64':
      reader.at += 8;
      return;
    case 'reference':
      if (!REFERENCES.has(reader.byte())) throw new Newer('types that are collected as garbage');
  }
}

/** The code of a type of values that the command line has. */
export function valueType(code: number): number {
  if (NUMBERS.has(code) || REFERENCES.has(code)) return code;
  throw new Newer(code === 0x7b ? 'vectors (SIMD)' : 'types that are collected as garbage');
}
