/** The texts of the policy page that depend on a name. */
import { decimal } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Decided } from '../../model/policy/decisions';
import type { RivalId, TaskId } from '../../model/policy/tasks';
import type { StarterId } from './starters';

export const starterName = (id: StarterId): string =>
  ({
    window: m.policy_starter_window,
    greedy: m.policy_rival_greedy,
    greedy_lists: m.policy_starter_greedy_lists,
    fifo: m.policy_rival_fifo,
    cost_benefit: m.policy_rival_cost_benefit,
    random: m.policy_rival_random,
    hot_cold: m.policy_starter_hot_cold,
    second_chance: m.policy_starter_second_chance,
  })[id]();

export const rivalName = (id: RivalId): string =>
  ({
    oracle: m.policy_rival_oracle,
    greedy: m.policy_rival_greedy,
    cost_benefit: m.policy_rival_cost_benefit,
    cat: m.policy_rival_cat,
    d_choices: m.policy_rival_d_choices,
    fifo: m.policy_rival_fifo,
    random: m.policy_rival_random,
    recency: m.policy_rival_recency,
    mixed: m.policy_rival_mixed,
    lru: m.policy_rival_lru,
    slru: m.policy_rival_slru,
    lfu: m.policy_rival_lfu,
    all_cached: m.policy_rival_all_cached,
  })[id]();

export const taskName = (id: TaskId): string =>
  ({
    skewed: m.policy_task_skewed,
    uniform: m.policy_task_uniform,
    placement: m.policy_task_placement,
    cache: m.policy_task_cache,
  })[id]();

/** Under the score: what the requests are, and what no policy here can know. */
export const taskNote = (id: TaskId): string =>
  ({
    skewed: m.policy_note_skewed,
    uniform: m.policy_note_uniform,
    placement: m.policy_note_placement,
    cache: m.policy_note_cache,
  })[id]();

export function asked(decided: Decided): string {
  if (decided.function === 'placement') return m.policy_asked_placement();
  if (decided.function === 'eviction') return m.policy_asked_eviction();
  if (decided.function === 'victim') return m.policy_asked_victim();
  return m.policy_asked_other({ name: decided.function });
}

/** "Your policy costs 1% more than greedy": of write amplification, against the policy that decides otherwise. */
export function verdict(own: number, rival: number, name: string): string {
  const share = own / rival - 1;
  const amount = `${decimal(Math.abs(share) * 100, Math.abs(share) < 0.0995 ? 1 : 0)}%`;
  if (Math.abs(share) < 0.0005) return m.policy_verdict_same({ name });
  return share > 0 ? m.policy_verdict_more({ amount, name }) : m.policy_verdict_less({ amount, name });
}
