/** A row a run: how far it is, then its figures. */
import { decimal, duration, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import type { Preset } from '../../model/line-up';
import type { Report } from '../../protocol/generated/Report';
import type { LinedUp, Stage } from '../../state/line-up';
import { costsOfRun, variantName } from './words';

interface RunsProps {
  runs: readonly LinedUp[];
  preset: Preset;
}

export function RunsTable({ runs, preset }: RunsProps) {
  const fewest = Math.min(...runs.flatMap((run) => costsOfRun(run)?.erases ?? []));
  return (
    <div className="wide-table">
      <table>
        <caption className="visually-hidden">{m.lineup_caption()}</caption>
        <thead>
          <tr>
            {[m.lineup_column_run(), m.lineup_column_stage(), ...COLUMNS.map(({ name }) => name())].map(
              (name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => {
            const name = variantName(run.variant, preset);
            const { stage } = run;
            const costs = costsOfRun(run);
            return (
              <tr key={name} className={costs && costs.erases === fewest ? 'fewest' : undefined}>
                <th scope="row">
                  <a href={run.link()} aria-label={m.lineup_open({ name })}>
                    {name}
                  </a>
                </th>
                <td className="stage">
                  <StageShown stage={stage} name={name} />
                </td>
                {COLUMNS.map(({ name: column, of }) => (
                  <td key={column()}>{stage.is === 'done' && of(stage.report)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const COLUMNS: readonly { name: () => string; of: (report: Report) => string }[] = [
  { name: m.metrics_erases, of: ({ flash }) => integer(flash.erases.total) },
  { name: m.metrics_switch_merges, of: ({ merges }) => integer(merges.switch) },
  { name: m.metrics_partial_merges, of: ({ merges }) => integer(merges.partial) },
  { name: m.metrics_full_merges, of: ({ merges }) => integer(merges.full) },
  {
    name: m.lineup_column_copies,
    of: ({ flash: { programs } }) => integer(programs.gc + programs.merge + programs.wear),
  },
  {
    name: m.metrics_write_amplification,
    of: ({ write_amplification: wa }) => (wa === null ? m.metrics_none() : decimal(wa)),
  },
  { name: m.metrics_response_mean, of: ({ response_us }) => duration(response_us.mean) },
  { name: m.metrics_response_p99, of: ({ response_us }) => duration(response_us.p99) },
];

function StageShown({ stage, name }: { stage: Stage; name: string }) {
  switch (stage.is) {
    case 'waiting':
      return <span className="quiet">{m.lineup_waiting()}</span>;
    case 'cancelled':
      return <span className="quiet">{m.lineup_cancelled()}</span>;
    case 'running':
      return (
        <progress
          aria-label={m.lineup_progress_of({ name })}
          value={stage.stand.requests}
          max={stage.stand.total || 1}
        />
      );
    case 'done':
      return <span className="quiet">{m.lineup_seconds({ seconds: decimal(stage.seconds, 1) })}</span>;
    case 'failed':
      return (
        <span className="trouble" role="alert">
          <FailureText text={stage.failure.message} />. <FailureText text={stage.failure.remedy} />
        </span>
      );
  }
}
