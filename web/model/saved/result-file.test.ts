import { expect, test } from 'vitest';
import type { ImportSummary } from '../../protocol/generated/ImportSummary';
import type { Report } from '../../protocol/generated/Report';
import {
  isResultFault,
  looksLikeResult,
  readResult,
  resultFile,
  resultName,
  textOfResult,
  traceRead,
} from './result-file';

const TRACE = { name: 'a.csv', bytes: 12, hash: '0123456789abcdef' };
const REPORT = { scenario_hash: '00ff' } as Report;
const scenario = { format: 1, workload: { kind: 'trace', path: 'a.csv' } };
const FOUND = {
  ...{ format: 'ftrace', lines: 40, passed_lines: 10, skipped_lines: 1, requests: 29 },
  ...{ left_out: 2, outside: 3, out_of_order: 4, devices: [{ name: '254,0' }], notes: [] },
} as unknown as ImportSummary;
const file = resultFile('0.1.0', [traceRead(TRACE, FOUND)], [{ name: 'one', scenario, outcome: REPORT }]);
const blob = (value: object) => new Blob([JSON.stringify(value, null, 2)]);

test('a result is read back with its trace, at its end', async () => {
  expect(await looksLikeResult(new Blob([textOfResult(file)]))).toBe(true);
  expect(await looksLikeResult(new Blob(['{"format": 1}']))).toBe(false);
  const read = await readResult(blob(file), '0.1.0');
  expect(read).toEqual({
    shared: { scenario, position: { request: 4294967295, event: 0 }, view: {}, trace: TRACE },
    scenarioHash: '00ff',
    runs: 1,
  });
});

test('a result says what the file of its trace had', () => {
  expect(file.traces[0]?.read).toEqual({
    ...{ format: 'ftrace', lines: 40, passed_lines: 10, skipped_lines: 1, requests: 29 },
    ...{ left_out: 2, outside: 3, out_of_order: 4, devices: ['254,0'] },
  });
});

test('a result of the command line does not say the bytes of its trace', async () => {
  const { bytes: _, ...named } = TRACE;
  const read = await readResult(blob({ ...file, traces: [named] }), '0.1.0');
  expect(isResultFault(read)).toBe(false);
});

test('a file that is damaged or newer says where and by whom', async () => {
  const faults: [object, object][] = [
    [
      { ...file, format: 2 },
      { kind: 'newer', detail: '0.1.0' },
    ],
    [
      { ...file, engine: '0.10.0' },
      { kind: 'newer', detail: '0.10.0' },
    ],
    [
      { ...file, traces: [] },
      { kind: 'broken', detail: 'runs' },
    ],
    [
      { ...file, runs: [] },
      { kind: 'broken', detail: 'runs' },
    ],
    [
      { ...file, runs: [{ ...file.runs[0], scenario: 5 }] },
      { kind: 'broken', detail: 'runs.0.scenario' },
    ],
  ];
  for (const [changed, fault] of faults) expect(await readResult(blob(changed), '0.1.0')).toEqual(fault);
  expect(await readResult(new Blob(['{"kind": "ftl-lab']), '0.1.0')).toEqual({
    kind: 'broken',
    detail: 'JSON',
  });
});

test('its name has nothing that a shell or a disk minds', () => {
  expect(resultName(`FAST: slide's/example`)).toBe('FAST-slide-s-example.result.json');
  expect(resultName('..')).toBe('lab.result.json');
});
