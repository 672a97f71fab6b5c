import { decimal, integer } from '../../base/format';
import { saveAs } from '../../base/save';
import { m } from '../../i18n/compiled/messages.js';
import { comparedOf, metricsOf } from '../../model/metrics';
import type { Cost, Divergence } from '../../protocol/divergence';
import type { Progress } from '../../protocol/engine-client';
import type { Report } from '../../protocol/generated/Report';
import type { Summary } from '../../protocol/generated/Summary';
import { bare, metricName, rowUnit } from '../metric-names';
import './compare.css';

export interface CompareBarProps {
  left: Summary;
  right: Summary;
  divergence: Divergence | null;
  /** Whether it was looked for. */
  sought: boolean;
  busy: Progress | null;
  onDiverge: () => void;
  onEnd: () => void;
  onCancel: () => void;
  onClose: () => void;
}

export function CompareBarView(props: CompareBarProps) {
  const { left, right, divergence, sought, busy } = props;
  return (
    <section className="compare-bar" aria-label={m.compare_region()}>
      <div className="actions">
        <button type="button" disabled={busy !== null} onClick={props.onDiverge}>
          {m.compare_first_divergence()}
        </button>
        <button type="button" disabled={busy !== null} onClick={props.onEnd}>
          {m.compare_run_both()}
        </button>
        {busy && (
          <button type="button" onClick={props.onCancel}>
            {m.app_cancel()}
          </button>
        )}
        <button type="button" onClick={props.onClose}>
          {m.compare_close()}
        </button>
      </div>
      <p role="status">
        {busy
          ? m.compare_busy({ done: integer(busy.requests), total: integer(busy.total) })
          : divergence
            ? sentence(divergence, left, right)
            : sought
              ? m.compare_same()
              : m.compare_hint()}
      </p>
    </section>
  );
}

const OPS = { read: m.compare_op_read, write: m.compare_op_write, trim: m.compare_op_trim };

/** What the first request that differs costs left and right. */
function sentence({ request, left, right }: Divergence, a: Summary, b: Summary): string {
  return m.compare_diverges({
    request: integer(request.index + 1),
    op: OPS[request.op](),
    lpn: request.lpn,
    left: a.ftl.toUpperCase(),
    left_cost: cost(left),
    right: b.ftl.toUpperCase(),
    right_cost: cost(right),
  });
}

function cost({ reads, programs, erases }: Cost): string {
  return m.compare_cost({
    reads: m.compare_cost_reads({ reads, shown: integer(reads) }),
    programs: m.compare_cost_programs({ programs, shown: integer(programs) }),
    erases: m.compare_cost_erases({ erases, shown: integer(erases) }),
  });
}

export interface Side {
  name: string;
  ftl: string;
  report: Report;
}

export function CompareTableView({ left, right }: { left: Side; right: Side }) {
  // A timing preset without energies has none to compare.
  const shown = metricsOf(left.ftl, right.ftl).filter(
    ({ id, of }) => id !== 'energy' || of(left.report) !== 0 || of(right.report) !== 0,
  );
  const rows = shown.map((metric) => {
    const [a, b] = [left, right].map(({ ftl, report }) => comparedOf(metric, ftl, report)) as [
      number | null,
      number | null,
    ];
    const ratio = a !== null && b !== null && a !== 0 ? b / a : null;
    return { ...metric, a, b, ratio };
  });
  const save = () => {
    const lines = rows.map(({ id, unit, a, b, ratio }) =>
      [id, unit, a ?? '', b ?? '', ratio ?? ''].join(','),
    );
    const header = ['metric', 'unit', left.name, right.name, 'ratio'].join(',');
    saveAs('comparison.csv', `${[header, ...lines].join('\n')}\n`, 'text/csv');
  };
  return (
    <>
      <table className="compare-table">
        <caption className="visually-hidden">{m.compare_caption()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.compare_metric()}</th>
            <th scope="col">{left.name}</th>
            <th scope="col">{right.name}</th>
            <th scope="col" title={m.compare_ratio_help()}>
              {m.compare_ratio()}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, unit, less, a, b, ratio }) => (
            <tr key={id}>
              <th scope="row">
                {metricName(id)}
                {rowUnit(unit) && <small> ({rowUnit(unit)})</small>}
              </th>
              <td className={better(less, a, b)}>{bare(a, unit)}</td>
              <td className={better(less, b, a)}>{bare(b, unit)}</td>
              <td>{ratio === null ? m.metrics_none() : decimal(ratio)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={save}>
        {m.metrics_export_csv()}
      </button>
    </>
  );
}

/** The better of two is set in bold. */
function better(less: boolean | undefined, mine: number | null, other: number | null): string {
  if (less === undefined || mine === null || other === null || mine === other) return '';
  return mine < other === less ? 'better' : '';
}
