/**
 * The form, as a table: every field of a scenario with its label, unit and the kinds that have it. What is allowed the engine says
 * (command `check`).
 */
import { m } from '../../i18n/compiled/messages.js';
import { getAt, isObject, type Json, kindOf, type ScenarioDocument } from '../../model/document';
import { FTLS } from '../../model/schemes';
import { BUFFERS } from '../../protocol/generated/schemes';
import { BUFFER_FIELDS, FTL_FIELDS, SCHEDULER_FIELDS } from './option-fields';

export type Group = 'general' | 'device' | 'ftl' | 'buffer' | 'host' | 'precondition' | 'workload';

export type Input =
  | { type: 'integer' | 'number' }
  | { type: 'text'; long?: boolean }
  | { type: 'boolean' }
  /** `written`: choices as the document has them, where that is not the bare name. */
  | { type: 'choice'; choices: readonly string[]; written?: Readonly<Record<string, Json>> }
  /** Two numbers, `8-16`, under these keys or as a list; with keys also one number, or `mean 2.5`. */
  | { type: 'span'; keys: readonly [string, string] | null };

export interface Field {
  path: string;
  group: Group;
  label: () => string;
  help?: () => string;
  unit?: () => string;
  input: Input;
  /** Kinds of the group that have the field; absent: all. */
  kinds?: readonly string[];
  /** Setting this one takes that one out: two ways of saying the same. */
  instead?: string;
  /** Belongs to a policy: shown where the one at this path is of that kind (`null`: where there is one at all). */
  of?: readonly [path: string, kind: string | null];
  /** Emptying this one takes that part out: without it there is no such part. */
  whole?: string;
  /** What holds when it is left out, as shown in the empty input. */
  fallback?: string;
}

/** The kinds whose requests have sizes that one can choose; a pattern and a profile bring theirs. */
const SIZED = ['sequential', 'uniform', 'hot_cold', 'zipf', 'streams'] as const;
const GENERATED = [...SIZED, 'pattern', 'profile'] as const;

/** The capacity, which `ram_bytes` may give instead. */
const capacity = BUFFER_FIELDS.filter(({ path }) => path === 'buffer.capacity');
const otherBufferFields = BUFFER_FIELDS.filter((field) => !capacity.includes(field));

