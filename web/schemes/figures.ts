/** Which figures an FTL has: those of all, and its own. */
import { METRICS, type Metric, type MetricRow } from '../model/metrics';
import type { FtlKind } from '../protocol/generated/FtlKind';
import type { Report } from '../protocol/generated/Report';
import { schemeOf } from '.';

function has(kind: FtlKind, { own, id }: MetricRow): boolean {
  return !own || schemeOf(kind).figures.includes(id);
}

/**
 * The figures that a scheme, or one of several schemes, has. Those of write buffers come of `bufferMetrics`, those of queues and
 * channels of `hostMetrics`.
 */
export function metricsOf(...kinds: FtlKind[]): MetricRow[] {
  return METRICS.filter(
    (metric: Metric) =>
      !metric.buffer && !metric.host && kinds.some((kind) => has(kind, metric as MetricRow)),
  );
}

/** A figure in a comparison: `null` where the scheme, or the run, has nothing of the kind. */
export function comparedOf(metric: MetricRow, kind: FtlKind, report: Report): number | null {
  if (metric.buffer && !report.buffer) return null;
  return has(kind, metric) ? metric.of(report) : null;
}
