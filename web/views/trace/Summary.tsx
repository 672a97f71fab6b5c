import { bytes, duration, integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Options } from '../../protocol/generated/Options';
import type { RequestShown } from '../../protocol/generated/RequestShown';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { reasonOf } from './reasons';
import type { Import } from './use-import';

const FORMATS = ['ops', 'spc', 'msr', 'mqsim'] as const;
const TIME_UNITS = ['s', 'ms', 'us', 'ns', 'ticks100ns'] as const;

/** How the trace was understood, and what can be understood otherwise. */
export function SummaryPart({ trace, imported }: { trace: TraceSummary; imported: Import }) {
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
      <Overrides imported={imported} />
      <Counts trace={trace} />
      <Preview trace={trace} />
      <BadLines trace={trace} />
    </section>
  );
}

function Overrides({ imported: { source, options, read } }: { imported: Import }) {
  if (!source) return null;
  const set = (change: Partial<Options>) => read(source, { ...options, ...change });
  return (
    <div className="overrides">
      <label>
        {m.trace_format()}
        <select
          value={options.format ?? ''}
          onChange={({ target }) => set({ format: FORMATS.find((name) => name === target.value) ?? null })}
        >
          <option value="">{m.trace_format_auto()}</option>
          {FORMATS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        {m.trace_time_unit()}
        <select
          value={options.time_unit ?? ''}
          onChange={({ target }) =>
            set({ time_unit: TIME_UNITS.find((unit) => unit === target.value) ?? null })
          }
        >
          <option value="">{m.trace_unit_own()}</option>
          {TIME_UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {unit === 'ticks100ns' ? '100 ns' : unit === 'us' ? 'µs' : unit}
            </option>
          ))}
        </select>
      </label>
      <label>
        {m.trace_sector()}
        <select
          value={options.sector_bytes ?? ''}
          onChange={({ target }) => set({ sector_bytes: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">{m.trace_unit_own()}</option>
          {[512, 1024, 2048, 4096].map((size) => (
            <option key={size} value={size}>
              {bytes(size)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {m.trace_devices()}
        <select
          value={options.merge_devices === 'ignore' ? 'ignore' : 'side_by_side'}
          onChange={({ target }) =>
            set({ merge_devices: target.value === 'ignore' ? 'ignore' : 'side_by_side' })
          }
        >
          <option value="side_by_side">{m.trace_devices_side()}</option>
          <option value="ignore">{m.trace_devices_ignore()}</option>
        </select>
      </label>
      <label>
        {m.trace_bad_lines()}
        <select
          value={options.on_error}
          onChange={({ target }) => set({ on_error: target.value === 'skip' ? 'skip' : 'stop' })}
        >
          <option value="stop">{m.trace_bad_stop()}</option>
          <option value="skip">{m.trace_bad_skip()}</option>
        </select>
      </label>
    </div>
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
    [m.trace_skipped(), integer(read.skipped_lines)],
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
  if (read.bad_lines.length === 0) return null;
  return (
    <details>
      <summary>{m.trace_bad_count({ n: integer(read.skipped_lines) })}</summary>
      <ul className="bad-lines">
        {read.bad_lines.map((bad) => (
          <li key={bad.line}>
            {m.app_notice_place_column({ line: bad.line, column: bad.column })}: {reasonOf(bad)}{' '}
            <code>{bad.excerpt}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
