/** Playing: one step after the other at the chosen speed, and several per picture when it is too fast for one. */
import type { Grain } from '../protocol/generated/Grain';
import type { LabState } from './lab';
import type { Store } from './session';

/** Below this many pictures a second every step is shown; above it several steps share a picture. */
const PICTURES_PER_SECOND = 60;
/** Above this many steps a second there is no time to show what a step of several operations is made of. */
const STEPS_TO_FOLLOW = 8;
/** Steps between two pictures are asked one by one (a request grain excepted): bound how long that takes. */
const MOST_STEPS = 500;

/** Whether more happens between two pictures than can be followed: then it is counted (`tally` of the engine). */
export function isTooMuch({ playing, speed, grain }: Pick<LabState, 'playing' | 'speed' | 'grain'>): boolean {
  return playing && (speed > PICTURES_PER_SECOND || (speed > STEPS_TO_FOLLOW && grain !== 'operation'));
}

export class Playback {
  /** Counts up when playing starts or stops: a loop that finds another number ends. */
  private turn = 0;

  /** `step` makes so many steps and says whether anything moved; `null` when it was cancelled. */
  constructor(
    private readonly store: Store,
    private readonly step: (steps: number, grain: Grain | undefined) => Promise<boolean | null>,
  ) {}

  /** `grain`: of every step; without it that of the lab, also where it changes meanwhile. */
  async start(grain?: Grain): Promise<void> {
    if (this.store.getState().playing || !this.store.getState().slots[0]) return;
    if (this.atEnd()) await this.store.getState().run({ to: 'position', position: { request: 0, event: 0 } });
    this.turn += 1;
    const { turn } = this;
    this.store.setState({ playing: true });
    let tick = 1000 / PICTURES_PER_SECOND;
    try {
      while (turn === this.turn) {
        const began = performance.now();
        const { speed } = this.store.getState();
        const steps = speed > PICTURES_PER_SECOND ? Math.ceil((speed * tick) / 1000) : 1;
        const moved = await this.step(Math.min(MOST_STEPS, steps), grain);
        if (!moved) break;
        await rest((steps * 1000) / speed - (performance.now() - began));
        // The next picture makes as many steps as this one took time for.
        tick = performance.now() - began;
      }
    } finally {
      if (turn === this.turn) this.store.setState({ playing: false });
    }
  }

  stop(): void {
    if (!this.store.getState().playing) return;
    this.turn += 1;
    this.store.setState({ playing: false });
  }

  /** Play at the end begins anew, as on any player. */
  private atEnd(): boolean {
    const frame = this.store.getState().slots[0]?.current.frame;
    return frame !== undefined && frame.position.request >= frame.requests;
  }
}

/** Waits so long, and in a browser until the next picture: a hidden tab does not run ahead of what is seen. */
async function rest(ms: number): Promise<void> {
  if (ms > 1) await new Promise((resolve) => setTimeout(resolve, ms));
  const { requestAnimationFrame } = globalThis;
  if (requestAnimationFrame) await new Promise((resolve) => requestAnimationFrame(resolve));
}
