/** The runs of a policy: each with its write amplification beside the FTL's own, and its points. */
import { decimal } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import type { PolicyTask } from '../language/lesson';
import { Inlines } from '../parts/Text';
import { type Played, scoreOf } from './judge';

const amplification = ({ end }: Played['mine']) =>
  end.report.write_amplification === null ? '' : decimal(end.report.write_amplification);

export function Runs({ policy, runs }: { policy: PolicyTask; runs: readonly Played[] }) {
  const scored = policy.points.length > 0;
  return (
    <table className="runs">
      <caption className="visually-hidden">{m.lesson_policy_runs()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.lesson_policy_col_run()}</th>
          <th scope="col">{m.lesson_policy_col_yours()}</th>
          <th scope="col">{m.lesson_policy_col_ftl()}</th>
          {policy.points.map(({ name, value }) => (
            <th scope="col" key={value.text}>
              <Inlines inlines={name} scope={null} slug={null} />
            </th>
          ))}
          {scored && <th scope="col">{m.lesson_policy_col_points()}</th>}
          <th scope="col">
            <span className="visually-hidden">{m.lesson_policy_col_verdict()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a step are always the same
          <tr key={at}>
            <th scope="row">{runName(at)}</th>
            <td>{amplification(run.mine)}</td>
            <td>{amplification(run.alone)}</td>
            {run.points.map((points, each) => (
              <td key={policy.points[each]?.value.text}>{points === null ? '' : decimal(points, 1)}</td>
            ))}
            {scored && (
              <td>
                <b>{decimal(scoreOf(policy, run.points).you, 1)}</b>
              </td>
            )}
            <td>
              <Icon name={run.missed ? 'warning' : 'check'} size={16} />
              <span className="visually-hidden">
                {run.missed ? m.lesson_policy_missed() : m.lesson_policy_held()}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function runName(at: number): string {
  return at === 0 ? m.lesson_policy_visible() : m.lesson_policy_hidden({ run: at });
}
