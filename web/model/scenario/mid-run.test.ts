import { afterEach, expect, test, vi } from 'vitest';
import type { Summary } from '../../protocol/generated/Summary';
import { policiesOf } from '../sentences/sentences';
import { ftlAt, otherwise } from './mid-run';

afterEach(() => void vi.restoreAllMocks());

const choices = (count: number) =>
  Array.from({ length: count }, (_, request) => ({ request, decision: 0, choose: 3 }));
const canonical = (name: string, interventions: object[]) =>
  JSON.stringify({ name, ftl: { kind: 'page', gc_policy: 'greedy' }, interventions });

test('a scenario of 20,000 interventions is parsed once, however often it is asked for', () => {
  const text = canonical('many', choices(20_000));
  const summary = { canonical: text } as Summary;
  const parse = vi.spyOn(JSON, 'parse');
  for (let request = 0; request < 50; request += 1) {
    // Every event of a request asks.
    for (let event = 0; event < 160; event += 1) policiesOf(summary, request);
    ftlAt(text, request);
  }
  otherwise(text, text);
  expect(parse).toHaveBeenCalledTimes(1);
});

test('the policies of a request are worked out once for all its events', () => {
  const text = canonical('sets', [{ request: 2, set: { gc_policy: 'fifo' } }]);
  const summary = { canonical: text } as Summary;
  const policies = [1, 2, 2, 1].map((request) => policiesOf(summary, request));
  expect(policies.map(({ policy }) => policy)).toEqual(['greedy', 'fifo', 'fifo', 'greedy']);
  expect(policies[1]).toBe(policies[2]);
});

test('options that change 200,000 times are those of the last change', () => {
  const sets = Array.from({ length: 200_000 }, (_, request) => ({
    request,
    set: { gc_threshold: request },
  }));
  expect(ftlAt(canonical('changes', sets), 150_000)).toEqual({
    kind: 'page',
    gc_policy: 'greedy',
    gc_threshold: 150_000,
  });
});

test('a text that no engine wrote is an error: no sentence is made up from it', () => {
  expect(() => policiesOf({ canonical: '{' } as Summary, 0)).toThrow('no canonical scenario');
});
