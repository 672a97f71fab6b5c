/** The page's lists: what is checked where, errata of the paper, errors of other tools. All prose is in the messages. */
import { useId } from 'react';
import { decimal } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Models } from '../../protocol/models';

export function Checks() {
  return (
    <Listed
      title={m.validation_checks()}
      head={[m.validation_check(), m.validation_check_says(), m.validation_check_where()]}
      rows={[
        [m.validation_laws(), m.validation_laws_says(), m.validation_laws_where()],
        [m.validation_examples(), m.validation_examples_says(), m.validation_examples_where()],
        [m.validation_same(), m.validation_same_says(), m.validation_same_where()],
        [m.validation_forms(), m.validation_forms_says(), m.validation_forms_where()],
        [m.validation_tools(), m.validation_tools_says(), m.validation_tools_where()],
      ]}
    />
  );
}

/** `models`: `null` while they load or if they did not; the figures are missing then. */
export function Errata({ models }: { models: Models | null }) {
  const uniform = (alpha: number, np: number) => shown(models?.writeAmplification(alpha, np, 1, 1));
  /** The example of section 5. */
  const example = [1 / (1 - 0.1), 64, 0.9, 0.05] as const;
  return (
    <Listed
      title={m.validation_errata()}
      intro={m.validation_errata_intro()}
      head={[m.validation_erratum_place(), m.validation_erratum_printed(), m.validation_erratum_ours()]}
      rows={[
        [
          m.validation_erratum_sf(),
          // (T-U)/U is alpha - 1.
          m.validation_erratum_sf_printed({ printed: uniform(1.07, 0) }),
          m.validation_erratum_sf_ours({ ours: uniform(1 / (1 - 0.07), 0) }),
        ],
        [m.validation_erratum_11(), m.validation_erratum_11_printed(), m.validation_erratum_11_ours()],
        [
          m.validation_erratum_table2(),
          m.validation_erratum_table2_printed(),
          m.validation_erratum_table2_ours({ ours: uniform(1 / (1 - 0.03), 64) }),
        ],
        [m.validation_erratum_24(), m.validation_erratum_24_printed(), m.validation_erratum_24_ours()],
        [m.validation_erratum_26(), m.validation_erratum_26_printed(), m.validation_erratum_26_ours()],
        [m.validation_erratum_27(), m.validation_erratum_27_printed(), m.validation_erratum_27_ours()],
        [m.validation_erratum_29(), m.validation_erratum_29_printed(), m.validation_erratum_29_ours()],
        [m.validation_erratum_30(), m.validation_erratum_30_printed(), m.validation_erratum_30_ours()],
        [
          m.validation_erratum_624(),
          m.validation_erratum_624_printed(),
          m.validation_erratum_624_ours({
            one: shown(models?.writeAmplification(...example), 2),
            apart: shown(models?.optimalSplit(...example)?.amplification, 2),
          }),
        ],
      ]}
    />
  );
}

function shown(value: number | undefined, digits = 3): string {
  return value === undefined ? '…' : decimal(value, digits);
}

export function Peers() {
  return (
    <Listed
      title={m.validation_peers()}
      intro={m.validation_peers_intro()}
      head={[m.validation_peer(), m.validation_peer_wrong(), m.validation_peer_see()]}
      rows={[
        [m.validation_peer_ostep_gc(), m.validation_peer_ostep_gc_wrong(), m.validation_peer_ostep_gc_see()],
        [m.validation_peer_ostep_wa(), m.validation_peer_ostep_wa_wrong(), m.validation_peer_ostep_wa_see()],
        [m.validation_peer_flashsim(), m.validation_peer_flashsim_wrong(), m.validation_peer_flashsim_see()],
        [m.validation_peer_psu(), m.validation_peer_psu_wrong(), m.validation_peer_psu_see()],
        [m.validation_peer_mqsim(), m.validation_peer_mqsim_wrong(), m.validation_peer_mqsim_see()],
        [
          m.validation_peer_simplessd(),
          m.validation_peer_simplessd_wrong(),
          m.validation_peer_simplessd_see(),
        ],
        [
          m.validation_peer_ssdplayer(),
          m.validation_peer_ssdplayer_wrong(),
          m.validation_peer_ssdplayer_see(),
        ],
        [m.validation_peer_eyana(), m.validation_peer_eyana_wrong(), m.validation_peer_eyana_see()],
        [m.validation_peer_femu(), m.validation_peer_femu_wrong(), m.validation_peer_femu_see()],
        [m.validation_peer_vssim(), m.validation_peer_vssim_wrong(), m.validation_peer_vssim_see()],
      ]}
    />
  );
}

type Three = [string, string, string];

/** A list whose items have three parts: a table, so that a screen reader says which part is which. */
function Listed({ title, intro, head, rows }: { title: string; intro?: string; head: Three; rows: Three[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {intro && <p>{intro}</p>}
      <table className="listed" aria-labelledby={id}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...parts]) => (
            <tr key={parts.join()}>
              <th scope="row">{name}</th>
              {parts.map((part, at) => (
                <td key={part} data-head={head[at + 1]}>
                  {part}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
