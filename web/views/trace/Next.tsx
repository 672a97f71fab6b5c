/** The uses of a trace: all FTLs are compared on it, or it is stepped through under one; and on which device. */
import { type ReactNode, useState } from 'react';
import { integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FTL_NAMES } from '../../i18n/ftl-names';
import { FtlDiagram } from '../../kit/FtlDiagram';
import { Icon } from '../../kit/Icon';
import { FTLS, type FtlKind } from '../../model/schemes';
import { spareFactor, type TraceDevice } from '../../model/traces/trace-device';
import type { TraceFit } from '../../protocol/generated/TraceFit';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { schemeOf } from '../../schemes';
import { sizeText } from '../size-text';
import { DeviceDialog, Fit, SameDrive, Times } from './Device';
import { PartialWrites } from './PartialWrites';

interface NextProps {
  trace: TraceSummary;
  device: TraceDevice;
  /** How the trace fits it; `null` until the engine has said so. */
  fit: TraceFit | null;
  /** It would be refused on this device. */
  blocked: boolean;
  onDevice: (device: TraceDevice) => void;
  compareAll: () => void;
  step: (ftl: FtlKind) => Promise<void>;
  /** Under which FTL it is being opened. */
  opening: FtlKind | null;
  progress: { requests: number; total: number } | null;
  cancel: () => void;
  /** More to do with the trace. */
  children: ReactNode;
  trouble: ReactNode;
}

export function Next({
  trace,
  device,
  fit,
  blocked,
  onDevice,
  compareAll,
  step,
  opening,
  progress,
  cancel,
  trouble,
  children,
}: NextProps) {
  const [changing, setChanging] = useState(false);
  const busy = opening !== null || blocked;
  return (
    <aside className="panel traces-next" aria-label={m.trace_next()}>
      <h3>{m.trace_next()}</h3>
      <p className="quiet">{m.trace_next_what()}</p>
      {/* Not `disabled`: the focus stays on it, and from there goes back to where it was. */}
      <button type="button" className="now large" aria-disabled={busy} onClick={compareAll}>
        <Icon name="chart" />
        {m.trace_compare_all()}
      </button>
      <p className="or">{m.trace_or_step()}</p>
      <ul className="pick" aria-label={m.trace_or_step()}>
        {FTLS.map((ftl) => (
          <li key={ftl}>
            <button type="button" aria-disabled={busy} onClick={() => void step(ftl)}>
              <FtlDiagram of={schemeOf(ftl).diagram} />
              {FTL_NAMES[ftl]()}
            </button>
          </li>
        ))}
      </ul>
      {opening && (
        <div className="actions">
          <span role="status">
            {progress ? `${m.trace_opening()} ${progress.requests} / ${progress.total}` : m.trace_opening()}
          </span>
          <button type="button" className="small" onClick={cancel}>
            {m.app_cancel()}
          </button>
        </div>
      )}
      {trouble}
      <section aria-label={m.trace_device_proposed()}>
        <div className="of-device">
          <h4>{m.trace_device_proposed()}</h4>
          <button type="button" className="quiet small" onClick={() => setChanging(true)}>
            <Icon name="pencil" size={14} />
            {m.trace_device_change()}
          </button>
        </div>
        <dl className="device-facts">
          <div>
            <dt>{m.trace_host_pages()}</dt>
            <dd>{integer(device.logicalPages)}</dd>
          </div>
          <div>
            <dt>{m.trace_page_block()}</dt>
            <dd>
              {m.trace_page_block_of({
                size: sizeText(device.pageBytes),
                pages: integer(device.pagesPerBlock),
              })}
            </dd>
          </div>
          <div>
            <dt>{m.trace_device_blocks()}</dt>
            <dd>{integer(device.blocks)}</dd>
          </div>
          <div>
            <dt>{m.trace_spare()}</dt>
            <dd>{percent(spareFactor(device))}</dd>
          </div>
          <div>
            <dt>{m.trace_before()}</dt>
            <dd>{device.filled ? m.trace_before_filled() : m.trace_before_empty()}</dd>
          </div>
        </dl>
        <Times statistics={fit?.statistics ?? trace.statistics} {...{ device, onDevice }} />
        <SameDrive {...{ trace, device, onDevice }} />
        <Fit {...{ fit, device, onDevice }} />
        <PartialWrites statistics={fit?.statistics ?? trace.statistics} {...{ device, onDevice }} />
      </section>
      {children}
      {changing && <DeviceDialog {...{ trace, device, fit, onDevice }} close={() => setChanging(false)} />}
    </aside>
  );
}
