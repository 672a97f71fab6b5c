/** The words of a round: questions, options with their facts, costs, and how it ended. */
import { integer } from '../../base/format';
import { costText } from '../../i18n/challenge-words';
import { m } from '../../i18n/compiled/messages.js';
import type { Decision } from '../../protocol/generated/Decision';
import type { Goal } from '../../protocol/generated/Goal';
import type { Optimum } from '../../protocol/generated/Optimum';
import type { OptionShown } from '../../protocol/generated/OptionShown';
import type { RoundShown } from '../../protocol/generated/RoundShown';

export const GOALS: readonly Goal[] = ['flash_time', 'erases', 'copies'];

export const GOAL_NAMES: Record<Goal, () => string> = {
  flash_time: m.challenge_goal_flash_time,
  erases: m.challenge_goal_erases,
  copies: m.challenge_goal_copies,
};

export const QUESTIONS: Record<Decision, () => string> = {
  victim: m.challenge_question_victim,
  log_block: m.challenge_question_log_block,
  merge: m.challenge_question_merge,
  eviction: m.challenge_question_eviction,
  superblock: m.challenge_question_superblock,
  chain: m.challenge_question_chain,
  placement: m.challenge_question_placement,
};

/**
 * The facts about an option, in short pieces, but for those that are to be counted on the stage and those that the
 * scheme goes by.
 */
export function factsOf(kind: Decision, option: OptionShown): string[] {
  const { lbn, erases, dirty, tpn, blocks } = option;
  const facts: string[] = [];
  if (blocks !== null) facts.push(m.challenge_fact_blocks({ count: integer(blocks) }));
  if (erases !== null && erases > 0) facts.push(m.challenge_fact_erases({ count: integer(erases) }));
  if (lbn !== null && kind !== 'chain') facts.push(m.challenge_fact_of_lbn({ lbn: String(lbn) }));
  if (dirty !== null) facts.push(dirty ? m.challenge_fact_dirty() : m.challenge_fact_clean());
  if (tpn !== null) facts.push(m.challenge_fact_tpn({ tpn: String(tpn) }));
  return facts;
}

/** How a round ended, against the scheme and, once it is known, against the best choices. */
export function endOf(round: RoundShown, ftl: string, optimum: Optimum | null): string[] {
  const { person, scheme } = round.total;
  const cost = (of: number) => costText(round.goal, of);
  const said: string[] = [];
  if (person < scheme) said.push(m.challenge_end_less({ ftl, cost: cost(scheme - person) }));
  else if (person > scheme) said.push(m.challenge_end_more({ ftl, cost: cost(person - scheme) }));
  else said.push(m.challenge_end_same({ ftl }));
  if (!optimum) return said;
  if (optimum.bound >= person) said.push(m.challenge_end_optimal());
  else if (optimum.proven) said.push(m.challenge_end_above({ cost: cost(person - optimum.cost) }));
  else {
    const [best, bound] = [cost(optimum.cost), cost(optimum.bound)];
    said.push(m.challenge_end_bound({ states: integer(optimum.states), cost: best, bound }));
  }
  return said;
}
