/**
 * Running and judging a policy of a step. It decides over the step's own scenario and, once it is handed in, over hidden ones. Of each
 * run only its choices are taken; the lesson's engine replays them, and every value comes from there.
 */
import { type EngineClient, EngineFailure } from '../../protocol/engine/engine-client';
import type { Failure } from '../../protocol/generated/Failure';
import type { PolicyOutcome } from '../../protocol/generated/PolicyOutcome';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import type { Scope, Value } from '../language/evaluate';
import type { Inline, Lesson, PolicyTask, Step } from '../language/lesson';
import { overlay, seedsOf } from '../language/variants';
import {
  isFault,
  plainOf,
  type Station,
  type Stations,
  scopeAt,
  sourceOf,
  truthOf,
  wholeRun,
} from '../play/walk';

export type PolicyStep = Step & { policy: PolicyTask };

/** A run that a policy is judged by. */
export interface Trial {
  hidden: boolean;
  json: { readonly [key: string]: Value };
}

/** The step's own scenario, then the hidden ones. Seeds are drawn for the lesson; in an assignment from the assignment's seed. */
export function trialsOf(lesson: Lesson, step: PolicyStep): Trial[] {
  const jsonOf = (name: string | null) => lesson.scenarios.get(name ?? '')?.json ?? {};
  const hidden = step.policy.hidden.flatMap(({ on, draws }, at) => {
    const json = jsonOf(on);
    const seeds = seedsOf(`${lesson.rules?.shared ?? lesson.title}/${step.id}/${at}`, draws);
    return draws === 0 ? [json] : seeds.map((seed) => overlay({ ...json }, { seed }));
  });
  return [{ hidden: false, json: jsonOf(step.on) }, ...hidden.map((json) => ({ hidden: true, json }))];
}

/** A trial with a policy. */
export interface Played {
  trial: Trial;
  /** The same requests, decided by the FTL alone. */
  alone: Station;
  mine: Station;
  outcome: PolicyOutcome;
  /** The values that the conditions see. */
  scope: Scope;
  /** As the step's `points`, in their order; `null` where one cannot be computed. */
  points: (number | null)[];
  /** The first condition that does not hold. */
  missed: PolicyTask['grade'][number] | null;
}

export interface Judges {
  client: EngineClient;
  policies: RunPolicy;
}

/** Lets a policy decide over a trial. Rejects with an `EngineFailure`, in the words of someone who wrote it. */
async function play(
  lesson: Lesson,
  stations: Stations,
  step: PolicyStep,
  trial: Trial,
  code: string | ArrayBuffer,
  { client, policies }: Judges,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?(done: number, total: number): void } = {},
): Promise<Played> {
  const { state, points, grade } = step.policy;
  const { json } = trial;
  const alone = await wholeRun(client, json, signal);
  const outcome = await policies({
    ...{ source: code, scenario: sourceOf(json), state },
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
  const choices = outcome.choices as unknown as Value;
  const mine = await wholeRun(client, { ...json, interventions: choices }, signal);
  // The sandbox claims the result of its choices; the engine finds out.
  if (mine.end.state_hash !== null && mine.end.state_hash !== outcome.state_hash)
    throw refusal('the choices give another run than the one that was reported', 'Run the policy again.');
  if (state !== null && outcome.state_bytes > state)
    throw refusal(
      `the policy keeps ${outcome.state_bytes} bytes of state, and ${state} are allowed`,
      'Ask `device.state` for less.',
    );
  const more = {
    scheme: { report: alone.end.report as unknown as Value },
    policy: { state_bytes: outcome.state_bytes, choices: outcome.choices.length },
  };
  const before = scopeAt(lesson, stations, step, mine, 'end', more);
  const scored = points.map(({ value, most }) => {
    const got = plainOf(value, before);
    return typeof got === 'number' ? Math.min(most, Math.max(0, got)) : null;
  });
  const score = scoreOf(step.policy, scored);
  const scope = { ...before, roots: { ...before.roots, score } };
  const missed = grade.find(({ is }) => truthOf(is, scope) !== true) ?? null;
  return { trial, alone, mine, outcome, scope, points: scored, missed };
}

/** The points of a run, and the most there are. */
export function scoreOf({ points }: PolicyTask, scored: Played['points']) {
  return {
    you: scored.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    most: points.reduce((sum, { most }) => sum + most, 0),
  };
}

/** How a policy did that was handed in. */
export interface Verdict {
  right: boolean;
  runs: readonly Played[];
  /** Why the last run ended early; `null`: it did not. */
  failure: Failure | null;
}

/** Lets a policy decide over every trial, up to one that it cannot serve; `visible`: over the step's own only. */
export async function judge(
  ...[lesson, stations, step, code, judges, how]: [
    Lesson,
    Stations,
    PolicyStep,
    string | ArrayBuffer,
    Judges,
    { signal?: AbortSignal; visible?: boolean; onProgress?(run: number, done: number, total: number): void }?,
  ]
): Promise<Verdict> {
  const runs: Played[] = [];
  const trials = trialsOf(lesson, step);
  for (const [at, trial] of trials.slice(0, how?.visible ? 1 : trials.length).entries()) {
    try {
      const told = { ...(how?.signal && { signal: how.signal }) };
      const onProgress = (done: number, total: number) => how?.onProgress?.(at, done, total);
      runs.push(await play(lesson, stations, step, trial, code, judges, { ...told, onProgress }));
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      return { right: false, runs, failure: error.failure };
    }
  }
  return { right: runs.every(({ missed }) => missed === null), runs, failure: null };
}

/** The reason why a policy that was handed in is not right: the first condition missed, and in which run. */
export function missedOf({ runs }: Verdict): { hint: Inline[]; run: Played } | null {
  const run = runs.find(({ missed }) => missed !== null);
  return run?.missed ? { hint: run.missed.otherwise, run } : null;
}

/** The faults of conditions and points that cannot be computed. */
export function faultsOf({ policy }: PolicyStep, { scope }: Played) {
  const conditions = policy.grade.map(({ is }) => truthOf(is, scope));
  const points = policy.points.map(({ value }) => plainOf(value, scope));
  return [...conditions, ...points].filter((value) => typeof value === 'object').filter(isFault);
}

function refusal(message: string, remedy: string): EngineFailure {
  return new EngineFailure({ kind: 'policy', message, remedy, field: null, line: null, column: null });
}
