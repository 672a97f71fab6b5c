/** Plans of sweeps as text: one from a scenario, with values for some of its fields. Only the engine judges it. */
import {
  getAt,
  isObject,
  type Json,
  type ScenarioDocument,
  setAt,
  writeDocument,
} from '../scenario/document';
import { bufferPages } from '../scenario/needs';
import { cleanWindow, soundPages } from './batch-compare-ram';

/** Values of one field. */
export interface Axis {
  /** With dots: `ftl.log_blocks`. */
  path: string;
  values: Json[];
}

/** A plan's text, laid out as a person would. */
export function planText(
  name: string,
  scenario: ScenarioDocument,
  { path, values }: Axis,
  seeds: number,
): string {
  const base = fitted(scenario, path);
  const settings: ScenarioDocument =
    path === 'buffer.kind'
      ? { list: values.map((kind) => bufferSetting(kind, scenario, base)) }
      : { over: { [path]: values } };
  return writeDocument({ format: 1, name, scenario: base, ...settings, seeds });
}

/** The scenario without what would say otherwise, or the same, beside the field. */
function fitted(scenario: ScenarioDocument, path: string): ScenarioDocument {
  // One figure for all RAM, or how large the buffer is.
  if (path === 'ram_bytes')
    return scenario.buffer === undefined ? scenario : setAt(scenario, 'buffer.capacity', undefined);
  if (path === 'buffer.capacity') return setAt(scenario, 'ram_bytes', undefined);
  if (path === 'buffer.kind') {
    const capacity = bufferPages(scenario) || soundPages(scenario);
    const battery = getAt(scenario, 'buffer.battery_backed');
    const sized = setAt({ kind: 'lru' }, 'battery_backed', battery);
    return setAt(scenario, 'buffer', typeof scenario.ram_bytes === 'number' ? sized : { ...sized, capacity });
  }
  // With one channel and a queue depth of one it is the model of all others only if it says so.
  const ofHost =
    path.startsWith('host.') && path !== 'host.merge' && getAt(scenario, 'host.merge') === undefined;
  return ofHost ? setAt(scenario, 'host.merge', true) : scenario;
}

/** A buffer's kind with what it cannot do without; that of the scenario with its parameters. */
function bufferSetting(kind: Json, { buffer }: ScenarioDocument, base: ScenarioDocument): ScenarioDocument {
  if (kind === 'none') return { buffer: { kind } };
  const own = isObject(buffer) && buffer.kind === kind ? buffer : {};
  const { kind: _, capacity: __, battery_backed: ___, ...parameters } = own;
  if (kind === 'cflru') parameters.window ??= cleanWindow(bufferPages(base));
  const settings = Object.entries(parameters).map(([name, value]) => [`buffer.${name}`, value]);
  return { 'buffer.kind': kind, ...Object.fromEntries(settings) };
}

/** `2, 4, 8` or `"lru", {"kind": "windowed_greedy", "w": 9}`; a word that is no JSON is a text. */
export function valuesOf(text: string): Json[] {
  const all = parsed(`[${text}]`);
  if (Array.isArray(all)) return all;
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => parsed(part) ?? part);
}

/** The fields of a scenario that hold a single value, and policies. The seed is no setting. */
function fieldsOf(document: ScenarioDocument, under = ''): string[] {
  return Object.entries(document).flatMap(([key, value]) => {
    const path = under + key;
    if (path === 'seed' || path === 'format' || path === 'name' || Array.isArray(value)) return [];
    return isObject(value) ? fieldsOf(value, `${path}.`) : [path];
  });
}

/** Those that a scenario can do without, and is worth sweeping over. */
const BESIDE = [
  'buffer.kind',
  'buffer.capacity',
  'ram_bytes',
  'host.scheduler',
  'host.channels',
  'host.queue_depth',
];

/** The fields that a person may sweep over: those that are there, and those of a buffer and of the host's side. */
export function sweptOf(document: ScenarioDocument): string[] {
  return [...new Set([...fieldsOf(document), ...BESIDE])];
}

/** Results rather than a plan: lines of JSON, or a table. */
export function isResults(head: string): boolean {
  return /^\ufeff?(run,seed,|\{"format":1,"engine":)/.test(head);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
