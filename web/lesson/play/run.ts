/** `run:` as written, and how it is carried out on an engine: until an event, never for a duration. */
import { type EngineClient, EngineFailure } from '../../protocol/engine/engine-client';
import type { Frame } from '../../protocol/generated/Frame';
import type { Grain } from '../../protocol/generated/Grain';
import type { Position } from '../../protocol/generated/Position';
import type { Target } from '../../protocol/generated/Target';
import { type Fault, suggest } from '../language/fault';
import type { Run } from '../language/lesson';

export type { Grain };

// A record, so that one added to the protocol is missed here at compile time.
const GRAINS: Record<Grain, true> = { request: true, action: true, operation: true };

const FORMS =
  'start, end, last, stay, request N, position R.E, step [back] GRAIN [x N], next PREDICATE, until PREDICATE';
/** Most steps of one `step … x N`. */
const MAX_TIMES = 1000;

/** Reads an instruction. On trouble: what is wrong and what to write. */
export function parseRun(text: string): Run | { message: string; remedy: string } {
  const words = text.trim().split(/\s+/);
  const [verb = '', ...rest] = words;
  const only = rest.length === 0;
  if ((verb === 'start' || verb === 'end' || verb === 'last' || verb === 'stay') && only) return { to: verb };
  if (verb === 'request' && rest.length === 1) {
    const request = count(rest[0]);
    if (request !== null) return { to: 'position', request, event: 0 };
  }
  if (verb === 'position' && rest.length === 1) {
    const [request, event] = (rest[0] ?? '').split('.').map(count);
    if (request != null && event != null) return { to: 'position', request, event };
  }
  // Only the engine can read this file: see `unreadable`.
  if ((verb === 'next' || verb === 'until') && !only) return { to: 'next', until: rest.join(' '), at: null };
  if (verb === 'step') {
    const back = rest[0] === 'back';
    const [grain, x, n, ...more] = back ? rest.slice(1) : rest;
    const times = x === undefined ? 1 : x === 'x' ? count(n) : null;
    if (times !== null && times > 0 && times <= MAX_TIMES && more.length === 0) {
      return named(grain, GRAINS, (known) => ({ to: 'step', grain: known, back, times }));
    }
  }
  return { message: `"${text}" does not say where to run`, remedy: `write one of: ${FORMS}` };
}

function named<K extends string>(
  word: string | undefined,
  known: Record<K, true>,
  make: (word: K) => Run,
): Run | { message: string; remedy: string } {
  if (word !== undefined && Object.hasOwn(known, word)) return make(word as K);
  return {
    message: `there is no "${word ?? ''}" to run to`,
    remedy: suggest(word ?? '', Object.keys(known)),
  };
}

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,8}$/.test(text) ? Number(text) : null;
}

/** Carries out instructions in slot 0. Resolves with the frame reached and, if one was not, what was missed. */
export async function carryOut(
  client: EngineClient,
  runs: readonly Run[],
  signal?: AbortSignal,
): Promise<{ frame: Frame; missed: string | null }> {
  let frame = await frameOf(client);
  for (const run of runs) {
    const before = frame.position;
    const moved = await one(client, run, frame, signal);
    frame = moved.frame;
    if (moved.missed !== null) return { frame, missed: moved.missed };
    const still = same(before, frame.position);
    if (still && run.to === 'step') {
      return { frame, missed: `"${shown(run)}" did not move` };
    }
  }
  return { frame, missed: null };
}

async function one(
  client: EngineClient,
  run: Run,
  from: Frame,
  signal?: AbortSignal,
): Promise<{ frame: Frame; missed: string | null }> {
  const go = async (target: Target) => {
    const reply = await client.request({ type: 'run', slot: 0, target }, { signal });
    return reply.type === 'progress' && reply.found;
  };
  switch (run.to) {
    case 'stay':
      return { frame: from, missed: null };
    case 'start':
      await go({ to: 'position', position: { request: 0, event: 0 } });
      return { frame: await frameOf(client), missed: null };
    case 'last':
      await go({ to: 'position', position: { request: Math.max(0, from.requests - 1), event: 0 } });
      return { frame: await frameOf(client), missed: null };
    case 'end':
      await go({ to: 'end' });
      return { frame: await frameOf(client), missed: null };
    case 'position': {
      const position = { request: run.request, event: run.event };
      await go({ to: 'position', position });
      const frame = await frameOf(client);
      const missed = same(frame.position, position)
        ? null
        : `there is no position ${run.request}.${run.event}`;
      return { frame, missed };
    }
    case 'step':
      for (let times = 0; times < run.times; times += 1) {
        await go({ to: 'step', grain: run.grain, back: run.back });
      }
      return { frame: await frameOf(client), missed: null };
    case 'next': {
      const found = await go({ to: 'next', until: run.until, back: false });
      return { frame: await frameOf(client), missed: found ? null : `no ${run.until} happens any more` };
    }
  }
}

/** The predicates in instructions that the engine cannot read. */
export async function unreadable(client: EngineClient, runs: readonly Run[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const run of runs) {
    if (run.to !== 'next') continue;
    try {
      await client.request({ type: 'predicate', text: run.until });
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      const { message, remedy, column } = error.failure;
      const { where, line, column: from } = run.at ?? { where: 'run', line: 1, column: 1 };
      const at = from + (column ?? 1) - 1;
      faults.push({
        line,
        column: at,
        where,
        message: `"${run.until}": ${message}`,
        remedy: remedy.replace(/\.$/, ''),
      });
    }
  }
  return faults;
}

async function frameOf(client: EngineClient): Promise<Frame> {
  return (await client.frame(0)).frame;
}

function same(a: Position, b: Position): boolean {
  return a.request === b.request && a.event === b.event;
}

function shown(run: Run & { to: 'step' }): string {
  return `step ${run.back ? 'back ' : ''}${run.grain}`;
}