export const FIELDS: readonly Field[] = [
  { path: 'name', group: 'general', label: m.scenario_name, input: { type: 'text' } },
  {
    path: 'seed',
    group: 'general',
    label: m.scenario_seed,
    help: m.scenario_seed_help,
    input: { type: 'integer' },
    fallback: '1',
  },
  {
    path: 'device.blocks',
    group: 'device',
    label: m.scenario_blocks,
    input: { type: 'integer' },
  },
  {
    path: 'device.pages_per_block',
    group: 'device',
    label: m.scenario_pages_per_block,
    input: { type: 'integer' },
  },
  {
    path: 'device.page_bytes',
    group: 'device',
    label: m.scenario_page_bytes,
    unit: m.scenario_unit_bytes,
    input: { type: 'integer' },
    fallback: '4096',
  },
  {
    path: 'logical_pages',
    group: 'device',
    label: m.scenario_logical_pages,
    help: m.scenario_logical_pages_help,
    input: { type: 'integer' },
    instead: 'spare_factor',
  },
  {
    path: 'spare_factor',
    group: 'device',
    label: m.scenario_spare_factor,
    help: m.scenario_spare_factor_help,
    input: { type: 'number' },
    instead: 'logical_pages',
  },
  {
    path: 'device.program_order',
    group: 'device',
    label: m.scenario_program_order,
    help: m.scenario_program_order_help,
    input: { type: 'choice', choices: ['ascending', 'any'] },
    fallback: 'ascending',
  },
  {
    path: 'device.timing',
    group: 'device',
    label: m.scenario_timing,
    help: m.scenario_timing_help,
    input: { type: 'choice', choices: ['slides', 'dftl09-large', 'dftl09-small', 'dftlj', 'hu'] },
    fallback: 'slides',
  },
  {
    path: 'ftl.kind',
    group: 'ftl',
    label: m.scenario_kind,
    input: { type: 'choice', choices: FTLS },
  },
  ...FTL_FIELDS,
  {
    path: 'power_cut',
    group: 'ftl',
    kinds: ['dftl'],
    label: m.scenario_power_cut,
    help: m.scenario_power_cut_help,
    input: { type: 'integer' },
  },
  {
    path: 'buffer.kind',
    group: 'buffer',
    label: m.scenario_kind,
    input: { type: 'choice', choices: Object.keys(BUFFERS) },
  },
  ...capacity.map((field) => ({ ...field, instead: 'ram_bytes' })),
  {
    path: 'ram_bytes',
    group: 'buffer',
    label: m.scenario_ram_bytes,
    help: m.scenario_ram_bytes_help,
    unit: m.scenario_unit_bytes,
    input: { type: 'integer' },
    instead: 'buffer.capacity',
  },
  ...otherBufferFields,
  {
    path: 'host.channels',
    group: 'host',
    label: m.scenario_host_channels,
    help: m.scenario_host_channels_help,
    input: { type: 'integer' },
    fallback: '1',
  },
  {
    path: 'host.dies',
    group: 'host',
    label: m.scenario_host_dies,
    input: { type: 'integer' },
    fallback: '1',
  },
  {
    path: 'host.queue_depth',
    group: 'host',
    label: m.scenario_host_queue_depth,
    help: m.scenario_host_queue_depth_help,
    input: { type: 'integer' },
    fallback: '1',
  },
  {
    path: 'host.outstanding',
    group: 'host',
    label: m.scenario_host_outstanding,
    help: m.scenario_host_outstanding_help,
    input: { type: 'integer' },
  },
  {
    path: 'host.arrivals',
    group: 'host',
    label: m.scenario_host_arrivals,
    help: m.scenario_host_arrivals_help,
    input: { type: 'choice', choices: ['fixed', 'poisson'] },
    fallback: 'fixed',
  },
  {
    path: 'host.merge',
    group: 'host',
    label: m.scenario_host_merge,
    help: m.scenario_host_merge_help,
    input: { type: 'boolean' },
    fallback: 'true',
  },
  {
    path: 'host.read_bus_us',
    group: 'host',
    label: m.scenario_host_read_bus,
    help: m.scenario_host_read_bus_help,
    unit: m.scenario_unit_us,
    input: { type: 'number' },
  },
  {
    path: 'host.program_bus_us',
    group: 'host',
    label: m.scenario_host_program_bus,
    unit: m.scenario_unit_us,
    input: { type: 'number' },
  },
  ...SCHEDULER_FIELDS,
  {
    path: 'precondition[0].kind',
    group: 'precondition',
    label: m.scenario_kind,
    help: m.scenario_precondition_help,
    input: {
      type: 'choice',
      choices: ['none', 'sequential', 'random_fill', 'fill_and_invalidate', 'steady_state'],
    },
  },
  {
    path: 'precondition[0].from',
    group: 'precondition',
    kinds: ['sequential'],
    label: m.scenario_precondition_from,
    input: { type: 'integer' },
    fallback: '0',
  },
  {
    path: 'precondition[0].pages',
    group: 'precondition',
    kinds: ['sequential'],
    label: m.scenario_precondition_pages,
    input: { type: 'integer' },
  },
  {
    path: 'precondition[0].fraction',
    group: 'precondition',
    kinds: ['fill_and_invalidate'],
    label: m.scenario_precondition_fraction,
    help: m.scenario_precondition_fraction_help,
    input: { type: 'number' },
    fallback: '1',
  },
  {
    path: 'precondition[0].tolerance',
    group: 'precondition',
    kinds: ['steady_state'],
    label: m.scenario_precondition_tolerance,
    help: m.scenario_precondition_tolerance_help,
    input: { type: 'number' },
    fallback: '0.01',
  },
  {
    path: 'precondition[0].window',
    group: 'precondition',
    kinds: ['steady_state'],
    label: m.scenario_precondition_window,
    help: m.scenario_precondition_window_help,
    input: { type: 'integer' },
  },
  {
    path: 'precondition[0].max_windows',
    group: 'precondition',
    kinds: ['steady_state'],
    label: m.scenario_precondition_max_windows,
    input: { type: 'integer' },
    fallback: '50',
  },
  {
    path: 'workload.kind',
    group: 'workload',
    label: m.scenario_kind,
    input: { type: 'choice', choices: ['ops', ...GENERATED, 'trace'] },
  },
  {
    path: 'workload.ops',
    group: 'workload',
    kinds: ['ops'],
    label: m.scenario_ops,
    help: m.scenario_ops_help,
    input: { type: 'text', long: true },
  },
  {
    path: 'workload.path',
    group: 'workload',
    kinds: ['trace'],
    label: m.scenario_trace_path,
    help: m.scenario_trace_path_help,
    input: { type: 'text' },
  },
  {
    path: 'workload.mapping',
    group: 'workload',
    kinds: ['trace'],
    label: m.scenario_mapping,
    help: m.scenario_mapping_help,
    input: { type: 'choice', choices: ['compact', 'wrap', 'scale', 'drop'] },
    fallback: 'compact',
  },
  {
    path: 'workload.pattern',
    group: 'workload',
    kinds: ['pattern'],
    label: m.scenario_pattern,
    help: m.scenario_pattern_help,
    input: { type: 'choice', choices: ['a', 'b', 'c', 'd', 'e'] },
  },
  {
    path: 'workload.profile',
    group: 'workload',
    kinds: ['profile'],
    label: m.scenario_profile,
    help: m.scenario_profile_help,
    input: {
      type: 'choice',
      choices: [
        'financial',
        'cello99',
        'tpch',
        'websearch',
        'financial1',
        'financial2',
        'exchange',
        'build',
        'msn',
        'tpce',
      ],
    },
  },
  {
    path: 'workload.reuse',
    group: 'workload',
    kinds: ['profile'],
    label: m.scenario_reuse,
    help: m.scenario_reuse_help,
    input: { type: 'number' },
    fallback: '0',
  },
  {
    path: 'workload.reuse_within',
    group: 'workload',
    kinds: ['profile'],
    label: m.scenario_reuse_within,
    help: m.scenario_reuse_within_help,
    input: { type: 'integer' },
    fallback: '5000',
  },
  {
    path: 'workload.theta',
    group: 'workload',
    kinds: ['zipf'],
    label: m.scenario_theta,
    help: m.scenario_theta_help,
    input: { type: 'number' },
  },
  {
    path: 'workload.streams',
    group: 'workload',
    kinds: ['streams'],
    label: m.scenario_streams,
    help: m.scenario_streams_help,
    input: { type: 'integer' },
  },
  {
    path: 'workload.requests',
    group: 'workload',
    kinds: [...GENERATED, 'trace'],
    label: m.scenario_requests,
    input: { type: 'integer' },
  },
  {
    path: 'workload.read_fraction',
    group: 'workload',
    kinds: GENERATED,
    label: m.scenario_read_fraction,
    help: m.scenario_read_fraction_help,
    input: { type: 'number' },
  },
  {
    path: 'workload.trim_fraction',
    group: 'workload',
    kinds: GENERATED,
    label: m.scenario_trim_fraction,
    help: m.scenario_trim_fraction_help,
    input: { type: 'number' },
    fallback: '0',
  },
  {
    path: 'workload.r',
    group: 'workload',
    kinds: ['hot_cold'],
    label: m.scenario_hot_accesses,
    help: m.scenario_share_help,
    input: { type: 'number' },
  },
  {
    path: 'workload.f',
    group: 'workload',
    kinds: ['hot_cold'],
    label: m.scenario_hot_pages,
    help: m.scenario_share_help,
    input: { type: 'number' },
  },
  {
    path: 'workload.pages',
    group: 'workload',
    kinds: SIZED,
    label: m.scenario_request_pages,
    help: m.scenario_sizes_help,
    input: { type: 'span', keys: ['min', 'max'] },
    fallback: '1',
  },
  {
    path: 'workload.range',
    group: 'workload',
    kinds: GENERATED,
    label: m.scenario_range,
    help: m.scenario_range_help,
    input: { type: 'span', keys: null },
  },
  {
    path: 'workload.from',
    group: 'workload',
    kinds: ['sequential'],
    label: m.scenario_from,
    input: { type: 'integer' },
  },
  {
    path: 'workload.interarrival_ms',
    group: 'workload',
    kinds: ['ops', ...GENERATED],
    label: m.scenario_interarrival,
    help: m.scenario_interarrival_help,
    unit: m.scenario_unit_ms,
    input: { type: 'number' },
  },
];

