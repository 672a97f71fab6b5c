/** A row a run: how far it is, then its figures. */
import { useDeferredValue } from 'react';
import { count, decimal, duration, percent, plain } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { FtlDiagram } from '../../kit/FtlDiagram';
import { Icon } from '../../kit/Icon';
import { WideTable } from '../../kit/WideTable';
import { byteAmplification } from '../../model/amplification';
import { waits } from '../../model/metrics';
import type { Preset } from '../../model/plans/batch-compare';
import { cleans, type FtlKind } from '../../model/schemes';
import type { Report } from '../../protocol/generated/Report';
import { schemeOf } from '../../schemes';
import type { BatchComparison, Stage } from '../../state/plans/batch-compare';
import { amplificationText } from '../metric-names';
import { type By, byOf } from './about';
import { bestOf, ranked, variantName } from './words';

interface RunsProps {
  runs: readonly BatchComparison[];
  preset: Preset;
  underWay: boolean;
}

export function RunsTable({ runs, preset, underWay }: RunsProps) {
  const by = byOf(runs, preset);
  const best = runs[bestOf(runs, preset)];
  const least = best && ranked(best, by);
  const done = runs.flatMap(({ stage, variant }) =>
    stage.is === 'done' ? [{ report: stage.report, ftl: variant.ftl }] : [],
  );
  const all = by === 'host' ? [...ANSWERS, ...FLASH, CMT, ...BUFFER] : [...FLASH, CMT, ...BUFFER, ...ANSWERS];
  const columns = all
    .filter(({ where }) => !where || done.some(({ report, ftl }) => where(report, ftl)))
    .filter((column) => column !== CMT || done.every(({ ftl }) => ftl === 'dftl'));
  return (
    <WideTable label={m.batch_caption()}>
      <caption className="visually-hidden">{m.batch_caption()}</caption>
      <thead>
        <tr>
          {[m.batch_column_run(), ...columns.map(({ name }) => name())].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{m.batch_column_stage()}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={variantName(run.variant, preset)} {...{ run, preset, underWay, columns, least, by }} />
        ))}
      </tbody>
    </WideTable>
  );
}

type RowProps = Omit<RunsProps, 'runs'> & {
  run: BatchComparison;
  columns: readonly Column[];
  /** The best run's value of the ranked figure. */
  least: number | undefined;
  by: By;
};

const RANKED: Record<By, () => string> = {
  flash: m.metrics_erases,
  host: m.batch_column_mean,
  owed: m.batch_column_wa,
};

function Row({ run, preset, underWay, columns, least, by }: RowProps) {
  const name = variantName(run.variant, preset);
  const { stage } = run;
  const awaited = underWay && stage.is !== 'done' && stage.is !== 'failed';
  const best = least !== undefined && ranked(run, by) === least;
  return (
    <tr className={best ? 'best' : undefined}>
      <th scope="row">
        <span className="of">
          <FtlDiagram of={schemeOf(run.variant.ftl).diagram} />
          {name}
        </span>
      </th>
      {columns.map(({ name: column, of }) => (
        <td key={column()} className={column === RANKED[by] ? 'by' : undefined}>
          {stage.is === 'done' && of(stage.report, run.variant.ftl)}
        </td>
      ))}
      <td className="stage">
        <StageShown stage={stage} name={name} />
        {!awaited && <Open link={run.link} name={name} />}
      </td>
    </tr>
  );
}

/** Its link takes some milliseconds to pack: once nothing more urgent is to be drawn. */
function Open({ link, name }: { link: BatchComparison['link']; name: string }) {
  const linked = useDeferredValue<BatchComparison['link'] | null>(link, null);
  return (
    linked && (
      <a className="button quiet small" href={linked()} aria-label={m.batch_open({ name })}>
        <Icon name="play" size={12} />
        {m.batch_open_short()}
      </a>
    )
  );
}

interface Column {
  name: () => string;
  of: (report: Report, ftl: FtlKind) => string;
  /** Absent: always. */
  where?: (report: Report, ftl: FtlKind) => boolean;
}

const behindBuffer = ({ buffer }: Report) => buffer !== undefined;
const sideBySide = ({ parallel }: Report) => parallel !== undefined;
/** A figure that not every run has. */
const or = (value: number | undefined, show: (value: number) => string) =>
  value === undefined ? m.metrics_none() : show(value);

