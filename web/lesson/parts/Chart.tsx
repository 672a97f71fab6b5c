/** A step's chart: one small drawing per figure, or all of them as a table. Loaded when a step has one. */
import { useMemo, useState } from 'react';
import { Drawing } from '../../chart/Drawing';
import { Legend } from '../../chart/Legend';
import type { ChartSpec } from '../../chart/spec';
import { Table } from '../../chart/Table';
import { m } from '../../i18n/compiled/messages.js';
import { isAlongRequests, type Points, reads } from '../language/chart';
import type { Chart as ChartData } from '../language/lesson';
import { shown } from '../play/grade';

export default function Chart({ chart, points }: { chart: ChartData; points: Points }) {
  const [table, setTable] = useState(false);
  const specs = useMemo(() => specsOf(chart, points), [chart, points]);
  const [first] = specs;
  return (
    <section className="chart" aria-label={chart.figures.map(({ name }) => name).join(', ')}>
      {first && <Legend spec={first} />}
      {table ? <Table specs={specs} /> : specs.map((spec) => <Drawing key={spec.name} spec={spec} />)}
      <footer>
        <span className="quiet">
          {isAlongRequests(chart)
            ? m.lesson_chart_requests()
            : reads(chart, 'report')
              ? m.lesson_chart_runs({ runs: chart.lines.length * chart.values.length })
              : m.lesson_chart_counted()}
        </span>
        <button type="button" aria-pressed={table} onClick={() => setTable(!table)}>
          {m.lesson_as_table()}
        </button>
      </footer>
    </section>
  );
}

/** A drawing per figure, with a line each for the chart's lines. */
function specsOf({ name, values, lines, figures }: ChartData, points: Points): ChartSpec[] {
  const show = (value: number) => shown(value);
  return figures.map((figure) => ({
    name: figure.name,
    // A value of the field is there as the lesson gives it: a thousandth is not 0.
    x: { name, show: (value) => (Math.abs(value) < 0.01 ? String(value) : show(value)) },
    y: { name: figure.name, show },
    series: lines.map((line, colour) => ({
      ...{ name: line.name, origin: 'ours', colour },
      points: (points[line.id]?.[figure.id] ?? []).map((y, at) => ({ x: values[at] ?? 0, y })),
    })),
  }));
}
