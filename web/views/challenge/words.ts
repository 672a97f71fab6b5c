/** The words of a round: questions, options with their facts, costs, and how it ended. */
import { duration, integer } from '../../base/format';
import { costText, optionName } from '../../i18n/challenge-words';
import { m } from '../../i18n/compiled/messages.js';
import type { ChallengeShown } from '../../protocol/generated/ChallengeShown';
import type { Decision } from '../../protocol/generated/Decision';
import type { Frame } from '../../protocol/generated/Frame';
import type { Goal } from '../../protocol/generated/Goal';
import type { OptionShown } from '../../protocol/generated/OptionShown';
import type { ChallengeState } from '../../state/challenge';

export const GOALS: readonly Goal[] = ['flash_time', 'erases', 'copies'];

export const GOAL_NAMES: Record<Goal, () => string> = {
  flash_time: m.challenge_goal_flash_time,
  erases: m.challenge_goal_erases,
  copies: m.challenge_goal_copies,
};

export const GOAL_SENTENCES: Record<Goal, () => string> = {
  flash_time: m.challenge_few_flash_time,
  erases: m.challenge_few_erases,
  copies: m.challenge_few_copies,
};

/** The name of the student's figure. */
export const GOAL_FIGURES: Record<Goal, () => string> = {
  flash_time: m.challenge_your_flash_time,
  erases: m.challenge_your_erases,
  copies: m.challenge_your_copies,
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

/** The log block that is about to be merged: the one just chosen, otherwise that of the request. */
export function mergedLog(
  { at, choices }: ChallengeShown,
  { blocks, request }: Frame,
  pages: number,
): number | null {
  const last = choices.at(-1);
  if (last?.kind === 'log_block' && last.request === at?.request) return last.choose;
  const lbn = request && Math.floor(request.lpn / pages);
  const logs = blocks.filter(
    (block) => block.role === 'sequential_log' || (block.role === 'log' && block.lbn === lbn),
  );
  return logs.length === 1 ? (logs[0]?.pbn ?? null) : null;
}

/** Why a decision is due: before its question. */
export function whyNow(kind: Decision, { free_pool, tables }: Frame, log: number | null): string {
  switch (kind) {
    case 'victim':
      if (tables.superblocks) return m.challenge_why_superblock_full();
      return free_pool.length === 1
        ? m.challenge_why_last_block({ block: `B${free_pool[0]}` })
        : m.challenge_why_free_blocks({ count: free_pool.length });
    case 'log_block':
      return m.challenge_why_log_block();
    case 'merge':
      return log === null ? m.challenge_why_merge() : m.challenge_why_merge_of({ block: `B${log}` });
    case 'eviction':
      return m.challenge_why_eviction();
    case 'superblock':
      return m.challenge_why_superblock();
    case 'chain':
      return m.challenge_why_chain();
    case 'placement':
      return m.challenge_why_placement();
  }
}

/** How to choose, and what a choice does. */
export const HINTS: Record<Decision, () => string> = {
  victim: m.challenge_hint_victim,
  log_block: m.challenge_hint_log_block,
  merge: m.challenge_hint_listed,
  eviction: m.challenge_hint_eviction,
  superblock: m.challenge_hint_superblock,
  chain: m.challenge_hint_chain,
  placement: m.challenge_hint_listed,
};

/** The effect of an option, with its name. */
export function actOf(kind: Decision, id: number): string {
  const option = optionName(kind, id);
  switch (kind) {
    case 'victim':
      return m.challenge_act_victim({ option });
    case 'log_block':
      return m.challenge_act_log_block({ option });
    case 'eviction':
      return m.challenge_act_eviction({ option });
    case 'superblock':
      return m.challenge_act_superblock({ option });
    case 'chain':
      return m.challenge_act_chain({ option });
    case 'merge':
    case 'placement':
      return option;
  }
}

/** A cost in large letters: a time as it is read. */
export function roundText(goal: Goal, cost: number): string {
  return goal === 'flash_time' ? duration(cost) : costText(goal, cost);
}

/** More or less of a cost, with its sign: +3 pages. */
export function differenceText(goal: Goal, cost: number, text = costText): string {
  const size = text(goal, Math.abs(cost));
  return cost === 0 ? size : `${cost > 0 ? '+' : '\u2212'}${size}`;
}

/** The result of a round, if the scheme decides the rest. */
export function leadOf({ goal, total: { person, scheme }, choices }: ChallengeShown): string {
  const cost = costText(goal, Math.abs(person - scheme));
  if (choices.length === 0) return m.challenge_lead_none();
  if (person === scheme) return m.challenge_lead_same();
  return person < scheme ? m.challenge_lead_less({ cost }) : m.challenge_lead_more({ cost });
}

/** How a round ended, against the scheme and, once it is known, against the best choices. */
export function endOf({ round, rest, optimum, searching }: ChallengeState, ftl: string): string[] {
  if (!round) return [];
  if (round.choices.length === 0 && !rest) return [m.challenge_nothing()];
  const { person, scheme } = round.total;
  const cost = (of: number) => costText(round.goal, of);
  const said: string[] = [];
  if (person < scheme) said.push(m.challenge_end_less({ ftl, cost: cost(scheme - person) }));
  else if (person > scheme) said.push(m.challenge_end_more({ ftl, cost: cost(person - scheme) }));
  else said.push(m.challenge_end_same({ ftl }));
  if (!optimum || searching) return said;
  if (optimum.bound >= person) said.push(m.challenge_end_optimal());
  else if (optimum.proven) said.push(m.challenge_end_above({ cost: cost(person - optimum.cost) }));
  return said;
}
