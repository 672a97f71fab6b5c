/** Arrivals outpace the device, always or in bursts: beside every response time, which then says nothing of the device. */
import { count, decimal, duration, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Report } from '../../protocol/generated/Report';
import './overloaded.css';

interface OverloadedProps {
  runs: readonly Pick<Report, 'overload' | 'waiting' | 'service_us' | 'response_us'>[];
  /** Runs them again as a closed loop; absent where that is not possible. */
  onClosed?: (() => void) | undefined;
}

/** The one that is outpaced most; if none always is, the one that waits longest after a burst. Nothing if none does. */
export function Overloaded({ runs, onClosed }: OverloadedProps) {
  const said = overloadOf(runs) ?? burstOf(runs);
  if (said === null) return null;
  return (
    <div className="overloaded" role="note">
      <p>
        <strong>{said}</strong>
      </p>
      <p>{m.metrics_overload_what()}</p>
      {onClosed && (
        <div className="actions">
          <button type="button" className="small" onClick={onClosed}>
            {m.metrics_overload_closed()}
          </button>
        </div>
      )}
    </div>
  );
}

function overloadOf(runs: OverloadedProps['runs']): string | null {
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

function burstOf(runs: OverloadedProps['runs']): string | null {
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
