import type { ReactNode } from 'react';
import { decimal, duration, integer } from '../../base/format';
import { saveAs } from '../../base/save';
import { bufferName } from '../../i18n/buffer-names';
import { choiceName } from '../../i18n/choice-names';
import { m } from '../../i18n/compiled/messages.js';
import { ftlSaid } from '../../i18n/ftl-names';
import { OPTION_WORDS, type OptionWords } from '../../i18n/option-words';
import { schedulerName } from '../../i18n/scheduler-names';
import { Icon } from '../../kit/Icon';
import { byteAmplification } from '../../model/amplification';
import { bufferMetrics, hostMetrics, rowsOf } from '../../model/metrics';
import type { Cleaning } from '../../model/plans/cleaning';
import { scenarioDiff } from '../../model/plans/scenario-diff';
import { type Otherwise, optionsText } from '../../model/scenario/mid-run';
import type { Cost, Divergence } from '../../protocol/engine/divergence';
import type { Progress } from '../../protocol/engine/engine-client';
import type { FtlKind } from '../../protocol/generated/FtlKind';
import type { Report } from '../../protocol/generated/Report';
import type { Summary } from '../../protocol/generated/Summary';
import { comparedOf, metricsOf } from '../../schemes/figures';
import { ariaKeys, shownChord, useKeyMap } from '../../state/keys/key-map';
import { Displaced } from '../cautions/Displaced';
import { Overloaded } from '../cautions/Overloaded';
import { cleaningText } from '../cleaning-text';
import { amplificationText, bare, metricName, rowUnit } from '../metric-names';
import './compare.css';

export interface CompareBarProps {
  /** Their names. */
  names: SideNames;
  /** Whether requests go to the device in another order on either side. */
  reordered: boolean;
  /** The difference of the right one, if it is the same FTL. */
  changed: Otherwise | null;
  divergence: Divergence | null;
  /** From which request on it was looked for, if it was. */
  sought: number | null;
  /** In the run. */
  requests: number;
  busy: Progress | null;
  onDiverge: (which: 'first' | 'next') => void;
  onEnd: () => void;
  /** The totals of both at the end of the run, where they are known and may be shown. */
  ends: readonly [left: Report, right: Report] | null;
  /** Another button, of the page. */
  more?: ReactNode;
  onCancel: () => void;
  onClose: () => void;
}

export function CompareBarView(props: CompareBarProps) {
  const { names, divergence, sought, busy, requests } = props;
  const keys = useKeyMap().grain;
  return (
    <section className="compare-bar" aria-label={m.compare_region()}>
      <div className="compare-said">
        <h2>
          {divergence && !busy
            ? titleOf(divergence, names)
            : m.compare_beside_title({ left: names[0], right: names[1] })}
        </h2>
        <p role="status">
          {busy
            ? m.compare_busy({ done: integer(busy.requests), total: integer(busy.total) })
            : divergence
              ? whichOf(divergence, sought ?? 0, requests)
              : sought !== null
                ? sought > 0
                  ? m.compare_same_from({ request: integer(sought + 1) })
                  : m.compare_same()
                : props.reordered
                  ? m.compare_hint_order()
                  : m.compare_hint()}
        </p>
        {props.changed && !busy && <p>{changedText(props.changed)}</p>}
        {props.ends && !busy && <p>{endsText(props.ends, names)}</p>}
      </div>
      <div className="actions">
        <button
          type="button"
          className="small"
          disabled={busy !== null}
          onClick={() => props.onDiverge('first')}
        >
          <Icon name="flag" size={14} />
          {m.compare_first_divergence()}
        </button>
        <button
          type="button"
          className="small"
          disabled={busy !== null}
          aria-keyshortcuts={ariaKeys(keys)}
          onClick={() => props.onDiverge('next')}
        >
          {m.compare_next_divergence()}
          {keys[0] && (
            <span className="kbd" aria-hidden="true">
              {shownChord(keys[0])}
            </span>
          )}
        </button>
        <button type="button" className="quiet small" disabled={busy !== null} onClick={props.onEnd}>
          {m.compare_run_both()}
        </button>
        {props.more}
        {busy && (
          <button type="button" className="small" onClick={props.onCancel}>
            {m.app_cancel()}
          </button>
        )}
        <button type="button" className="quiet small" onClick={props.onClose}>
          {m.compare_close()}
        </button>
      </div>
    </section>
  );
}

