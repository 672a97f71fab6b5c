/**
 * The form, as a table: every field of a scenario with its label and unit. The schema gives its content and the kinds
 * that have it; the engine decides what is allowed (command `check`).
 */
import { m } from '../../i18n/compiled/messages.js';
import { getAt, isObject, type Json, kindOf, type ScenarioDocument } from '../../model/scenario/document';
import { FTLS } from '../../model/schemes';
import scenario from '../../protocol/generated/scenario.schema.json';
import { BUFFER_FIELDS, FTL_FIELDS, SCHEDULER_FIELDS } from './option-fields';
import { alternatives, type Schema } from './text/schema';

const SCHEMA: Schema = scenario;

/** The parts of the form, in their order. */
export const GROUPS = ['ftl', 'device', 'workload', 'precondition', 'buffer', 'host', 'general'] as const;
export type Group = (typeof GROUPS)[number];

export type Input =
  | { type: 'integer' | 'number' }
  | { type: 'text'; long?: boolean }
  | { type: 'boolean' }
  /** `written`: choices as the document has them, where that is not the bare name. */
  | { type: 'choice'; choices: readonly string[]; written?: Readonly<Record<string, Json>> }
  /** Two numbers, `8-16`, under these keys or as a list; with keys also one number, or `mean 2.5`. */
  | { type: 'span'; keys: readonly [string, string] | null }
  /** A number of passes, or `until steady`. */
  | { type: 'repeat' };

export interface Bounds {
  from: number;
  to?: number;
  below?: number;
}

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
  /** The default when it is left out, as shown in the empty input. */
  fallback?: string;
  /** The bounds of a number; `below` is not included. */
  bounds?: Bounds;
}

/** A field as the table has it. The schema gives its content, its default and the kinds that have it. */
type Row = Pick<Field, 'path' | 'label'> &
  Partial<Field> & {
    /** A choice before those of the schema. */
    first?: string;
  };

/** The capacity, which `ram_bytes` may give instead. */
const capacity = BUFFER_FIELDS.filter(({ path }) => path === 'buffer.capacity');
const otherBufferFields = BUFFER_FIELDS.filter((field) => !capacity.includes(field));

