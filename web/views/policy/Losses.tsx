/** The first decision that differs from the FTL's, and the most expensive ones; each opens on the stage beside the better choice. */
import { useRef } from 'react';
import { useStore } from 'zustand';
import { decimal, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { choiceOf } from '../../i18n/policy-words';
import { functionOf, seenAt } from '../../model/policy/decisions';
import { taskOf } from '../../model/policy/tasks';
import type { Loss } from '../../protocol/generated/Loss';
import { policyStore } from '../../state/policy';
import { useLab, useLabStore } from '../../state/use-lab';
import { sidesOf } from './losses';

export function Losses() {
  const lab = useLabStore();
  const comparing = useLab((state) => state.comparing);
  const { losses, outcome, task, source } = useStore(policyStore);
  const shown = useRef<Loss>(null);
  if (!losses || !outcome) return null;
  if (!('worst' in losses))
    return (
      <p className="losses" role="status">
        {m.policy_loses_searching({ done: integer(losses.done), total: integer(losses.total) })}
      </p>
    );
  const { first, worst, ahead, tried, choices } = losses;
  const show = async (loss: Loss) => {
    shown.current = loss;
    const [mine, own] = sidesOf(taskOf(task).scenario, outcome.choices, loss, loss === first);
    const { open, compare, told } = lab.getState();
    if ((await told(open(0, mine))).is !== 'done') return;
    if ((await told(compare(own))).is !== 'done') return;
    await lab.getState().run({ to: 'position', position: seenAt(loss) });
  };
  const back = async () => {
    const { open, compare, told } = lab.getState();
    if ((await told(compare(null))).is !== 'done') return;
    if (!source || (await told(open(0, source))).is !== 'done') return;
    // The same decision, with all of the policy's own around it.
    if (shown.current) await lab.getState().run({ to: 'position', position: seenAt(shown.current) });
  };
  const rows: [string, Loss][] = [
    ...(first ? [[m.policy_loses_first(), first] as [string, Loss]] : []),
    ...worst.map((loss, at): [string, Loss] => [m.policy_loses_worst({ place: at + 1 }), loss]),
  ];
  return (
    <div className="losses">
      <h3>{m.policy_loses()}</h3>
      {worst.length === 0 && (
        <p>
          {tried === choices ? m.policy_loses_none() : m.policy_loses_none_tried({ tried: integer(tried) })}
        </p>
      )}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{m.policy_loses_col_which()}</th>
              <th scope="col">{m.policy_loses_col_request()}</th>
              <th scope="col">{m.policy_loses_col_choice()}</th>
              <th scope="col">{m.policy_loses_col_cost()}</th>
              <th scope="col">
                <span className="visually-hidden">{m.policy_loses_show()}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, loss]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{integer(loss.request)}</td>
                <td>
                  {m.policy_loses_choice({
                    mine: choiceOf(functionOf(loss.kind), loss.chosen),
                    own: choiceOf(functionOf(loss.kind), loss.own),
                  })}
                </td>
                <td>{costOf(loss)}</td>
                <td>
                  <button type="button" className="small" onClick={() => void show(loss)}>
                    {m.policy_loses_show()}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="quiet">
        {m.policy_loses_note({ tried: integer(tried), choices: integer(choices), ahead: integer(ahead) })}
      </p>
      {comparing && (
        <button type="button" className="small" onClick={() => void back()}>
          {m.policy_loses_back()}
        </button>
      )}
    </div>
  );
}

/** `+12.4 ms (+3.1%)`. */
function costOf({ cost_us: cost, own_us: own }: Loss): string {
  const sign = cost < own ? '−' : '+';
  const ms = decimal(Math.abs(cost - own) / 1000, 1);
  const share = own > 0 ? decimal((100 * Math.abs(cost - own)) / own, 1) : '0';
  return m.policy_loses_cost({ ms: `${sign}${ms}`, share: `${sign}${share}` });
}
