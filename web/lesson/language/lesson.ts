/**
 * A lesson, once read. `parse.ts` makes it from text; nothing in it can run: prose is a tree of known kinds, values
 * are parsed expressions, scenarios are JSON.
 */

import type { Decision } from '../../protocol/generated/Decision';
import type { Goal } from '../../protocol/generated/Goal';
import type { Design } from '../design/design';
import type { Grain } from '../play/run';
import type { Value } from './evaluate';
import type { Expression } from './expression';

/** An expression and where it is in the file. */
export interface Located {
  expression: Expression;
  text: string;
  where: string;
  line: number;
  column: number;
}

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis' | 'given'; children: Inline[] }
  /** A result: computed by the engine, never written. */
  | { kind: 'value'; value: Located }
  /** A figure of a source. `ref` is the id of one of the lesson's sources. */
  | { kind: 'source'; ref: string; children: Inline[] }
  /** A term of the glossary, by its id. */
  | { kind: 'term'; id: string; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'image'; src: string; alt: string };

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'code'; text: string };

/** One or several blocks of text. */
export type Prose = Block[];

/** An instruction to move, as `run:` and `from:` give it. */
export type Run =
  | { to: 'start' }
  | { to: 'end' }
  /** Right before the last request. */
  | { to: 'last' }
  | { to: 'stay' }
  | { to: 'position'; request: number; event: number }
  | { to: 'step'; grain: Grain; back: boolean; times: number }
  /** Right after the next event that meets a predicate; `at`: where its text begins in the file. */
  | { to: 'next'; until: string; at: { where: string; line: number; column: number } | null };

/** Parts of the page a step may point at. */
export const REGIONS = ['stage', 'tables', 'timeline', 'why', 'metrics', 'scenario'] as const;
export type Region = (typeof REGIONS)[number];

export interface Look {
  region: Region | null;
  /** The marks on the stage and in the tables. */
  select: { kind: 'page' | 'block' | 'lpn' | 'lbn'; value: Located } | null;
}

/** One of the answers to choose from. Which one is right is not written: it is the one equal to the answer. */
export interface Choice {
  value: Located;
  /** `null`: the value itself is the text. */
  text: Inline[] | null;
  /** The hint for a wrong choice. */
  hint: Inline[] | null;
  /** Blocks whose valid pages make the value, and those that it leaves out: marked on the stage. */
  counted: Located | null;
  missed: Located | null;
}

export interface Variants {
  /** Values drawn in this order; see `variants.ts`. */
  draw: { name: string; rule: string; line: number; column: number }[];
  /** A draw is taken only if this holds; it sees the drawn values. */
  where: Located | null;
  /** Laid over the step's scenario, after `{…}` in its texts was filled in. */
  change: { [key: string]: Value };
  from: Run[];
  run: Run[] | null;
  line: number;
  column: number;
}

export interface Predict {
  ask: Inline[];
  /** The same in other words, for sheet B. */
  again: Inline[] | null;
  answer: Located;
  /** Empty: a number is asked for. */
  choices: Choice[];
  /** With a number: wrong answers that are recognised. */
  mistakes: Choice[];
  /** With a number: for any other wrong answer. */
  hint: Inline[] | null;
  unit: Inline[] | null;
  variants: Variants | null;
  /** Why there are none; `null`: it has variants, or is of a lesson that need not say. */
  once: Inline[] | null;
  line: number;
  column: number;
}

/** Something to do: requests that are appended to the scenario's `ops` and judged by the engine. */
export interface Task {
  ask: Inline[];
  grade: { is: Located; otherwise: Inline[] }[];
  solutions: { ops: string; line: number; column: number }[];
  wrong: { ops: string; line: number; column: number }[];
  line: number;
  column: number;
}

/** A round of "be the FTL" over the requests of the step's run: the person decides, not the scheme. See `challenge.ts`. */
export interface Challenge {
  ask: Inline[];
  /** The counted unit. */
  goal: Goal;
  /** Kinds of decisions that the person makes; `null`: all there are. */
  kinds: Decision[] | null;
  /** The allowed cost of the choices, in the goal's unit. It sees `score.scheme` and `score.best`. */
  atMost: Located;
  /** Whether the scheme's own choices cost no more than that. */
  schemeMeets: boolean;
  /** One more after each round that cost too much. */
  hints: Inline[][];
  line: number;
  column: number;
}

