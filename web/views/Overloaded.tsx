/** Arrivals outpace the device: beside every response time, which then says nothing of the device. */
import { decimal, duration, integer } from '../base/format';
import { m } from '../i18n/compiled/messages.js';
import type { Overload } from '../protocol/generated/Overload';
import './overloaded.css';

interface OverloadedProps {
  runs: readonly (Overload | null | undefined)[];
  /** Runs them again as a closed loop; absent where that is not possible. */
  onClosed?: (() => void) | undefined;
}

/** The one that is outpaced most. Nothing if none is. */
export function Overloaded({ runs, onClosed }: OverloadedProps) {
  const outpaced = runs.filter((run) => run !== null && run !== undefined);
  const [first, ...others] = outpaced;
  if (!first) return null;
  const most = others.reduce((worst, run) => (run.times > worst.times ? run : worst), first);
  const said = {
    times: decimal(most.times, most.times < 10 ? 1 : 0),
    arrivals: duration(most.arrivals_us),
    done: duration(most.done_us),
  };
  return (
    <div className="overloaded" role="note">
      <p>
        <strong>
          {runs.length > 1
            ? m.metrics_overload_some({ ...said, n: integer(outpaced.length), all: integer(runs.length) })
            : m.metrics_overload(said)}
        </strong>
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
