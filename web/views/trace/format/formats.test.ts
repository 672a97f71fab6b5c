// @vitest-environment node
/** The real import recognises every sample as its format, and every bundled trace has the requests it is said to have. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { BUNDLED_TRACES } from '../../../model/traces/bundled-traces';
import { inlineEngine } from '../../../protocol/engine/inline-engine';
import { orThrow } from '../../../protocol/engine/outcome';
import { DEFAULT_OPTIONS } from '../../../protocol/traces/trace-options';
import { createLab } from '../../../state/lab/create-lab';
import type { LabStore } from '../../../state/lab/lab';
import { FORMATS } from './formats';

const FOLDER = join(import.meta.dirname, '../../../../public/traces');
let lab: LabStore;

beforeEach(() => {
  lab = createLab(async () => inlineEngine());
});

async function imported(file: Blob | string) {
  return orThrow(await lab.getState().importTrace(file, 'a', DEFAULT_OPTIONS, 4096));
}

for (const [format, { sample }] of Object.entries(FORMATS)) {
  test(`the sample of ${format} is recognised`, async () => {
    expect((await imported(sample)).import.format).toBe(format);
  });
}

for (const { file, requests } of BUNDLED_TRACES) {
  test(`${file} is read whole`, async () => {
    const trace = await imported(new Blob([readFileSync(join(FOLDER, file))]));
    expect(trace.statistics.requests).toBe(requests);
    expect(trace.import.skipped_lines).toBe(0);
  });
}

test('the traces of the folder are offered, with their notices', () => {
  const files = readdirSync(FOLDER).filter((name) => !/^(NOTICE|LICENSE)/.test(name));
  expect(files.sort()).toEqual(BUNDLED_TRACES.map(({ file }) => file).sort());
  const notice = readFileSync(join(FOLDER, 'NOTICE.md'), 'utf8');
  for (const { file, source } of BUNDLED_TRACES) {
    expect(notice).toContain(`\`${file}\``);
    expect(notice).toContain(source);
  }
});
