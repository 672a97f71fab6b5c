/** Requests that start or end inside a page: why bytes are amplified more than pages, and the pages that trims leave. */
import { decimal, integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { byteAmplification, partlyWritten } from '../../model/amplification';
import type { Report } from '../../protocol/generated/Report';
import './displaced.css';

interface PartsProps {
  report: Report;
  /** Whether a page that holds data is read before a part of it is written; absent where the scenario cannot say. */
  readFirst?: boolean | undefined;
  /** Compares with the other setting; absent where that is not possible. */
  onCompare?: (() => void) | undefined;
}

/** Nothing where all requests are of whole pages. */
export function Parts({ report, readFirst, onCompare }: PartsProps) {
  const amplification = byteAmplification(report);
  const { trims_partial: kept, trims_too_small: nothing } = report.host;
  if (amplification === null && kept === 0) return null;
  return (
    <div className="displaced" role="note">
      {amplification !== null && (
        <p>
          {m.metrics_parts({ value: decimal(amplification), share: percent(partlyWritten(report)) })}{' '}
          {readFirst === true && m.metrics_parts_read_first({ n: integer(report.flash.reads.partial) })}
          {readFirst === false && m.metrics_parts_whole()}
        </p>
      )}
      {kept > 0 && <p>{m.metrics_trims_kept({ pages: integer(kept), requests: integer(nothing) })}</p>}
      {amplification !== null && readFirst !== undefined && onCompare && (
        <button type="button" className="small" onClick={onCompare}>
          {readFirst ? m.metrics_parts_compare_whole() : m.metrics_parts_compare_read_first()}
        </button>
      )}
    </div>
  );
}
