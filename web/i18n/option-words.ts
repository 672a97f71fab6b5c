/**
 * The names of the options of the schemes, the write buffers and the I/O schedulers, in the order of a form. The
 * generated declarations say everything else of an option: its values, its default, which kinds have it
 * (`protocol/generated/schemes.ts`).
 */
import type { ScenarioBuffer } from '../protocol/generated/ScenarioBuffer';
import type { ScenarioFtl } from '../protocol/generated/ScenarioFtl';
import type { ScenarioScheduler } from '../protocol/generated/ScenarioScheduler';
import { m } from './compiled/messages.js';

/** The label of a field, the unit beside it, and a sentence under it. */
interface Words {
  label: () => string;
  unit?: () => string;
  help?: () => string;
}

/** Words of an option, and of its parts: those of a group, and the parameters of a choice. */
export interface OptionWords extends Partial<Words> {
  parts?: { readonly [name: string]: OptionWords };
}

/** The names of what an object holds beside its kind, and what is there. */
type PartOf<T> = T extends object ? Exclude<keyof T, 'kind'> : never;
type Part<T, P> = T extends object ? (P extends keyof T ? NonNullable<T[P]> : never) : never;
/** A group has no field of its own. */
type Own<T> = [T] extends [object] ? unknown : Words;
type WordsOf<T> = Own<T> &
  ([PartOf<T>] extends [never] ? unknown : { parts: { [P in PartOf<T>]: WordsOf<Part<T, P>> } });

export type OptionName = PartOf<ScenarioFtl>;

export const OPTION_WORDS = {
  gc_policy: {
    label: m.scenario_gc_policy,
    help: m.scenario_gc_policy_help,
    parts: {
      w: { label: m.scenario_gc_window, help: m.scenario_gc_window_help, unit: m.scenario_unit_blocks },
      d: { label: m.scenario_gc_draws, help: m.scenario_gc_draws_help, unit: m.scenario_unit_blocks },
    },
  },
  gc_trigger: { label: m.scenario_gc_trigger, help: m.scenario_gc_trigger_help },
  gc_threshold: {
    label: m.scenario_gc_threshold,
    help: m.scenario_gc_threshold_help,
    unit: m.scenario_unit_blocks,
  },
  separate_gc_frontier: {
    label: m.scenario_separate_gc_frontier,
    help: m.scenario_separate_gc_frontier_help,
  },
  hot_cold: {
    parts: {
      classifier: { label: m.scenario_hot_cold, help: m.scenario_hot_cold_help },
      pool_choice: {
        label: m.scenario_pool_choice,
        help: m.scenario_pool_choice_help,
        parts: {
          age: { label: m.scenario_pool_age, help: m.scenario_pool_age_help },
          p: { label: m.scenario_pool_share, help: m.scenario_pool_share_help },
        },
      },
    },
  },
  wear_leveling: {
    parts: { threshold: { label: m.scenario_wear_leveling, help: m.scenario_wear_leveling_help } },
  },
  log_blocks: { label: m.scenario_log_blocks, help: m.scenario_log_blocks_help },
  seq_log_blocks: { label: m.scenario_seq_log_blocks, help: m.scenario_seq_log_blocks_help },
  associativity: { label: m.scenario_associativity_kast, help: m.scenario_associativity_help_kast },
  k: { label: m.scenario_recent_pages, help: m.scenario_recent_pages_help },
  seq_threshold: {
    label: m.scenario_seq_threshold,
    help: m.scenario_seq_threshold_help,
    unit: m.scenario_unit_bytes,
  },
  skip_stale: { label: m.scenario_skip_stale, help: m.scenario_skip_stale_help },
  blocks_per_superblock: {
    label: m.scenario_blocks_per_superblock,
    help: m.scenario_blocks_per_superblock_help,
    unit: m.scenario_unit_blocks,
  },
  update_blocks_per_superblock: {
    label: m.scenario_update_blocks_per_superblock,
    help: m.scenario_update_blocks_per_superblock_help,
    unit: m.scenario_unit_blocks,
  },
  update_blocks: {
    label: m.scenario_update_blocks,
    help: m.scenario_update_blocks_help,
    unit: m.scenario_unit_blocks,
  },
  cached_superblocks: { label: m.scenario_cached_superblocks, help: m.scenario_cached_superblocks_help },
  cmt_entries: { label: m.scenario_cmt_entries },
  cmt_policy: { label: m.scenario_cmt_policy },
  cmt_protected: { label: m.scenario_cmt_protected, help: m.scenario_cmt_protected_help },
  entries_per_translation_page: {
    label: m.scenario_entries_per_translation_page,
    help: m.scenario_entries_per_translation_page_help,
  },
  lazy_copy: { label: m.scenario_lazy_copy, help: m.scenario_lazy_copy_help },
  batch_update: { label: m.scenario_batch_update, help: m.scenario_batch_update_help },
  prefetch: { label: m.scenario_prefetch, help: m.scenario_prefetch_help },
  gtd_checkpoint_every: {
    label: m.scenario_gtd_checkpoint_every,
    help: m.scenario_gtd_checkpoint_every_help,
  },
  full_scan: { label: m.scenario_full_scan, help: m.scenario_full_scan_help },
} satisfies { [P in OptionName]: WordsOf<Part<ScenarioFtl, P>> };

