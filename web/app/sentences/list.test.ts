/** Every message that may state a fact about a trace, a run or a comparison is held to it here; or the reason that it states none. */
import { expect, test } from 'vitest';
import { ANSWERED, COMPARED, FLASH } from '../../views/batch-compare/answer/causes';
import { MORE as FOUND, TITLES } from '../../views/batch-compare/answer/finding';
import { GAPS, HEAD, MORE, REASONS, TITLE, WHY } from './comparison-facts.fixture';
import { messagesOf, textsOf } from './recognise.fixture';
import { AMPLIFIED, DISPLACED, FIT, PACE, PANELS, PARTS, TRIES } from './trace-facts.fixture';

const HELD = new Set([
  ...[TITLE, MORE, GAPS, HEAD, REASONS, WHY, TRIES, PANELS, PACE, PARTS, FIT, DISPLACED, AMPLIFIED].flatMap(
    (facts) => Object.keys(facts),
  ),
  // The headline of a trace, its warning and its mark in a drawing are held in the tests themselves.
  ...['trace_is', 'trace_is_size', 'trace_is_order', 'trace_is_op', 'trace_is_reuse', 'trace_is_trims'],
  ...['trace_reads_set_in', 'batch_unsteady'],
  // what-ifs.test.ts
  ...[
    'spare_found',
    'spare_uneven',
    'spare_window',
    'spare_not_steady',
    'spare_short',
    'grid_same',
    'grid_amplification',
    'grid_best',
    'grid_worst',
    'grid_enough',
    'grid_arrivals',
  ],
  // cautions.test.ts
  ...['metrics_overload', 'metrics_overload_some', 'metrics_burst', 'metrics_burst_some'],
  ...['lifetime_of', 'lifetime_none', 'lifetime_window', 'lifetime_hu_why', 'lifetime_fresh'],
  ...['addresses_none', 'addresses_all', 'addresses_hot', 'addresses_translation'],
]);

/** Of a trace, a run, or a comparison and its questions. */
const AREAS = ['trace', 'batch', 'metrics', 'lifetime', 'spare', 'grid', 'cmt', 'addresses'];

/** Messages that are held to nothing here, by the reason. */
const NOT_HELD: Readonly<Record<string, RegExp>> = {
  'a question, an instruction or a button':
    /^trace_(ask|bundled_open|columns_note|keep|next|not_yet|note_keep|recent_again|reason|start|word_means|wrong_format)|^batch_(change$|compare_all|empty_what|nothing|open|baseline|progress_of|run$|steady_(repeat|uniform)|why_try)|^metrics_who_wrote|^(lifetime|spare|grid|cmt|addresses)_title|^(lifetime_cycles|spare|cmt)_wrong|^grid_(run|lack)|^spare_unwritten|^addresses_(all_ranges|point)/,
  'what the page is doing, or could not do':
    /^trace_(bundled_failed|failed|fio_failed|insight_progress|progress|reading_name)|^batch_(fault|link|progress|running|runs_in)|^metrics_(closed_form_failed|course_empty)|^lifetime_failed|^(spare|addresses)_progress/,
  'a name, or a number with its unit':
    /^trace_(back|bundled_facts|times_n|devices|fact|first_|insight_course$|insight_hot_pages|n_pages|over_unit|page_block_of|preview|requests_split|usual_start)|^batch_(against|bar|change_(policy|to)|column|host_each|mb_s|of|ram_split|run_seed|sure_(from_to|seeds)|unit_log|written)|^metrics_(burst_(rate|within)|closed_form$|measured|residual|unit|verified_count|wa_owing)|^lifetime_(days|hours|minutes|seconds|years|passes|tb|gb|of_names)|^grid_depth|^cmt_bar|^addresses_(from_to|on|most|last_request|cell)/,
  'true of every trace, file or run':
    /^trace_(aliased_what|drives_(add|split)_what|bundled_\w+_what|bundled_tpcc_excerpt|drop_note|dropped_what|formats|insight_(course|distances|hot|sizes)_note|parts_what|recent_note)|^metrics_(closed_form_help|overload_what|overload_closed)|^(lifetime|spare|addresses)_how/,
  'what the reader of traces counted or decided: web/views/cautions/assumed-words.test.ts, wasm-sim/crates/trace':
    /^trace_(assumed|bad_count|doubt|note|outcome|read_(all|some)|recognised|why)/,
  'what a mapping does to addresses before a run: the figures of metrics_aliased and metrics_dropped':
    /^trace_(aliased_title|compacted|dropped_title|lacks|pace_title|too_large)/,
  'the interval of a difference, with its measured coverage: answer/sure-words.test.ts, model/plans/interval.test.ts':
    /^batch_(gap_none|sure)/,
  'whether a run is steady: answer/sure-words.test.ts, model/plans/steady.test.ts, views/cautions/Steadied.test.tsx':
    /^batch_(repeated|steady)|^metrics_steady/,
  'the cause of a cost, and changes that were run: answer/helps-words.test.ts':
    /^batch_(change|why_(own|no_|remedy|unsure|unused))/,
  'the drive of the trace before: views/trace/Device.test.tsx': /^trace_drive_/,
  'tables that were made of traces: views/trace/drives/Drives.test.tsx':
    /^trace_drives_(between|drive|is|working)/,
  'which comparisons a scenario has: model/plans/batch-compare.test.ts': /^batch_lack/,
  'the shape of the device and the counters of the first run, as they are': /^batch_conditions/,
  'the engine’s own finding: views/figures/Little.test.tsx, sim/src/session/quiet.rs': /^metrics_little/,
  'the scenario’s own setting: views/cautions/Parts.test.tsx': /^metrics_parts_(read_first|whole)/,
  'how the runs were made: model/what-if/grid.test.ts, views/batch-compare/CmtSize.test.tsx':
    /^grid_how|^cmt_map/,
  'what the drawing and the table of a ledger have: views/batch-compare/addresses':
    /^addresses_(elsewhere|picture|axes)/,
  'a table or a drawing without rows': /^metrics_(chains_none|merge_blocks_none|no_closed_form|nobody_wrote)/,
};

/** A value in it, or the end of a sentence: a bare label states nothing. */
const states = (text: string) => text.includes('{') || /[.?!]$/.test(text);

test('every message that may state a fact is held to it, or has its reason here', () => {
  const all = AREAS.flatMap((area) => Object.entries(messagesOf(area)));
  const left = all.flatMap(([key, message]) => {
    const known = HELD.has(key) || Object.values(NOT_HELD).some((keys) => keys.test(key));
    return known || !textsOf(message).some(states) ? [] : [key];
  });
  expect(left).toEqual([]);
  // Nor is one declared, with its condition, that is not held to the runs.
  const declared = [TITLES, FOUND, COMPARED, FLASH, ANSWERED].flatMap((table) => Object.keys(table));
  expect(declared.filter((key) => !HELD.has(key) && key !== 'batch_gap_none')).toEqual([]);
  // None is held that is gone.
  expect([...HELD].filter((key) => !all.some(([each]) => each === key))).toEqual([]);
  console.info(`${HELD.size} messages are held to what was counted`);
});
