import type { ReactNode } from 'react';
import { percent } from '../../base/format';
import { saveAs } from '../../base/save';
import { m } from '../../i18n/compiled/messages.js';
import { bufferMetrics, csvOf, rowsOf, type Share, sharesOf } from '../../model/metrics';
import type { FtlKind } from '../../protocol/generated/FtlKind';
import type { Report } from '../../protocol/generated/Report';
import type { Role } from '../../protocol/generated/Role';
import { schemeOf } from '../../schemes';
import { metricsOf } from '../../schemes/figures';
import { Displaced } from '../cautions/Displaced';
import { Overloaded } from '../cautions/Overloaded';
import { Parts } from '../cautions/Parts';
import { causeName, metricName, withUnit } from '../metric-names';
import { Histogram } from './Histogram';
import { barsOf } from './layout';
import './metrics.css';

/** Bars of a histogram. */
const MOST_BARS = 8;

/** Log blocks that several logical blocks share: giving one back takes a merge of each. */
const SHARED_LOGS: readonly Role[] = ['random_log', 'hot_log'];

export interface MetricsProps {
  report: Report;
  ftl: FtlKind;
  /** Chains by their length: pairs [blocks, logical blocks]; `null` where there are none. */
  chains: readonly (readonly [number, number])[] | null;
  /** The scenario's name, for the files' names. */
  name: string;
  /** The report in full. */
  onReport: () => Promise<Report | null>;
  /** Runs it again as a closed loop. */
  onClosed?: (() => void) | undefined;
  /** Whether the rest of a partly written page is read first; absent where the workload has none. */
  readFirst?: boolean | undefined;
  /** Compares with the other setting. */
  onOtherParts?: (() => void) | undefined;
  /** The chart, under the ledger. */
  children?: ReactNode;
  /** At the foot. */
  foot?: ReactNode;
}

export function MetricsView({
  report,
  ftl,
  chains,
  name,
  onReport,
  onClosed,
  readFirst,
  onOtherParts,
  children,
  foot,
}: MetricsProps) {
  // A timing preset without energies has none to show, nor has a run without a power loss a recovery.
  const rows = rowsOf([...metricsOf(ftl), ...bufferMetrics(report)], report).filter(
    ({ id, of }) => !(id === 'recovery_time' || id === 'full_scan_time') || of(report) !== null,
  );
  const save = async (ending: string, type: string, textOf: (whole: Report) => string) => {
    const whole = await onReport();
    if (whole) saveAs(`${file}.${ending}`, textOf(whole), type);
  };
  const file = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'report';
  return (
    <>
      <Ledger shares={sharesOf(report.flash.programs)} />
      <Displaced runs={[report.addresses]} />
      <Parts report={report} readFirst={readFirst} onCompare={onOtherParts} />
      <Overloaded runs={[report]} onClosed={onClosed} />
      {schemeOf(ftl).roles.some((role) => SHARED_LOGS.includes(role)) && (
        <Histogram
          title={m.metrics_merge_blocks()}
          empty={m.metrics_merge_blocks_none()}
          heads={[m.metrics_merge_blocks_merged(), m.metrics_merge_blocks_victims()]}
          bars={barsOf(report.merges.full_merge_blocks, MOST_BARS)}
        />
      )}
      {chains && (
        <Histogram
          title={m.metrics_chains()}
          empty={m.metrics_chains_none()}
          heads={[m.metrics_chains_blocks(), m.metrics_chains_lbns()]}
          bars={barsOf(chains, MOST_BARS)}
        />
      )}
      {children}
      <table className="figures">
        <tbody>
          {rows.map(({ id, unit, of }) => (
            <tr key={id}>
              <th scope="row">{metricName(id)}</th>
              <td>{withUnit(of(report), unit)}</td>
            </tr>
          ))}
          {report.checked_reads > 0 && (
            <tr>
              <th scope="row">{m.metrics_verified()}</th>
              <td className="verified">
                {m.metrics_verified_count({ n: withUnit(report.checked_reads, 'pages') })}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <div className="actions">
        <button
          type="button"
          onClick={() => void save('json', 'application/json', (whole) => JSON.stringify(whole, null, 2))}
        >
          {m.metrics_export_json()}
        </button>
        <button type="button" onClick={() => void save('csv', 'text/csv', csvOf)}>
          {m.metrics_export_csv()}
        </button>
      </div>
      {foot}
    </>
  );
}

/** The writers of the pages. The bar repeats what the list under it says in words. */
function Ledger({ shares }: { shares: Share[] }) {
  return (
    <div className="ledger">
      <h3>{m.metrics_who_wrote()}</h3>
      <div className="shares" aria-hidden="true">
        {shares.map(({ cause, share }) => (
          <i key={cause} data-cause={cause} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      {shares.length === 0 ? (
        <p className="quiet">{m.metrics_nobody_wrote()}</p>
      ) : (
        <ul>
          {shares.map(({ cause, pages, share }) => (
            <li key={cause} data-cause={cause}>
              <span>{causeName(cause)}</span>
              <span>
                {withUnit(pages, 'pages')} · {percent(share)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
