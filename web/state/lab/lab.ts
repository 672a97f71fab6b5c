/**
 * The page's state: the open simulations and where they are, and the person's selection.
 *
 * Views read this store and call its actions; no one else talks to the engine. A frame is never folded or patched
 * here: each move asks the engine for the frame of the new position, and keeps the frame before it, so that the stage
 * can animate between them.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Divergence } from '../../protocol/engine/divergence';
import type { EngineClient, FrameWithCells, Progress, ReplyOf } from '../../protocol/engine/engine-client';
import type { Outcome } from '../../protocol/engine/outcome';
import type { Failure } from '../../protocol/generated/Failure';
import type { FtlOptions } from '../../protocol/generated/FtlOptions';
import type { Grain } from '../../protocol/generated/Grain';
import type { Intervention } from '../../protocol/generated/Intervention';
import type { Lanes } from '../../protocol/generated/Lanes';
import type { Mapping } from '../../protocol/generated/Mapping';
import type { Options } from '../../protocol/generated/Options';
import type { Position } from '../../protocol/generated/Position';
import type { Preview } from '../../protocol/generated/Preview';
import type { Quiet } from '../../protocol/generated/Quiet';
import type { Report } from '../../protocol/generated/Report';
import type { Summary } from '../../protocol/generated/Summary';
import type { Target } from '../../protocol/generated/Target';
import type { TraceFit } from '../../protocol/generated/TraceFit';
import type { TraceLocality } from '../../protocol/generated/TraceLocality';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import type { LocalityOptions, TraceFile } from '../../protocol/traces/trace-import';
import type { Choices } from '../choices';
import type { Breakpoints } from './breakpoints';
import type { Foreseen } from './foresight';
import type { CrashReport } from './recovery';

/** How the stage should get from the previous frame to the current one. */
export type Direction =
  /** One step forward: animate the frame's last event. */
  | 'forward'
  /** One step back: animate the previous frame's last event in reverse. */
  | 'back'
  /** Anything else: show the new state at once. */
  | 'jump';

/** One open simulation. */
export interface SlotState {
  slot: number;
  summary: Summary;
  /** The scenario's text as the person wrote it (what the form edits and links carry). */
  source: string;
  current: FrameWithCells;
  previous: FrameWithCells | null;
  direction: Direction;
  /** Counts up with every new frame: the key that distinguishes two equal-looking frames. */
  serial: number;
  lanes: Lanes | null;
  /** The job under way, `null` when the simulation rests. */
  busy: Progress | null;
}

/** How a run of this scenario ends. */
export interface Ahead {
  source: string;
  end: Foreseen | null;
}

/** The person's selection; every view shows it in its own way. */
export interface Counted {
  counted: number | null;
  missed: number | null;
}

export type Selection =
  | { kind: 'page'; ppn: number }
  | { kind: 'block'; pbn: number }
  | { kind: 'lpn'; lpn: number }
  | { kind: 'lbn'; lbn: number };

/** A heat map's colours, what is in its middle, and how near. */
export interface HeatView {
  mode: string;
  /** The block in the middle, and how far across and down it, 0 to 1. */
  pbn: number;
  x: number;
  y: number;
  /** Height of a cell in CSS pixels; 0: everything is seen. */
  cell: number;
}

/**
 * A trouble to be shown until dismissed; the state before it is untouched. Kinds beyond the engine's own:
 * `crash` (it was restarted; `message` says why it died).
 */
interface Notice {
  id: number;
  failure: Failure;
  /** For a crash: data that helps to find its cause. */
  report?: CrashReport;
}

export interface LabState extends Breakpoints {
  /** Whether the engine is up. */
  ready: boolean;
  /** Why the engine died, while it has not been started again. */
  crash: string | null;
  /** Slot 0 is the lab; slot 1 is there while comparing. */
  slots: [SlotState | null, SlotState | null];
  /** Lockstep: moves of slot 0 move slot 1 to the same request too. */
  comparing: boolean;
  /** How the run of each slot ends, once that is known. `end` is `null` before, and for runs that are too long. */
  ahead: [Ahead | null, Ahead | null];
  divergence: Divergence | null;
  /** From which request on a divergence was looked for since the two were opened, if it was: then `null` means there is none. */
  divergenceSought: number | null;
  /** The scenario text of slot 0 before the last `open`, for `undo`. */
  undoable: string | null;
  playing: boolean;
  /** Steps per second while playing, as asked for. */
  speed: number;
  /** Steps per second that are made where fewer are than asked for; `null`: as asked, or it does not play. */
  reached: number | null;
  /** The grain of Play, Step and Step back. */
  grain: Grain;
  selection: Selection | null;
  hover: Selection | null;
  /** How the heat map of slot 0 is looked at; `null` before it was drawn. */
  heatView: HeatView | null;
  /** Whether a lesson's question is open: marks that would answer it are not shown. */
  asking: boolean;
  /** No step, play or run of slot 0 goes beyond it: a person is asked there what the FTL is to do. */
  limit: Position | null;
  /** The options there; `null`: no person is the FTL. */
  choices: Choices | null;
  /** For a wrong answer: blocks whose valid pages were counted, and those that were left out; `null`: none. */
  counting: Counted | null;
  trace: TraceSummary | null;
  /** The source of `trace`, and how it was read: links name it, saved files carry it. `columns`: as engines read it. */
  traceFile: { file: Blob; options: Options; columns: TraceFile } | null;
  notices: Notice[];

