/**
 * Walking a lesson on an engine of its own: each step's scenario is opened, its instructions are carried out,
 * and the frames at its begin and end are kept. The check and the page use the same walk, so what was checked
 * is what is shown; every value of the lesson is evaluated from these frames.
 */
import { ask, type EngineClient, EngineFailure } from '../../protocol/engine/engine-client';
import type { Failure } from '../../protocol/generated/Failure';
import type { Frame } from '../../protocol/generated/Frame';
import type { Position } from '../../protocol/generated/Position';
import type { Summary } from '../../protocol/generated/Summary';
import {
  difference,
  evaluatePlain,
  evaluateTruth,
  type Plain,
  type Scope,
  type Value,
} from '../language/evaluate';
import { ExpressionError } from '../language/expression';
import { describe, type Fault } from '../language/fault';
import type { Lesson, LessonScenario, Located, Run, Step, Task } from '../language/lesson';
import { type Drawn, draw, fill, overlay } from '../language/variants';
import { predicted } from './predicted';
import { carryOut, unreadable } from './run';

/** The limits of a lesson's scenario on the reader's machine. */
const MAX_REQUESTS = 1_000_000;
const MAX_PAGES = 4_000_000;

/** A step as carried out. */
export interface Station {
  /** The scenario's text, as it is opened on the stage too. */
  source: string;
  scenario: Value;
  begin: Frame;
  end: Frame;
  /** Where the stage shows the result: at the end, or where the operation that begins there is done. */
  shown: Position;
  /** The closed forms for the scenario; `null` where none holds. */
  predicted: Value;
  /** The scenario to compare with, at its end. */
  other: Station | null;
  /** Which instruction did not get where it was to get; `null` when all did. */
  missed: string | null;
}

export type Stations = Map<string, Station>;

/** A scenario that the engine refused. */
export class ScenarioRefused extends Error {
  constructor(
    readonly failure: Failure,
    readonly scenario: LessonScenario | null,
  ) {
    super(failure.message);
    this.name = 'ScenarioRefused';
  }
}

/** Instructions that the engine cannot read. */
export class RunsRefused extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super(faults.map((fault) => describe(fault)).join(' '));
    this.name = 'RunsRefused';
  }
}

/** The scenario as text: what is opened, shared and shown in the form. */
export function sourceOf(json: { readonly [key: string]: Value }): string {
  return JSON.stringify(json, null, 1);
}

/** Opens a text in slot 0, unless it asks for too much. */
async function open(client: EngineClient, source: string, signal?: AbortSignal): Promise<Summary> {
  const { summary } = await ask(client, 'checked', { type: 'check', scenario: source });
  checkSize(summary);
  const reply = await client.request({ type: 'open', slot: 0, scenario: source }, { signal });
  return reply.type === 'opened' ? reply.summary : summary;
}

/** Throws if a scenario asks for too much. */
export function checkSize(summary: Summary): void {
  const pages = summary.blocks * summary.pages_per_block;
  if (summary.requests <= MAX_REQUESTS && pages <= MAX_PAGES) return;
  const message = `a lesson's scenario is too large: ${summary.requests} requests, ${pages} pages`;
  const remedy = `at most ${MAX_REQUESTS} requests and ${MAX_PAGES} pages`;
  throw new EngineFailure({ kind: 'scenario', message, remedy, field: null, line: null, column: null });
}

/** Opens a text in slot 0; what its scenario is, with the defaults filled in, and what is predicted of it. */
async function openedOf(
  client: EngineClient,
  source: string,
  signal?: AbortSignal,
): Promise<Pick<Station, 'scenario' | 'predicted'>> {
  const { canonical } = await open(client, source, signal);
  return { scenario: JSON.parse(canonical) as Value, predicted: await predicted(canonical) };
}

/** Instructions that say where to be, wherever one is. */
const ABSOLUTE: readonly Run['to'][] = ['start', 'end', 'last', 'position'];

/** Start and end of a run of instructions on a scenario, opened afresh unless it is that of the station which is. */
export async function station(
  client: EngineClient,
  json: { readonly [key: string]: Value },
  from: readonly Run[],
  run: readonly Run[],
  signal?: AbortSignal,
  standing: Station | null = null,
): Promise<Station> {
  const source = sourceOf(json);
  const stands = standing?.source === source;
  const { scenario, predicted } = stands ? standing : await openedOf(client, source, signal);
  const goes = stands && !ABSOLUTE.includes(from[0]?.to ?? 'stay');
  const begun = await carryOut(client, goes ? [{ to: 'start' }, ...from] : from, signal);
  const ended = begun.missed === null ? await carryOut(client, run, signal) : begun;
  return {
    source,
    scenario,
    begin: begun.frame,
    end: ended.frame,
    shown: await doneAt(client, ended, signal),
    predicted,
    other: null,
    missed: ended.missed,
  };
}