export const BUFFER_WORDS = {
  capacity: { label: m.scenario_buffer_capacity, unit: m.scenario_unit_pages },
  window: {
    label: m.scenario_buffer_window,
    help: m.scenario_buffer_window_help,
    unit: m.scenario_unit_pages,
  },
  lru_compensation: {
    label: m.scenario_buffer_compensation,
    help: m.scenario_buffer_compensation_help,
  },
  threshold: { label: m.scenario_buffer_threshold, help: m.scenario_buffer_threshold_help },
  window_requests: {
    label: m.scenario_buffer_window_requests,
    help: m.scenario_buffer_window_requests_help,
  },
  distinct_blocks: {
    label: m.scenario_buffer_distinct_blocks,
    help: m.scenario_buffer_distinct_blocks_help,
    unit: m.scenario_unit_blocks,
  },
  step_bytes: {
    label: m.scenario_buffer_step_bytes,
    help: m.scenario_buffer_step_bytes_help,
    unit: m.scenario_unit_bytes,
  },
  battery_backed: { label: m.scenario_buffer_battery, help: m.scenario_buffer_battery_help },
} satisfies { [P in PartOf<ScenarioBuffer>]: WordsOf<Part<ScenarioBuffer, P>> };

const inMilliseconds = (label: () => string) => ({ label, unit: m.scenario_unit_ms });

export const SCHEDULER_WORDS = {
  label: m.scenario_host_scheduler,
  help: m.scenario_host_scheduler_help,
  parts: {
    read_expire_ms: inMilliseconds(m.scenario_host_read_expire),
    write_expire_ms: inMilliseconds(m.scenario_host_write_expire),
    writes_starved: { label: m.scenario_host_writes_starved },
    fifo_batch: { label: m.scenario_host_fifo_batch },
    quantum: { label: m.scenario_host_quantum },
    slice_sync_ms: inMilliseconds(m.scenario_host_slice_sync),
    slice_async_ms: inMilliseconds(m.scenario_host_slice_async),
    slice_async_rq: { label: m.scenario_host_slice_async_rq },
    slice_idle_ms: inMilliseconds(m.scenario_host_slice_idle),
    fifo_expire_sync_ms: inMilliseconds(m.scenario_host_fifo_expire_sync),
    fifo_expire_async_ms: inMilliseconds(m.scenario_host_fifo_expire_async),
    read_batch_ms: inMilliseconds(m.scenario_host_read_batch),
    write_batch_ms: inMilliseconds(m.scenario_host_write_batch),
    antic_expire_ms: inMilliseconds(m.scenario_host_antic_expire),
    zones: { label: m.scenario_host_zones },
  },
} satisfies WordsOf<ScenarioScheduler>;

/** The options that have words, in the order of a form: all of them. */
export const OPTION_NAMES = Object.keys(OPTION_WORDS) as OptionName[];
