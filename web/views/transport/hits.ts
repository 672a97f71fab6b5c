/** The event that a run stopped at, in words: a breakpoint as it is written (`sim/src/predicate/forms.md`) is for the form. */
import { m } from '../../i18n/compiled/messages.js';

/** The page's own offers, in the form and in Run to…, by their text with `#` for its number. */
const SAID: Readonly<Record<string, (inputs: { n: string }) => string>> = {
  'write lpn #': m.transport_hit_write,
  'program ppn #': m.transport_hit_program,
  erase: m.transport_hit_erase,
  'erase pbn #': m.transport_hit_erase_block,
  'erases >= #': m.transport_hit_erases,
  gc: m.transport_hit_gc,
  'gc #': m.transport_hit_gc_number,
  'victim valid > #': m.transport_hit_victim,
  'merge switch': m.transport_hit_switch,
  'merge partial': m.transport_hit_partial,
  'merge full': m.transport_hit_full,
  'merge full blocks >= #': m.transport_hit_full_blocks,
  'cmt miss': m.transport_hit_cmt_miss,
  'evict dirty': m.transport_hit_evict_dirty,
  'free <= #': m.transport_hit_free,
  'wa >= #': m.transport_hit_wa,
  reclaim_begin: m.transport_hit_reclaim,
  chain_chosen: m.transport_hit_fold,
  map_read: m.transport_hit_map_read,
  log_block_chosen: m.transport_hit_log_block,
  recovery_begin: m.transport_hit_recovery,
  destage_begin: m.transport_hit_destage,
};

const NUMBER = /\d[\d.]*/;

/** Any other text of a person is repeated as it is written. */
export function hitText(hit: string): string {
  return SAID[hit.replace(NUMBER, '#')]?.({ n: NUMBER.exec(hit)?.[0] ?? '' }) ?? hit;
}
