/** Opening a trace: read it, show how it was understood, choose a device and FTLs, run. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { Dialog } from '../../base/Dialog';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { writeDocument } from '../../model/document';
import { FTLS, type FtlKind } from '../../model/schemes';
import { proposedDevice, type TraceDevice, traceScenario } from '../../model/trace-device';
import type { Failure } from '../../protocol/generated/Failure';
import { DEFAULT_OPTIONS } from '../../protocol/trace-options';
import { prepare, withTrace } from '../../state/line-up';
import { useLab, useLabStore } from '../../state/use-lab';
import { DevicePart } from './Device';
import { ReadingPart } from './Reading';
import { SourcePart } from './Source';
import { SummaryPart } from './Summary';
import { useImport } from './use-import';
import './trace.css';

const Insight = lazy(() => import('./Insight'));

const PAGE_BYTES = 4096;

export interface TraceDialogProps {
  close: () => void;
  /** A file dropped on the page. */
  file: File | null;
}

export function TraceDialog({ close, file }: TraceDialogProps) {
  const lab = useLabStore();
  const busy = useLab((state) => state.slots[0]?.busy ?? null);
  const [device, setDevice] = useState<TraceDevice | null>(null);
  const [ftl, setFtl] = useState<FtlKind>('page');
  const [other, setOther] = useState<FtlKind | null>(null);
  const [looking, setLooking] = useState(false);
  const [opening, setOpening] = useState(false);
  const [refused, setRefused] = useState<Failure | null>(null);
  const imported = useImport(PAGE_BYTES);
  const { trace, read } = imported;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a dropped file is read once, with fresh options
  useEffect(() => {
    if (file) read({ file, name: file.name }, DEFAULT_OPTIONS);
  }, [file]);
  useEffect(() => {
    setRefused(null);
    setDevice(trace ? proposedDevice(trace.statistics) : null);
  }, [trace]);

  const run = async () => {
    if (!trace || !device || opening) return;
    setOpening(true);
    const beside: FtlKind[] = other ? [ftl, other] : [ftl];
    const text = (kind: FtlKind) => writeDocument(traceScenario(trace.name, kind, device, beside));
    const state = lab.getState();
    if (state.comparing) await state.compare(null);
    let failure = await state.open(0, text(ftl));
    if (!failure && other) failure = await state.compare(text(other));
    setOpening(false);
    setRefused(failure);
    if (!failure) close();
  };

  /** All eight, on devices of one size, on the page of comparisons. */
  const compareAll = () => {
    if (!trace || !device || opening) return;
    const document = { ...traceScenario(trace.name, ftl, device, FTLS), name: trace.name };
    const base = withTrace(document, lab.getState());
    if (!base) return;
    prepare(base, 'ftls', true);
    close();
    location.assign('#/compare');
  };

  return (
    <Dialog
      title={m.trace_title()}
      closeLabel={m.app_close()}
      close={close}
      width="wide"
      footer={
        trace &&
        device && (
          <>
            {/* Not `disabled`: the focus stays on it, and from there goes back to where it was. */}
            <button type="button" className="primary" aria-disabled={opening} onClick={() => void run()}>
              {m.trace_run()}
            </button>
            <button type="button" aria-disabled={opening} onClick={compareAll}>
              {m.trace_compare_all()}
            </button>
            {opening && (
              <>
                <span role="status">
                  {busy ? `${m.trace_opening()} ${busy.requests} / ${busy.total}` : m.trace_opening()}
                </span>
                <button type="button" onClick={() => lab.getState().cancel()}>
                  {m.app_cancel()}
                </button>
              </>
            )}
          </>
        )
      }
    >
      <SourcePart imported={imported} />
      <ReadingPart imported={imported} />
      {trace && <SummaryPart trace={trace} />}
      {trace && (
        <details open={looking} onToggle={({ currentTarget }) => setLooking(currentTarget.open)}>
          <summary>{m.trace_insight()}</summary>
          {looking && (
            <Suspense fallback={null}>
              <Insight trace={trace} first={imported.options.first_request ?? 1} />
            </Suspense>
          )}
        </details>
      )}
      {trace && device && (
        <DevicePart
          trace={trace}
          device={device}
          ftl={ftl}
          other={other}
          onDevice={setDevice}
          onFtl={setFtl}
          onOther={setOther}
        />
      )}
      {refused && (
        <p className="trouble" role="alert">
          <FailureText text={refused.message} />. <FailureText text={refused.remedy} />
        </p>
      )}
    </Dialog>
  );
}
