/** A row a run: how far it is, then its figures. */
import { useDeferredValue } from 'react';
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
  underWay: boolean;
}

export function RunsTable({ runs, preset, underWay }: RunsProps) {
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
          {runs.map((run) => (
            <Row key={variantName(run.variant, preset)} {...{ run, preset, underWay, fewest }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<RunsProps, 'runs'> & { run: LinedUp; fewest: number };

function Row({ run, preset, underWay, fewest }: RowProps) {
  const name = variantName(run.variant, preset);
  const { stage } = run;
  const awaited = underWay && stage.is !== 'done' && stage.is !== 'failed';
  const costs = costsOfRun(run);
  return (
    <tr className={costs && costs.erases === fewest ? 'fewest' : undefined}>
      <th scope="row">
        <Name link={awaited ? null : run.link} name={name} />
      </th>
      <td className="stage">
        <StageShown stage={stage} name={name} />
      </td>
      {COLUMNS.map(({ name: column, of }) => (
        <td key={column()}>{stage.is === 'done' && of(stage.report)}</td>
      ))}
    </tr>
  );
}

/** Its link takes some milliseconds to pack: once nothing more urgent is to be drawn. */
function Name({ link, name }: { link: LinedUp['link'] | null; name: string }) {
  const linked = useDeferredValue(link, null);
  if (!linked) return name;
  return (
    <a href={linked()} aria-label={m.lineup_open({ name })}>
      {name}
    </a>
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
