/** The lanes of a scheme, and the places of their bins: numbers in, rectangles out. */
import { max, sum, tickStep } from 'd3-array';
import { scaleLinear, scaleSqrt } from 'd3-scale';
import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Lanes } from '../../protocol/generated/Lanes';
import type { LaneId } from '../../schemes/scheme';

/** The counts in bins. */
export type Count =
  | 'host'
  | 'copies'
  | 'gc'
  | 'switch'
  | 'partial'
  | 'full'
  | 'erases'
  | 'translation'
  | 'cmt_misses';

export function laneText(id: LaneId): string {
  return {
    host: m.transport_lane_host,
    merges: m.transport_lane_merges,
    victims: m.transport_lane_gc,
    misses: m.transport_lane_cmt_misses,
    map: m.transport_lane_translation,
    copies: m.transport_lane_copies,
    erases: m.transport_lane_erases,
    wa: m.transport_lane_amplification,
  }[id]();
}

/**
 * The stack of a lane, from the base up: the kind of merge says how high a merge of it is drawn, so that one full
 * merge outweighs a switch merge at a glance.
 */
const STACKS: Record<Exclude<LaneId, 'wa'>, readonly { of: Count; height: number }[]> = {
  host: [{ of: 'host', height: 1 }],
  merges: [
    { of: 'switch', height: 1 / 3 },
    { of: 'partial', height: 2 / 3 },
    { of: 'full', height: 1 },
  ],
  victims: [{ of: 'gc', height: 1 }],
  misses: [{ of: 'cmt_misses', height: 1 }],
  map: [{ of: 'translation', height: 1 }],
  copies: [{ of: 'copies', height: 1 }],
  erases: [{ of: 'erases', height: 1 }],
};

export interface Bar {
  x: number;
  y: number;
  w: number;
  h: number;
  of: Count;
  /** For the current request: the share of it that has happened, 0 to 1. */
  share?: number;
  /** The request writes nothing: it reads, or it trims. */
  hollow?: true;
  /** Whether the run has played it, is in the midst of it, or only knows it from an earlier play. */
  is: 'played' | 'now' | 'coming';
}

interface LaneLayout {
  id: LaneId;
  top: number;
  /** The line at the foot of its bars. */
  base: number;
  bars: Bar[];
}

export interface TimelineLayout {
  width: number;
  height: number;
  /** Height of the numbers above the lanes. */
  axis: number;
  lanes: LaneLayout[];
  /** Amplification after each bin, left of the playhead and right of it. */
  line: { played: [number, number][]; coming: [number, number][] };
  ticks: { x: number; text: string }[];
  /** Where the run is; outside of the width while it is scrolled out of sight. */
  head: number;
  /** The request under way, from its left to its right edge; `null` between requests. */
  under: [number, number] | null;
  /** From here on nothing may be shown; `null`: everything may. */
  hidden: number | null;
}

/** Which requests are seen: from the left edge to the right one. */
export type Span = readonly [from: number, to: number];

/**
 * The lanes of a scheme; side by side those that distinguish two runs, as requests are the same for both. Where there is little
 * room, the requests and the first that they cause.
 */
export function lanesOf(all: readonly LaneId[], beside: boolean, low: boolean): readonly LaneId[] {
  if (beside) return all.filter((id) => id !== 'host' && id !== 'wa');
  return low ? all.slice(0, 2) : all;
}

export interface Sheet {
  lanes: Lanes;
  ids: readonly LaneId[];
  span: Span;
  width: number;
  lane: number;
  axis: number;
  /** Requests done, and whether one is under way. */
  done: number;
  inside: boolean;
  /** The counts up to the position of the run. */
  soFar: Readonly<Record<Count, number>>;
  /** Requests from this one on are not told. */
  hiddenFrom: number | null;
}

/** Space above the bars of a lane. */
const GAP = 5;
/** The gap of a low lane. */
const LOW_GAP = 2;
/** For a request that writes nothing: the share of the height of a lane. */
const HOLLOW = 0.4;
/** Pixels that a number on the axis needs. */
const TICK = 90;

