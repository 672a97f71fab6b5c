/** `run:` as written, and how it is carried out on an engine: until an event, never for a duration. */
import type { EngineClient } from '../protocol/engine-client';
import type { Event } from '../protocol/generated/Event';
import type { Frame } from '../protocol/generated/Frame';
import type { Grain } from '../protocol/generated/Grain';
import type { Position } from '../protocol/generated/Position';
import type { Target } from '../protocol/generated/Target';
import type { Watch } from '../protocol/generated/Watch';
import { suggest } from './fault';
import type { Run } from './lesson';

export type { Grain, Watch };
export type EventName = Event['t'];

// Records, so that a kind added to the protocol is missed here at compile time.
const WATCHES: Record<Watch, true> = {
  gc: true,
  switch_merge: true,
  partial_merge: true,
  full_merge: true,
  cmt_miss: true,
  erase: true,
};
const GRAINS: Record<Grain, true> = { request: true, action: true, operation: true };
const EVENTS: Record<EventName, true> = {
  host_page: true,
  read: true,
  program: true,
  invalidate: true,
  erase: true,
  block_taken: true,
  block_role: true,
  frontier_opened: true,
  frontier_closed: true,
  map_set: true,
  block_map_set: true,
  log_touched: true,
  merge_begin: true,
  merge_end: true,
  gc_begin: true,
  gc_end: true,
  cmt_hit: true,
  cmt_miss: true,
  cmt_placed: true,
  cmt_updated: true,
  cmt_victim: true,
  cmt_evicted: true,
  gtd_set: true,
  translation_update: true,
  unmapped_read: true,
  verified: true,
  intervened: true,
};

const FORMS =
  'start, end, last, stay, request N, position R.E, step [back] GRAIN [x N], next WATCH, until EVENT';
/** Most steps of one `step … x N`, and most events walked over by one `until`. */
const MAX_TIMES = 1000;
const MAX_EVENTS = 5000;

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
  if (verb === 'next' && rest.length === 1)
    return named(rest[0], WATCHES, (watch) => ({ to: 'next', watch }));
  if (verb === 'until' && rest.length === 1)
    return named(rest[0], EVENTS, (event) => ({ to: 'until', event }));
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
    if (still && (run.to === 'step' || run.to === 'next')) {
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
      const found = await go({ to: 'next', watch: run.watch });
      return { frame: await frameOf(client), missed: found ? null : `no ${run.watch} happens any more` };
    }
    case 'until':
      return until(client, run.event, from, go);
  }
}

/** The engine watches for few kinds of events; for the others the lesson walks, event by event. */
async function until(
  client: EngineClient,
  event: EventName,
  from: Frame,
  go: (target: Target) => Promise<boolean>,
): Promise<{ frame: Frame; missed: string | null }> {
  let frame = from;
  for (let walked = 0; walked < MAX_EVENTS; walked += 1) {
    const { request, event: folded } = frame.position;
    if (request >= frame.requests) break;
    await go({ to: 'position', position: { request, event: folded + 1 } });
    const next = await frameOf(client);
    if (same(next.position, frame.position)) break;
    frame = next;
    if (frame.event?.t === event) return { frame, missed: null };
  }
  return { frame, missed: `no event ${event} happens any more` };
}

/** The frame of slot 0; the page columns are not needed here. */
async function frameOf(client: EngineClient): Promise<Frame> {
  const { frame, cells } = await client.frame(0);
  client.recycle(cells);
  return frame;
}

function same(a: Position, b: Position): boolean {
  return a.request === b.request && a.event === b.event;
}

function shown(run: Run): string {
  if (run.to === 'step') return `step ${run.back ? 'back ' : ''}${run.grain}`;
  return run.to === 'next' ? `next ${run.watch}` : run.to;
}
