import { bytes, duration, integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { useFailureWords } from '../../i18n/failures';
import type { Format } from '../../protocol/generated/Format';
import type { RequestShown } from '../../protocol/generated/RequestShown';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { FORMATS } from './formats';
import { reasonOf } from './reasons';

/** How the trace was understood. */
export function SummaryPart({ trace }: { trace: TraceSummary }) {
  return (
    <section aria-label={m.trace_understood()} className="trace-part">
      <h3>
        {m.trace_recognised({ name: trace.name, format: trace.import.format ?? '–' })}
        {trace.import.guess && (
          <span className="quiet">
            {' '}
            {m.trace_confidence({ share: percent(trace.import.guess.confidence) })}
          </span>
        )}
      </h3>
      {doubts(trace.import).map((other) => (
        <p key={other} className="quiet">
          {m.trace_doubt({ other: `${other} (${FORMATS[other].title()})` })}
        </p>
      ))}
      <Counts trace={trace} />
      <Preview trace={trace} />
      <BadLines trace={trace} />
    </section>
  );
}

/** Other formats that read every line as well; a table with a header may read those of a particular format. */
function doubts({ format, guess }: TraceSummary['import']): Format[] {
  return (guess?.reasons ?? []).flatMap((reason) =>
    reason.reason === 'lines' &&
    reason.good === reason.of &&
    reason.format !== format &&
    reason.format !== 'csv'
      ? [reason.format]
      : [],
  );
}

function Counts({ trace: { import: read, statistics: s } }: { trace: TraceSummary }) {
  const size = bytes(s.page_bytes);
  const rows: [string, string][] = [
    [m.trace_lines(), integer(read.lines)],
    [
      m.trace_requests(),
      m.trace_requests_split({
        all: integer(s.requests),
        writes: integer(s.writes),
        reads: integer(s.reads),
        trims: integer(s.trims),
      }),
    ],
    [m.trace_passed(), integer(read.passed_lines)],
    [m.trace_skipped(), integer(read.skipped_lines)],
    ...(read.outside > 0 ? [[m.trace_outside(), integer(read.outside)] satisfies [string, string]] : []),
    [
      m.trace_written(),
      `${bytes(s.bytes_written)} · ${m.trace_n_pages({ n: integer(s.pages_written), size })}`,
    ],
    [m.trace_footprint(), m.trace_n_pages({ n: integer(s.footprint_pages), size })],
    [m.trace_space(), m.trace_n_pages({ n: integer(s.pages_needed), size })],
    [m.trace_mean(), bytes(s.mean_bytes)],
    [m.trace_sequential(), percent(s.sequential_share)],
    [m.trace_unaligned(), integer(s.unaligned)],
    [m.trace_duration(), s.duration_s === null ? m.trace_no_times() : duration(s.duration_s * 1e6)],
  ];
  return (
    <dl className="counts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const OPS = { read: m.trace_op_read, write: m.trace_op_write, trim: m.trace_op_trim };

function Preview({ trace }: { trace: TraceSummary }) {
  const time = ({ time_ms }: RequestShown) => (time_ms === null ? '–' : `${time_ms.toFixed(3)} ms`);
  return (
    <div className="preview">
      <div>
        <h4>{m.trace_first_lines()}</h4>
        <pre>{trace.import.first_lines.join('\n')}</pre>
      </div>
      <div>
        <h4>{m.trace_first_requests({ size: bytes(trace.statistics.page_bytes) })}</h4>
        <table>
          <thead>
            <tr>
              <th scope="col">{m.trace_column_time()}</th>
              <th scope="col">{m.trace_column_op()}</th>
              <th scope="col">{m.trace_column_lpn()}</th>
              <th scope="col">{m.trace_column_pages()}</th>
            </tr>
          </thead>
          <tbody>
            {trace.preview.map((request) => (
              <tr key={request.index}>
                <td>{time(request)}</td>
                <td>{OPS[request.op]()}</td>
                <td>{request.lpn}</td>
                <td>{request.pages}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function BadLines({ trace: { import: read } }: { trace: TraceSummary }) {
  const words = useFailureWords();
  if (read.bad_lines.length === 0) return null;
  return (
    <details>
      <summary>{m.trace_bad_count({ n: integer(read.skipped_lines) })}</summary>
      <ul className="bad-lines">
        {read.bad_lines.map((bad) => (
          <li key={bad.line}>
            {m.app_notice_place_column({ line: bad.line, column: bad.column })}: {reasonOf(bad, words)}{' '}
            <code>{bad.excerpt}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
