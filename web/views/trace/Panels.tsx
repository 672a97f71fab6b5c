/** A trace, drawn: when, how large, how hot, how soon again; and its first requests. */
import type { ReactNode } from 'react';
import { integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { halfBackIn, halfOf, readsSetIn } from '../../model/traces/trace-character';
import type { TraceLocality } from '../../protocol/generated/TraceLocality';
import type { TraceRequest } from '../../protocol/generated/TraceRequest';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { sizeText } from '../size-text';
import { HotCurve, UpDown } from './drawings';
import { courseChart, sizeChart, stretchName } from './insight/insight-charts';
import type { Search } from './use-locality';

interface PanelsProps {
  trace: TraceSummary;
  search: Search;
  /** The number of its first request in the file. */
  first: number;
}

export function Panels({ trace, search, first }: PanelsProps) {
  return (
    <>
      {'found' in search ? (
        <Found {...{ trace, first }} locality={search.found} />
      ) : (
        <Looking search={search} />
      )}
      <FirstRequests trace={trace} />
    </>
  );
}

function Looking({ search }: { search: Exclude<Search, { found: TraceLocality }> }) {
  if ('failure' in search) {
    return (
      <section className="panel wide">
        <p className="trouble" role="alert">
          <FailureText text={search.failure.message} />. <FailureText text={search.failure.remedy} />
        </p>
      </section>
    );
  }
  if ('stopped' in search) {
    return (
      <section className="panel wide loading">
        <button type="button" onClick={search.again}>
          {m.trace_insight_again()}
        </button>
      </section>
    );
  }
  return (
    <section className="panel wide loading late" role="status">
      <strong>{m.trace_insight_busy()}</strong>
      <span>{m.trace_insight_progress({ done: integer(search.done), total: integer(search.total) })}</span>
      <progress aria-label={m.trace_insight_busy()} value={search.done} max={Math.max(1, search.total)} />
      <button type="button" className="small" onClick={search.cancel}>
        {m.app_cancel()}
      </button>
    </section>
  );
}

function Found({ trace, locality, first }: { trace: TraceSummary; locality: TraceLocality; first: number }) {
  const course = courseChart(locality, first);
  const reads = readsSetIn(locality);
  const back = halfBackIn(locality);
  const { bins } = locality.stack;
  return (
    <>
      <Panel
        wide
        title={m.trace_over()}
        unit={m.trace_over_unit({ n: locality.stretch, shown: integer(locality.stretch) })}
        legend={<Ops />}
      >
        <UpDown
          label={course.name}
          up={locality.course.map(({ written }) => written)}
          down={locality.course.map(({ read }) => read)}
          name={(i) => integer(stretchName(i, locality.stretch, first))}
          every={Math.ceil(locality.course.length / 6)}
          note={
            reads === null
              ? null
              : {
                  at: reads,
                  text: m.trace_reads_set_in({ n: integer(first + reads * locality.stretch) }),
                  line: true,
                }
          }
        />
      </Panel>
      <Panel title={m.trace_sizes()} unit={m.trace_sizes_unit()}>
        <Sizes locality={locality} />
      </Panel>
      <Panel title={m.trace_hot()} unit={m.trace_hot_unit()}>
        <Hot {...{ trace, locality }} />
      </Panel>
      <Panel title={m.trace_reuse()} unit={m.trace_reuse_unit()}>
        {back === null ? (
          <p className="quiet">{m.trace_reuse_none()}</p>
        ) : (
          <>
            <UpDown
              label={m.trace_reuse_within({ n: integer(2 ** back) })}
              up={bins}
              name={(i) => integer(2 ** i)}
              every={Math.ceil(bins.length / 6)}
              soft={(i) => i > back}
              plain
            />
            <p className="quiet">{m.trace_reuse_within({ n: integer(2 ** back) })}</p>
          </>
        )}
      </Panel>
    </>
  );
}

function Sizes({ locality }: { locality: TraceLocality }) {
  const { series } = sizeChart(locality);
  const [writes = [], reads = []] = series.map(({ points }) => points);
  const from = writes.findIndex(({ y }, i) => y > 0 || (reads[i]?.y ?? 0) > 0);
  const [up, down] = [writes, reads].map((points) => points.slice(Math.max(0, from)).map(({ y }) => y));
  const all = (up ?? []).map((count, i) => count + (down?.[i] ?? 0));
  const most = all.indexOf(Math.max(...all));
  const sum = all.reduce((sum, count) => sum + count, 0);
  if (sum === 0) return <p className="quiet">{m.trace_sizes_none()}</p>;
  const kib = (i: number) => (writes[Math.max(0, from) + i]?.x ?? 0) / 1024;
  const said = m.trace_sizes_most({
    // The first are all that are no larger than a sector.
    from: sizeText(Math.max(0, from) + most === 0 ? 0 : 512 * kib(most)),
    to: sizeText(1024 * kib(most)),
    share: percent((all[most] ?? 0) / sum),
  });
  return (
    <>
      <UpDown
        label={said}
        up={up ?? []}
        down={down ?? []}
        name={(i) => (kib(i) === 0.5 ? '½' : integer(kib(i)))}
        every={Math.ceil(all.length / 10)}
      />
      <p className="quiet">{said}</p>
    </>
  );
}

function Hot({ trace: { statistics }, locality }: { trace: TraceSummary; locality: TraceLocality }) {
  const half = halfOf(locality);
  if (half === null) return <p className="quiet">{m.trace_insight_no_writes()}</p>;
  const written = Math.max(1, statistics.written_footprint_pages);
  const said = m.trace_hot_half({
    pages: integer(half),
    share: percent(half / written, half < 0.1 * written ? 1 : 0),
  });
  return (
    <>
      <HotCurve
        label={said}
        points={locality.hot.map(({ writes, pages }) => ({ x: pages / written, y: writes }))}
        chosen={{ x: half / written, y: 0.5 }}
      />
      <p className="quiet">{said}</p>
    </>
  );
}

const SHOWN = 6;
const OPS = { read: m.trace_op_read, write: m.trace_op_write, trim: m.trace_op_trim };

export function RequestRows({ requests }: { requests: readonly TraceRequest[] }) {
  const time = ({ time_ms }: TraceRequest) => (time_ms === null ? '–' : `${time_ms.toFixed(3)} ms`);
  return (
    <table className="requests">
      <thead>
        <tr>
          <th scope="col">{m.trace_column_time()}</th>
          <th scope="col">{m.trace_column_op()}</th>
          <th scope="col">{m.trace_column_lpn()}</th>
          <th scope="col">{m.trace_column_pages()}</th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <tr key={request.index}>
            <td>{time(request)}</td>
            <td>{OPS[request.op]()}</td>
            <td>{request.lpn}</td>
            <td>{request.pages}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FirstRequests({ trace }: { trace: TraceSummary }) {
  return (
    <Panel title={m.trace_first()} unit={m.trace_first_unit({ size: sizeText(trace.statistics.page_bytes) })}>
      <RequestRows requests={trace.preview.slice(0, SHOWN)} />
    </Panel>
  );
}

function Ops() {
  return (
    <span className="legend">
      <span>
        <i className="dot host" />
        {m.trace_writes()}
      </span>
      <span>
        <i className="dot read" />
        {m.trace_reads()}
      </span>
    </span>
  );
}

interface PanelProps {
  title: string;
  /** The counted unit, in few words. */
  unit: string;
  wide?: boolean;
  legend?: ReactNode;
  children: ReactNode;
}

function Panel({ title, unit, wide, legend, children }: PanelProps) {
  return (
    <section className={wide ? 'panel wide' : 'panel'} aria-label={title}>
      <h3>
        {title} <span>{unit}</span>
        {legend}
      </h3>
      {children}
    </section>
  );
}
