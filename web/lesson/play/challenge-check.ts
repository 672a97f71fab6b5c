/** The check of a round: it can be played, its goal can be reached, and the scheme does as the lesson says. */

import type { Challenges } from '../../protocol/challenges';
import { EngineFailure } from '../../protocol/engine/engine-client';
import type { ChallengeShown } from '../../protocol/generated/ChallengeShown';
import { LESSON_STATES, type Scored, scoreOf, withChoices } from '../language/challenge';
import type { Scope } from '../language/evaluate';
import type { Fault } from '../language/fault';
import type { Challenge } from '../language/lesson';
import type { Station } from './walk';

/** Decisions of a round at most: some minutes of choosing. */
const MOST_DECISIONS = 12;

/** The values that judge the round, with its errors. */
export async function checkChallenge(
  challenges: Challenges,
  challenge: Challenge,
  station: Station,
  scope: Scope,
): Promise<{ scored: Scored | null; faults: Fault[] }> {
  const where = challenge.atMost.where.replace(/, at_most$/, '');
  const faults: Fault[] = [];
  const fault = (
    message: string,
    remedy: string,
    { line, column } = challenge as { line: number; column: number },
  ) => faults.push({ line, column, where, message: bare(message), remedy: bare(remedy) });
  try {
    const scored = await scoreOf(challenges, challenge, station, scope);
    if (!('limit' in scored)) return { scored: null, faults: [scored] };
    const { best, scheme, limit, file } = scored;
    if (challenge.hints.length === 0) fault('there is no hint', 'say what to think of when it cost too much');
    const decisions = await decisionsOf(challenges, file);
    if (decisions === 0) fault('there is nothing to decide in this run', 'let "run" go further');
    if (decisions > MOST_DECISIONS) {
      fault(`there are ${decisions} or more decisions`, `at most ${MOST_DECISIONS}: let "run" end sooner`);
    }
    if (!best.proven) {
      const found = `${LESSON_STATES} states did not prove the best choices (${best.bound} to ${best.cost})`;
      fault(found, 'let "run" end sooner, or take a smaller device');
    }
    if (best.cost > limit) {
      fault(`no choices reach ${limit}: the best cost ${best.cost}`, 'ask for less', challenge.atMost);
    }
    if (scheme <= limit !== challenge.schemeMeets) {
      const [does, remedy] = challenge.schemeMeets
        ? ['misses', 'leave out "scheme: meets"']
        : ['meets', 'ask for more, or write "scheme: meets"'];
      fault(`the scheme, with ${scheme}, ${does} the goal of ${limit}`, remedy, challenge.atMost);
    } else if (challenge.schemeMeets && !(await canMiss(challenges, scored))) {
      fault(`every choice tried reaches ${limit}`, 'ask for more, or let "run" go further', challenge.atMost);
    }
    return { scored: scored, faults };
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    fault(error.message, error.failure.remedy);
    return { scored: null, faults };
  }
}

/** Decisions on the scheme's own way, counted to one more than may be. */
async function decisionsOf(challenges: Challenges, file: string): Promise<number> {
  let round = await challenges.look(file);
  while (round.at && round.choices.length <= MOST_DECISIONS) {
    round = await challenges.look(withChoices(file, [...round.choices, own(round)]));
  }
  return round.choices.length;
}

function nullIfRefused(error: unknown): null {
  if (error instanceof EngineFailure) return null;
  throw error;
}

/** Whether one choice other than the scheme's, somewhere on its way, costs too much. */
async function canMiss(challenges: Challenges, { file, limit }: Scored): Promise<boolean> {
  let round = await challenges.look(file);
  while (round.at && round.choices.length <= MOST_DECISIONS) {
    for (const { id } of round.at.options) {
      const made = [...round.choices, { ...own(round), choose: id }];
      // A choice that leaves the rest no way is no miss; an engine that died is no answer.
      const end = await challenges.look(withChoices(file, made), true).catch(nullIfRefused);
      if (end && end.total.person > limit) return true;
    }
    round = await challenges.look(withChoices(file, [...round.choices, own(round)]));
  }
  return false;
}

function own({ at }: ChallengeShown) {
  if (!at) throw new Error('nothing is open');
  return { request: at.request, decision: at.decision, choose: at.own };
}

/** Sentences are joined with a full stop where they are shown. */
function bare(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