  /** Opens a scenario text. If it does not come to that the slot stays; a refusal is returned, not put in `notices`. */
  open(slot: number, source: string): Promise<Outcome<void>>;
  /** Finds out how the run in a slot ends, if it is short. */
  foresee(slot: 0 | 1): Promise<void>;
  /** Opens what slot 0 held before the last `open`. */
  undo(): Promise<void>;
  /** Whether a scenario text is sound, without opening it. */
  check(source: string): Promise<Outcome<Summary>>;
  close(slot: number): Promise<void>;
  /**
   * Runs slot 0 (and in comparison the other one) to a target. Breakpoints stop what goes on from here, but not a move
   * to a position. Refusals go to `notices`.
   */
  run(target: Target): Promise<Outcome<void>>;
  /** One step by the current grain, or the given one. */
  step(back?: boolean, grain?: Grain): Promise<void>;
  /** Plays by the grain that is set, or by the given one. */
  play(grain?: Grain): void;
  pause(): void;
  /** Cancels the job under way. */
  cancel(): void;
  setSpeed(stepsPerSecond: number): void;
  setGrain(grain: Grain): void;
  select(selection: Selection | null): void;
  point(selection: Selection | null): void;
  setHeatView(view: HeatView): void;
  setAsking(asking: boolean): void;
  /** On a large device, the frame then lists the pages of these blocks one by one: they are near enough to read. */
  look(slot: number, fromBlock: number, toBlock: number): void;
  /** The report with the hash of the state, which frames of large devices lack. */
  report(slot: number): Promise<Outcome<Report>>;
  /**
   * Why the run in a slot, at its end, shows little; `null`: nothing to say. The change that shows more is run for it, until anything
   * more urgent is asked for.
   */
  quiet(slot: number): Promise<Outcome<Quiet | null>>;
  /**
   * Requests from `from` on as a log that fio replays: of the imported trace, or of what slot 0 runs. One part after the other, from 0.
   */
  logPart(of: 'trace' | 'workload', from: number): Promise<Outcome<ReplyOf<'exported'>>>;
  /** How a page of slot 0 came to hold what it holds. A refusal goes to `notices`, too. */
  provenance(ppn: number): Promise<Outcome<ReplyOf<'provenance'>>>;
  /** Puts a refusal into `notices`, where no place of the page shows it. */
  told<T>(work: Promise<Outcome<T>>): Promise<Outcome<T>>;
  dismiss(notice: number): void;
  /** Copies slot 0 at its current request into slot 1, with decisions overridden, and compares. */
  fork(interventions: Intervention[]): Promise<void>;
  /** The same with other options of the FTL from the current request on. */
  forkWith(set: FtlOptions): Promise<Outcome<void>>;
  /** Slot 0 goes another way from its current request on, with these decisions overridden. A refusal goes to `notices`, too. */
  redirect(interventions: Intervention[]): Promise<Outcome<void>>;
  setLimit(limit: Position | null): void;
  setChoices(choices: Choices | null): void;
  count(counting: Counted | null): void;
  /** Opens `source` in slot 1 and compares; `null` ends comparing. */
  compare(source: string | null): Promise<Outcome<void>>;
  /** Runs both to the first request that costs them differently, or to the next one from where they are. */
  diverge(which: 'first' | 'next'): Promise<void>;
  importTrace(
    file: Blob | string,
    name: string,
    options: Options,
    pageBytes: number,
    job?: { onBytes?: (read: number, total: number) => void; signal?: AbortSignal },
  ): Promise<Outcome<TraceSummary>>;
  /** The first lines of a file and their meaning. */
  previewTrace(file: Blob | string, name: string, options: Options): Promise<Outcome<Preview>>;
  /** How the imported trace would fit a device. */
  fit(device: {
    page_bytes: number;
    logical_pages: number;
    physical_pages: number;
    mapping: Mapping;
  }): Promise<Outcome<TraceFit>>;
  /** How local the imported trace is on pages of this many bytes. */
  locality(pageBytes: number, job?: LocalityOptions): Promise<Outcome<TraceLocality>>;
}

export type LabStore = StoreApi<LabState>;

/** Makes the store. `engine` is asked for again after a crash. */
export type CreateLab = (engine: () => Promise<EngineClient>) => LabStore;
