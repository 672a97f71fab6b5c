/** The lanes of a scheme, and where their bins stand: numbers in, rectangles out. */
import { max, sum } from 'd3-array';
import { scaleLinear, scaleSqrt } from 'd3-scale';
import { m } from '../../i18n/compiled/messages.js';
import { merges } from '../../model/schemes';
import type { Lanes } from '../../protocol/generated/Lanes';

export type LaneId = 'host' | 'copies' | 'gc' | 'switch' | 'partial' | 'full' | 'erases' | 'translation';

/** The lanes that a scheme can have anything in. */
export function lanesOf(ftl: string): LaneId[] {
  if (merges(ftl)) return ['host', 'switch', 'partial', 'full', 'copies', 'erases'];
  if (ftl === 'replacement') return ['host', 'switch', 'partial', 'copies', 'erases'];
  if (ftl === 'block') return ['host', 'full', 'copies', 'erases'];
  if (ftl === 'dftl') return ['host', 'translation', 'gc', 'copies', 'erases'];
  return ['host', 'gc', 'copies', 'erases'];
}

export function laneText(id: LaneId): string {
  return {
    host: m.transport_lane_host,
    copies: m.transport_lane_copies,
    gc: m.transport_lane_gc,
    switch: m.transport_lane_switch,
    partial: m.transport_lane_partial,
    full: m.transport_lane_full,
    erases: m.transport_lane_erases,
    translation: m.transport_lane_translation,
  }[id]();
}

interface Bar {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface LaneLayout {
  id: LaneId;
  /** Line on which its bars stand. */
  base: number;
  top: number;
  bars: Bar[];
  /** Events in the whole lane, as far as it is filled. */
  total: number;
}

export interface TimelineLayout {
  width: number;
  height: number;
  lanes: LaneLayout[];
  /** Where the part that the run has been to ends. */
  filled: number;
}

/** `inset`: how far from the edges request 0 and the last one stand, so that the slider's thumb meets its bin. */
export function timelineLayout(
  lanes: Lanes,
  ids: readonly LaneId[],
  width: number,
  laneHeight: number,
  inset: number,
): TimelineLayout {
  const x = scaleLinear([0, Math.max(1, lanes.requests)], [inset, Math.max(inset + 1, width - inset)]);
  const gap = 2;
  return {
    width,
    height: ids.length * laneHeight,
    filled: x(Math.min(lanes.requests, lanes.filled * lanes.requests_per_bin)),
    lanes: ids.map((id, index) => {
      const top = index * laneHeight + gap;
      const base = (index + 1) * laneHeight;
      const bins = lanes[id].slice(0, lanes.filled);
      // A root: one merge must be seen beside a hundred copies.
      const y = scaleSqrt([0, Math.max(1, max(bins) ?? 1)], [0, base - top]);
      const bars = bins.flatMap((count, bin): Bar[] => {
        if (count === 0) return [];
        const from = x(bin * lanes.requests_per_bin);
        const to = x(Math.min(lanes.requests, (bin + 1) * lanes.requests_per_bin));
        const h = Math.max(2, y(count));
        // Bins of many pixels leave a space between each other; bins of less than one are still seen.
        const space = to - from > 4 ? 1 : 0;
        return [{ x: from, y: base - h, w: Math.max(1, to - from - space), h }];
      });
      return { id, top, base, bars, total: sum(bins) };
    }),
  };
}

/** What the lanes show, in rows of requests counted from 1, as far as the run has been. */
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
      counts: ids.map((id) => sum(lanes[id].slice(first, last))),
    });
  }
  return rows;
}

/** The request under a point, as the slider counts. */
export function requestAt(x: number, width: number, inset: number, requests: number): number {
  const scale = scaleLinear([inset, Math.max(inset + 1, width - inset)], [0, requests]).clamp(true);
  return Math.round(scale(x));
}
