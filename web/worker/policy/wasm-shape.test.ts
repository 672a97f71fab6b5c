// @vitest-environment node
/** The page takes the modules that the command line takes (`crates/policy/tests/wasm.rs`), and no others. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
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
const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-modules-'));
afterAll(() => rmSync(folder, { recursive: true }));

function watOf(text: string): string {
  const [, kind, count] = /^(LOCALS|BYTES) (\d+)$/.exec(text) ?? [];
  if (!kind) return text;
  const locals = kind === 'LOCALS' ? ' i32'.repeat(Number(count)) : '';
  const body = kind === 'BYTES' ? '(drop (i32.const 1))'.repeat(Number(count) / 3) : '';
  return `(module (func (export "victim") (param i32 i32) (result i32) (local${locals}) ${body} (i32.const -1)))`;
}

function bytesOf(text: string): ArrayBuffer {
  const [wat, wasm] = [join(folder, 'a.wat'), join(folder, 'a.wasm')];
  writeFileSync(wat, watOf(text));
  const assembler = join(ROOT, 'node_modules/binaryen/bin/wasm-as');
  execFileSync(process.execPath, [assembler, wat, '--all-features', '-o', wasm], { stdio: 'pipe' });
  return new Uint8Array(readFileSync(wasm)).buffer;
}

test.each(ALL)('$name', ({ wat, loads, says = '' }) => {
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
