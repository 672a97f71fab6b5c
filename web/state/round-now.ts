/** A round of "be the FTL" as the rest of the page shows it: the decision is on the stage, not beside it. */
import { createStore } from 'zustand/vanilla';

export interface Question {
  /** Which decision this is. */
  progress: string;
  /** The question, and why it is asked now. */
  sentence: string;
  /** How to choose, and what the choice does. */
  hint: string;
  /** The effect of each option: "Collect B0". */
  acts: readonly string[];
  /** Whether the options are no things on the stage: they are buttons beside the hint. */
  listed: boolean;
  point(option: number): void;
  choose(option: number): void;
}

/** `on`: a round has begun. `asks`: it is where it asks. */
export const roundNow = createStore<{ on: boolean; asks: Question | null }>()(() => ({
  on: false,
  asks: null,
}));
