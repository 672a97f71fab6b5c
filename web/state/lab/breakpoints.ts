/**
 * Breakpoints: predicates on events that stop play and runs, and that can be searched for. Their language is the
 * engine's (`sim/src/predicate`); here they are texts.
 */
import { ask, type EngineClient, type Progress } from '../../protocol/engine/engine-client';
import { done, type Outcome } from '../../protocol/engine/outcome';
import type { Target } from '../../protocol/generated/Target';

export interface Breakpoints {
  /** Every breakpoint as the engine writes it, each once, in the order added. They outlive the scenario. */
  breakpoints: readonly string[];
  /** Those of them that are switched off: they stop nothing. */
  breakpointsOff: readonly string[];
  /** The reason why the last move stopped; `null` when it went where it was sent. */
  stopped: Stopped | null;
  /** Adds a text that the engine can read; otherwise the failure names its error and the column. */
  addBreakpoint(text: string): Promise<Outcome<void>>;
  removeBreakpoint(text: string): void;
  switchBreakpoint(text: string, on: boolean): void;
  /** Takes these in place of all. If one cannot be read nothing changes. */
  setBreakpoints(texts: readonly string[]): Promise<Outcome<void>>;
  /** Goes right after the next event that meets a breakpoint, or the last one before here. */
  runToHit(back: boolean): Promise<void>;
}

export interface Stopped {
  /** The condition that was met: one alternative of a breakpoint or of the search. `null`: a search met nothing. */
  hit: string | null;
  back: boolean;
}

type Lists = Pick<Breakpoints, 'breakpoints' | 'breakpointsOff'>;

/** The breakpoints that are on, as one predicate; `null` if there are none. */
export function stopsOf({ breakpoints, breakpointsOff }: Lists): string | null {
  return breakpoints.filter((text) => !breakpointsOff.includes(text)).join(' or ') || null;
}

/** Whether what a move stopped at is this breakpoint, or one of its alternatives. */
export function isHit(breakpoint: string, stopped: Stopped | null): boolean {
  return stopped?.hit != null && breakpoint.split(' or ').includes(stopped.hit);
}

/** How a move of slot 0 ended, for those who look. */
export function stoppedBy(progress: Progress, target: Target): Stopped | null {
  const back = (target.to === 'next' || target.to === 'step') && target.back;
  if (progress.hit !== null) return { hit: progress.hit, back };
  return target.to === 'next' ? { hit: null, back } : null;
}

interface Store {
  get: () => Lists;
  set: (change: Partial<Lists>) => void;
  beside: <T>(work: (client: EngineClient) => Promise<T>) => Promise<Outcome<T>>;
  run: (target: Target) => Promise<unknown>;
}

/** The actions, over the store and the engine. */
export function breakpointActions({
  get,
  set,
  beside,
  run,
}: Store): Omit<Breakpoints, keyof Lists | 'stopped'> {
  /** The texts as the engine writes them; that all of them together can be read is asked as well. */
  const read = (texts: readonly string[]) =>
    beside(async (client) => {
      const text = async (each: string) =>
        (await ask(client, 'predicate', { type: 'predicate', text: each })).text;
      const known: string[] = [];
      for (const each of texts) known.push(await text(each));
      if (known.length > 1) await text(known.join(' or '));
      return [...new Set(known)];
    });
  const only = (off: readonly string[], breakpoints: readonly string[]) =>
    off.filter((text) => breakpoints.includes(text));
  return {
    async addBreakpoint(text) {
      const alone = await read([text]);
      if (alone.is !== 'done') return alone;
      const all = await read([...get().breakpoints, ...alone.value]);
      switch (all.is) {
        case 'refused':
          // Not its own fault: there are too many.
          return { ...all, failure: { ...all.failure, column: null } };
        case 'cancelled':
        case 'crashed':
          return all;
        case 'done': {
          const breakpointsOff = get().breakpointsOff.filter((off) => off !== alone.value[0]);
          set({ breakpoints: all.value, breakpointsOff });
          return done(undefined);
        }
      }
    },
    removeBreakpoint(text) {
      const breakpoints = get().breakpoints.filter((each) => each !== text);
      set({ breakpoints, breakpointsOff: only(get().breakpointsOff, breakpoints) });
    },
    switchBreakpoint(text, on) {
      const others = get().breakpointsOff.filter((each) => each !== text);
      set({ breakpointsOff: on ? others : only([...others, text], get().breakpoints) });
    },
    async setBreakpoints(texts) {
      const breakpoints = await read(texts);
      if (breakpoints.is !== 'done') return breakpoints;
      set({ breakpoints: breakpoints.value, breakpointsOff: [] });
      return done(undefined);
    },
    async runToHit(back) {
      const until = stopsOf(get());
      if (until !== null) await run({ to: 'next', until, back });
    },
  };
}
