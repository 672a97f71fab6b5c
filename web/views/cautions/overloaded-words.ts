/** Words about arrivals that outpace the device. */
import { count, decimal, duration, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Report } from '../../protocol/generated/Report';

export type Outpaced = Pick<Report, 'overload' | 'waiting' | 'service_us' | 'response_us'>;

/** Of the run that is outpaced most; if none always is, of the one that waits longest after a burst. */
export function outpacedText(runs: readonly Outpaced[]): string | null {
  return overloadOf(runs) ?? burstOf(runs);
}

function overloadOf(runs: readonly Outpaced[]): string | null {
  const all = runs.flatMap(({ overload }) => overload ?? []);
  const most = all.toSorted((a, b) => b.times - a.times)[0];
  if (!most) return null;
  const said = {
    times: decimal(most.times, most.times < 10 ? 1 : 0),
    arrivals: duration(most.arrivals_us),
    done: duration(most.done_us),
  };
  return runs.length > 1
    ? m.metrics_overload_some({ ...said, n: integer(all.length), all: integer(runs.length) })
    : m.metrics_overload(said);
}

function burstOf(runs: readonly Outpaced[]): string | null {
  const all = runs.flatMap((run) => (run.waiting ? { ...run, waiting: run.waiting } : []));
  const most = all.toSorted((a, b) => b.response_us.p99 - a.response_us.p99)[0];
  if (!most) return null;
  const { requests, arrivals_us, done_us } = most.waiting;
  const rate = (us: number) => m.metrics_burst_rate({ n: count((requests / us) * 1e6) });
  const said = {
    response: duration(most.response_us.p99),
    service: duration(most.service_us.p99),
    requests: integer(requests),
    arrivals:
      arrivals_us > 0
        ? m.metrics_burst_within({ span: duration(arrivals_us), rate: rate(arrivals_us) })
        : m.metrics_burst_at_once(),
    done: duration(done_us),
    rate: rate(done_us),
  };
  return runs.length > 1
    ? m.metrics_burst_some({ ...said, n: integer(all.length), all: integer(runs.length) })
    : m.metrics_burst(said);
}
