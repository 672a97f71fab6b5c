/**
 * A step that is played as a round of "be the FTL": which requests, whose choices, and what they may cost. The round is of the
 * step's scenario, from where the step begins to where its run ends; what the scheme alone and the best choices cost is worked
 * out by the module of challenges (`protocol/challenges.ts`), in the check as in the page.
 */

import type { Challenges } from '../../protocol/challenges';
import type { ChallengeShown } from '../../protocol/generated/ChallengeShown';
import type { ChoiceShown } from '../../protocol/generated/ChoiceShown';
import type { Decision } from '../../protocol/generated/Decision';
import type { Goal } from '../../protocol/generated/Goal';
import type { Intervention } from '../../protocol/generated/Intervention';
import type { Optimum } from '../../protocol/generated/Optimum';
import { isFault, plainOf, type Station } from '../play/walk';
import type { Scope, Value } from './evaluate';
import { type Fault, suggest } from './fault';
import type { Challenge } from './lesson';
import { inlineOf, locate } from './prose';
import type { Faults, Field } from './yaml';

/** States that a search may look at: its answer is waited for. */
export const LESSON_STATES = 4000;

/** Starts the module of challenges, which is loaded with the first. Must not change between renders. */
export type StartChallenges = () => Promise<Challenges>;

// Records, so that one added to the protocol is missed here at compile time.
const GOALS: Record<Goal, true> = { flash_time: true, erases: true, copies: true };
const KINDS: Record<Decision, true> = {
  victim: true,
  log_block: true,
  merge: true,
  eviction: true,
  superblock: true,
  chain: true,
  placement: true,
};
const BEFL = ['ask', 'goal', 'kinds', 'at_most', 'scheme', 'hints'] as const;

/** Reads the block `befl` of a step. */
export function readChallenge(
  field: Field,
  { faults, sources }: { faults: Faults; sources: readonly string[] },
): Challenge {
  const fields = field.map(BEFL, ['ask', 'goal', 'at_most', 'hints']);
  const { at_most: most } = fields;
  const located = most.missing
    ? null
    : locate(most.text(), { line: most.line, column: most.column }, most.where, faults);
  const scheme = fields.scheme.missing ? 'misses' : named(fields.scheme, { meets: true, misses: true });
  return {
    ask: inlineOf(fields.ask, faults, sources),
    goal: fields.goal.missing ? 'erases' : named(fields.goal, GOALS),
    kinds: fields.kinds.missing ? null : fields.kinds.list().map((kind) => named(kind, KINDS)),
    atMost: located ?? { expression: { kind: 'literal', value: 0, at: 0 }, text: '', ...unwritten(field) },
    schemeMeets: scheme === 'meets',
    hints: fields.hints.list().map((hint) => inlineOf(hint, faults, sources)),
    line: field.line,
    column: field.column,
  };
}

/** In the place of a value that is missing. */
function unwritten({ where, line, column }: Field) {
  return { where, line, column };
}

function named<K extends string>(field: Field, known: Record<K, true>): K {
  const word = field.text();
  const names = Object.keys(known) as K[];
  if (!Object.hasOwn(known, word)) field.fault(`"${word}" is not known here`, suggest(word, names));
  return word as K;
}

/** A round with what it is judged by. Costs are in the goal's unit. */
export interface Scored {
  /** The round's file, without a choice. */
  file: string;
  /** First request, and one past the last. */
  from: number;
  until: number;
  /** The cost of the scheme alone. */
  scheme: number;
  best: Optimum;
  /** The allowed cost of the person's choices. */
  limit: number;
}

/** The round's file; what is wrong instead, where the step does not run over whole requests. */
function fileOf(challenge: Challenge, { begin, end, scenario }: Station): string | Fault {
  const [from, until] = [begin.position, end.position];
  const fault = (message: string, remedy: string) => faultAt(challenge, message, remedy);
  if (from.event > 0) return fault('the round begins inside of a request', 'begin with "from: request N"');
  if (until.event > 0)
    return fault('the round ends inside of a request', 'end with "run: request N", or end');
  if (until.request <= from.request) return fault('the round has no request', 'let "run" go further');
  const json = scenario as { readonly [key: string]: Value };
  const before = ((json.interventions ?? []) as unknown as Intervention[]).filter(
    (i) => i.request < from.request,
  );
  return JSON.stringify({
    format: 1,
    round: {
      goal: challenge.goal,
      from: from.request,
      until: until.request,
      ...(challenge.kinds && { kinds: challenge.kinds }),
    },
    scenario: { ...json, interventions: before },
  });
}

