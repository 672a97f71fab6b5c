/** The score of a policy beside the built-in ones, on the same requests. */
import { bytes, decimal, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { Losses } from './Losses';
import type { Row, Scored } from './score';
import { rivalName, taskNote, verdict } from './words';

export function Score({ scored, stale }: { scored: Scored; stale: boolean }) {
  const rows = [...scored.rows].sort((a, b) => (a.wa ?? Infinity) - (b.wa ?? Infinity));
  const most = Math.max(1, ...rows.map(({ wa }) => wa ?? 1));
  const yours = scored.rows.find(({ id }) => id === 'yours')?.wa;
  const own = scored.rows.find(({ id }) => id === scored.own)?.wa;
  return (
    <section className="policy-score" aria-label={m.policy_score()}>
      <div>
        <h2>
          {stale && <span className="stale">{m.policy_last_score()} </span>}
          {yours && own ? verdict(yours, own, rivalName(scored.own)) : m.policy_scoring()}
        </h2>
        <p>{taskNote(scored.task)}</p>
      </div>
      <table className={stale ? 'is-stale' : undefined}>
        <thead>
          <tr>
            <th scope="col">{m.policy_col_policy()}</th>
            <th scope="col" colSpan={2}>
              {m.policy_col_wa()}
            </th>
            <th scope="col">{m.policy_col_erases()}</th>
            <th scope="col">{m.policy_col_response()}</th>
            <th scope="col">{m.policy_col_state()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={row.id === 'yours' ? 'me' : undefined}>
              <th scope="row">{nameOf(row.id)}</th>
              <td className="bar">
                <span style={{ inlineSize: `${(100 * ((row.wa ?? 1) - 1)) / Math.max(most - 1, 0.01)}%` }} />
              </td>
              <td>{row.wa === null ? '' : decimal(row.wa)}</td>
              <td>{row.erases === null ? '' : integer(row.erases)}</td>
              <td>{row.response === null ? '' : m.policy_ms({ ms: decimal(row.response / 1000) })}</td>
              <td>{row.state === null ? '' : bytes(row.state)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Losses />
    </section>
  );
}

function nameOf(id: Row['id']): string {
  if (id === 'yours') return m.policy_yours();
  return id === 'best' ? m.policy_best() : rivalName(id);
}
