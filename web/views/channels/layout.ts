/**
 * Channels over simulated time: numbers in, rectangles out. Every channel has a line for its bus and one for each of
 * its dies; an operation is in the bus's line and in its die's, for the time it takes each. The current position is
 * in the middle of the window.
 */
import { scaleLinear } from 'd3-scale';
import type { HostShown } from '../../protocol/generated/HostShown';
import type { OperationShown } from '../../protocol/generated/OperationShown';
import type { RequestTimes } from '../../protocol/generated/RequestTimes';

/**
 * The purpose of an operation, as it is coloured: the host's own, GC and merges, mappings, fillers of a write
 * buffer.
 */
export type Purpose = 'host' | 'clean' | 'map' | 'pad';

interface Lane {
  channel: number;
  /** `null`: the bus. */
  die: number | null;
  y: number;
  h: number;
}

export interface Bar {
  operation: OperationShown;
  purpose: Purpose;
  /** On the bus, otherwise in the cells of its die. */
  bus: boolean;
  /** Has not begun at the current position. */
  ahead: boolean;
  x: number;
  y: number;
  w: number;
  h: number;
}

interface Strip {
  request: RequestTimes;
  y: number;
  h: number;
  /** From its coming to its going to the device, and from there to its end. */
  wait: { x: number; w: number };
  service: { x: number; w: number } | null;
  /** How long its reads waited behind GC and the like, microseconds. */
  heldUp: number;
}

export interface Gantt {
  width: number;
  height: number;
  left: number;
  lanes: Lane[];
  bars: Bar[];
  strips: Strip[];
  now: number;
  ticks: { x: number; us: number }[];
  axis: number;
}

/** Heights, of the letters' size: what is written beside a line fits into it. */
const LINE = 1.3;
const BUS = 0.9;
const STRIP = 1;
const GAP = 6;
/** They may be this much lower where that makes them whole. */
const LOWEST = 0.8;
/** Requests shown at most: those that are not done first. */
const STRIPS = 4;
/** This many operations of mean length to either side of the current position. */
const AROUND = 8;

export function purposeOf({ cause }: OperationShown): Purpose {
  switch (cause) {
    case 'host':
    case 'recovery':
      return 'host';
    case 'translation':
    case 'translation_gc':
      return 'map';
    case 'pad':
      return 'pad';
    default:
      return 'clean';
  }
}

/** The time that is seen, microseconds: `zoom` times as much as is usual. */
function windowOf(host: HostShown, zoom: number): [number, number] {
  const lengths = host.operations.map((each) => each.ended_us - each.started_us);
  const mean = lengths.length > 0 ? lengths.reduce((a, b) => a + b, 0) / lengths.length : 1000;
  const half = Math.max(1, mean * AROUND * zoom);
  return [host.now_us - half, host.now_us + half];
}

/** The requests of the window: those waiting and in the device, and before them the last that are done. */
function requestsOf(host: HostShown, from: number, to: number): RequestTimes[] {
  const open = [...host.device, ...host.waiting.flatMap((each) => each.parts)].filter(
    (each) => each.arrival_us < to,
  );
  const done = host.ended.filter((each) => (each.ended_us ?? 0) > from);
  const room = Math.max(0, STRIPS - open.length);
  const last = room > 0 ? done.slice(-room) : [];
  return [...last, ...open].slice(0, STRIPS);
}

/** Of that only the part in which anything happens: in a hall the bars are as long as they may be. */
function closely(host: HostShown, [from, to]: [number, number]): [number, number] {
  const seen = host.operations.filter((each) => each.ended_us > from && each.started_us < to);
  const begins = [host.now_us, ...seen.map((each) => each.started_us)];
  const ends = [host.now_us, ...seen.map((each) => each.ended_us)];
  return seen.length > 0
    ? [Math.max(from, Math.min(...begins)), Math.min(to, Math.max(...ends))]
    : [from, to];
}

