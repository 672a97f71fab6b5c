// @vitest-environment node
/** The page takes the modules that the command line takes (`crates/policy/tests/wasm.rs`), and no others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import binaryen from 'binaryen';
import { expect, test } from 'vitest';
import { compile } from './from-wasm';
import { explain } from './runtime.js';

interface Given {
  name: string;
  wat: string;
  loads: boolean;
  says?: string;
}

const ROOT = join(import.meta.dirname, '../../..');
const ALL: Given[] = JSON.parse(
  readFileSync(join(ROOT, 'wasm-sim/crates/policy/testdata/modules.json'), 'utf8'),
);

function watOf(text: string): string {
  const [, kind, count] = /^(LOCALS|BYTES) (\d+)$/.exec(text) ?? [];
  if (!kind) return text;
  const locals = kind === 'LOCALS' ? ' i32'.repeat(Number(count)) : '';
  const body = kind === 'BYTES' ? '(drop (i32.const 1))'.repeat(Number(count) / 3) : '';
  return `(module (func (export "victim") (param i32 i32) (result i32) (local${locals}) ${body} (i32.const -1)))`;
}

function bytesOf(text: string): ArrayBuffer {
  const module = binaryen.parseText(watOf(text));
  module.setFeatures(binaryen.Features.All);
  const bytes = module.emitBinary();
  module.dispose();
  return new Uint8Array(bytes).buffer;
}

/** Node 20 has no sums in constant expressions; browsers have had them since 2023. */
const SUMS = 'a constant expression that adds';
const HAS_SUMS = Number(process.versions.v8.split('.')[0]) >= 12;

test.each(ALL.filter(({ name }) => HAS_SUMS || name !== SUMS))('$name', ({ wat, loads, says = '' }) => {
  let stop = { message: '', remedy: '' };
  try {
    compile(bytesOf(wat));
  } catch (error) {
    stop = explain(error, '');
  }
  if (loads) return expect(stop.message).toBe('');
  expect(stop.message).toMatch(new RegExp(says));
  expect(stop.remedy).toContain('without vectors (SIMD)');
});
