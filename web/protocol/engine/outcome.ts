/**
 * How work that was asked of a worker came out. There are four ways, and a caller says what it does for each: a cancelled job or a dead
 * worker is no success with nothing in it. `outcome.test.ts` holds what each thrown error means.
 */
import type { Failure } from '../generated/Failure';
import { EngineCrash, EngineFailure } from './engine-client';

export type Outcome<T> = { is: 'done'; value: T } | Unfinished;

/** Nothing has changed: the person is where they were, with what they had. */
export type Unfinished =
  /** The engine says where, why and what to do. */
  | { is: 'refused'; failure: Failure }
  /** By the person, or by work that took its place. */
  | { is: 'cancelled' }
  /** A worker died or did not start. `told`: the page has said it already, with a report. */
  | { is: 'crashed'; failure: Failure; told: boolean };

export const CANCELLED: Unfinished = { is: 'cancelled' };

export function done<T>(value: T): Outcome<T> {
  return { is: 'done', value };
}

/** The meaning of a thrown error: a refusal, a cancellation, and anything else is the end of a worker. */
export function endingOf(error: unknown): Unfinished {
  if (error instanceof EngineFailure) return { is: 'refused', failure: error.failure };
  if (error instanceof DOMException && error.name === 'AbortError') return CANCELLED;
  return { is: 'crashed', failure: crashOf(error), told: false };
}

export async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await work);
  } catch (error) {
    return endingOf(error);
  }
}

/** The failure to be shown at the place that asked; `null`: there is none, or the person knows. */
export function shownOf(outcome: Outcome<unknown>): Failure | null {
  switch (outcome.is) {
    case 'done':
    case 'cancelled':
      return null;
    case 'refused':
      return outcome.failure;
    case 'crashed':
      return outcome.told ? null : outcome.failure;
  }
}

/** The value of what is done. Throws what the work threw, for callers that pass it on. */
export function orThrow<T>(outcome: Outcome<T>): T {
  switch (outcome.is) {
    case 'done':
      return outcome.value;
    case 'cancelled':
      throw new DOMException('the job was cancelled', 'AbortError');
    case 'refused':
      throw new EngineFailure(outcome.failure);
    case 'crashed':
      throw new EngineCrash(outcome.failure.message, null, [], outcome.failure.remedy);
  }
}

export function crashOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const remedy = error instanceof EngineCrash ? error.remedy : '';
  return { kind: 'crash', message, remedy, field: null, line: null, column: null };
}
