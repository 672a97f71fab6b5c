/**
 * The modules of the wasm package that run simulations: one for each family of schemes, and one of all of them behind a write
 * buffer, a scheduler or several channels. Each is loaded when a scenario first asks for it, and has a session and memory of its
 * own. This says which of them is asked. BAST, which a first visit shows, is alone in its module, so that the first page is there soon.
 */
import type { Command } from './generated/Command';
import type { Event } from './generated/Event';
import type { ScenarioFtl } from './generated/ScenarioFtl';
import type { EngineLab, TraceReader } from './runner';

/** Schemes by the module that holds them: the features of `wasm-sim/crates/wasm`. */
const MODULE_OF = {
  page: 'page',
  dftl: 'dftl',
  bast: 'bast',
  fast: 'hybrid',
  last: 'hybrid',
  superblock: 'hybrid',
  block: 'block',
  replacement: 'block',
} as const satisfies Record<ScenarioFtl['kind'], string>;

/** Runs every scheme, behind a write buffer, with RAM given as one figure, a scheduler, on several channels. */
const WHOLE = 'whole';

export type ModuleName = (typeof MODULE_OF)[keyof typeof MODULE_OF] | typeof WHOLE;

/** Events of write buffers and of RAM shared with them: modules without these do not know what a predicate means by such a name. */
const BUFFER_EVENTS = [
  'buffered',
  'buffer_rewritten',
  'buffer_hit',
  'buffer_kept',
  'buffer_dropped',
  'buffer_trimmed',
  'buffer_lost',
  'destage_begin',
  'filler_read',
  'destage_page',
  'destaged',
  'destage_end',
  'mapping_group_chosen',
  'buffer_ghost_hit',
  'mapping_ghost_hit',
  'partitioned',
  'cmt_resized',
] as const satisfies readonly Event['t'][];
const OF_BUFFERS = new RegExp(`\\b(${BUFFER_EVENTS.join('|')})\\b`);

/** Asked what every module can answer when none is there yet: that of the first scenario a visitor sees. */
const FIRST: ModuleName = 'bast';

export interface EngineModule {
  lab: EngineLab;
  /** The wasm memory: its buffer changes when it grows. */
  memory: { readonly buffer: ArrayBufferLike };
}

export class Modules {
  private readonly loaded = new Map<ModuleName, EngineModule>();
  /** Which module runs what is open in a slot. */
  private readonly slots = new Map<number, EngineModule>();
  private readonly traces = new Map<string, () => TraceReader>();

  constructor(private readonly load: (name: ModuleName) => Promise<EngineModule>) {}

  /** The module to be sent a command. */
  async of(command: Command): Promise<EngineModule> {
    if ('scenario' in command) return this.get(moduleOf(command.scenario));
    if (command.type === 'predicate' && OF_BUFFERS.test(command.text)) return this.get(WHOLE);
    return ('slot' in command && this.slots.get(command.slot)) || this.any();
  }

  /** The module of a slot; any for an empty one, which it is in all. */
  async at(slot: number): Promise<EngineModule> {
    return this.slots.get(slot) ?? this.any();
  }

  /** Told when a module has opened a simulation in a slot: what another had there is closed. */
  opened(slot: number, by: EngineModule): void {
    const before = this.slots.get(slot);
    this.slots.set(slot, by);
    if (before && before !== by)
      before.lab.command(JSON.stringify({ type: 'close', slot } satisfies Command));
  }

  /** Lets scenarios name a trace, in every module there is and will be. Returns what the last of them answers. */
  async attach(name: string, read: () => TraceReader): Promise<string> {
    await this.any();
    let answer = '';
    for (const { lab } of this.loaded.values()) answer = lab.attach(name, read());
    if ('ok' in JSON.parse(answer)) this.traces.set(name, read);
    return answer;
  }

  private async any(): Promise<EngineModule> {
    const [first] = this.loaded.values();
    return first ?? this.get(FIRST);
  }

  private async get(name: ModuleName | null): Promise<EngineModule> {
    if (name === null) return this.any();
    const there = this.loaded.get(name);
    if (there) return there;
    const fresh = await this.load(name);
    for (const [trace, read] of this.traces) fresh.lab.attach(trace, read());
    this.loaded.set(name, fresh);
    return fresh;
  }
}

/** The module for a scenario's text; `null` for one that no engine takes, which any refuses with the reason. */
function moduleOf(scenario: string): ModuleName | null {
  try {
    const { ftl, buffer, host, ram_bytes } = JSON.parse(scenario) ?? {};
    const kind: unknown = ftl?.kind;
    if (!isScheme(kind)) return null;
    // One that is spelt wrong is refused by the module that knows them all.
    const alone = isOnly(buffer, { kind: 'none' }) && isOnly(host, ONE_SERVER) && ram_bytes === undefined;
    return alone && !isByGroups(ftl.cmt_policy) ? MODULE_OF[kind] : WHOLE;
  } catch {
    return null;
  }
}

/** Whether mappings leave the CMT by group, as only that module knows. */
function isByGroups(policy: unknown): boolean {
  return (
    policy === 'groups' ||
    (typeof policy === 'object' && policy !== null && 'kind' in policy && policy.kind === 'groups')
  );
}

function isScheme(kind: unknown): kind is keyof typeof MODULE_OF {
  return typeof kind === 'string' && Object.hasOwn(MODULE_OF, kind);
}

/** A host's side that is as if there were none. */
const ONE_SERVER = { scheduler: 'noop', channels: 1, queue_depth: 1 };

/** Whether a part of a scenario says nothing but what would hold without it. */
function isOnly(part: unknown, without: Record<string, unknown>): boolean {
  if (part === undefined || part === null) return true;
  return typeof part === 'object' && Object.entries(part).every(([key, value]) => without[key] === value);
}
