import { expect, test } from 'vitest';
import { EngineCrash, EngineFailure } from './engine-client';
import { done, endingOf, orThrow, outcomeOf, shownOf } from './outcome';

const failure = { kind: 'scenario', message: 'no', remedy: 'do', field: null, line: 1, column: 2 } as const;
const crash = {
  kind: 'crash',
  message: 'a trap',
  remedy: '',
  field: null,
  line: null,
  column: null,
} as const;
const thrown = {
  refused: new EngineFailure(failure),
  cancelled: new DOMException('', 'AbortError'),
  crashed: new EngineCrash('a trap'),
};

test('a refusal, a cancellation and a crash are three ends, and none of them is a value', async () => {
  expect(await outcomeOf(Promise.resolve(null))).toEqual({ is: 'done', value: null });
  expect(endingOf(thrown.refused)).toEqual({ is: 'refused', failure });
  expect(endingOf(thrown.cancelled)).toEqual({ is: 'cancelled' });
  expect(endingOf(thrown.crashed)).toEqual({ is: 'crashed', failure: crash, told: false });
  // With what helps, where that is known, also where it is thrown on.
  const died = endingOf(new EngineCrash('a trap', null, [], 'Keep less.'));
  expect(died).toMatchObject({ is: 'crashed', failure: { kind: 'crash', remedy: 'Keep less.' } });
  expect(() => orThrow(died)).toThrow(expect.objectContaining({ remedy: 'Keep less.' }));
  // A mistake of ours in the work is no cancellation either.
  expect(endingOf(new TypeError('a trap'))).toEqual({ is: 'crashed', failure: crash, told: false });
});

test('the place that asked shows a refusal, and a crash of which the page has not told', () => {
  expect(shownOf(done(1))).toBeNull();
  expect(shownOf({ is: 'cancelled' })).toBeNull();
  expect(shownOf({ is: 'refused', failure })).toBe(failure);
  expect(shownOf({ is: 'crashed', failure: crash, told: false })).toBe(crash);
  expect(shownOf({ is: 'crashed', failure: crash, told: true })).toBeNull();
});

test('an outcome that is thrown on and caught again is the same', () => {
  expect(orThrow(done(5))).toBe(5);
  for (const error of Object.values(thrown)) {
    const ending = endingOf(error);
    let again: unknown;
    try {
      orThrow(ending);
    } catch (caught) {
      again = endingOf(caught);
    }
    expect(again).toEqual(ending);
  }
});
