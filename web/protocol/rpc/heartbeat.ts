/**
 * Notices a worker that dies without a word: killed by the system, or caught in a loop. Between slices of some
 * milliseconds the engine answers pings, so silence means something, if one is patient.
 *
 * Ticks are counted, not time: a machine that slept, or a tab that was put to rest, has lost no tick. Only a page
 * that waits for an answer listens for the heart.
 */
const TICK_MS = 1000;
/** The longest single step of the engine is a second or two on a slow machine. */
const PATIENCE = 30;
/** Before the first word the worker's script and the engine are still on their way, over whatever network. */
const FIRST_PATIENCE = 180;

export class Heartbeat {
  private timer: ReturnType<typeof setInterval> | null = null;
  private silentTicks = 0;
  private spoken = false;

  /** `ping` asks for a sign of life; `died` is called once, after this many seconds of silence. */
  constructor(
    private readonly ping: () => void,
    private readonly died: (seconds: number) => void,
  ) {}

  /** Something was heard. */
  heard(): void {
    this.spoken = true;
    this.silentTicks = 0;
  }

  /** An answer is waited for, or none any more. */
  waiting(waits: boolean): void {
    if (waits === (this.timer !== null)) return;
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = waits ? setInterval(() => this.tick(), TICK_MS) : null;
    this.silentTicks = 0;
    // In Node (tests, the command line of lessons) a timer would keep the process alive.
    (this.timer as unknown as { unref?: () => void } | null)?.unref?.();
  }

  private tick(): void {
    this.silentTicks += 1;
    if (this.silentTicks < (this.spoken ? PATIENCE : FIRST_PATIENCE)) {
      this.ping();
      return;
    }
    const seconds = (this.silentTicks * TICK_MS) / 1000;
    this.waiting(false);
    this.died(seconds);
  }
}
