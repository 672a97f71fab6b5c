// @vitest-environment node
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { EngineFailure } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { bundledEngine } from './bundled-engine';
import { BUNDLED_TRACES } from './bundled-traces';

const FOLDER = join(import.meta.dirname, '../../../public/traces');

const scenario = (path: string) =>
  JSON.stringify({
    format: 1,
    device: { blocks: 64, pages_per_block: 16 },
    spare_factor: 0.2,
    ftl: { kind: 'page' },
    workload: { kind: 'trace', path, requests: 50 },
  });

it('every bundled trace is there when a scenario names it, and is loaded once', async () => {
  const load = vi.fn((file: string) => openAsBlob(join(FOLDER, file)));
  const engine = bundledEngine(inlineEngine(), load);
  for (const { file } of BUNDLED_TRACES) {
    for (const command of [{ type: 'check' }, { type: 'open', slot: 0 }] as const) {
      await engine.request({ ...command, scenario: scenario(file) });
    }
  }
  expect(load.mock.calls.flat()).toEqual(BUNDLED_TRACES.map(({ file }) => file));
  engine.close();
});

it('says as the engine does that a trace is missing: one that is not bundled, one that cannot be had', async () => {
  const load = vi.fn(async () => null);
  const engine = bundledEngine(inlineEngine(), load);
  const refused = (path: string) =>
    expect(engine.request({ type: 'check', scenario: scenario(path) })).rejects.toThrow(EngineFailure);
  await refused('../secret.gz');
  expect(load).not.toHaveBeenCalled();
  await refused(BUNDLED_TRACES[0]?.file ?? '');
  expect(load).toHaveBeenCalledOnce();
  engine.close();
});