const ROWS: Record<Group, readonly Row[]> = {
  general: [
    { path: 'name', label: m.scenario_name },
    { path: 'seed', label: m.scenario_seed, help: m.scenario_seed_help },
  ],
  device: [
    { path: 'device.blocks', label: m.scenario_blocks },
    { path: 'device.pages_per_block', label: m.scenario_pages_per_block },
    { path: 'device.page_bytes', label: m.scenario_page_bytes, unit: m.scenario_unit_bytes },
    {
      path: 'logical_pages',
      label: m.scenario_logical_pages,
      help: m.scenario_logical_pages_help,
      instead: 'spare_factor',
    },
    {
      path: 'spare_factor',
      label: m.scenario_spare_factor,
      help: m.scenario_spare_factor_help,
      instead: 'logical_pages',
    },
    { path: 'device.program_order', label: m.scenario_program_order, help: m.scenario_program_order_help },
    { path: 'device.timing', label: m.scenario_timing, help: m.scenario_timing_help },
  ],
  ftl: [
    { path: 'ftl.kind', label: m.scenario_ftl_kind, input: { type: 'choice', choices: FTLS } },
    ...FTL_FIELDS,
    { path: 'power_cut', label: m.scenario_power_cut, help: m.scenario_power_cut_help, kinds: ['dftl'] },
  ],
  buffer: [
    { path: 'buffer.kind', label: m.scenario_buffer_kind },
    ...capacity.map((field) => ({ ...field, instead: 'ram_bytes' })),
    {
      path: 'ram_bytes',
      label: m.scenario_ram_bytes,
      help: m.scenario_ram_bytes_help,
      unit: m.scenario_unit_bytes,
      instead: 'buffer.capacity',
    },
    ...otherBufferFields,
  ],
  host: [
    { path: 'host.channels', label: m.scenario_host_channels, help: m.scenario_host_channels_help },
    { path: 'host.dies', label: m.scenario_host_dies },
    { path: 'host.queue_depth', label: m.scenario_host_queue_depth, help: m.scenario_host_queue_depth_help },
    { path: 'host.outstanding', label: m.scenario_host_outstanding, help: m.scenario_host_outstanding_help },
    { path: 'host.arrivals', label: m.scenario_host_arrivals, help: m.scenario_host_arrivals_help },
    { path: 'host.merge', label: m.scenario_host_merge, help: m.scenario_host_merge_help },
    {
      path: 'host.read_bus_us',
      label: m.scenario_host_read_bus,
      help: m.scenario_host_read_bus_help,
      unit: m.scenario_unit_us,
    },
    { path: 'host.program_bus_us', label: m.scenario_host_program_bus, unit: m.scenario_unit_us },
    ...SCHEDULER_FIELDS,
  ],
  precondition: [
    {
      path: 'precondition[0].kind',
      label: m.scenario_precondition_kind,
      help: m.scenario_precondition_help,
      first: 'none',
    },
    { path: 'precondition[0].from', label: m.scenario_precondition_from },
    { path: 'precondition[0].pages', label: m.scenario_precondition_pages },
    {
      path: 'precondition[0].fraction',
      label: m.scenario_precondition_fraction,
      help: m.scenario_precondition_fraction_help,
    },
    {
      path: 'precondition[0].tolerance',
      label: m.scenario_precondition_tolerance,
      help: m.scenario_precondition_tolerance_help,
    },
    {
      path: 'precondition[0].window',
      label: m.scenario_precondition_window,
      help: m.scenario_precondition_window_help,
    },
    { path: 'precondition[0].max_windows', label: m.scenario_precondition_max_windows, fallback: '50' },
  ],
  workload: [
    { path: 'workload.kind', label: m.scenario_workload_kind },
    {
      path: 'workload.ops',
      label: m.scenario_ops,
      help: m.scenario_ops_help,
      input: { type: 'text', long: true },
    },
    { path: 'workload.path', label: m.scenario_trace_path, help: m.scenario_trace_path_help },
    { path: 'workload.mapping', label: m.scenario_mapping, help: m.scenario_mapping_help },
    {
      path: 'workload.partial_writes',
      label: m.scenario_partial_writes,
      help: m.scenario_partial_writes_help,
    },
    {
      path: 'workload.shift_bytes',
      label: m.scenario_shift_bytes,
      help: m.scenario_shift_bytes_help,
      unit: m.scenario_unit_bytes,
      fallback: '0',
    },
    { path: 'workload.pattern', label: m.scenario_pattern, help: m.scenario_pattern_help },
    { path: 'workload.profile', label: m.scenario_profile, help: m.scenario_profile_help },
    { path: 'workload.reuse', label: m.scenario_reuse, help: m.scenario_reuse_help },
    { path: 'workload.reuse_within', label: m.scenario_reuse_within, help: m.scenario_reuse_within_help },
    { path: 'workload.theta', label: m.scenario_theta, help: m.scenario_theta_help },
    { path: 'workload.streams', label: m.scenario_streams, help: m.scenario_streams_help },
    { path: 'workload.requests', label: m.scenario_requests },
    { path: 'workload.read_fraction', label: m.scenario_read_fraction, help: m.scenario_read_fraction_help },
    { path: 'workload.trim_fraction', label: m.scenario_trim_fraction, help: m.scenario_trim_fraction_help },
    { path: 'workload.r', label: m.scenario_hot_accesses, help: m.scenario_share_help },
    { path: 'workload.f', label: m.scenario_hot_pages, help: m.scenario_share_help },
    { path: 'workload.pages', label: m.scenario_request_pages, help: m.scenario_sizes_help },
    { path: 'workload.range', label: m.scenario_range, help: m.scenario_range_help },
    { path: 'workload.from', label: m.scenario_from },
    {
      path: 'workload.interarrival_ms',
      label: m.scenario_interarrival,
      help: m.scenario_interarrival_help,
      unit: m.scenario_unit_ms,
    },
    {
      path: 'workload.repeat',
      label: m.scenario_repeat,
      help: m.scenario_repeat_help,
      input: { type: 'repeat' },
      fallback: '1',
    },
    {
      path: 'workload.ignore_trims',
      label: m.scenario_ignore_trims,
      help: m.scenario_ignore_trims_help,
      fallback: 'false',
    },
  ],
};