function faultAt({ line, column, atMost }: Challenge, message: string, remedy: string): Fault {
  return { line, column, where: atMost.where.replace(/, at_most$/, ''), message, remedy };
}

/** Works out what a round is judged by. Rejects with an `EngineFailure` where the round cannot be played. */
export async function scoreOf(
  challenges: Challenges,
  challenge: Challenge,
  station: Station,
  scope: Scope,
): Promise<Scored | Fault> {
  const file = fileOf(challenge, station);
  if (typeof file !== 'string') return file;
  const { total, from, until } = await challenges.look(file);
  const best = await challenges.solve(file, { states: LESSON_STATES });
  const score = { scheme: total.scheme, best: best.cost };
  const limit = plainOf(challenge.atMost, { ...scope, roots: { ...scope.roots, score } });
  if (isFault(limit)) return limit;
  if (typeof limit !== 'number') {
    const { line, column, where, text } = challenge.atMost;
    return { line, column, where, message: `"${text}" is no number`, remedy: 'write, say, score.best' };
  }
  return { file, from, until, scheme: total.scheme, best, limit };
}

/** The values that `must` and the result see as `score`; `you` is the cost of the person's choices. */
export function scoreValue({ scheme, best, limit }: Scored, you: number): Value {
  return { scheme, best: best.cost, limit, you };
}

/**
 * The score of the result, which tells of a round that reached the goal. One that was reached once and lost when it was
 * played again has a verdict of its own; its result is that of the best choices, as where these were asked for.
 */
export function resultScore(scored: Scored, mine: ChallengeShown): Value {
  return scoreValue(scored, met(scored, mine) ? mine.total.person : scored.best.cost);
}

/** The round's file with choices made, and over fewer requests if asked. */
export function withChoices(
  file: string,
  choices: readonly Pick<ChoiceShown, 'request' | 'decision' | 'choose'>[],
  span: { from?: number; until?: number } = {},
): string {
  const json = JSON.parse(file);
  const made = choices.map(({ request, decision, choose }) => ({ request, decision, choose }));
  json.scenario.interventions = [...json.scenario.interventions, ...made];
  Object.assign(json.round, span);
  return JSON.stringify(json);
}

/** Choices as they are kept: `12.0=5`, request, decision and what was chosen. */
export function writeChoices(choices: readonly Intervention[]): string {
  return choices.map(({ request, decision, choose }) => `${request}.${decision}=${choose}`).join(' ');
}

/** The choices of such a text; what is none is passed over, for it may be from anybody. */
export function readChoices(text: string): Intervention[] {
  return text.split(' ').flatMap((word) => {
    const [, request, decision, choose] = /^(\d{1,8})\.(\d{1,4})=(\d{1,8})$/.exec(word) ?? [];
    return request === undefined
      ? []
      : [{ request: Number(request), decision: Number(decision), choose: Number(choose) }];
  });
}

/** Whether choices belong to the round: to its requests, and to decisions that it asks. A file may have others. */
export function ofRound(
  { from, until }: Scored,
  choices: readonly Intervention[],
  { choices: made, kinds }: ChallengeShown,
): boolean {
  return (
    choices.every(({ request }) => request >= from && request < until) &&
    made.every(({ kind }) => kinds.includes(kind))
  );
}

/** Whether a round that was played to its end has reached its goal. */
export function met({ limit }: Scored, round: ChallengeShown): boolean {
  return round.at === null && within(round.total.person, limit);
}

// Microseconds are sums of whole nanoseconds, divided once.
function within(cost: number, limit: number): boolean {
  return cost <= limit + 1e-6;
}

/**
 * Of choices that cost too much, the index of the first after which no others could have made up for it. To the request: of
 * several choices in one the first is named.
 */
export async function lostAt(
  challenges: Challenges,
  { file, until, limit }: Scored,
  choices: readonly ChoiceShown[],
): Promise<number | null> {
  for (const [index, { request }] of choices.entries()) {
    if (index > 0 && choices[index - 1]?.request === request) continue;
    const made = choices.filter((choice) => choice.request <= request);
    const next = request + 1;
    const spent = (await challenges.look(withChoices(file, made, { until: next }), true)).total.person;
    const rest =
      next < until
        ? (await challenges.solve(withChoices(file, made, { from: next }), { states: LESSON_STATES })).cost
        : 0;
    if (!within(spent + rest, limit)) return index;
  }
  return null;
}
