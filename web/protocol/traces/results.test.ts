// @vitest-environment node
/**
 * Inputs that people have, with the results that they must have: the command line's list, `wasm-sim/testdata/results.json`, by the
 * modules of the page.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type EngineClient } from '../engine/engine-client';
import { inlineEngine } from '../engine/inline-engine';
import { optionsOf, type Said } from './trace-options';

interface Scenario {
  device: { page_bytes?: number };
  workload: { kind: string; path?: string; reading?: Said };
}

interface Case {
  name: string;
  /** A trace, and how it is read. */
  file?: string;
  reading?: Said;
  /** A scenario, or the name of one in `corners`. */
  scenario?: Scenario;
  corner?: string;
  /** A part of the message, or values by their paths in what is found. */
  refused?: string;
  trace?: Record<string, unknown>;
  report?: Record<string, unknown>;
}

const RUST = join(import.meta.dirname, '../../../wasm-sim');
const CORNERS = join(RUST, 'testdata/corners');
const TRACES = join(RUST, 'crates/trace/testdata/as-they-come');
const CASES = JSON.parse(readFileSync(join(RUST, 'testdata/results.json'), 'utf8')) as Case[];

let engine: EngineClient;
beforeAll(() => {
  engine = inlineEngine();
});
afterAll(() => engine.close());

async function summaryOf(path: string, name: string, reading: Said, pageBytes: number) {
  const source = new Blob([readFileSync(path)]);
  const open = { name, options: optionsOf(null, reading) };
  const { trace, close } = await engine.importTrace(source, open, pageBytes);
  close();
  return trace;
}

async function reportOf(scenario: Scenario, folder: string) {
  const { path, reading = {} } = scenario.workload;
  if (path !== undefined)
    await summaryOf(join(folder, path), path, reading, scenario.device.page_bytes ?? 4096);
  await ask(engine, 'opened', { type: 'open', slot: 0, scenario: JSON.stringify(scenario) });
  await ask(engine, 'progress', { type: 'run', slot: 0, target: { to: 'end' } });
  return (await ask(engine, 'report', { type: 'report', slot: 0 })).report;
}

const found = ({ file, reading = {}, scenario, corner }: Case): Promise<object> => {
  if (file !== undefined) return summaryOf(join(TRACES, file), file, reading, 4096);
  if (scenario !== undefined) return reportOf(scenario, TRACES);
  return reportOf(JSON.parse(readFileSync(join(CORNERS, corner ?? ''), 'utf8')) as Scenario, CORNERS);
};

/** The value at a path such as `import.devices.0.name`; null where there is none. */
const at = (value: unknown, path: string) =>
  path.split('.').reduce((one, step) => (one as Record<string, unknown> | null)?.[step] ?? null, value);

/** The number with as many digits as it has in the list. */
function likeIn(list: unknown, value: unknown): unknown {
  if (typeof value !== 'number' || typeof list !== 'number' || Number.isInteger(list)) return value;
  return Number(value.toFixed(String(list).split('.')[1]?.length));
}

test.each(CASES)('$name', async (one) => {
  if (one.refused !== undefined) {
    await expect(found(one)).rejects.toThrow(one.refused);
    return;
  }
  const all = await found(one);
  // The dump of blocks is the command line's; the hash of the state has them, too.
  const wanted = Object.entries(one.trace ?? one.report ?? {}).filter(
    ([path]) => !path.startsWith('blocks.'),
  );
  for (const [path, value] of wanted) expect([path, likeIn(value, at(all, path))]).toEqual([path, value]);
});
