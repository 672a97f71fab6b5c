/** Opening a trace: read it, show how it was understood, choose a device and FTLs, run. */
import { useEffect, useState } from 'react';
import { Dialog } from '../../base/Dialog';
import { m } from '../../i18n/compiled/messages.js';
import { writeDocument } from '../../model/document';
import type { FtlKind } from '../../model/schemes';
import { busyDevice, type TraceDevice, traceScenario } from '../../model/trace-device';
import type { Failure } from '../../protocol/generated/Failure';
import { DEFAULT_OPTIONS } from '../../protocol/trace-options';
import { useLab, useLabStore } from '../../state/use-lab';
import { DevicePart } from './Device';
import { ReadingPart } from './Reading';
import { SourcePart } from './Source';
import { SummaryPart } from './Summary';
import { useImport } from './use-import';
import './trace.css';

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
    setDevice(trace ? busyDevice(trace.statistics) : null);
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
          {refused.message}. {refused.remedy}
        </p>
      )}
    </Dialog>
  );
}