/** Which difference it is: the first one, if it was looked for from the beginning on. */
function whichOf({ request: { index } }: Divergence, sought: number, requests: number): string {
  const said = { request: integer(index + 1), all: integer(requests) };
  if (sought > 0) return m.compare_later(said);
  return index > 1 ? m.compare_first({ ...said, before: integer(index) }) : m.compare_first_at(said);
}

/** The difference in a few words: which side spends more on the request, and how much. */
function titleOf({ request, other, left, right }: Divergence, [leftName, rightName]: SideNames): string {
  if (other) return m.compare_title_order({ left: leftName, right: rightName });
  const more = {
    reads: left.reads - right.reads,
    programs: left.programs - right.programs,
    erases: left.erases - right.erases,
  };
  const all = Object.values(more);
  const said = { op: OPS[request.op](), lpn: request.lpn };
  if (all.every((n) => n >= 0))
    return m.compare_title_more({ ...said, dear: leftName, parts: partsOf(more), cheap: rightName });
  if (all.every((n) => n <= 0)) {
    const parts = partsOf({ reads: -more.reads, programs: -more.programs, erases: -more.erases });
    return m.compare_title_more({ ...said, dear: rightName, parts, cheap: leftName });
  }
  return m.compare_title_differs({ ...said, left: leftName, right: rightName });
}

/** Without what there is none of. */
function partsOf({ reads, programs, erases }: Cost): string {
  return [
    ...(reads > 0 ? [m.compare_cost_reads({ reads, shown: integer(reads) })] : []),
    ...(programs > 0 ? [m.compare_cost_programs({ programs, shown: integer(programs) })] : []),
    ...(erases > 0 ? [m.compare_cost_erases({ erases, shown: integer(erases) })] : []),
  ].join(', ');
}