/** Code to write: it decides in the scheme's place, over the step's scenario and over hidden ones. See `web/lesson/policy`. */
export interface PolicyTask {
  ask: Inline[];
  /** The code that is there at first. */
  start: string;
  /** Scenarios that are run when the code is handed in. `draws`: that many, each with a seed drawn; 0: as it is. */
  hidden: { on: string; draws: number }[];
  /** Bytes of `device.state` at most; `null`: any number. */
  state: number | null;
  /** How a run is scored, where it is; each at most `most`. */
  points: { name: Inline[]; value: Located; most: number }[];
  /** Conditions on every run, in the order in which they are named. */
  grade: { is: Located; otherwise: Inline[] }[];
  solution: Code;
  wrong: Code[];
  line: number;
  column: number;
}

interface Code {
  text: string;
  line: number;
  column: number;
}

/** Figures of whole runs against one field of their scenarios; see `chart.ts`. */
export interface Chart {
  /** Path of the field: `ftl`, `log_blocks`. */
  along: string[];
  name: string;
  values: number[];
  /** `on`: the scenario of the line; `value`: shown instead of the figure's. */
  lines: { id: string; name: string; on: string; value: Located | null }[];
  figures: { id: string; name: string; value: Located }[];
  line: number;
  column: number;
}

export interface Step {
  id: string;
  title: Inline[];
  line: number;
  /** Not needed to follow the rest of the course: "core only" leaves it out. */
  more: boolean;
  /** Scenario; `null`: the page is left as it is. */
  on: string | null;
  /** Where the step begins; `null`: where the one before it ended, or at the scenario's start. */
  from: Run[] | null;
  run: Run[];
  look: Look[];
  must: Located[];
  /** False where the step begins, true where it ends. */
  becomes: Located[];
  prose: Prose;
  /** Shown once the prediction was made. */
  reveal: Prose;
  notes: Prose;
  predict: Predict | null;
  task: Task | null;
  policy: PolicyTask | null;
  challenge: Challenge | null;
  /** Fields of a scenario to set, so that a budget is met. */
  design: Design | null;
  chart: Chart | null;
  /** A scenario to set against this one, offered as a button. */
  compare: string | null;
  source: { ref: string; at: string } | null;
}

/** Whether something is to be done before the step's result is shown. */
export function asks({ predict, task, policy, challenge, design }: Step): boolean {
  return [predict, task, policy, challenge, design].some((part) => part !== null);
}

/** Whether its result is still to come: what is read then sees the step's begin. A task, a policy and a design are set at its end. */
export function beforehand({ predict, challenge }: Step): boolean {
  return predict !== null || challenge !== null;
}

export interface LessonScenario {
  name: string;
  /** The scenario of SPEC 11, complete. */
  json: { [key: string]: Value };
  line: number;
  /** Line of each of its fields as written, by path: `ftl.log_blocks`. */
  lines: Map<string, number>;
}

/** A lesson named by another, and where. */
interface Earlier {
  lesson: string;
  line: number;
  column: number;
}

/** Parts of the course, in the order of its map. */
export const PARTS = ['foundations', 'log_blocks', 'map', 'cleaning', 'buffers', 'device'] as const;
export type Part = (typeof PARTS)[number];

/** How the questions of an assignment are asked, `web/lesson/assignment`. */
export interface Rules {
  /** Variants are drawn from it: of one student and one lesson. */
  seed: string;
  /** Hidden runs of policies are drawn from it: the same for all students, whose scores are compared. */
  shared: string;
  /** Answers to a question at most; `null`: any number. */
  attempts: number | null;
  /** Whether a wrong answer is explained. */
  hints: boolean;
}

export interface Lesson {
  title: string;
  /** `null`: not in an assignment. */
  rules: Rules | null;
  /** The time planned for a lecture, 0 for none. A student's is computed (`play/minutes.ts`). */
  minutes: number;
  /** `null`: of no part, as a lesson from disk. */
  part: Part | null;
  /** Whether it is of the core of the course, which is enough for all of the rest. */
  core: boolean;
  goals: Inline[][];
  prerequisites: Inline[][];
  /** Lessons of the course that this one builds on, by name. */
  after: Earlier[];
  sources: { id: string; title: string }[];
  scenarios: Map<string, LessonScenario>;
  steps: Step[];
}

/** Largest lesson, most steps. A lesson comes from anywhere: what it may ask for is bounded. */
export const MAX_BYTES = 64 * 1024;
export const MAX_STEPS = 100;
/** Most core steps of a lesson of the core course: what one class can hold. */
export const MAX_CORE_STEPS = 12;
/** Longest reason why a question has no variants, in characters. */
export const MAX_ONCE = 120;
/** Longest prose of a step, in words: one idea each. */
export const MAX_WORDS = 60;