export const FIELDS: readonly Field[] = Object.entries(ROWS).flatMap(([group, rows]) =>
  rows.map((row) => fieldOfRow(group as Group, row)),
);

function fieldOfRow(group: Group, { first, ...row }: Row): Field {
  // The fields of options are whole.
  if (isField(row)) return row;
  const places = placesOf(row.path);
  const kinds = row.path.endsWith('.kind') ? [] : places.flatMap(({ kind }) => kind ?? []);
  const fallback = places[0]?.schema.default;
  const bounds = boundsOf(places[0]?.schema);
  return {
    ...(fallback !== undefined && { fallback: String(fallback) }),
    ...(kinds.length > 0 && { kinds }),
    ...(bounds && { bounds }),
    ...row,
    group,
    input: row.input ?? inputOf(places.map(({ schema }) => schema).flatMap(alternatives), first),
  };
}

function boundsOf(schema: Schema | undefined): Bounds | null {
  if (schema?.minimum === undefined) return null;
  const { minimum: from, maximum: to, exclusiveMaximum: below } = schema;
  return { from, ...(to !== undefined && { to }), ...(below !== undefined && { below }) };
}

function isField(row: Row): row is Field {
  return row.group !== undefined;
}

/** The schemas of a path, one for each kind that has it. */
function placesOf(path: string) {
  let places: { kind?: string; schema: Schema }[] = [{ schema: SCHEMA }];
  for (const key of path.match(/\w+/g) ?? [])
    places = places.flatMap(({ schema }) =>
      alternatives(schema).flatMap(({ properties, items }) => {
        const member = key === '0' ? items : properties?.[key];
        const kind = properties?.kind?.const;
        return member ? [{ ...(typeof kind === 'string' && { kind }), schema: member }] : [];
      }),
    );
  return places;
}

function inputOf(schemas: readonly Schema[], first?: string): Input {
  const names = schemas.flatMap((schema) => schema.enum ?? schema.const ?? []).map(String);
  if (names.length > 0) return { type: 'choice', choices: [...(first ? [first] : []), ...names] };
  if (schemas.some(({ properties }) => properties?.mean)) return { type: 'span', keys: ['min', 'max'] };
  switch (schemas[0]?.type) {
    case 'integer':
    case 'number':
    case 'boolean':
      return { type: schemas[0].type };
    case 'array':
      return { type: 'span', keys: null };
    default:
      return { type: 'text' };
  }
}

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
  if (input.type === 'repeat' && isObject(value) && value.until_steady) return UNTIL_STEADY;
  const kind = input.type === 'choice' ? policyKind(value) : undefined;
  if (typeof kind === 'string') return kind;
  // A timing spelt as an object has no place in a choice: the text tab shows it.
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The typed value, as the document holds it. A text that cannot be read stays a text: the engine reports the error. */
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
    case 'repeat':
      return trimmed === UNTIL_STEADY ? { until_steady: {} } : numberOr(trimmed);
    default:
      return text;
  }
}

const UNTIL_STEADY = 'until steady';

function numberOr(text: string): Json {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/**
 * The field a failure belongs to: the one of its path, otherwise the nearest one above it (`ftl.gc_policy.kind` shows at
 * `ftl.gc_policy`), otherwise, for a missing part, the first field of it. `null`: it is shown for the whole form.
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
