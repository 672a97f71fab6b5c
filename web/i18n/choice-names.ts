/**
 * The names of a scenario's choices in its form, by the path of the field; names that are the field's own stay in
 * every language.
 */
import { m } from './compiled/messages.js';
import { FTL_NAMES } from './ftl-names';

type Names = Readonly<Record<string, string | (() => string)>>;

const POLICIES: Names = {
  greedy: m.scenario_choice_greedy,
  fifo: m.scenario_choice_fifo,
  fifo_full: m.scenario_choice_fifo_full,
  cost_benefit: m.scenario_choice_cost_benefit,
  cat: m.scenario_choice_cat,
  random: m.scenario_choice_random,
  windowed_greedy: m.scenario_choice_windowed,
  d_choices: m.scenario_choice_draws,
};

const NAMES: Readonly<Record<string, Names>> = {
  'ftl.kind': FTL_NAMES,
  'ftl.gc_policy': POLICIES,
  'ftl.gc_trigger': { threshold: m.scenario_choice_threshold, on_demand: m.scenario_choice_on_demand },
  'ftl.hot_cold.classifier': { oracle: m.scenario_choice_oracle, recency: m.scenario_choice_recency },
  'ftl.hot_cold.pool_choice': {
    greedy: m.scenario_choice_pool_greedy,
    cat_hc: 'CAT-HC',
    optimal: m.scenario_choice_optimal,
    fixed_split: m.scenario_choice_fixed,
  },
  'ftl.hot_cold.pool_choice.age': { linear: m.scenario_choice_linear, log2: m.scenario_choice_log },
  'ftl.cmt_policy': {
    slru: m.scenario_choice_slru,
    lru: 'LRU',
    lfu: 'LFU',
    groups: m.scenario_choice_groups,
  },
  'buffer.kind': {
    none: m.scenario_choice_none,
    lru: 'LRU',
    cflru: 'CFLRU',
    fab: 'FAB',
    bplru: 'BPLRU',
    pud_lru: 'PUD-LRU',
    gc_arm: 'GC-ARM',
    ap: 'AP',
  },
  'host.arrivals': { fixed: m.scenario_choice_regular, poisson: m.scenario_choice_poisson },
  'host.scheduler': {
    noop: 'noop',
    deadline: 'deadline',
    cfq: 'CFQ',
    anticipatory: m.scenario_choice_anticipatory,
    ssd_zones: m.scenario_choice_zones,
  },
  'device.program_order': { ascending: m.scenario_choice_ascending, any: m.scenario_choice_any },
  'device.timing': {
    slides: m.scenario_choice_slides,
    'dftl09-large': m.scenario_choice_dftl_large,
    'dftl09-small': m.scenario_choice_dftl_small,
    dftlj: m.scenario_choice_dftlj,
    hu: m.scenario_choice_hu,
  },
  'precondition[0].kind': {
    none: m.scenario_choice_empty,
    sequential: m.scenario_choice_filled,
    random_fill: m.scenario_choice_filled_random,
    fill_and_invalidate: m.scenario_choice_filled_invalid,
    steady_state: m.scenario_choice_steady,
  },
  'workload.kind': {
    ops: m.scenario_choice_ops,
    sequential: m.scenario_choice_sequential,
    uniform: m.scenario_choice_uniform,
    hot_cold: m.scenario_choice_hot_cold,
    zipf: 'Zipf',
    streams: m.scenario_choice_streams,
    pattern: m.scenario_choice_pattern,
    profile: m.scenario_choice_profile,
    trace: m.scenario_choice_trace,
  },
  'workload.mapping': {
    compact: m.scenario_choice_compact,
    wrap: m.scenario_choice_wrap,
    scale: m.scenario_choice_scale,
    drop: m.scenario_choice_drop,
  },
  'workload.partial_writes': {
    whole: m.scenario_choice_parts_whole,
    read_first: m.scenario_choice_parts_read_first,
  },
};

/** The name of a choice; a choice without one is shown as the text of a scenario has it. */
export function choiceName(path: string, choice: string): string {
  const name = NAMES[path]?.[choice];
  return typeof name === 'function' ? name() : (name ?? choice);
}
