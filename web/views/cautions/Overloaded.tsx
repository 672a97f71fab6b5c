/** Arrivals outpace the device, always or in bursts: beside every response time, which then says nothing of the device. */
import { m } from '../../i18n/compiled/messages.js';
import { type Outpaced, outpacedText } from './overloaded-words';
import './overloaded.css';

interface OverloadedProps {
  runs: readonly Outpaced[];
  /** Runs them again as a closed loop; absent where that is not possible. */
  onClosed?: (() => void) | undefined;
}

/** Nothing where no run is outpaced. */
export function Overloaded({ runs, onClosed }: OverloadedProps) {
  const said = outpacedText(runs);
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