/** The cost of one of the two so far. */
export function SideFiguresView({ report }: { report: Report }) {
  const { programs, erases } = report.flash;
  const bytes = byteAmplification(report);
  const figures: [string, string][] = [
    [m.compare_figure_wa(), amplificationText(report)],
    ...(bytes === null ? [] : [[m.compare_figure_bytes(), decimal(bytes)] satisfies [string, string]]),
    [m.compare_figure_copies(), integer(programs.total - programs.host - programs.pad)],
    [m.compare_figure_erases(), integer(erases.total)],
  ];
  return (
    <dl className="side-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function endsText([left, right]: readonly [Report, Report], names: SideNames): string {
  return m.compare_ends({
    left: names[0],
    left_end: endText(left),
    right: names[1],
    right_end: endText(right),
  });
}

function endText(end: Report): string {
  const { total } = end.flash.erases;
  const erases = m.compare_cost_erases({ erases: total, shown: integer(total) });
  return m.compare_end({ wa: amplificationText(end), erases });
}

/** In what the right one differs from the left one. */
function changedText(changed: Otherwise): string {
  const request = integer(changed.request + 1);
  if ('choice' in changed) return m.compare_chosen({ request });
  return m.compare_changed({ request, changes: optionsText(changed.options) });
}

export type SideNames = [left: string, right: string];

/** The name of each side, by what distinguishes them; `null`: by nothing that has a name. */
export function sideNames(left: Summary, right: Summary): SideNames | null {
  const found = scenarioDiff(left.canonical, right.canonical);
  switch (found?.by) {
    case 'ftl':
      return pair(found.values, ftlSaid);
    case 'buffer':
      return pair(found.values, (kind) => (kind === 'none' ? m.compare_no_buffer() : bufferName(kind)));
    case 'scheduler':
      return pair(found.values, schedulerName);
    case 'channels':
      return pair(found.values, (n) => m.compare_channels({ n, shown: integer(n) }));
    case 'queue_depth':
      return pair(found.values, (n) => m.compare_depth({ n: integer(n) }));
    case 'choice':
      // Behind the colon the form explains it.
      return pair(found.values, (choice) => choiceName(found.path, choice).split(':')[0] ?? choice);
    case 'option': {
      const label = optionLabel(found.name);
      return label === null
        ? ownNames(left, right)
        : pair(found.values, (n) => m.compare_option({ option: label, value: integer(n) }));
    }
    default:
      return ownNames(left, right);
  }
}

function optionLabel(name: string): string | null {
  const words: { readonly [name: string]: OptionWords } = OPTION_WORDS;
  return words[name]?.label?.() ?? null;
}

/** Characters that the head of a column has room for. */
const LONGEST = 34;

/** The scenarios' own names, without the parts that both have; `null` where they say nothing, or too much. */
function ownNames({ name: left = '' }: Summary, { name: right = '' }: Summary): SideNames | null {
  const [a, b] = [left.split(', '), right.split(', ')];
  const names = [a.filter((part) => !b.includes(part)), b.filter((part) => !a.includes(part))].map((parts) =>
    parts.join(', '),
  );
  const [one = '', other = ''] = names;
  return names.every((name) => name !== '' && name.length <= LONGEST) ? [one, other] : null;
}

function pair<T>([left, right]: [T, T], name: (value: T) => string): SideNames {
  return [name(left), name(right)];
}

/** The cost of the right one's choice beside the left one's, in words. Differences that there are not are not said. */
function spentText({ request, left, right }: NonNullable<Spent>): string {
  // All programs except those for the host and those that complete a destaged block.
  const copies = ({ flash: { programs } }: Report) => programs.total - programs.host - programs.pad;
  const between = (of: (report: Report) => number, [more, fewer]: readonly Counted[]) => {
    const n = of(right) - of(left);
    return n === 0 ? [] : [(n > 0 ? more : fewer)?.({ n: integer(Math.abs(n)) }) ?? ''];
  };
  const longer = right.parallel && left.parallel ? right.response_us.mean - left.response_us.mean : 0;
  const time = duration(Math.abs(longer));
  const parts = [
    ...between(({ flash }) => flash.erases.total, [m.compare_erased_more, m.compare_erased_fewer]),
    ...between(copies, [m.compare_copied_more, m.compare_copied_fewer]),
    ...between(({ buffer }) => buffer?.destaged ?? 0, [m.compare_destaged_more, m.compare_destaged_fewer]),
    ...between(({ buffer }) => buffer?.padded ?? 0, [m.compare_padded_more, m.compare_padded_fewer]),
    ...(longer === 0 ? [] : [(longer > 0 ? m.compare_slower : m.compare_faster)({ time })]),
  ];
  const said = { request: integer(request) };
  return parts.length === 0
    ? m.compare_spent_same(said)
    : m.compare_spent({ ...said, parts: parts.join(', ') });
}

type Counted = (values: { n: string }) => string;

const OPS = { read: m.compare_op_read, write: m.compare_op_write, trim: m.compare_op_trim };

/** The costs of the first request that differs, left and right. */
function sentence({ request, other, left, right }: Divergence, [leftName, rightName]: SideNames): string {
  const said = {
    request: integer(request.index + 1),
    ...{ left: leftName, left_cost: cost(left), right: rightName, right_cost: cost(right) },
  };
  if (!other) return m.compare_diverges({ ...said, op: OPS[request.op](), lpn: request.lpn });
  return m.compare_diverges_order({
    ...{ ...said, left_op: OPS[request.op](), left_lpn: request.lpn },
    ...{ right_op: OPS[other.op](), right_lpn: other.lpn },
  });
}

function cost({ reads, programs, erases }: Cost): string {
  return m.compare_cost({
    reads: m.compare_cost_reads({ reads, shown: integer(reads) }),
    programs: m.compare_cost_programs({ programs, shown: integer(programs) }),
    erases: m.compare_cost_erases({ erases, shown: integer(erases) }),
  });
}

interface Side {
  name: string;
  ftl: FtlKind;
  report: Report;
}

/** The cost of each so far; `null` while they are at different requests. */
type Spent = { request: number; left: Report; right: Report } | null;

/** `spent`, `divergence`: in words. `cleaning`: by what FTLs that are compared choose their victims. `apart`: they are at different requests, the right one on its way to the left one's; what they cost is not to be compared. */
interface TableProps {
  left: Side;
  right: Side;
  divergence: Divergence | null;
  spent: Spent;
  cleaning: readonly Cleaning[];
  apart: boolean;
}

export function CompareTableView({ left, right, divergence, spent, cleaning, apart }: TableProps) {
  // A timing preset without energies has none to compare.
  const reports = [left.report, right.report];
  const all = [...metricsOf(left.ftl, right.ftl), ...hostMetrics(...reports), ...bufferMetrics(...reports)];
  const shown = rowsOf(all, ...reports);
  const policies = cleaningText(cleaning);
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
      {divergence && <p>{sentence(divergence, [left.name, right.name])}</p>}
      {spent && <p>{spentText(spent)}</p>}
      <Displaced runs={[left.report.addresses, right.report.addresses]} />
      <Overloaded runs={[left.report, right.report]} />
      {policies && <p>{m.compare_cleaning({ policies })}</p>}
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
            <tr key={id} data-alike={a === b || a === null || b === null || undefined}>
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