/** `room`: the height to be filled; 0: it is as high as its letters want. */
export function ganttLayout(host: HostShown, width: number, label: number, zoom = 1, room = 0): Gantt {
  const left = Math.ceil(label * 6.2);
  const usual = windowOf(host, zoom);
  const [from, to] = room > 0 ? closely(host, usual) : usual;
  const requests = requestsOf(host, from, to);
  const { channels, dies } = host;
  const fixed = 4 + channels * (1 + dies + GAP) + requests.length * 3 + label * 1.6;
  const rows = channels * (BUS + dies * LINE) + requests.length * STRIP;
  const size = Math.max(room > 0 ? label * LOWEST : label, (room - fixed) / rows);
  const [line, bus, strip] = [LINE, BUS, STRIP].map((of) =>
    Math[room > 0 ? 'floor' : 'round'](of * size),
  ) as [number, number, number];
  const x = scaleLinear([from, to], [left, width - 8]).clamp(true);
  let y = 4;
  const lanes: Lane[] = [];
  for (let channel = 0; channel < host.channels; channel += 1) {
    lanes.push({ channel, die: null, y, h: bus });
    y += bus + 1;
    for (let die = 0; die < host.dies; die += 1) {
      lanes.push({ channel, die, y, h: line });
      y += line + 1;
    }
    y += GAP;
  }
  const strips = requests.map((request): Strip => {
    const top = y;
    y += strip + 3;
    const sent = request.dispatched_us ?? host.now_us;
    const ended = request.ended_us ?? (request.dispatched_us === null ? null : to);
    const own = host.operations.filter((each) => each.request === request.number && each.cause === 'host');
    return {
      request,
      y: top,
      h: strip,
      wait: { x: x(request.arrival_us), w: x(sent) - x(request.arrival_us) },
      service:
        request.dispatched_us === null || ended === null
          ? null
          : { x: x(sent), w: Math.max(1, x(ended) - x(sent)) },
      heldUp: own.reduce((sum, each) => sum + each.held_up_us, 0),
    };
  });
  const laneOf = (channel: number, die: number | null) =>
    lanes[channel * (host.dies + 1) + (die === null ? 0 : die + 1)];
  const bars = host.operations.flatMap((operation): Bar[] => {
    if (operation.ended_us <= from || operation.started_us >= to) return [];
    const purpose = purposeOf(operation);
    const ahead = operation.started_us > host.now_us;
    const bar = (begin: number, end: number, die: number | null): Bar[] => {
      const lane = laneOf(operation.channel, die);
      if (!lane || end <= from || begin >= to) return [];
      const left = x(begin);
      return [
        {
          operation,
          purpose,
          bus: die === null,
          ahead,
          x: left,
          y: lane.y,
          w: Math.max(1.5, x(end) - left),
          h: lane.h,
        },
      ];
    };
    const { kind, die, started_us, first_ended_us, second_us, ended_us } = operation;
    if (kind === 'erase') return bar(started_us, ended_us, die);
    if (kind === 'read') return [...bar(started_us, first_ended_us, die), ...bar(second_us, ended_us, null)];
    return [...bar(started_us, first_ended_us, null), ...bar(second_us, ended_us, die)];
  });
  const ticks = x
    .ticks(Math.max(2, Math.floor((width - left) / Math.max(110, 9 * label))))
    .map((us) => ({ us, x: x(us) }));
  return { width, height: y + label * 1.6, left, lanes, bars, strips, now: x(host.now_us), ticks, axis: y };
}

/** Queues by name, each with what waits there: of `ssd_zones` reads and writes of each zone, of `cfq` each process and the writes. */
export interface Queue {
  /** `null`: the queue of all writes (`cfq`). */
  of: number | null;
  /** `null`: both. */
  reads: boolean | null;
  waiting: HostShown['waiting'];
  /** The next request for the device is taken from here, as far as the scheduler has decided that. */
  turn: boolean;
}

export function queuesOf(host: HostShown): Queue[] {
  const { scheduler, turn, waiting } = host;
  const isRead = (each: HostShown['waiting'][number]) => each.parts[0]?.op === 'read';
  const queue = (of: number | null, reads: boolean | null): Queue => ({
    of,
    reads,
    waiting: waiting.filter(
      (each) => (scheduler === 'noop' || each.queue === of) && (reads === null || isRead(each) === reads),
    ),
    turn: false,
  });
  switch (scheduler) {
    case 'noop':
      return [queue(0, null)];
    case 'cfq': {
      const processes = [...new Set(waiting.map((each) => each.queue))];
      if (turn.reads !== null && !processes.includes(turn.queue)) processes.push(turn.queue);
      return processes
        .sort((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
        .map((of) => ({ ...queue(of, null), turn: turn.reads !== null && of === turn.queue }));
    }
    case 'ssd_zones':
      return [true, false].flatMap((reads) =>
        Array.from({ length: host.zones ?? 1 }, (_, zone) => ({
          ...queue(zone, reads),
          turn: turn.reads === reads && turn.queue === zone,
        })),
      );
    default:
      return [true, false].map((reads) => ({ ...queue(0, reads), turn: turn.reads === reads }));
  }
}
