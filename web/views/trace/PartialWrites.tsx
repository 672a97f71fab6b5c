/** The pages that requests of a trace cover in part, and whether these are read before they are written. */
import { integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { TraceDevice } from '../../model/traces/trace-device';
import type { Statistics } from '../../protocol/generated/Statistics';

interface PartialWritesProps {
  statistics: Statistics;
  device: TraceDevice;
  onDevice: (device: TraceDevice) => void;
}

/** Nothing where all requests are of whole pages. */
export function PartialWrites({ statistics: s, device, onDevice }: PartialWritesProps) {
  return (
    <>
      {s.partly_written > 0 && (
        <div className="parts">
          <p>{m.trace_parts({ share: percent(s.partly_written / s.pages_written) })}</p>
          <label className="check">
            <input
              type="checkbox"
              checked={device.readFirst}
              onChange={({ target }) => onDevice({ ...device, readFirst: target.checked })}
            />
            {m.trace_parts_read_first()}
          </label>
          <p className="quiet">{m.trace_parts_what()}</p>
        </div>
      )}
      {s.partly_trimmed > 0 && (
        <p className="quiet">
          {m.metrics_trims_kept({
            pages: integer(s.partly_trimmed),
            requests: integer(s.trims_too_small),
          })}
        </p>
      )}
    </>
  );
}