/** Where blocks are cleaned one by one, nothing is merged. */
const merged = (of: (merges: Report['merges']) => number) => ({
  of: ({ merges }: Report, ftl: FtlKind) => (cleans(ftl) ? m.metrics_none() : count(of(merges))),
  where: ({ merges }: Report, ftl: FtlKind) => !cleans(ftl) && of(merges) > 0,
});

const FLASH: readonly Column[] = [
  { name: m.metrics_erases, of: ({ flash }) => count(flash.erases.total) },
  { name: m.batch_column_switch, ...merged((merges) => merges.switch) },
  { name: m.batch_column_partial, ...merged(({ partial }) => partial) },
  { name: m.batch_column_full, ...merged(({ full }) => full) },
  {
    name: m.batch_column_copies,
    of: ({ flash: { programs } }) => count(programs.gc + programs.merge + programs.wear),
  },
  { name: m.batch_column_wa, of: amplificationText },
  {
    name: m.batch_column_bytes,
    of: ({ byte_amplification: bytes }) => (bytes === null ? m.metrics_none() : decimal(bytes)),
    where: (report) => byteAmplification(report) !== null,
  },
];

/** Of the look-ups of mappings; where all runs have a CMT. */
const CMT: Column = {
  name: m.cmt_hits,
  of: ({ cmt: { hits, misses } }) =>
    or(hits + misses > 0 ? hits / (hits + misses) : undefined, (share) => percent(share, 1)),
};

const BUFFER: readonly Column[] = [
  {
    name: m.batch_column_hits,
    of: ({ buffer, host: { writes } }) =>
      or(buffer && writes > 0 ? buffer.write_hits / writes : undefined, (share) => percent(share, 1)),
    where: behindBuffer,
  },
  { name: m.batch_column_destaged, of: ({ buffer }) => or(buffer?.destaged, count), where: behindBuffer },
  { name: m.batch_column_padded, of: ({ buffer }) => or(buffer?.padded, count), where: behindBuffer },
  {
    name: m.batch_column_ram,
    of: ({ buffer }) => {
      if (!buffer) return m.metrics_none();
      const [mapping, pages] = [buffer.mapping_bytes, buffer.buffer_bytes].map((n) => plain(n / 1024));
      return m.batch_ram_split({ mapping: mapping ?? '', buffer: pages ?? '' });
    },
    where: behindBuffer,
  },
];

/** Below one another: in one unit, as far as that says anything. */
function milliseconds(us: number): string {
  return us < 1000 ? duration(us) : `${decimal(us / 1000, 1)} ms`;
}

const ANSWERS: readonly Column[] = [
  { name: m.batch_column_service, of: ({ service_us }) => milliseconds(service_us.mean), where: waits },
  { name: m.batch_column_mean, of: ({ response_us }) => milliseconds(response_us.mean) },
  { name: m.batch_column_p99, of: ({ response_us }) => milliseconds(response_us.p99) },
  {
    name: m.batch_column_wait,
    of: ({ parallel }) => or(parallel?.wait_us.mean, duration),
    where: sideBySide,
  },
  {
    name: m.batch_column_bandwidth,
    of: ({ parallel }) => or(parallel?.bandwidth_mb_s, (value) => m.batch_mb_s({ value: decimal(value, 1) })),
    where: sideBySide,
  },
  {
    name: m.batch_column_busy,
    of: ({ parallel }) => or(parallel?.busy, (share) => percent(share, 1)),
    where: sideBySide,
  },
];

function StageShown({ stage, name }: { stage: Stage; name: string }) {
  switch (stage.is) {
    case 'waiting':
      return <span className="quiet">{m.batch_waiting()}</span>;
    case 'cancelled':
      return <span className="quiet">{m.batch_cancelled()}</span>;
    case 'running':
      return (
        <progress
          aria-label={m.batch_progress_of({ name })}
          value={stage.stand.requests}
          max={stage.stand.total || 1}
        />
      );
    case 'done':
      return null;
    case 'failed':
      return (
        <span className="trouble" role="alert">
          <FailureText text={stage.failure.message} />. <FailureText text={stage.failure.remedy} />
        </span>
      );
  }
}