/** The lanes of two runs below each other, on one axis. */
export function timelinesLayout(sheets: readonly Sheet[], gap: number): TimelineLayout | null {
  let all: TimelineLayout | null = null;
  for (const sheet of sheets) {
    if (!all) {
      all = timelineLayout(sheet);
      continue;
    }
    const below = timelineLayout({ ...sheet, axis: all.height + gap });
    all = { ...all, height: below.height, lanes: [...all.lanes, ...below.lanes] };
  }
  return all;
}

export function timelineLayout(sheet: Sheet): TimelineLayout {
  const { lanes, ids, span, width, lane, axis, done, inside, soFar, hiddenFrom } = sheet;
  const x = scaleLinear([span[0], Math.max(span[0] + 1, span[1])], [0, width]);
  const per = lanes.requests_per_bin;
  const told = toldBins(lanes, hiddenFrom);
  const played = done + (inside ? 1 : 0);
  const first = Math.max(0, Math.floor(span[0] / per));
  const last = Math.min(told, Math.ceil(span[1] / per));
  const known = (of: Count) => lanes[of].slice(0, told);
  return {
    width,
    height: axis + ids.length * lane,
    axis,
    lanes: ids.map((id, index) => {
      const top = axis + index * lane + (lane < 16 ? LOW_GAP : GAP);
      const base = axis + (index + 1) * lane - 2;
      const parts = id === 'wa' ? [] : STACKS[id];
      const most = max(parts.flatMap(({ of }) => known(of))) ?? 1;
      const bars: Bar[] = [];
      for (let bin = first; bin < last; bin += 1) {
        const from = x(bin * per);
        const to = x(Math.min(lanes.requests, (bin + 1) * per));
        // Bins of many pixels leave a space between each other; bins of less than one are still seen.
        const space = to - from > 4 ? Math.min(3, (to - from) / 8) : 0;
        for (const { of, height } of parts) {
          const count = lanes[of][bin] ?? 0;
          const is = inside && per === 1 && bin === done ? 'now' : bin * per < played ? 'played' : 'coming';
          const across = { x: from + space / 2, w: Math.max(1, to - from - space), of, is } as const;
          if (count === 0) {
            const h = Math.max(4, Math.round((base - top) * HOLLOW));
            if (of === 'host' && per === 1) bars.push({ ...across, y: base - h, h, hollow: true });
            continue;
          }
          // A root: one merge must be seen beside a hundred copies. A bar of merges is as high as its kind is expensive.
          const y = scaleSqrt([0, Math.max(1, most)], [0, (base - top) * height]);
          const h = Math.max(2, y(count));
          const bar: Bar = { ...across, y: base - h, h };
          if (is === 'now') {
            const happened = soFar[of] - sum(lanes[of].slice(0, bin));
            bar.share = Math.max(0, Math.min(1, happened / count));
          }
          bars.push(bar);
        }
      }
      // The most expensive kind behind, so that the others are seen before it.
      bars.sort((a, b) => a.x - b.x || b.h - a.h);
      return { id, top, base, bars };
    }),
    line: ids.includes('wa')
      ? amplificationLine(lanes, told, played, x, axis + (ids.indexOf('wa') + 1) * lane - 4, lane * 0.65)
      : { played: [], coming: [] },
    ticks: ticksOf(span, width, x),
    head: x(done + (inside ? 0.5 : 0)),
    under: inside ? [x(done), x(done + 1)] : null,
    hidden: hiddenFrom === null ? null : x(hiddenFrom),
  };
}

/** The bins that may be shown. */
export function toldBins({ filled, requests_per_bin: per }: Lanes, hiddenFrom: number | null): number {
  return hiddenFrom === null ? filled : Math.min(filled, Math.floor(hiddenFrom / per));
}

/** Programs of the host, of GC and merging, of mappings: lanes know of no others, but behind a write buffer. */
function programsAt(lanes: Lanes, bin: number): number {
  if (lanes.programs) return lanes.programs[bin] ?? 0;
  return (lanes.host[bin] ?? 0) + (lanes.copies[bin] ?? 0) + (lanes.translation[bin] ?? 0);
}