/** The fields to be shown for a document: those of its kinds. */
export function fieldsOf(document: ScenarioDocument): Field[] {
  return FIELDS.filter(({ group, kinds, of }) => {
    if (kinds && !kinds.includes(kindOf(document, group))) return false;
    if (!of) return true;
    const value = getAt(document, of[0]);
    return value !== undefined && (of[1] === null || policyKind(value) === of[1]);
  });
}

/** A policy's name: policies with parameters are objects, the others may be their bare name. */
function policyKind(value: Json): Json | undefined {
  return isObject(value) ? value.kind : value;
}

/** A value as its input shows it. */
export function shown(value: Json | undefined, input: Input): string {
  if (value === undefined || value === null) return '';
  if (input.type === 'span') {
    if (Array.isArray(value)) return value.join('-');
    if (typeof value === 'object' && input.keys) {
      if ('mean' in value) return `mean ${value.mean}`;
      return input.keys.map((key) => value[key]).join('-');
    }
  }
  const kind = input.type === 'choice' ? policyKind(value) : undefined;
  if (typeof kind === 'string') return kind;
  // A timing spelt as an object has no place in a choice: the text tab shows it.
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What was typed, as the document holds it. What cannot be read stays a text: the engine says what is wrong. */
export function typed(text: string, input: Input): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  switch (input.type) {
    case 'integer':
    case 'number':
      return numberOr(trimmed);
    case 'boolean':
      return trimmed === 'true';
    case 'choice':
      return input.written?.[text] ?? text;
    case 'span': {
      const mean = input.keys && /^mean\s+(\S+)$/.exec(trimmed);
      if (mean) return { mean: numberOr(mean[1] ?? '') };
      const span = /^(\d+)\s*(?:-|–|\.\.)\s*(\d+)$/.exec(trimmed);
      if (!span) return numberOr(trimmed);
      const [from, to] = [Number(span[1]), Number(span[2])];
      return input.keys ? { [input.keys[0]]: from, [input.keys[1]]: to } : [from, to];
    }
    default:
      return text;
  }
}

function numberOr(text: string): Json {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/**
 * The field a failure belongs to: the one of its path, else the nearest one above it (`ftl.gc_policy.kind` shows at
 * `ftl.gc_policy`), else, for a missing part, the first field of it. `null`: it is shown for the whole form.
 */
export function fieldOf(path: string | null, fields: readonly Field[]): Field | null {
  for (let at = path ?? ''; at !== ''; at = at.replace(/(\.[^.[]+|\[\d+\]|^[^.[]+)$/, '')) {
    const found = fields.find((field) => field.path === at);
    if (found) return found;
  }
  return (
    fields.find(
      (field) => path && field.path.startsWith(`${path}`) && /^[.[]/.test(field.path.slice(path.length)),
    ) ?? null
  );
}
