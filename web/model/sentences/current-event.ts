/** Which event names the moment that a frame shows. */
import type { Event } from '../../protocol/generated/Event';
import type { Frame } from '../../protocol/generated/Frame';

/** An event that is a moment of its own. The others are bookkeeping: they belong to the moment before them. */
function isMoment(event: Event): boolean {
  switch (event.t) {
    case 'host_page':
    case 'trim_kept':
    case 'read':
    case 'program':
    case 'erase':
    case 'chain_read':
    case 'chain_chosen':
    case 'merge_begin':
    case 'merge_end':
    case 'locality_judged':
    case 'log_block_chosen':
    case 'reclaim_begin':
    case 'reclaim_end':
    case 'map_cached':
    case 'map_read':
    case 'compaction_begin':
    case 'compaction_end':
    case 'inner_cleaning_begin':
    case 'inner_cleaning_end':
    case 'gc_begin':
    case 'gc_end':
    case 'cmt_hit':
    case 'cmt_miss':
    case 'cmt_victim':
    case 'translation_update':
    case 'gtd_set':
    case 'gtd_checkpoint':
    case 'power_lost':
    case 'recovery_begin':
    case 'recovery_end':
    case 'unmapped_read':
    case 'intervened':
    case 'options_set':
    case 'buffered':
    case 'buffer_rewritten':
    case 'buffer_hit':
    case 'buffer_kept':
    case 'buffer_dropped':
    case 'buffer_lost':
    case 'destage_begin':
    case 'filler_read':
    case 'destage_page':
    case 'destage_end':
    case 'mapping_group_chosen':
    case 'buffer_ghost_hit':
    case 'partitioned':
      return true;
    default:
      return false;
  }
}

/** Number inside the window of the event that names the frame's moment, -1 at the very beginning. */
export function momentOf(frame: Frame): number {
  for (let index = frame.in_window; index >= 0; index -= 1) {
    const event = frame.window[index];
    if (event && (isMoment(event) || redirects(frame.window, index))) return index;
  }
  return frame.in_window;
}

/** Whether an event turns a logical block to the block that a merge made: a stop of its own. In a plain write it is bookkeeping. */
function redirects(events: Event[], index: number): boolean {
  if (events[index]?.t !== 'block_map_set') return false;
  const merging = events.slice(0, index).findLast(({ t }) => t === 'merge_begin' || t === 'merge_end');
  return merging?.t === 'merge_begin';
}
