/** A histogram as a table with bars: what is counted by how many of it there are. */
import { integer, percent } from '../../base/format';
import type { Bar } from './layout';

export interface HistogramProps {
  title: string;
  /** The words when there is no bar. */
  empty: string;
  /** Heads of the two columns, for those who do not see the bars. */
  heads: readonly [string, string];
  bars: readonly Bar[];
}

export function Histogram({ title, empty, heads, bars }: HistogramProps) {
  const longest = Math.max(...bars.map(({ share }) => share));
  return (
    <div className="histogram">
      <h3>{title}</h3>
      {bars.length === 0 ? (
        <p className="quiet">{empty}</p>
      ) : (
        <table>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col">{heads[1]}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ from, to, count, share }) => (
              <tr key={from}>
                <th scope="row">{from === to ? from : `${from}–${to}`}</th>
                <td>
                  <i
                    className="histogram-bar"
                    style={{ inlineSize: `${(60 * share) / longest}%` }}
                    aria-hidden="true"
                  />
                  {integer(count)} <span className="quiet">{percent(share)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
