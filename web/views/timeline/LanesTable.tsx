/** The lanes as a table: what happened in which requests. Each row leads there. */

import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { Dialog } from '../../kit/Dialog';
import { schemeOf } from '../../schemes';
import { countsOf, countText, lanesOf, lanesTable, toldBins } from './layout';
import './lanes-table.css';
import type { Track } from './View';

export interface LanesTableProps {
  tracks: readonly Track[];
  /** Requests from this one on are not told. */
  hiddenFrom: number | null;
  onSeek: (request: number) => void;
  close: () => void;
}

/** Rows that one still reads. */
const MOST_ROWS = 64;

export default function LanesTable({ tracks, hiddenFrom, onSeek, close }: LanesTableProps) {
  return (
    <Dialog title={m.transport_lanes()} closeLabel={m.app_close()} close={close} width="wide">
      {tracks.map((track) => (
        <TrackTable key={track.name} {...{ track, hiddenFrom, onSeek, close }} beside={tracks.length > 1} />
      ))}
    </Dialog>
  );
}

interface TrackTableProps extends Omit<LanesTableProps, 'tracks'> {
  track: Track;
  beside: boolean;
}

function TrackTable({ track: { name, ftl, lanes }, beside, hiddenFrom, onSeek, close }: TrackTableProps) {
  const ids = lanesOf(schemeOf(ftl).lanes, beside, false);
  const rows = lanes ? lanesTable({ ...lanes, filled: toldBins(lanes, hiddenFrom) }, ids, MOST_ROWS) : [];
  const counted = countsOf(ids);
  if (rows.length === 0) return <p className="quiet">{m.transport_lanes_none()}</p>;
  return (
    <div className="lanes-table">
      <table>
        {name && <caption>{name}</caption>}
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
  );
}
