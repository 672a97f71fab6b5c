// @vitest-environment node
/**
 * The fuzzer of the native engine (`crates/trace/tests/all/fuzz.rs`, `crates/sim/tests/all/scenarios/fuzz.rs`) also tests the wasm modules:
 * the native tests write down their inputs and results, and here the modules get the same inputs. A trap would throw.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Format } from '../generated/Format';
import { DEFAULT_OPTIONS } from '../traces/trace-options';
import { EngineFailure } from './engine-client';
import { inlineEngine, inlineModule } from './inline-engine';

const RUST = join(import.meta.dirname, '../../../wasm-sim');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const args = ['native-test', '--test', 'all', 'damage'];
  const { DEEP: _, ...env } = process.env;
  execFileSync('cargo', args, { cwd: RUST, env: { ...env, FUZZ_CASES: folder }, stdio: 'pipe' });
  return () => rmSync(folder, { recursive: true });
}, 600_000);

function cases<T>(name: string): T[] {
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

test('damaged scenarios and predicates are answered in wasm as natively', async () => {
  const { engine } = await inlineModule();
  const all = cases<{ command: string; answer: string }>('commands.jsonl');
  expect(all.length).toBeGreaterThan(2000);
  expect(all.filter(({ answer }) => answer.startsWith('{"ok"')).length).toBeGreaterThan(100);
  for (const { command, answer } of all) expect(engine.command(command), command).toBe(answer);
});

test('damaged traces are imported or refused in wasm as natively', async () => {
  const engine = inlineEngine();
  const all = cases<{ hex: string; format: Format | null; requests: number }>('traces.jsonl');
  expect(all.length).toBeGreaterThan(1000);
  let imported = 0;
  for (const { hex, format, requests } of all) {
    const options = { ...DEFAULT_OPTIONS, format };
    const bytes = new Blob([Buffer.from(hex, 'hex')]);
    const result = await engine.importTrace(bytes, { name: 't', options }, 4096).catch((error) => error);
    if (result instanceof EngineFailure) {
      expect(requests, `${hex}: ${result.message}`).toBe(0);
      continue;
    }
    if (result instanceof Error) throw result;
    imported += 1;
    expect(result.trace.import.requests, hex).toBe(requests);
    result.close();
  }
  expect(imported).toBeGreaterThan(100);
  engine.close();
});
