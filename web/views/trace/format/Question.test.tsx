// @vitest-environment node
/** Each question that stops an import has answers, and each of them leads on: read with it, the trace asks another or is read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { inlineEngine } from '../../../protocol/engine/inline-engine';
import { shownOf } from '../../../protocol/engine/outcome';
import type { Options } from '../../../protocol/generated/Options';
import { DEFAULT_OPTIONS } from '../../../protocol/traces/trace-options';
import { createLab } from '../../../state/lab/create-lab';
import type { LabStore } from '../../../state/lab/lab';
import { answersOf } from './Question';

const FOLDER = join(import.meta.dirname, '../../../../wasm-sim/crates/trace/testdata/as-they-come');
let lab: LabStore;

beforeEach(() => {
  lab = createLab(async () => inlineEngine());
});

const file = (name: string) => new Blob([readFileSync(join(FOLDER, name))]);

/** The trace, or its failure with the answers that are offered. */
async function opened(from: Blob | string, options: Options) {
  const imported = await lab.getState().importTrace(from, 'a', options, 4096);
  if (imported.is === 'done') return { trace: imported.value, failure: null, answers: [] };
  const failure = shownOf(imported);
  if (!failure) throw new Error('the import was cancelled');
  const preview = await lab.getState().previewTrace(from, 'a', options);
  const answers = answersOf(preview.is === 'done' ? preview.value : null, failure, options);
  return { trace: null, failure, answers };
}

/** Of ftrace. */
const COMPLETED = (second: number) =>
  `  python3-1 [001] ..s.. ${second}.000000: block_rq_complete: 254,0 WS () ${8 * second} + 8 be,0,4 [0]\n`;

for (const [what, from] of [
  ['two columns for the address', () => file('baleen.trace')],
  ['seconds in the columns of DiskSim', () => file('mqsim74-seconds.trace')],
  ['times without a unit', () => 'time,op,lba,sectors\n1,W,8,8\n'],
  ['addresses without a unit', () => 'op,offset,bytes\nW,8,8\n'],
  ['sizes without a unit', () => 'op,lba,size\nW,8,8\n'],
  ['addresses in kB', () => 'op,offset_kB,bytes\nW,8,512\n'],
  ['sizes in MiB', () => 'op,offset_bytes,size (MiB)\nW,8,1\n'],
  ['operations that are 0 or 1', () => 'op,lba,sectors\n0,8,8\n1,16,8\n'],
  ['completions alone', () => `${COMPLETED(1)}${COMPLETED(2)}`],
  ['zeros behind good lines', () => `0,1,512,r,0\n${'\0'.repeat(64)}`],
] as const)
  test(`${what}: every answer leads on`, async () => {
    const asked = await opened(from(), DEFAULT_OPTIONS);
    expect(asked.answers.length).toBeGreaterThan(0);
    for (const { name, change } of asked.answers) {
      const { trace, failure } = await opened(from(), { ...DEFAULT_OPTIONS, ...change });
      expect(trace !== null || failure?.message !== asked.failure?.message, name).toBe(true);
    }
  });

test.each([
  ['op,offset_bytes,len_KiB\nW,0,8\n', [8192, 8000]],
  ['op,offset_bytes,sizeMB\nW,0,3\n', [3 << 20, 3_000_000]],
])('multiples of bytes are of the size that is pressed: %s', async (text, bytes) => {
  const { answers } = await opened(text, DEFAULT_OPTIONS);
  const read = [];
  for (const { change } of answers) {
    const { trace } = await opened(text, { ...DEFAULT_OPTIONS, ...change });
    read.push(trace?.statistics.bytes_written);
  }
  expect(read).toEqual(bytes);
});

test('a trace of a mirror says so, and one half is kept by its name', async () => {
  const { trace } = await opened(file('biosnoop-mirror.txt'), DEFAULT_OPTIONS);
  expect(trace?.import.notes).toMatchObject([{ note: 'doubles', device: 'sdb', of: 'sda' }]);
  expect(trace?.import.devices.map(({ name }) => name)).toEqual(['sda', 'sdb']);
  const kept = await opened(file('biosnoop-mirror.txt'), {
    ...DEFAULT_OPTIONS,
    merge_devices: { only: 'sda' },
  });
  expect(kept.trace?.statistics.writes).toBe(2);
});
