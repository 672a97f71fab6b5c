import { decimal, integer } from '../../base/format';
import { saveAs } from '../../base/save';
import { m } from '../../i18n/compiled/messages.js';
import { ftlName } from '../../i18n/ftl-names';
import { bufferMetrics, comparedOf, metricsOf } from '../../model/metrics';
import { type Otherwise, optionsText } from '../../model/mid-run';
import type { Cost, Divergence } from '../../protocol/divergence';
import type { Progress } from '../../protocol/engine-client';
import type { Report } from '../../protocol/generated/Report';
import type { Summary } from '../../protocol/generated/Summary';
import { bare, metricName, rowUnit } from '../metric-names';
import './compare.css';

export interface CompareBarProps {
  left: Summary;
  right: Summary;
  /** What each has cost so far; `null` while they stand at different requests. */
  spent: { request: number; left: Report; right: Report } | null;
  /** What the right one does otherwise, if it is the same FTL. */
  changed: Otherwise | null;
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
      {props.changed && !busy && <p>{changedText(props.changed)}</p>}
      <p role="status">
        {busy
          ? m.compare_busy({ done: integer(busy.requests), total: integer(busy.total) })
          : divergence
            ? sentence(divergence, left, right)
            : sought
              ? m.compare_same()
              : m.compare_hint()}
      </p>
      {props.spent && !busy && <p className="spent">{spentText(props.spent)}</p>}
    </section>
  );
}

/** In what the right one differs from the left one. */
function changedText(changed: Otherwise): string {
  const request = integer(changed.request + 1);
  if ('choice' in changed) return m.compare_chosen({ request });
  return m.compare_changed({ request, changes: optionsText(changed.options) });
}

/** What each side is called: by its FTL, or by where it stands where both have the same. */
export function sideNames(left: Summary, right: Summary): [left: string, right: string] {
  if (left.ftl === right.ftl) return [m.compare_left(), m.compare_right()];
  return [ftlName(left.ftl), ftlName(right.ftl)];
}

/** What the other choice cost, in words. */
function spentText({ request, left, right }: NonNullable<CompareBarProps['spent']>): string {
  const copies = ({ flash: { programs } }: Report) => programs.total - programs.host;
  const erases = right.flash.erases.total - left.flash.erases.total;
  const copied = copies(right) - copies(left);
  const said = {
    request: integer(request),
    erased: integer(Math.abs(erases)),
    copied: integer(Math.abs(copied)),
  };
  if (erases === 0 && copied === 0) return m.compare_spent_same(said);
  if (erases >= 0 && copied >= 0) return m.compare_spent_more(said);
  if (erases <= 0 && copied <= 0) return m.compare_spent_less(said);
  return erases > 0 ? m.compare_spent_more_less(said) : m.compare_spent_less_more(said);
}

const OPS = { read: m.compare_op_read, write: m.compare_op_write, trim: m.compare_op_trim };

/** What the first request that differs costs left and right. */
function sentence({ request, left, right }: Divergence, a: Summary, b: Summary): string {
  const [leftName, rightName] = sideNames(a, b);
  return m.compare_diverges({
    request: integer(request.index + 1),
    op: OPS[request.op](),
    lpn: request.lpn,
    left: leftName,
    left_cost: cost(left),
    right: rightName,
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

/** `apart`: they stand at different requests, the right one on its way to the left one's; what they cost is not to be compared. */
export function CompareTableView({ left, right, apart }: { left: Side; right: Side; apart: boolean }) {
  // A timing preset without energies has none to compare.
  const all = [...metricsOf(left.ftl, right.ftl), ...bufferMetrics(left.report, right.report)];
  const shown = all.filter(
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
      <table className="compare-table" data-apart={apart || undefined}>
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
