// @vitest-environment node
import { expect, test } from 'vitest';
import '../../protocol/runs/inline-needs';
import { inlineSweepServer } from '../../protocol/runs/inline-runs';
import { type Json, parseDocument } from '../scenario/document';
import { bufferExampleText, channelsExampleText, exampleText } from '../scenario/examples';
import { isResults, planText, sweptOf, valuesOf } from './sweep-plan';

test('values are JSON, or words', () => {
  expect(valuesOf('2, 4,8')).toEqual([2, 4, 8]);
  expect(valuesOf('greedy, fifo')).toEqual(['greedy', 'fifo']);
  expect(valuesOf('"greedy", {"kind": "windowed_greedy", "w": 9}')).toEqual([
    'greedy',
    { kind: 'windowed_greedy', w: 9 },
  ]);
  expect(valuesOf(' ')).toEqual([]);
});

test('a plan holds the scenario and its fields', () => {
  const scenario = { format: 1, seed: 3, ftl: { kind: 'bast', log_blocks: 2 }, precondition: [] };
  const text = planText('log blocks', scenario, { path: 'ftl.log_blocks', values: [2, 4] }, 3);
  expect(JSON.parse(text)).toEqual({
    format: 1,
    name: 'log blocks',
    scenario,
    over: { 'ftl.log_blocks': [2, 4] },
    seeds: 3,
  });
  expect(sweptOf(scenario)).toEqual(
    expect.arrayContaining(['ftl.kind', 'ftl.log_blocks', 'buffer.kind', 'ram_bytes']),
  );
  expect(sweptOf(scenario)).not.toContain('seed');
});

test('results are distinguished from plans', () => {
  expect(isResults('{"format":1,"engine":"0.1.0","run":0')).toBe(true);
  expect(isResults('run,seed,ftl.kind,failure,x\n')).toBe(true);
  expect(isResults('{ "format": 1, "scenario": {}')).toBe(false);
});

const KINDS = ['none', 'lru', 'cflru', 'fab', 'bplru', 'pud_lru', 'gc_arm', 'ap'];

test.each<[path: string, values: Json[]]>([
  ['buffer.kind', KINDS],
  ['buffer.capacity', [4, 8]],
  ['ram_bytes', [30_000, 60_000]],
  ['host.scheduler', ['noop', 'deadline', 'cfq']],
  ['host.channels', [1, 2]],
  ['host.queue_depth', [1, 4]],
])('a plan over %s is one, of whatever scenario it is made', async (path, values) => {
  const texts = [bufferExampleText(), channelsExampleText(), exampleText('dftl')];
  const sheet = inlineSweepServer(new Map());
  for (const text of texts) {
    const scenario = parseDocument(text) ?? {};
    // There is no buffer to be made larger.
    if (path === 'buffer.capacity' && !scenario.buffer) continue;
    const plan = planText('p', scenario, { path, values }, 1);
    expect(await sheet.ask('open', { text: plan })).toMatchObject({ runs: values.length });
  }
});

test('buffers are swept with the parameters that one of them has', () => {
  const scenario = parseDocument(bufferExampleText()) ?? {};
  const plan = planText('p', scenario, { path: 'buffer.kind', values: ['pud_lru', 'cflru', 'fab'] }, 1);
  expect(JSON.parse(plan).list).toEqual([
    { 'buffer.kind': 'pud_lru', 'buffer.threshold': 0.01 },
    { 'buffer.kind': 'cflru', 'buffer.window': 2 },
    { 'buffer.kind': 'fab' },
  ]);
});