/**
 * A run that stops where an operation begins asks about what comes: a merge, a GC, what leaves the buffer. The stage then shows it
 * to its end, and the values stay those of the run.
 */
async function doneAt(
  client: EngineClient,
  { frame, missed }: { frame: Frame; missed: string | null },
  signal?: AbortSignal,
): Promise<Position> {
  const begun = missed === null ? /^(.+)_begin$/.exec(frame.event?.t ?? '')?.[1] : undefined;
  if (begun === undefined) return frame.position;
  const done = await carryOut(client, [{ to: 'next', until: `${begun}_end`, at: null }], signal);
  // A power loss may end it before.
  return done.missed === null ? done.frame.position : frame.position;
}

/** Carries out all steps in order. Rejects with {@link RunsRefused}, {@link ScenarioRefused}, or as the engine does. */
export async function walk(lesson: Lesson, client: EngineClient, signal?: AbortSignal): Promise<Stations> {
  const faults = await unreadable(client, lesson.steps.flatMap(runsOf));
  if (faults.length > 0) throw new RunsRefused(faults);
  const stations: Stations = new Map();
  let before: { on: string; end: Frame } | null = null;
  /** The simulation open on the engine. A large device takes its time to be opened. */
  let standing: Station | null = null;
  for (const step of lesson.steps) {
    const scenario = step.on === null ? undefined : lesson.scenarios.get(step.on);
    if (!scenario) continue;
    signal?.throwIfAborted();
    try {
      // A step resumes where the one before it ended, if that was on the same scenario.
      const goesOn = step.from === null && before?.on === scenario.name;
      const resume: Run[] =
        goesOn && before ? [{ to: 'position', ...before.end.position }] : (step.from ?? [{ to: 'start' }]);
      const made = await station(client, scenario.json, resume, step.run, signal, standing);
      standing = made;
      before = { on: scenario.name, end: made.end };
      if (step.compare !== null) standing = made.other = await atEnd(lesson, step.compare, client, signal);
      stations.set(step.id, made);
    } catch (error) {
      throw error instanceof EngineFailure ? new ScenarioRefused(error.failure, scenario) : error;
    }
  }
  return stations;
}

/** Every instruction of a step. */
function runsOf({ from, run, predict }: Step): Run[] {
  const variants = predict?.variants;
  return [...(from ?? []), ...run, ...(variants?.from ?? []), ...(variants?.run ?? [])];
}

async function atEnd(
  lesson: Lesson,
  name: string,
  client: EngineClient,
  signal?: AbortSignal,
): Promise<Station> {
  const scenario = lesson.scenarios.get(name);
  if (!scenario) throw new Error(`no scenario "${name}"`);
  try {
    return await station(client, scenario.json, [], [{ to: 'end' }], signal);
  } catch (error) {
    throw error instanceof EngineFailure ? new ScenarioRefused(error.failure, scenario) : error;
  }
}

/** The values that expressions of a step see. `begin`: the result is not yet known, as while a prediction is open. */
export function scopeAt(
  lesson: Lesson,
  stations: Stations,
  step: Step,
  station: Station | undefined,
  when: 'begin' | 'end',
  more: { readonly [name: string]: Value } = {},
): Scope {
  const ids = lesson.steps.map(({ id }) => id);
  const steps = ids.slice(0, ids.indexOf(step.id));
  const known = steps.filter((id) => stations.has(id));
  return {
    roots: { ...(station ? rootsOf(station, when) : {}), ...more },
    steps: known,
    at: (id) => {
      const earlier = known.includes(id) ? stations.get(id) : undefined;
      return earlier ? rootsOf(earlier, 'end') : null;
    },
  };
}

function rootsOf(station: Station, when: 'begin' | 'end'): { [name: string]: Value } {
  const [begin, end] = [moment(station.begin), moment(station.end)];
  const { scenario, predicted, other } = station;
  if (when === 'begin') return { ...begin, begin, scenario, predicted };
  return {
    ...end,
    begin,
    delta: difference(begin.report, end.report),
    scenario,
    predicted,
    ...(other
      ? { other: { ...moment(other.end), scenario: other.scenario, predicted: other.predicted } }
      : {}),
  };
}

