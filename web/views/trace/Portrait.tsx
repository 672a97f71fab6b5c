/** A trace in a sentence, and six figures of it. */
import { bytes, duration, integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { characterOf } from '../../model/traces/trace-character';
import type { TraceLocality } from '../../protocol/generated/TraceLocality';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { meanWithoutTrims, trimsCounted } from './notes/trimmed-figures';

interface PortraitProps {
  trace: TraceSummary;
  /** `null` until someone has looked. */
  locality: TraceLocality | null;
}

export function Portrait({ trace: { statistics: s }, locality }: PortraitProps) {
  const { size, order, op, trims, reuse, tries } = characterOf(s, locality);
  const facts: [string, string][] = [
    [
      integer(s.requests),
      s.duration_s === null ? m.trace_fact_requests() : m.trace_fact_time({ time: seconds(s.duration_s) }),
    ],
    [percent(s.write_ratio), m.trace_fact_writes()],
    [bytes(s.mean_bytes), [m.trace_fact_mean(), ...meanWithoutTrims(s)].join(', ')],
    [percent(s.sequential_share), [m.trace_fact_sequential(), ...trimsCounted(s)].join(', ')],
    [integer(s.pages_written), m.trace_fact_written({ size: bytes(s.bytes_written) })],
    [integer(s.footprint_pages), m.trace_fact_touched({ written: integer(s.written_footprint_pages) })],
  ];
  return (
    <header className="traces-portrait">
      <h2>
        {m.trace_is({
          size: m.trace_is_size({ size }),
          order: m.trace_is_order({ order }),
          op: m.trace_is_op({ op }),
          reuse: reuse === 'unknown' ? '' : m.trace_is_reuse({ reuse }),
          trims: trims ? m.trace_is_trims() : '',
        })}
      </h2>
      <p>{m.trace_tries({ what: tries })}</p>
      <dl className="figures">
        {facts.map(([value, name]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** Without a decimal where it says nothing more. */
function seconds(time: number): string {
  return time >= 10 ? `${integer(time)} s` : duration(time * 1e6);
}
