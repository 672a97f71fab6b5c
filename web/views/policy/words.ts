/** The texts of the policy page that depend on a name. */
import { decimal, integer } from '../../base/format';
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

/** A choice, as the stage calls it. */
export function choiceName({ function: name }: Decided, choice: number): string {
  if (name === 'placement') return choice === 1 ? m.policy_hot() : m.policy_cold();
  if (name === 'eviction') return m.policy_mapping({ lpn: integer(choice) });
  return name === 'victim' || name === 'logBlock' ? `B${choice}` : integer(choice);
}

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

/** The names of the interface, with what each is for. */
export const completions = () => [
  { label: 'init', detail: 'init(device)', type: 'function' },
  { label: 'write', detail: 'write(lpn, block, how)', type: 'function' },
  { label: 'invalidate', detail: 'invalidate(lpn, block)', type: 'function' },
  { label: 'erase', detail: 'erase(block)', type: 'function' },
  { label: 'trim', detail: 'trim(lpn)', type: 'function' },
  { label: 'close', detail: 'close(block)', type: 'function' },
  { label: 'hit', detail: 'hit(lpn)', type: 'function' },
  { label: 'load', detail: 'load(lpn)', type: 'function' },
  { label: 'evict', detail: 'evict(lpn, dirty)', type: 'function' },
  { label: 'victim', detail: 'victim(blocks, now, own)', type: 'function' },
  { label: 'placement', detail: 'placement(lpn, now, own)', type: 'function' },
  { label: 'eviction', detail: 'eviction(entries, now, own)', type: 'function' },
  { label: 'logBlock', detail: 'logBlock(blocks, now, own)', type: 'function' },
  { label: 'OWN', detail: m.policy_gets_own(), type: 'constant' },
  { label: 'log', detail: m.policy_gets_log(), type: 'function' },
  { label: 'id', detail: m.policy_gets_id(), type: 'property' },
  { label: 'valid', detail: m.policy_gets_valid(), type: 'property' },
  { label: 'closedAt', detail: m.policy_gets_closed_at(), type: 'property' },
  { label: 'erases', detail: m.policy_gets_erases(), type: 'property' },
  { label: 'dirty', detail: m.policy_gets_dirty(), type: 'property' },
  { label: 'now', detail: m.policy_gets_now(), type: 'variable' },
  { label: 'blocks', detail: m.policy_gets_blocks(), type: 'property' },
  { label: 'pagesPerBlock', detail: m.policy_gets_pages(), type: 'property' },
  { label: 'logicalPages', detail: m.policy_gets_logical(), type: 'property' },
  { label: 'state', detail: 'state.u8(n), u16, u32, i32', type: 'property' },
];
