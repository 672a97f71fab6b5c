// @vitest-environment node
/**
 * The engine in wasm refuses the bad scenarios of `wasm-sim/testdata/bad` with the very words of the native one, whose
 * test (`crates/sim/tests/all/scenarios/bad_scenarios.rs`) writes the list. Nothing is opened, and what was open stays.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EngineFailure } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { exampleText, FIRST_EXAMPLE } from './examples';

const FOLDER = join(import.meta.dirname, '../../../wasm-sim/testdata/bad/scenarios');

it('refuses every bad scenario as the native engine does, and keeps what was open', async () => {
  const engine = inlineEngine();
  await engine.request({ type: 'open', slot: 0, scenario: exampleText(FIRST_EXAMPLE) });
  const before = (await engine.frame(0)).frame.state_hash;
  const said = [];
  for (const name of readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()) {
    const scenario = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(join(FOLDER, name)));
    const refusal = await engine.request({ type: 'open', slot: 0, scenario }).catch((error) => error);
    if (!(refusal instanceof EngineFailure)) throw new Error(`${name}: ${refusal}`);
    const { line, column, field, message, remedy } = refusal.failure;
    said.push(`${name}:${line}:${column}: ${field ?? ''}: ${message} | ${remedy}\n`);
  }
  expect(said.join('')).toBe(readFileSync(join(FOLDER, 'messages.txt'), 'utf8'));
  expect((await engine.frame(0)).frame.state_hash).toBe(before);
  engine.close();
});
