import { expect, test } from 'vitest';
import { counterexampleOf, failureOf, outcomeOf } from './sandbox';

const OUTCOME = {
  requests: 3,
  total: 3,
  asked: [2, 0, 0, 0, 0, 0, 0],
  choices: [{ request: 1, decision: 0, choose: 5 }],
  decisions: [1, 4, 0, 3, 5, 7],
  log: [{ request: 1, text: 'five' }],
  unlogged: 0,
  state_bytes: 64,
  state_hash: 'f0189207a75dc527',
};

test('an outcome is taken as the engine writes it', () => {
  expect(outcomeOf(JSON.stringify(OUTCOME))).toEqual(OUTCOME);
});

test('an outcome that no engine writes is refused, whatever part of it is forged', () => {
  const forged: unknown[] = [
    undefined,
    7,
    JSON.stringify({ ...OUTCOME, choices: 'all' }),
    JSON.stringify({ ...OUTCOME, choices: [{ request: 1, decision: 0, choose: 5.5 }] }),
    JSON.stringify({ ...OUTCOME, choices: [{ request: -1, decision: 0, choose: 5 }] }),
    JSON.stringify({ ...OUTCOME, choices: [{ request: '1', decision: 0, choose: 5 }] }),
    JSON.stringify({ ...OUTCOME, choices: [null] }),
    JSON.stringify({ ...OUTCOME, decisions: [1e300] }),
    JSON.stringify({ ...OUTCOME, requests: null }),
    JSON.stringify({ ...OUTCOME, state_bytes: '64' }),
    '{"requests":',
  ];
  for (const text of forged) expect(() => outcomeOf(text)).toThrow();
  const more = outcomeOf(
    JSON.stringify({ ...OUTCOME, html: '<img>', log: [{ request: 0, text: 'x'.repeat(9999) }] }),
  );
  expect(more).not.toHaveProperty('html');
  expect(more.log[0]?.text).toHaveLength(600);
});

test('a failure is text, whatever it is made of', () => {
  expect(failureOf({ message: { a: 1 }, remedy: null, line: 'x', column: 4, kind: 'engine' })).toEqual({
    kind: 'policy',
    message: '[object Object]',
    remedy: '',
    field: null,
    line: null,
    column: 4,
  });
  expect(failureOf(null).message).toBe('');
});

test('of a counterexample only requests and choices are taken', () => {
  const found = {
    ops: 'w1 r2 t3+4',
    requests: 3,
    cost_us: 10.5,
    rival_us: 0,
    broke: null,
    scenario: JSON.stringify({ device: 7, interventions: [{ request: 1, decision: 0, choose: 2, more: 1 }] }),
    tried: 5,
  };
  expect(counterexampleOf(JSON.stringify(found))).toEqual({
    ...found,
    scenario: '{"interventions":[{"request":1,"decision":0,"choose":2}]}',
  });
  for (const part of [
    { ops: 'w1; x' },
    { ops: 7 },
    { cost_us: null },
    { requests: -1 },
    { scenario: '{"interventions":[{}]}' },
  ])
    expect(() => counterexampleOf(JSON.stringify({ ...found, ...part }))).toThrow();
});
