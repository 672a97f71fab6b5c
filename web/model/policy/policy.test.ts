import { expect, test } from 'vitest';
import { decisionAt, decisionCount, lastDecision, nextDifference, seenAt } from './decisions';
import { packPolicy, unpackPolicy } from './link';
import { rivalText, TASKS, taskOf } from './tasks';

// Request, event, function, own, chosen, seen.
const COLUMNS = [3, 2, 0, 7, 7, 5, 3, 9, 0, 4, 2, 5, 8, 0, 3, 1, 1, 0, 9, 4, 0, 6, 5, 4];

test('a decision is found from the position after it', () => {
  expect(decisionCount(COLUMNS)).toBe(4);
  expect(decisionAt(COLUMNS, 1)).toEqual({
    request: 3,
    event: 9,
    function: 'victim',
    own: 4,
    chosen: 2,
    seen: 5,
  });
  expect(seenAt(decisionAt(COLUMNS, 1))).toEqual({ request: 3, event: 10 });
  for (const n of [0, 1, 2, 3]) expect(lastDecision(COLUMNS, seenAt(decisionAt(COLUMNS, n)))).toBe(n);
  expect(lastDecision(COLUMNS, { request: 3, event: 2 })).toBe(-1);
  expect(lastDecision(COLUMNS, { request: 8, event: 0 })).toBe(1);
});

test('differences are found both ways', () => {
  expect(nextDifference(COLUMNS, -1, false)).toBe(1);
  expect(nextDifference(COLUMNS, 1, false)).toBe(3);
  expect(nextDifference(COLUMNS, 3, false)).toBe(-1);
  expect(nextDifference(COLUMNS, 3, true)).toBe(1);
  expect(nextDifference(COLUMNS, 1, true)).toBe(-1);
});

test('a link brings the same code back, and a truncated one nothing', () => {
  const code = 'export function victim(blocks) {\n  return blocks[0].id; // 한국어\n}\n';
  const packed = packPolicy(code) ?? '';
  expect(unpackPolicy(packed)).toBe(code);
  for (let at = 0; at < packed.length; at += 3) expect(unpackPolicy(packed.slice(0, at))).toBeNull();
});

test('a rival has the same requests on the same device', () => {
  for (const task of TASKS)
    for (const { id } of task.rivals) {
      const { ftl, ...rest } = JSON.parse(rivalText(task, id)) as Record<string, unknown>;
      const { ftl: own, ...same } = task.scenario;
      expect(rest).toEqual(same);
      expect(ftl).toBeDefined();
      if (id === task.own) expect(ftl).toEqual(own);
    }
  expect(taskOf('nonsense').id).toBe('skewed');
});