/** Amplification of the run so far, after each bin. */
function amplificationLine(
  lanes: Lanes,
  told: number,
  played: number,
  x: (request: number) => number,
  base: number,
  room: number,
): TimelineLayout['line'] {
  const points: { at: number; value: number }[] = [];
  let [host, programs] = [0, 0];
  for (let bin = 0; bin < told; bin += 1) {
    host += lanes.host[bin] ?? 0;
    programs += programsAt(lanes, bin);
    if (host > 0)
      points.push({
        at: Math.min(lanes.requests, (bin + 1) * lanes.requests_per_bin),
        value: programs / host,
      });
  }
  const most = Math.max(1.5, max(points, ({ value }) => value) ?? 0);
  const y = scaleLinear([0, most], [base, base - room]);
  const placed = points.map(({ at, value }): [number, [number, number]] => [at, [x(at), y(value)]]);
  const left = placed.filter(([at]) => at <= played).map(([, point]) => point);
  const right = placed.filter(([at]) => at > played).map(([, point]) => point);
  const joint = left.at(-1);
  return { played: left, coming: joint ? [joint, ...right] : right };
}

/** Requests on the axis: round numbers, as many as there is room for, each in the middle of its request. */
function ticksOf([from, to]: Span, width: number, x: (request: number) => number): TimelineLayout['ticks'] {
  const step = Math.max(1, tickStep(from, to, Math.max(2, width / TICK)));
  const ticks: TimelineLayout['ticks'] = [];
  for (let number = Math.ceil((from + 1) / step) * step; number <= to; number += step) {
    if (number >= 1) ticks.push({ x: x(number - 0.5), text: integer(number) });
  }
  if (from < 1 && step > 1) ticks.unshift({ x: x(0.5), text: integer(1) });
  return ticks;
}

/** The lanes in words, in rows of requests counted from 1, as far as the run has been. */
export function lanesTable(
  lanes: Lanes,
  ids: readonly LaneId[],
  most: number,
): { from: number; to: number; counts: number[] }[] {
  const bins = Math.max(1, Math.ceil(lanes.filled / most));
  const rows = [];
  for (let first = 0; first < lanes.filled; first += bins) {
    const last = Math.min(lanes.filled, first + bins);
    rows.push({
      from: first * lanes.requests_per_bin + 1,
      to: Math.min(lanes.requests, last * lanes.requests_per_bin),
      counts: countsOf(ids).map((of) => sum(lanes[of].slice(first, last))),
    });
  }
  return rows;
}

/** The counts in these lanes, merges by their kinds. */
export function countsOf(ids: readonly LaneId[]): Count[] {
  return ids.flatMap((id) => (id === 'wa' ? [] : STACKS[id].map(({ of }) => of)));
}

export function countText(of: Count): string {
  return {
    host: m.transport_lane_host,
    copies: m.transport_lane_copies,
    gc: m.transport_lane_gc,
    switch: m.transport_lane_switch,
    partial: m.transport_lane_partial,
    full: m.transport_lane_full,
    erases: m.transport_lane_erases,
    translation: m.transport_lane_translation,
    cmt_misses: m.transport_lane_cmt_misses,
  }[of]();
}

/** The request under a point: as many are done there. */
export function requestAt(x: number, width: number, span: Span, requests: number): number {
  const scale = scaleLinear([0, Math.max(1, width)], [span[0], span[1]]).clamp(true);
  return Math.max(0, Math.min(requests, Math.round(scale(x))));
}

/** A part of the run, `by` times as long around the request at `at`; at least ten requests, at most all. */
export function zoomed([from, to]: Span, by: number, at: number, requests: number): Span {
  const long = Math.max(Math.min(10, requests), Math.min(requests, (to - from) * by));
  const share = (at - from) / Math.max(1e-9, to - from);
  const left = Math.max(0, Math.min(requests - long, at - share * long));
  return [left, left + long];
}

/** The same length moved so that the request is seen. */
export function followed([from, to]: Span, request: number, requests: number): Span {
  if (request >= from && request <= to) return [from, to];
  const long = to - from;
  const left = Math.max(0, Math.min(requests - long, request - long / 4));
  return [left, left + long];
}
