/**
 * Playing: one step after the other at the chosen speed, and several per picture when it is too fast for one. How long it stays at a step
 * that is shown depends on what happens in it (model/pacing.ts).
 */

import { holdMs } from '../../model/pacing';
import { eventsBetween } from '../../model/why/step-events';
import type { Grain } from '../../protocol/generated/Grain';
import type { Store } from './engine-queue';
import type { LabState } from './lab';

/** Below this many pictures a second every step is shown; above it several steps share a picture. */
const PICTURES_PER_SECOND = 60;
const PICTURE_MS = 1000 / PICTURES_PER_SECOND;
/** A timer ends this much before the picture that is waited for, not right after it. */
const EARLY_MS = 4;
/** A picture makes up for at most this much time: not for the minutes of a hidden tab. */
const MOST_TICK_MS = 250;
/** Above this many steps a second there is no time to show what a step of several operations is made of. */
const STEPS_TO_FOLLOW = 8;
/** The engine makes steps one by one, those of whole requests excepted: this bounds how long a picture waits for them. */
const MOST_STEPS = 500;

/** Milliseconds per step from which a person can follow each one. */
const FOLLOWED_MS = 200;
/** How often it is said how fast it plays. */
const REACHED_EVERY_MS = 500;
/** Below this part of what was asked, that is said. */
const AS_ASKED = 0.9;

/** Whether more happens between two pictures than can be followed: then it is counted (`tally` of the engine). */
export function isTooMuch({ playing, speed, grain }: Pick<LabState, 'playing' | 'speed' | 'grain'>): boolean {
  return playing && (speed > PICTURES_PER_SECOND || (speed > STEPS_TO_FOLLOW && grain === 'request'));
}

export class Playback {
  /** Counts up when playing starts or stops: a loop that finds another number ends. */
  private turn = 0;

  /** `step` makes this many steps and says whether it can go on so. */
  constructor(
    private readonly store: Store,
    private readonly step: (steps: number, grain: Grain | undefined) => Promise<boolean>,
    /** How much longer all takes than at 1x: a hall follows more slowly than a reader. */
    private readonly pace: () => number = () => 1,
  ) {}

  /** `grain`: of every step; without it that of the lab, also where it changes meanwhile. */
  async start(grain?: Grain): Promise<void> {
    if (this.store.getState().playing || !this.store.getState().slots[0]) return;
    if (this.atEnd()) await this.store.getState().run({ to: 'position', position: { request: 0, event: 0 } });
    this.turn += 1;
    const { turn } = this;
    this.store.setState({ playing: true });
    /** The time for which steps are due, and the part of a step that the pictures before left over. */
    let [tick, rest] = [PICTURE_MS, 0];
    const meter = new Meter();
    try {
      while (turn === this.turn) {
        const began = performance.now();
        const { speed } = this.store.getState();
        const many = speed > PICTURES_PER_SECOND;
        const owed = many ? rest + (speed * Math.min(tick, MOST_TICK_MS)) / 1000 : 1;
        // Steps beyond the bound are left out: owed, they would make every later picture as slow.
        const most = (grain ?? this.store.getState().grain) === 'request' ? owed : MOST_STEPS;
        const steps = Math.floor(Math.min(most, owed));
        rest = many ? owed % 1 : 0;
        if (steps > 0 && !(await this.step(steps, grain))) break;
        const due = many ? PICTURE_MS - EARLY_MS : this.stay(grain);
        // At a speed that a person follows, each step stays its full time, however long it took to compute.
        await pause(due - (due < FOLLOWED_MS ? performance.now() - began : 0));
        tick = performance.now() - began;
        // The meter counts the steps that were made, not those that were owed.
        const reached = meter.add(speed, many ? (steps * 1000) / speed : due, tick);
        if (reached !== undefined && reached !== this.store.getState().reached)
          this.store.setState({ reached });
      }
    } finally {
      if (turn === this.turn) this.store.setState({ playing: false, reached: null });
    }
  }

  stop(): void {
    if (!this.store.getState().playing) return;
    this.turn += 1;
    this.store.setState({ playing: false, reached: null });
  }

  /** How long the step on the stage is stayed at. */
  private stay(grain?: Grain): number {
    const { slots, speed, grain: chosen } = this.store.getState();
    const events = slots[0]?.previous && eventsBetween(slots[0].previous.frame, slots[0].current.frame);
    return holdMs(events ?? [], speed, grain ?? chosen, this.pace());
  }

  /** Play at the end begins again, as on any player. */
  private atEnd(): boolean {
    const frame = this.store.getState().slots[0]?.current.frame;
    return frame !== undefined && frame.position.request >= frame.requests;
  }
}

/** How fast it plays, against what was asked. */
export class Meter {
  private speed = 0;
  private due = 0;
  private taken = 0;

  /**
   * Takes in a picture: how long it was to take and how long it took. Now and then says how many steps a second are made, in whole
   * ones, or `null` if that is what was asked; in between `undefined`.
   */
  add(speed: number, due: number, taken: number): number | null | undefined {
    if (speed !== this.speed) [this.speed, this.due, this.taken] = [speed, 0, 0];
    this.due += due;
    this.taken += taken;
    if (this.taken < REACHED_EVERY_MS) return undefined;
    const part = this.due / this.taken;
    [this.due, this.taken] = [0, 0];
    return part < AS_ASKED ? Math.max(1, Math.round(speed * part)) : null;
  }
}

/** Waits so long, and in a browser until the next picture: a hidden tab does not run ahead of what is seen. */
async function pause(ms: number): Promise<void> {
  if (ms > 1) await new Promise((resolve) => setTimeout(resolve, ms));
  const { requestAnimationFrame } = globalThis;
  if (requestAnimationFrame) await new Promise((resolve) => requestAnimationFrame(resolve));
}
