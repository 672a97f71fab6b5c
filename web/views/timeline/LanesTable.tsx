/** The lanes as a table: what happened in which requests. Each row leads there. */

import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { Dialog } from '../../kit/Dialog';
import type { Lanes } from '../../protocol/generated/Lanes';
import type { LaneId } from '../../schemes/scheme';
import { countsOf, countText, lanesTable, toldBins } from './layout';
import './lanes-table.css';

export interface LanesTableProps {
  lanes: Lanes;
  ids: readonly LaneId[];
  /** Requests from this one on are not told. */
  hiddenFrom: number | null;
  onSeek: (request: number) => void;
  close: () => void;
}

/** Rows that one still reads. */
const MOST_ROWS = 64;

export default function LanesTable({ lanes, ids, hiddenFrom, onSeek, close }: LanesTableProps) {
  const filled = toldBins(lanes, hiddenFrom);
  const rows = lanesTable({ ...lanes, filled }, ids, MOST_ROWS);
  const counted = countsOf(ids);
  return (
    <Dialog title={m.transport_lanes()} closeLabel={m.app_close()} close={close} width="wide">
      {rows.length === 0 ? (
        <p className="quiet">{m.transport_lanes_none()}</p>
      ) : (
        <div className="lanes-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{m.transport_lanes_requests()}</th>
                {counted.map((of) => (
                  <th key={of} scope="col">
                    {countText(of)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ from, to, counts }) => (
                <tr key={from}>
                  <th scope="row">
                    <button
                      type="button"
                      onClick={() => {
                        close();
                        onSeek(to);
                      }}
                    >
                      {from === to ? integer(to) : `${integer(from)}–${integer(to)}`}
                    </button>
                  </th>
                  {counts.map((count, lane) => (
                    <td key={counted[lane]}>{integer(count)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
