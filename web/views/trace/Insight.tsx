/** What a trace is like before it is run: loaded, with the charts, when somebody asks. */
import { useEffect, useState } from 'react';
import { bytes, integer, percent } from '../../base/format';
import { ChartBox } from '../../chart/ChartBox';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import type { Failure } from '../../protocol/generated/Failure';
import type { TraceLocality } from '../../protocol/generated/TraceLocality';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { useLabStore } from '../../state/use-lab';
import { courseChart, distanceChart, sizeChart } from './insight-charts';

export default function Insight({ trace, first }: { trace: TraceSummary; first: number }) {
  const search = useLocality(trace);
  if ('failure' in search) {
    return (
      <p className="trouble" role="alert">
        <FailureText text={search.failure.message} />. <FailureText text={search.failure.remedy} />
      </p>
    );
  }
  if ('stopped' in search) {
    return (
      <button type="button" onClick={search.again}>
        {m.trace_insight_again()}
      </button>
    );
  }
  if (!('found' in search)) {
    return (
      <div className="actions" role="status">
        <progress aria-label={m.trace_insight_busy()} value={search.done} max={Math.max(1, search.total)} />
        <span>{m.trace_insight_progress({ done: integer(search.done), total: integer(search.total) })}</span>
        <button type="button" onClick={search.cancel}>
          {m.app_cancel()}
        </button>
      </div>
    );
  }
  const charts = [
    { id: 'distances', spec: distanceChart(search.found), note: m.trace_insight_distances_note() },
    { id: 'sizes', spec: sizeChart(search.found), note: m.trace_insight_sizes_note() },
    { id: 'course', spec: courseChart(search.found, first), note: m.trace_insight_course_note() },
  ];
  const { name, import: read } = trace;
  return (
    <div className="insight">
      {charts.map(({ id, spec, note }) => (
        <div key={id}>
          <ChartBox spec={spec} file={`trace-${id}`} along={{ trace: name, hash: read.hash }} />
          <p className="quiet">{note}</p>
        </div>
      ))}
      <HotPages locality={search.found} pageBytes={trace.statistics.page_bytes} />
    </div>
  );
}

function HotPages({ locality: { hot }, pageBytes }: { locality: TraceLocality; pageBytes: number }) {
  if (hot.length === 0) return <p className="quiet">{m.trace_insight_no_writes()}</p>;
  // Of a large address space the least has two digits that are not 0.
  const least = Math.min(...hot.map(({ of_space }) => of_space));
  const digits = Math.min(20, Math.max(2, 1 - Math.floor(Math.log10(least * 100))));
  return (
    <div>
      <table className="hot-pages">
        <caption>{m.trace_insight_hot()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.trace_insight_hot_writes()}</th>
            <th scope="col">{m.trace_insight_hot_pages({ size: bytes(pageBytes) })}</th>
            <th scope="col">{m.trace_insight_hot_space()}</th>
          </tr>
        </thead>
        <tbody>
          {hot.map(({ writes, pages, of_space }) => (
            <tr key={writes}>
              <th scope="row">{percent(writes)}</th>
              <td>{integer(pages)}</td>
              <td>{percent(of_space, digits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet">{m.trace_insight_hot_note()}</p>
    </div>
  );
}

type Search =
  | { done: number; total: number; cancel: () => void }
  | { found: TraceLocality }
  | { failure: Failure }
  | { stopped: true; again: () => void };

/** Searches the trace, each anew; it goes on while fits are asked for. */
function useLocality(trace: TraceSummary): Search {
  const lab = useLabStore();
  const [round, setRound] = useState(0);
  const [search, setSearch] = useState<Search>({ done: 0, total: 0, cancel: () => undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another search
  useEffect(() => {
    const job = new AbortController();
    let left = false;
    const cancel = () => job.abort();
    setSearch({ done: 0, total: trace.import.requests, cancel });
    void lab
      .getState()
      .locality(trace.statistics.page_bytes, {
        signal: job.signal,
        onRequests: (done, total) => !left && setSearch({ done, total, cancel }),
      })
      .then((answer) => {
        if (left) return;
        if ('stack' in answer) setSearch({ found: answer });
        else if (answer.kind !== 'cancelled') setSearch({ failure: answer });
        else setSearch({ stopped: true, again: () => setRound((before) => before + 1) });
      });
    return () => {
      left = true;
      job.abort();
    };
  }, [lab, trace, round]);
  return search;
}
