/**
 * The cost of the host page under way, for the strip whose widths are times. Its flash operations come in parts that
 * a person counts (a copy is a read and a program), in runs of a kind. A merge over several logical blocks has a
 * group for each.
 */
import type { Frame } from '../../protocol/generated/Frame';
import type { HostPageCost } from '../../protocol/generated/HostPageCost';
import type { OperationCost } from '../../protocol/generated/OperationCost';
import { momentOf } from '../sentences/current-event';
import { letterOf } from './reason';

type PartKind = 'copy' | 'erase' | 'write' | 'read' | 'map_read' | 'map_write' | 'other';

export interface Part {
  kind: PartKind;
  ns: number;
  /** `now`: what the moment is about. */
  is: 'done' | 'now' | 'next';
  /** How much of it is done, 0 to 1. */
  share: number;
}

/** Parts of a kind, one after the other. */
export interface Run {
  kind: PartKind;
  parts: Part[];
  ns: number;
  /** For a single operation: its page or translation page. */
  of: number | null;
}

export interface Group {
  /** With several groups: A, B, C, and the logical block of each; `null` for the block that is erased for all at the end. */
  letter: string | null;
  lbn: number | null;
  runs: Run[];
  ns: number;
  is: Part['is'];
}

export interface Strip {
  /** More than one: a merge over several logical blocks. */
  groups: Group[];
  doneNs: number;
  totalNs: number;
  /** How many times as long as the same access costs at least; `null`: no longer. */
  times: number | null;
}

/** `null`: nothing that the host asked for costs any time. */
export function stripOf(frame: Frame): Strip | null {
  const { cost } = frame;
  if (!cost || cost.total_ns === 0) return null;
  const pieces = partsOf(cost, currentOf(frame, cost));
  return {
    groups: groupsOf(pieces),
    doneNs: cost.done_ns,
    totalNs: cost.total_ns,
    times: cost.plain_ns > 0 && cost.total_ns > cost.plain_ns ? cost.total_ns / cost.plain_ns : null,
  };
}

/** The operation that the moment is: the last one done, unless something else has happened since. */
function currentOf(frame: Frame, { done }: HostPageCost): number | null {
  const moment = frame.window[momentOf(frame)]?.t;
  const operates =
    moment === 'read' ||
    moment === 'program' ||
    moment === 'erase' ||
    moment === 'chain_read' ||
    moment === 'map_read';
  return operates && done > 0 ? done - 1 : null;
}

/** A copy of the merge, GC or move under way. */
export interface Copy {
  from: number;
  to: number;
  is: Part['is'];
}

/** The copies of the work under way, in the order in which they are made; done ones among them. */
export function copyOrder(frame: Frame): Copy[] {
  const { cost } = frame;
  const mine = cost && ofWork(frame);
  if (!mine) return [];
  const { operations, done } = cost;
  const current = currentOf(frame, cost);
  return operations.flatMap((operation, at): Copy[] => {
    const next = operations[at + 1];
    if (!next || !mine(operation) || !isCopy(operation, next)) return [];
    const { from, to } = operation;
    if (from === undefined || to === undefined) return [];
    const now = current === at || current === at + 1;
    return [{ from, to, is: now ? 'now' : at + 1 < done ? 'done' : 'next' }];
  });
}

/** The blocks that the operations of the work under way read, fill or erase. */
export function blocksOfWork(frame: Frame, pagesPerBlock: number): number[] {
  const mine = ofWork(frame);
  const operations = mine ? (frame.cost?.operations ?? []).filter(mine) : [];
  const holding = (ppn: number | undefined) => (ppn === undefined ? [] : [Math.floor(ppn / pagesPerBlock)]);
  return operations.flatMap(({ from, to, pbn }) => [
    ...holding(from),
    ...holding(to),
    ...(pbn === undefined ? [] : [pbn]),
  ]);
}

/** Whether an operation belongs to the innermost work under way; `null`: there is none. */
function ofWork({ merge, gc, inner, wear }: Frame): ((operation: OperationCost) => boolean) | null {
  if (merge) return ({ lbn }) => lbn === merge.lbn;
  const victim = gc?.pbn ?? inner?.pbn ?? wear?.from;
  return victim === undefined ? null : (operation) => operation.victim === victim;
}

interface Piece extends Part {
  of: number | null;
  lbn: number | null;
}

function partsOf({ operations, count, done, total_ns }: HostPageCost, current: number | null): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < operations.length; at += 1) {
    const operation = operations[at];
    if (!operation) continue;
    const next = operations[at + 1];
    const pair = next && isCopy(operation, next) ? next : null;
    const last = pair ? at + 1 : at;
    const ns = operation.ns + (pair?.ns ?? 0);
    const spent = (at < done ? operation.ns : 0) + (pair && last < done ? pair.ns : 0);
    pieces.push({
      kind: pair ? 'copy' : kindOf(operation),
      ns,
      is: current === at || current === last ? 'now' : last < done ? 'done' : 'next',
      share: ns === 0 ? 1 : spent / ns,
      of: operation.logical ?? operation.pbn ?? null,
      lbn: operation.lbn ?? null,
    });
    at = last;
  }
  if (count > operations.length) {
    // The entries beyond the longest list are one part.
    const told = pieces.reduce((sum, { ns }) => sum + ns, 0);
    pieces.push({ kind: 'other', ns: total_ns - told, is: 'next', share: 0, of: null, lbn: null });
  }
  return pieces;
}

function isCopy(read: OperationCost, program: OperationCost): boolean {
  return (
    read.op === 'read' &&
    program.op === 'program' &&
    read.to !== undefined &&
    read.from === program.from &&
    read.to === program.to
  );
}

function kindOf({ op, cause, kind }: OperationCost): PartKind {
  if (op === 'erase') return 'erase';
  if (kind === 'translation') return op === 'read' ? 'map_read' : 'map_write';
  if (op === 'read') return 'read';
  return cause === 'host' ? 'write' : 'other';
}

function groupsOf(pieces: Piece[]): Group[] {
  const lbns = [...new Set(pieces.flatMap(({ lbn }) => lbn ?? []))];
  if (lbns.length < 2) return [groupOf(pieces, null, null)];
  const groups: { lbn: number | null; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    if (last && last.lbn === piece.lbn) last.pieces.push(piece);
    else groups.push({ lbn: piece.lbn, pieces: [piece] });
  }
  return groups.map(({ lbn, pieces: own }) =>
    groupOf(own, lbn === null ? null : letterOf(lbns.indexOf(lbn)), lbn),
  );
}

function groupOf(pieces: Piece[], letter: string | null, lbn: number | null): Group {
  const runs: Run[] = [];
  for (const { of, lbn: _, ...part } of pieces) {
    const last = runs.at(-1);
    const alone = part.kind === 'map_read' || part.kind === 'map_write' || part.kind === 'read';
    if (last?.kind === part.kind && !alone) {
      last.parts.push(part);
      last.ns += part.ns;
      last.of = null;
    } else runs.push({ kind: part.kind, parts: [part], ns: part.ns, of });
  }
  const states = new Set(pieces.map(({ is }) => is));
  const is = states.has('now') || states.size > 1 ? 'now' : ([...states][0] ?? 'next');
  return { letter, lbn, runs, ns: pieces.reduce((sum, { ns }) => sum + ns, 0), is };
}
