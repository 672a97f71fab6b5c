import { expect, test } from 'vitest';
import { EngineFailure } from '../engine/engine-client';
import { confirm, counterexampleOf, failureOf, outcomeOf } from './sandbox';

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
  for (const text of forged) expect(() => outcomeOf(text)).toThrow(EngineFailure);
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

test('a trace is no break unless a policy loaded for it alone breaks on it too', async () => {
  const failure = failureOf({ message: 'at request 3, `victim` threw Error: x' });
  const found = {
    ...{ ops: 'w1 w2', requests: 2, cost_us: 10, rival_us: 1, tried: 5 },
    ...{ broke: null, scenario: '{"interventions":[{"request":1,"decision":0,"choose":2}]}' },
  };
  const device = JSON.stringify({ format: 1, seed: 4, workload: { kind: 'ops', ops: 'w0' } });
  const asked: unknown[] = [];
  const does = (choices: { request: number; decision: number; choose: number }[]) => async (json: string) => {
    asked.push(JSON.parse(json));
    return { choices };
  };
  const fails = (message: string) => () => Promise.reject(new EngineFailure({ ...failure, message }));
  const broken = { ...found, broke: failure };
  await confirm(found, does([{ request: 1, decision: 0, choose: 2 }]), device);
  expect(asked).toEqual([{ format: 1, seed: 4, workload: { kind: 'ops', ops: 'w1 w2' } }]);
  await confirm(broken, fails(failure.message), device);
  const remedy = expect.objectContaining({ remedy: expect.stringContaining('in `init`') });
  for (const [of, run] of [
    [found, does([])],
    [found, fails(failure.message)],
    [broken, does([])],
    [broken, fails('at request 9, `victim` threw Error: x')],
  ] as const)
    await expect(confirm(of, run, device)).rejects.toMatchObject({ failure: remedy });
  await expect(
    confirm(found, () => Promise.reject(new DOMException('', 'AbortError')), device),
  ).rejects.toThrow(DOMException);
});
