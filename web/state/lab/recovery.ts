/**
 * After a crash. Both simulations are opened again in a new engine and brought to their old positions, which are
 * before the request under way: that far the old engine came. A command under way is not done again by itself, since
 * it may be what kills the engine. Where even the way back kills it, they are at their beginning.
 */
import { parseDocument } from '../../model/scenario/document';
import { EngineCrash, SILENT } from '../../protocol/engine/engine-client';
import { crashOf } from '../../protocol/engine/outcome';
import type { Position } from '../../protocol/generated/Position';
import type { EngineQueue } from './engine-queue';
import type { LabState, SlotState } from './lab';

/** For a developer who looks for the bug: it runs again from this. As it is saved. */
export interface CrashReport {
  format: 'ftl-lab crash 1';
  message: string;
  cause: CrashCause;
  /** The command under way; `null` between commands. */
  doing: string | null;
  /** The commands before it and itself, eldest first. */
  commands: readonly string[];
  /** Where the lab is now: as before, at the beginning, with nothing open; or it is the import of a trace that died, and not its engine. */
  returned: 'position' | 'beginning' | 'nothing' | 'untouched';
  /** Each open simulation: its position (as `ftl-lab --at` reads it), and how far a job had come, in requests. */
  slots: { scenario: unknown; seed: unknown; at: string; reached: number | null; stateHash: string | null }[];
  trace: { name: string; hash: string } | null;
}

/**
 * `bug`: a panic, or a case that no one thought of; `memory`: there was not enough; `silent`: killed, or caught in a
 * loop.
 */
export type CrashCause = 'bug' | 'memory' | 'silent';

/**
 * The engine's own panics come with their text. A trap without one is an allocation that failed: Rust aborts there
 * without a word. V8 and SpiderMonkey name it so; JavaScript's own buffers fail with a RangeError that says it.
 */
export function causeOf(message: string): CrashCause {
  if (message.startsWith(SILENT)) return 'silent';
  if (message.includes('panicked at')) return /capacity overflow|allocation/.test(message) ? 'memory' : 'bug';
  return /^unreachable( executed)?$|allocation failed|out of memory|could not allocate/i.test(message)
    ? 'memory'
    : 'bug';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function reportOf({ slots, trace }: LabState, error: unknown): CrashReport {
  const message = messageOf(error);
  const crash = error instanceof EngineCrash ? error : null;
  return {
    format: 'ftl-lab crash 1',
    message,
    cause: causeOf(message),
    returned: 'position',
    doing: crash?.doing ?? null,
    commands: [...(crash?.recent ?? [])],
    slots: slots.filter((state) => state !== null).map(standing),
    trace: trace && { name: trace.name, hash: trace.import.hash },
  };
}

/** Of the worker that read a trace; the lab's engine lives. `asked`: the import. */
export function importReport(lab: LabState, message: string, asked: string): CrashReport {
  const report = reportOf(lab, new EngineCrash(message, asked, [asked]));
  return { ...report, returned: 'untouched' };
}

function standing({ source, current: { frame }, busy }: SlotState): CrashReport['slots'][number] {
  const scenario = parseDocument(source);
  return {
    scenario: scenario ?? source,
    seed: scenario?.seed ?? 1,
    at: `${frame.position.request}.${frame.position.event}`,
    reached: busy?.requests ?? null,
    stateHash: frame.report?.state_hash ?? null,
  };
}

/** Brings `before` back, as far as it goes, and says what happened. */
export async function recover(queue: EngineQueue, before: LabState, error: unknown): Promise<void> {
  const report = reportOf(before, error);
  const failure = crashOf(error);
  for (const back of [true, false]) {
    try {
      await bring(queue, before, back);
      queue.notice(failure, { ...report, returned: back ? 'position' : 'beginning' });
      return;
    } catch (again) {
      await queue.discard();
      queue.store.setState({ ready: false, crash: messageOf(again) });
    }
  }
  // Not even opening it goes well: the page runs without it, and another scenario can be opened.
  const undoable = before.slots[0]?.source ?? null;
  queue.store.setState({ slots: [null, null], comparing: false, undoable });
  queue.notice(failure, { ...report, returned: 'nothing' });
}

async function bring(queue: EngineQueue, { slots }: LabState, back: boolean): Promise<void> {
  const client = await queue.engine();
  await queue.reimport?.(client);
  for (const state of slots) {
    if (!state) continue;
    await queue.open(client, state.slot, state.source);
    const position: Position = state.current.frame.position;
    if (!back || (position.request === 0 && position.event === 0)) continue;
    await queue.run(client, state.slot, { to: 'position', position });
    await queue.show(client, state.slot, 'jump');
  }
}
