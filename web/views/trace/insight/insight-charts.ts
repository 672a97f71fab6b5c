/** The charts of a trace's locality, as data. */
import { bytes, integer, percent } from '../../../base/format';
import type { ChartSpec, Point } from '../../../chart/spec';
import { m } from '../../../i18n/compiled/messages.js';
import type { Distances } from '../../../protocol/generated/Distances';
import type { TraceLocality } from '../../../protocol/generated/TraceLocality';

/** Sizes are drawn from the smallest sector on. */
const LEAST_BYTES = 512;

/** Cumulative shares of both distances (DFTL, journal version, JCST 2013, Fig. 2): at 2^k the accesses with a distance of less. */
export function distanceChart({ stack, rewrite }: TraceLocality): ChartSpec {
  return {
    name: m.trace_insight_distances(),
    x: { name: m.trace_insight_distance(), show: integer },
    y: { name: m.trace_insight_share(), show: shareText },
    series: [
      { name: m.trace_insight_stack(), origin: 'ours', colour: 0, points: cumulative(stack) },
      { name: m.trace_insight_rewrite(), origin: 'ours', colour: 1, points: cumulative(rewrite) },
    ],
  };
}

/** Where few pages come again the axis goes up in halves of a per cent. */
function shareText(share: number): string {
  return percent(share, Math.round(share * 1000) % 10 === 0 ? 0 : 1);
}

function cumulative({ first, bins }: Distances): Point[] {
  const all = bins.reduce((sum, bin) => sum + bin, first);
  let sum = 0;
  return bins.map((bin, k) => {
    sum += bin;
    return { x: 2 ** k, y: sum / all };
  });
}

/** Requests by size. */
export function sizeChart({ sizes }: TraceLocality): ChartSpec {
  const least = Math.log2(LEAST_BYTES);
  const most = Math.max(sizes.read.length, sizes.write.length);
  /** A size below a sector counts as one. */
  const points = (bins: readonly number[]) => {
    const small = bins.slice(0, least + 1).reduce((sum, bin) => sum + bin, 0);
    return Array.from({ length: Math.max(1, most - least) }, (_, i) => ({
      x: 2 ** (least + i),
      y: i === 0 ? small : (bins[least + i] ?? 0),
    }));
  };
  return {
    name: m.trace_insight_sizes(),
    kind: 'bars',
    x: { name: m.trace_insight_at_most(), show: bytes, unit: 'B' },
    y: { name: m.trace_requests(), show: integer },
    series: [
      { name: m.trace_op_write(), origin: 'ours', colour: 0, points: points(sizes.write) },
      { name: m.trace_op_read(), origin: 'ours', colour: 1, points: points(sizes.read) },
    ],
  };
}

/** The trace from request to request; `first` is the number of its first request in the file. */
export function courseChart({ course, stretch }: TraceLocality, first: number): ChartSpec {
  const points = (of: (part: TraceLocality['course'][number]) => number) =>
    course.map((part, i) => ({ x: first + i * stretch, y: of(part) }));
  return {
    name: m.trace_insight_course({ n: integer(stretch) }),
    x: { name: m.trace_insight_request(), scale: 'linear', from: first, show: integer },
    y: { name: m.trace_insight_pages(), show: integer },
    series: [
      { name: m.trace_insight_written(), origin: 'ours', colour: 0, points: points((p) => p.written) },
      { name: m.trace_insight_read(), origin: 'ours', colour: 1, points: points((p) => p.read) },
      { name: m.trace_insight_fresh(), origin: 'ours', colour: 2, points: points((p) => p.first) },
    ],
  };
}

/** The request that a stretch is called by: of long ones the round number before it. */
export function stretchName(index: number, stretch: number, first: number): number {
  return first + index * stretch - (index > 0 && stretch > 1 ? 1 : 0);
}
