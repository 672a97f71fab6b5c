/** The types of runtime.js, which is plain JavaScript because QuickJS reads it as it is. */

/** Why a policy stopped: sim::policy::Stop. */
export interface Stop {
  function: string;
  message: string;
  remedy: string;
  line: number | null;
  column: number | null;
}

export interface PolicyHost {
  current(): string;
  hint(): string;
  hooks(): number[];
  stateBytes(): number;
  logs(): boolean;
  takeLog(): string[];
  init(blocks: number, pagesPerBlock: number, logicalPages: number): void;
  notes(words: Uint32Array): void;
  decide(kind: number, own: number, lpn: number, now: number, facts: Float64Array): number;
}

export function seal(global: object): void;
/** Throws where the text is not the same policy in each engine. */
export function refuse(text: string): void;
export function mistake(name: string, message: string, remedy: string, line?: number): Error;
export function explain(error: unknown, current: string, hint?: string): Stop;
export function host(policy: object, enter?: (name: string) => void, most?: number | null): PolicyHost;
