/** How many logical blocks had to be merged to give a log block back. Under FAST the costly ones are what one looks for. */
import { integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Report } from '../../protocol/generated/Report';
import { mergeBars } from './layout';

const MOST_BARS = 8;

export function MergeHistogram({ merges }: { merges: Report['merges'] }) {
  const bars = mergeBars(merges.full_merge_blocks, MOST_BARS);
  const longest = Math.max(...bars.map(({ share }) => share));
  return (
    <div className="merge-histogram">
      <h3>{m.metrics_merge_blocks()}</h3>
      {bars.length === 0 ? (
        <p className="quiet">{m.metrics_merge_blocks_none()}</p>
      ) : (
        <table>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{m.metrics_merge_blocks_merged()}</th>
              <th scope="col">{m.metrics_merge_blocks_victims()}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ from, to, victims, share }) => (
              <tr key={from}>
                <th scope="row">{from === to ? from : `${from}–${to}`}</th>
                <td>
                  <i
                    className="merge-bar"
                    style={{ inlineSize: `${(60 * share) / longest}%` }}
                    aria-hidden="true"
                  />
                  {integer(victims)} <span className="quiet">{percent(share)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
