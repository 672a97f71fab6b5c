/** The charts of a trace in full, as tables and to be saved: loaded when someone asks. */
import { bytes, integer, percent } from '../../../base/format';
import { ChartBox } from '../../../chart/ChartBox';
import { m } from '../../../i18n/compiled/messages.js';
import type { TraceLocality } from '../../../protocol/generated/TraceLocality';
import type { TraceSummary } from '../../../protocol/generated/TraceSummary';
import { courseChart, distanceChart, sizeChart } from './insight-charts';

interface InsightProps {
  trace: TraceSummary;
  locality: TraceLocality;
  /** The number of its first request in the file. */
  first: number;
}

export default function Insight({ trace, locality, first }: InsightProps) {
  const charts = [
    { id: 'distances', spec: distanceChart(locality), note: m.trace_insight_distances_note() },
    { id: 'sizes', spec: sizeChart(locality), note: m.trace_insight_sizes_note() },
    { id: 'course', spec: courseChart(locality, first), note: m.trace_insight_course_note() },
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
      <HotPages locality={locality} pageBytes={trace.statistics.page_bytes} />
    </div>
  );
}

function HotPages({ locality: { hot }, pageBytes }: { locality: TraceLocality; pageBytes: number }) {
  if (hot.length === 0) return <p className="quiet">{m.trace_insight_no_writes()}</p>;
  // In a large address space the smallest share has two digits that are not 0.
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