function moment(frame: Frame): { report: Value; frame: Value } {
  // Both came as JSON: they are Values, which TypeScript cannot see of interfaces.
  return { report: frame.report as unknown as Value, frame: frame as unknown as Value };
}

/** Evaluates, or says what is wrong and where. */
export function plainOf(located: Located, scope: Scope): Plain | Fault {
  return guarded(located, () => evaluatePlain(located.expression, scope));
}

export function truthOf(located: Located, scope: Scope): boolean | Fault {
  return guarded(located, () => evaluateTruth(located.expression, scope));
}

function guarded<T>(located: Located, evaluate: () => T): T | Fault {
  try {
    return evaluate();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { line, column, where, text } = located;
    const message = `${error.message} (in "${text}")`;
    return { line, column: column + error.offset, where, message, remedy: error.remedy };
  }
}

export function isFault(value: Plain | Fault): value is Fault {
  return value !== null && typeof value === 'object';
}

/** Tries before a variant is given up. */
const TRIES = 24;

/** A fresh variant of a step's question. */
export interface Variant {
  number: number;
  station: Station;
  drawn: Drawn;
}

/**
 * Variant `number` (from 1) of a step. Draws again until the question has exactly one right answer and differs
 * from the lesson's own; the seed is the lesson, the step and the number, so everybody gets the same. In an assignment every
 * student gets another.
 */
export async function variantOf(
  lesson: Lesson,
  stations: Stations,
  step: Step,
  number: number,
  client: EngineClient,
  sound: (variant: Variant) => boolean,
  signal?: AbortSignal,
): Promise<Variant | null> {
  const variants = step.predict?.variants;
  const base = step.on === null ? undefined : lesson.scenarios.get(step.on);
  const own = stations.get(step.id);
  if (!variants || !base || !own) return null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    signal?.throwIfAborted();
    const drawn = draw(variants, `${lesson.rules?.seed ?? lesson.title}/${step.id}/${number}/${attempt}`);
    if (drawn === null) continue;
    const change = fill(variants.change, drawn) as { [key: string]: Value };
    const json = overlay(base.json, { name: `${base.json.name}, variant ${number}`, ...change });
    if (JSON.stringify({ ...json, name: '' }) === JSON.stringify({ ...base.json, name: '' })) continue;
    const made = await station(client, json, variants.from, variants.run ?? step.run, signal);
    // A question about two runs: the same is laid over the other one.
    const beside = comparesRuns(step) ? lesson.scenarios.get(step.compare ?? '') : undefined;
    if (beside && made.missed === null)
      made.other = await station(client, overlay(beside.json, change), [], [{ to: 'end' }], signal);
    const variant = { number, station: made, drawn };
    if (made.missed === null && sound(variant)) return variant;
  }
  return null;
}

/** A scenario from its start to its end. */
export function wholeRun(
  client: EngineClient,
  json: { readonly [key: string]: Value },
  signal?: AbortSignal,
): Promise<Station> {
  return station(client, json, [{ to: 'start' }], [{ to: 'end' }], signal);
}

/** Whether the answer of a prediction, or one of its choices, reads the run that it is compared with. */
function comparesRuns({ predict }: Step): boolean {
  const texts = predict
    ? [predict.answer, ...[...predict.choices, ...predict.mistakes].map(({ value }) => value)]
    : [];
  return texts.some(({ text }) => /\bother\./.test(text));
}

/** A task after a person's requests: the scenario with them appended, run from the step's start. */
export async function attempt(
  lesson: Lesson,
  step: Step & { task: Task },
  ops: string,
  client: EngineClient,
  signal?: AbortSignal,
): Promise<Station> {
  const base = step.on === null ? undefined : lesson.scenarios.get(step.on);
  if (!base) throw new Error(`step "${step.id}" has no scenario`);
  const json = withOps(base.json, ops);
  return station(
    client,
    json,
    [{ to: 'position', request: countOps(base.json), event: 0 }],
    [{ to: 'end' }],
    signal,
  );
}

function opsOf(json: { readonly [key: string]: Value }): string {
  const workload = json.workload as { ops?: Value } | null | undefined;
  return typeof workload?.ops === 'string' ? workload.ops : '';
}

function withOps(json: { readonly [key: string]: Value }, ops: string): { [key: string]: Value } {
  return overlay({ ...json }, { ops: `${opsOf(json)} ${ops}`.trim() });
}

function countOps(json: { readonly [key: string]: Value }): number {
  return opsOf(json)
    .split(/[\s,]+/)
    .filter((token) => token !== '').length;
}
