/** The page's lists: what is checked where, errata of the paper, how other simulators compare. All prose is in the messages. */
import { useId } from 'react';
import { decimal } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Models } from '../../protocol/models';
import { text } from './charts/words';

export function Checks() {
  return (
    <Listed
      title={m.validation_checks()}
      head={['check', 'check_says', 'check_where']}
      rows={['laws', 'examples', 'same', 'forms', 'tools'].map((row) => [row, `${row}_says`, `${row}_where`])}
    />
  );
}

const ERRATA = ['sf', '11', 'table2', '24', '26', '27', '29', '30', '624'];

/** `models`: `null` while they load or if they did not; the figures are missing then. */
export function Errata({ models }: { models: Models | null }) {
  const uniform = (alpha: number, np: number) => shown(models?.writeAmplification(alpha, np, 1, 1));
  /** The example of section 5. */
  const example = [1 / (1 - 0.1), 64, 0.9, 0.05] as const;
  return (
    <Listed
      title={m.validation_errata()}
      intro={m.validation_errata_intro()}
      head={['erratum_place', 'erratum_printed', 'erratum_ours']}
      rows={ERRATA.map((row) => [`erratum_${row}`, `erratum_${row}_printed`, `erratum_${row}_ours`])}
      values={{
        // (T-U)/U is alpha - 1.
        erratum_sf_printed: { printed: uniform(1.07, 0) },
        erratum_sf_ours: { ours: uniform(1 / (1 - 0.07), 0) },
        erratum_table2_ours: { ours: uniform(1 / (1 - 0.03), 64) },
        erratum_624_ours: {
          one: shown(models?.writeAmplification(...example), 2),
          apart: shown(models?.optimalSplit(...example)?.amplification, 2),
        },
      }}
    />
  );
}

function shown(value: number | undefined, digits = 3): string {
  return value === undefined ? '…' : decimal(value, digits);
}

const PEERS = [
  ...['ostep_gc', 'ostep_wa', 'flashsim', 'psu', 'mqsim'],
  ...['simplessd', 'ssdplayer', 'eyana', 'femu', 'vssim'],
];

export function Peers() {
  return (
    <Listed
      title={m.validation_peers()}
      intro={m.validation_peers_intro()}
      head={['peer', 'peer_wrong', 'peer_see']}
      rows={PEERS.map((row) => [`peer_${row}`, `peer_${row}_wrong`, `peer_${row}_see`])}
    />
  );
}

interface ListedProps {
  title: string;
  intro?: string;
  /** Keys of messages, without their area. */
  head: string[];
  rows: string[][];
  /** The values put into messages. */
  values?: Record<string, Record<string, string>>;
}

/** A list whose items have three parts: a table, so that a screen reader says which part is which. */
function Listed({ title, intro, head, rows, values = {} }: ListedProps) {
  const id = useId();
  const said = (key = '') => text(`validation_${key}`, values[key]);
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {intro && <p>{intro}</p>}
      <table className="listed" aria-labelledby={id}>
        <thead>
          <tr>
            {head.map((key) => (
              <th key={key} scope="col">
                {said(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...parts]) => (
            <tr key={name}>
              <th scope="row">{said(name)}</th>
              {parts.map((part, at) => (
                <td key={part} data-head={said(head[at + 1])}>
                  {said(part)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
