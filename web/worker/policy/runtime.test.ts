// @vitest-environment node
/** The caller of policies, sealed, in a place with a global object of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { explain, host, mistake, refuse } from './runtime.js';

const RUNTIME = readFileSync(join(import.meta.dirname, 'runtime.js'), 'utf8').replace(/^export /gm, '');

/** The value of code that runs where everything is sealed; its errors are explained, as those of `victim`. */
function sealed(code: string): unknown {
  const context = createContext({});
  const { explain: words, seal } = runInContext(
    `'use strict'; (() => { ${RUNTIME}; return { explain, seal: () => seal(globalThis) }; })()`,
    context,
  );
  seal();
  try {
    return runInContext(`'use strict'; (() => { ${code} })()`, context);
  } catch (error) {
    return words(error, 'victim').message;
  }
}

test.each([
  ['[5, 1, 4, 2, 3].sort((a, b) => a - b).join()', '1,2,3,4,5'],
  ['[5, 1, 4, 2, 3].sort((a, b) => a > b).join()', '1,2,3,4,5'],
  ['[5, 1, 10, 2].sort().join()', '1,10,2,5'],
  ['[[1, 2], [0, 1], [1, 1], [0, 2]].sort((a, b) => a[0] - b[0]).join(";")', '0,1;0,2;1,2;1,1'],
  ['[3, undefined, , 1].sort((a, b) => a - b).map(String).join()', '1,3,undefined,'],
  ['2 in [3, , 1].sort((a, b) => a - b)', false],
  ['const a = [3, 1]; const b = a.toSorted((x, y) => x - y); return [a, b].join(";")', '3,1;1,3'],
  ['new Uint8Array([3, 1, 2]).sort((a, b) => a < b).join()', '3,2,1'],
  ['const a = new Int32Array([3, 1]); return [a.toSorted((x, y) => x - y), a].join(";")', '1,3;3,1'],
  ['new Float64Array([3, -0, 0, 1]).sort().join()', '0,0,1,3'],
  ['[1, 2].sort(7)', 'threw TypeError: `sort` takes a function that compares'],
  ['[].sort((a, b) => a - b).length', 0],
])('sorted: %s', (code, expected) => {
  expect(sealed(code.startsWith('const') ? code : `return ${code}`)).toEqual(expected);
});

test('a comparator that contradicts itself is asked the same questions everywhere', () => {
  // Written out by hand: pairs first, then the merges, left ones first.
  const asked = sealed(
    'const asked = []; [4, 3, 2, 1].sort((a, b) => { asked.push(10 * a + b); return 1; }); return asked.join()',
  );
  expect(asked).toBe('43,21,31,32');
});

test.each([
  ['throw Object.assign(new Error("x"), { policy: {} })', 'threw Error: x'],
  ['throw { policy: true }', 'threw an object'],
  ['throw { get policy() { throw 1; } }', 'threw an object'],
  ['throw Object.defineProperty(new Error("x"), "message", { get() { throw 1; } })', /throws again/],
  ['throw new Error("no allocation here")', 'threw Error: no allocation here'],
  ['new Array(-1)', /takes more memory/],
  ['RegExp.prototype.exec = () => null', /read only|ReferenceError/],
  ['/x/.constructor.prototype.exec = () => null', /read only|object is not extensible/],
  ['(async () => {})().constructor.prototype.then = () => {}', /read only/],
])('%s is explained', (code, expected) => {
  expect(sealed(code)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});

test('a mistake that the runtime found is said in its words', () => {
  const stop = explain(mistake('victim', 'm', 'r'), 'other');
  expect(stop).toEqual({ function: 'victim', message: 'm', remedy: 'r', line: null, column: null });
});

test('import.meta is refused at its line, however it is spaced', () => {
  for (const text of ['import.meta', 'import\n.meta.url', 'import /* a */ . // b\n meta']) {
    let error: unknown;
    try {
      refuse(`// one\n\n  x = ${text};`);
    } catch (why) {
      error = why;
    }
    expect(explain(error, '')).toMatchObject({ line: 3, message: expect.stringContaining('import.meta') });
  }
  for (const text of ['important.meta', 'import.metal', 'import x from "meta"', 'reimport.meta'])
    refuse(text);
});

test('state is that of the run which began last', () => {
  const asked = host(
    { init: ({ state }: never) => (state as { u8(n: number): void }).u8(100), victim: () => 0 },
    undefined,
    150,
  );
  for (let run = 0; run < 3; run += 1) asked.init(1, 1, 1);
  expect(asked.stateBytes()).toBe(100);
});

test('state that is asked for later is refused by the name of the function', () => {
  let state: { u8(n: unknown): void };
  const asked = host({
    init: (device: { state: typeof state }) => {
      state = device.state;
    },
    erase: () => state.u8(Number.NaN),
    victim: () => 0,
  });
  asked.init(1, 1, 1);
  let error: unknown;
  try {
    asked.notes(new Uint32Array([2, 0, 0, 0]));
  } catch (why) {
    error = why;
  }
  expect(explain(error, asked.current()).function).toBe('erase');
});

test('the remedy says that a list with a default is not given', () => {
  const asked = host({ victim: (blocks: { id: number }[] = []) => (blocks[0] as { id: number }).id });
  asked.init(1, 1, 1);
  let error: unknown;
  try {
    asked.decide(0, 0, 0, 0, new Float64Array());
  } catch (why) {
    error = why;
  }
  expect(explain(error, asked.current(), asked.hint()).remedy).toContain('without a default');
});
