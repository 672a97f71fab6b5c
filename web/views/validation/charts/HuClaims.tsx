/** Hu's claims about erases, in a table: a figure opens the run. */
import { integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import type { Readings } from '../runs/experiment';
import { CLAIM_SIZES, claimRows } from './hu-claims';

export function HuClaims({ readings }: { readings: Readings }) {
  const rows = claimRows(readings);
  return (
    <div className="paper-table hu-claims">
      <div className="wide-table">
        <table>
          <caption>{m.hu_claim_caption()}</caption>
          <thead>
            <tr>
              <th scope="col" className="words">
                {m.hu_claim_workload()}
              </th>
              <th scope="col" className="words">
                {m.hu_claim_erases()}
              </th>
              <th scope="col" className="words">
                {m.hu_claim_says()}
              </th>
              {CLAIM_SIZES.map((mb) => (
                <th key={mb} scope="col">
                  {m.hu_claim_mb({ mb: integer(mb) })}
                </th>
              ))}
              <th scope="col" className="words">
                {m.hu_claim_verdict()}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, workload, scheme, than, says, cells, agrees }) => (
              <tr key={id}>
                <th scope="row" className="words" data-head={m.hu_claim_workload()}>
                  {workload}
                </th>
                <td className="words" data-head={m.hu_claim_erases()}>
                  {m.hu_claim_against({ scheme, than })}
                </td>
                <td className="words" data-head={m.hu_claim_says()}>
                  {says}
                </td>
                {cells.map((cell, at) => (
                  <td
                    key={CLAIM_SIZES[at]}
                    data-short=""
                    data-head={m.hu_claim_mb({ mb: integer(CLAIM_SIZES[at] ?? 0) })}
                  >
                    {cell && <a href={cell.link}>{cell.text}</a>}
                  </td>
                ))}
                <td className="words" data-head={m.hu_claim_verdict()}>
                  {agrees === null ? (
                    <span className="quiet">{m.sources_not_run()}</span>
                  ) : (
                    <b className={agrees ? 'within' : 'trouble'}>
                      {agrees ? m.sources_agrees() : m.sources_differs()}
                    </b>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet">{m.hu_claim_note()}</p>
    </div>
  );
}
