// @vitest-environment node
/** A module is held to the limits and types of the command line (`crates/policy/tests/wasm.rs`). */
import { expect, test } from 'vitest';
import { compile, fromWasm } from './from-wasm';
import { explain } from './runtime.js';

const I32 = 0x7f;
const F64 = 0x7c;

const section = (id: number, ...content: number[]) => [id, content.length, ...content];
const text = (name: string) =>
  [name.length, ...name].map((c) => (typeof c === 'string' ? c.charCodeAt(0) : c));
const signature = (takes: number[], answers: number[]) => [
  ...[0x60, takes.length, ...takes],
  ...[answers.length, ...answers],
];

interface Parts {
  takes?: number[];
  answers?: number[];
  name?: string;
  /** Limits of each memory and table. */
  memories?: number[][];
  tables?: number[][];
  /** The name of the first memory. */
  exported?: string | null;
  /** Imported from `from`, with one number in and out. */
  imported?: [from: string, name: string, ...takes: number[]];
  body?: number[];
}

/** A module with one function. */
function module(parts: Parts): ArrayBuffer {
  const { takes = [], answers = [I32], name = 'victim', memories = [], tables = [], imported } = parts;
  const { exported = 'memory', body = [0x41, 0x7f] } = parts;
  const [from, its, ...takesOfIts] = imported ?? ['', ''];
  const memory = memories.length > 0 && exported !== null ? [...text(exported), 2, 0] : [];
  const bytes = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 2, ...signature(takes, answers), ...signature(takesOfIts, [I32])),
    ...(imported ? section(2, 1, ...text(from), ...text(its), 0, 1) : []),
    ...section(3, 1, 0),
    ...(tables.length > 0 ? section(4, tables.length, ...tables.flatMap((limits) => [0x70, ...limits])) : []),
    ...(memories.length > 0 ? section(5, memories.length, ...memories.flat()) : []),
    ...section(7, memory.length > 0 ? 2 : 1, ...text(name), 0, imported ? 1 : 0, ...memory),
    ...section(10, 1, body.length + 2, 0, ...body, 0x0b),
  ];
  return new Uint8Array(bytes).buffer;
}

const UNREACHABLE = [0x00];
/** 5,000 pages, and 65,537 elements. */
const TOO_MANY_PAGES = [0x88, 0x27];
const TOO_MANY_ELEMENTS = [0x81, 0x80, 0x04];

test.each<[string, Parts]>([
  ['`victim` takes 3 numbers, and 2 are given', { takes: [I32, I32, I32] }],
  ['`victim` takes or returns something other than an i32', { takes: [F64] }],
  ['`victim` takes or returns something other than an i32', { answers: [F64], body: UNREACHABLE }],
  ['`victim` returns 2 numbers, and 1 is read', { answers: [I32, I32], body: UNREACHABLE }],
  ['`erase` takes 2 numbers, and 1 are given', { name: 'erase', takes: [I32, I32] }],
  ['its memory is not exported', { memories: [[0, 1]], exported: null }],
  ['its memory is not exported', { memories: [[0, 1]], exported: 'heap' }],
  // Browsers with several memories take them: ours refuses. Node does by itself.
  [
    '',
    {
      memories: [
        [0, 1],
        [0, 1],
      ],
    },
  ],
  ['its memory is larger than the 64 MB', { memories: [[0, ...TOO_MANY_PAGES]] }],
  ['it uses threads, which the command line has not', { memories: [[3, 1, 1]] }],
  [
    'it has 2 tables',
    {
      tables: [
        [0, 1],
        [0, 1],
      ],
    },
  ],
  ['its table is too large', { tables: [[0, ...TOO_MANY_ELEMENTS]] }],
  ['it imports `env.id`', { imported: ['env', 'id', I32] }],
  ['it imports `ftl.toString`', { imported: ['ftl', 'toString', I32] }],
  ['it imports `ftl.id` with other types', { imported: ['ftl', 'id', F64] }],
])('%s', (says, parts) => {
  let error: unknown;
  try {
    compile(module(parts));
  } catch (why) {
    error = why;
  }
  const { message, remedy } = explain(error, '');
  expect(message).toContain(`the policy cannot be loaded: ${says}`);
  expect(remedy).not.toBe('');
});

test.each([
  ['without a maximum', [0, 1]],
  ['with a larger one', [1, 1, ...TOO_MANY_PAGES]],
])('a memory %s grows to 64 MB, as on the command line', (_, limits) => {
  const grow = { takes: [I32], memories: [limits], body: [0x20, 0, 0x40, 0] };
  const { functions, memory } = fromWasm(compile(module({ ...grow, name: 'erase' })));
  const { erase } = functions as { erase(pages: number): number };
  expect(memory?.buffer.byteLength).toBe(65_536);
  expect(erase(1023)).toBe(1);
  expect(memory?.buffer.byteLength).toBe(64 << 20);
  expect(erase(1)).toBe(-1);
});

test('a memory keeps a smaller maximum of its own', () => {
  const grow = { takes: [I32], memories: [[1, 1, 2]], body: [0x20, 0, 0x40, 0], name: 'erase' };
  const { erase } = fromWasm(compile(module(grow))).functions as { erase(pages: number): number };
  expect([erase(1), erase(1)]).toEqual([1, -1]);
});

test('without a memory there is no state, and a function may take fewer numbers', () => {
  const { functions, memory } = fromWasm(compile(module({ takes: [I32] })));
  expect(memory).toBeUndefined();
  expect((functions as { victim(...all: unknown[]): number }).victim(undefined, 1, 2)).toBe(-1);
});
