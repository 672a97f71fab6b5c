/** Comparisons of the host's side (SPEC 7): schedulers, channels, and how many requests the device takes at a time. */
import { getAt, isObject, kindOf, numberAt, type ScenarioDocument, setAt } from '../scenario/document';
import { minimumBlocks } from '../scenario/needs';

const SCHEDULERS = ['noop', 'deadline', 'cfq', 'anticipatory', 'ssd_zones'] as const;
const CHANNELS = [1, 2, 4, 8] as const;
const DEPTHS = [1, 2, 4, 8, 16, 32, 64, 128] as const;

export interface Hosted {
  value: string | number;
  scenario: ScenarioDocument;
}

/** Whether requests go through a scheduler to channels, as the engine sees it: any field but as one server has it, or `merge`. */
export function hasHost(document: ScenarioDocument): boolean {
  const { host } = document;
  if (!isObject(host)) return false;
  const { channels = 1, dies = 1, queue_depth = 1, outstanding, arrivals = 'fixed', merge } = host;
  const many = [channels, dies, queue_depth].some((count) => count !== 1);
  return (
    many || schedulerOf(document) !== 'noop' || [outstanding, merge].some(isThere) || arrivals !== 'fixed'
  );
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The kind of a scenario's scheduler. */
export function schedulerOf(document: ScenarioDocument): string {
  const scheduler = getAt(document, 'host.scheduler');
  if (isObject(scheduler)) return String(scheduler.kind);
  return typeof scheduler === 'string' ? scheduler : 'noop';
}

/** Whether requests ever wait for a scheduler: they come at their times, or more of them are out than the device takes. */
export function canWait(document: ScenarioDocument): boolean {
  const out = getAt(document, 'host.outstanding');
  if (typeof out === 'number') return out > numberAt(document, 'host.queue_depth', 1);
  const kind = kindOf(document, 'workload');
  return kind === 'trace' || kind === 'profile' || numberAt(document, 'workload.interarrival_ms', 0) > 0;
}

/** Whether the device could have more than one request at a time. */
export function canQueue(document: ScenarioDocument): boolean {
  return numberAt(document, 'host.outstanding', 2) > 1;
}

/** The scenario's own scheduler has its parameters, the others have their defaults. */
export function eachScheduler(base: ScenarioDocument): Hosted[] {
  const own = schedulerOf(base);
  return SCHEDULERS.map((kind) => ({
    value: kind,
    scenario: kind === own ? kept(base) : setAt(kept(base), 'host.scheduler', kind),
  }));
}

/** On a device that is large enough for most of them: page mapping has a frontier, and so a block more, for each. */
export function eachChannels(base: ScenarioDocument): Hosted[] {
  const made = CHANNELS.map((count) => setAt(kept(base), 'host.channels', count));
  const blocks = Math.max(numberAt(base, 'device.blocks', 0), ...made.map(minimumBlocks));
  return made.map((scenario, i) => ({
    value: CHANNELS[i] ?? 1,
    scenario: setAt(scenario, 'device.blocks', blocks),
  }));
}

/** Up to where the device takes all that are out. */
export function eachDepth(base: ScenarioDocument): Hosted[] {
  const out = numberAt(base, 'host.outstanding', Number.POSITIVE_INFINITY);
  const enough = DEPTHS.findIndex((depth) => depth >= out);
  const depths = enough < 0 ? DEPTHS : DEPTHS.slice(0, enough + 1);
  return depths.map((depth) => ({ value: depth, scenario: setAt(kept(base), 'host.queue_depth', depth) }));
}

/** With one channel, a depth of one and no scheduler it still is the model of the others: `merge` says so. */
function kept(base: ScenarioDocument): ScenarioDocument {
  return isThere(getAt(base, 'host.merge')) ? base : setAt(base, 'host.merge', true);
}
