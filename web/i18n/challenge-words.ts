/** Words about rounds of "be the FTL" in more than one place: names of options, and costs. */
import { decimal, integer } from '../base/format';
import type { Decision } from '../protocol/generated/Decision';
import type { Goal } from '../protocol/generated/Goal';
import { m } from './compiled/messages.js';

const MERGES = [m.challenge_option_switch, m.challenge_option_partial, m.challenge_option_full];
const PLACES = [m.challenge_option_cold, m.challenge_option_hot];

/** The name of an option. */
export function optionName(kind: Decision, id: number): string {
  switch (kind) {
    case 'victim':
    case 'log_block':
      return m.challenge_option_block({ id: String(id) });
    case 'eviction':
      return m.challenge_option_lpn({ id: String(id) });
    case 'superblock':
      return m.challenge_option_superblock({ id: String(id) });
    case 'chain':
      return m.challenge_option_lbn({ id: String(id) });
    case 'merge':
      return MERGES[id]?.() ?? String(id);
    case 'placement':
      return PLACES[id]?.() ?? String(id);
  }
}

/** A cost with its unit. */
export function costText(goal: Goal, cost: number): string {
  if (goal === 'flash_time')
    return m.challenge_cost_us({ value: cost % 1 === 0 ? integer(cost) : decimal(cost, 1) });
  const value = integer(cost);
  return goal === 'erases' ? m.challenge_cost_blocks({ value }) : m.challenge_cost_pages({ value });
}
