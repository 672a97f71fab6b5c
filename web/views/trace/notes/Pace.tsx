/** Asks about the unit of the times where no drive or person has such a pace. */
import { decimal, duration, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { Icon } from '../../../kit/Icon';
import { paceOf } from '../../../model/traces/trace-character';
import type { Statistics } from '../../../protocol/generated/Statistics';

export function Pace({ statistics, onFormat }: { statistics: Statistics; onFormat: () => void }) {
  const pace = paceOf(statistics);
  if (!pace) return null;
  const { requests, duration_s: seconds } = statistics;
  return (
    <section className="panel refused" role="alert">
      <h2>
        <Icon name="warning" />
        {m.trace_pace_title()}
      </h2>
      <p>
        {pace === 'fast'
          ? m.trace_pace_fast({ n: integer(requests), time: duration((seconds ?? 0) * 1e6) })
          : m.trace_pace_slow({ hours: decimal((seconds ?? 0) / requests / 3600, 1) })}
      </p>
      <div className="actions">
        <button type="button" onClick={onFormat}>
          {m.trace_pace_unit()}
        </button>
      </div>
    </section>
  );
}
