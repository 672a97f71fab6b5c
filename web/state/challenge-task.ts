/** A round that a lesson asks for: the page opens it beside the stage, and the lesson hears how it is. */
import { createStore } from 'zustand/vanilla';
import type { ChallengeShown } from '../protocol/generated/ChallengeShown';

export interface ChallengeTask {
  /** Another one for each that is asked for, though it be of the same file. */
  serial: number;
  /** The round's file, with the choices made so far. */
  file: string;
  /** The allowed cost of the choices, in the unit of the round's goal. */
  limit: number;
  /** The step's text names the requests: the stage shows those to come. */
  told: boolean;
  /** `rest`: the scheme was let do what was left. `there`: the stage shows where it is. */
  says(round: ChallengeShown, rest: boolean, there: boolean): void;
}

/** `null` while no lesson asks for one. */
export const challengeTask = createStore<{ task: ChallengeTask | null }>()(() => ({ task: null }));
