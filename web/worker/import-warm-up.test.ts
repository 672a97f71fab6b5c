// @vitest-environment node
/** The warm-up of the import, with the real module: it imports without a failure, and gives way. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { warmUpImport } from '../protocol/import-warm-up';
import { initSync, TraceImport } from '../protocol/pkg/import.js';
import { memoryStore } from './trace-store';

function host() {
  initSync({ module: readFileSync(join(import.meta.dirname, '../protocol/pkg', 'import_bg.wasm')) });
  const heard: string[] = [];
  let clock = 0;
  let freed = 0;
  const make = () => {
    const lab = new TraceImport(memoryStore());
    return {
      command: (json: string) => {
        heard.push(lab.command(json));
        return heard.at(-1) as string;
      },
      push: (bytes: Uint8Array) => {
        const failure = lab.push(bytes);
        heard.push(failure ?? 'pushed');
        return failure;
      },
      slice: () => {
        heard.push(lab.slice());
        return heard.at(-1) as string;
      },
      free: () => {
        freed += 1;
        lab.free();
      },
    };
  };
  const now = () => {
    clock += 100;
    return clock;
  };
  return { heard, freed: () => freed, make, now, pause: async () => undefined };
}

test('a trace is read to its end, as often as time allows', async () => {
  const at = host();
  await warmUpImport(at, () => false);
  const imported = at.heard.filter((said) => said.includes('"imported"'));
  expect(imported.length).toBe(at.freed());
  expect(imported.length).toBeGreaterThan(1);
  expect(JSON.parse(imported[0] as string).ok.trace.import).toMatchObject({
    format: 'mqsim',
    requests: 20_000,
  });
  expect(at.heard.filter((said) => said.includes('"err"') || said.includes('"message"'))).toEqual([]);
});

test('it ends with the next piece once somebody waits', async () => {
  const at = host();
  await warmUpImport(at, () => at.heard.length > 2);
  expect(at.heard.slice(1)).toEqual(['pushed', 'pushed']);
  expect(at.freed()).toBe(1);
});
