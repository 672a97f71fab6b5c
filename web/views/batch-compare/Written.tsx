/** The pages that each run programmed, by who made it do so. */
import { count, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { costsOf } from '../../model/plans/costs';
import type { Report } from '../../protocol/generated/Report';
import type { Row } from './plots';

interface Part {
  id: 'host' | 'copies' | 'mapping' | 'pad' | 'recovery';
  name: () => string;
  of: (report: Report) => number;
}

const PARTS: readonly Part[] = [
  { id: 'host', name: m.batch_traffic_host, of: ({ flash }) => flash.programs.host },
  { id: 'copies', name: m.batch_traffic_copies, of: (report) => costsOf(report).copies },
  { id: 'mapping', name: m.batch_traffic_mapping, of: (report) => costsOf(report).translation },
  { id: 'pad', name: m.batch_traffic_pad, of: ({ flash }) => flash.programs.pad },
  { id: 'recovery', name: m.batch_traffic_recovery, of: ({ flash }) => flash.programs.recovery },
];

/** A bar of more than this many times the next one would leave no room to distinguish the others: it is cut off. */
const CUT = 2.5;

export function Written({ rows }: { rows: readonly Row[] }) {
  const parts = PARTS.filter(({ of }) => rows.some(({ report }) => of(report) > 0));
  const sums = rows.map(({ report }) => parts.reduce((sum, { of }) => sum + of(report), 0));
  const [most = 0, next = 0] = [...sums].sort((a, b) => b - a);
  const full = next > 0 && most > CUT * next ? 1.3 * next : most;
  const hosts = new Set(rows.map(({ report }) => report.flash.programs.host));
  return (
    <section className="panel written" aria-label={m.batch_written()}>
      <h3>{m.batch_written()}</h3>
      <p className="legend">
        {parts.map(({ id, name }) => (
          <span key={id}>
            <i className={`dot ${id}`} />
            {id === 'host' && hosts.size === 1
              ? m.batch_host_each({ n: integer([...hosts][0] ?? 0) })
              : name()}
          </span>
        ))}
      </p>
      <ul>
        {rows.map(({ name, report }, i) => (
          <li key={name}>
            <span>{name}</span>
            <span className={(sums[i] ?? 0) > full ? 'share-bar cut' : 'share-bar'} aria-hidden="true">
              {parts.map(({ id, of }) => (
                <i key={id} className={id} style={{ width: `${(100 * of(report)) / Math.max(1, full)}%` }} />
              ))}
            </span>
            <b>{count(sums[i] ?? 0)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
