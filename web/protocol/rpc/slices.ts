/** Slices of a job: they are counted in flash operations, since the engine has no clock, and the count is fitted to the time. */
export class Slices {
  /** `operations`: a first guess, some 10 ms on a slow machine before the engine's code is optimised. */
  constructor(private operations: number) {}

  /** One slice, of this many milliseconds. If the job has `ended`, the last slice was shorter. */
  run<T>(targetMs: number, slice: (operations: number) => T, ended: (outcome: T) => boolean): T {
    const began = performance.now();
    const outcome = slice(this.operations);
    const took = performance.now() - began;
    if (ended(outcome)) return outcome;
    // Bounded, so that one slice interrupted by the system does not make the next a tenth of it.
    const factor = Math.min(4, Math.max(0.25, targetMs / Math.max(took, 0.1)));
    this.operations = Math.round(Math.min(50_000_000, Math.max(200, this.operations * factor)));
    return outcome;
  }
}
