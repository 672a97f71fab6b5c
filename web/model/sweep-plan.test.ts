import { expect, test } from 'vitest';
import { fieldsOf, isResults, planText, valuesOf } from './sweep-plan';

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
  const text = planText('log blocks', scenario, [{ path: 'ftl.log_blocks', values: [2, 4] }], 3);
  expect(JSON.parse(text)).toEqual({
    format: 1,
    name: 'log blocks',
    scenario,
    over: { 'ftl.log_blocks': [2, 4] },
    seeds: 3,
  });
  expect(fieldsOf(scenario)).toEqual(['ftl.kind', 'ftl.log_blocks']);
});

test('results are told from plans', () => {
  expect(isResults('{"format":1,"engine":"0.1.0","run":0')).toBe(true);
  expect(isResults('run,seed,ftl.kind,failure,x\n')).toBe(true);
  expect(isResults('{ "format": 1, "scenario": {}')).toBe(false);
});
