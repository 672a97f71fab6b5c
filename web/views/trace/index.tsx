/** The page of traces (`#/traces`): one is chosen and read, its character is shown, and it is run. */
import { useEffect, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { writeDocument } from '../../model/scenario/document';
import { FTLS, type FtlKind } from '../../model/schemes';
import { isRefused, proposedDevice, type TraceDevice, traceScenario } from '../../model/traces/trace-device';
import { shownOf } from '../../protocol/engine/outcome';
import type { Failure } from '../../protocol/generated/Failure';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import type { MakeDrives } from '../../protocol/traces/drives';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import { lastDrive, madeTables } from '../../state/drive';
import { prepare, withTrace } from '../../state/plans/batch-compare';
import { useLab, useLabStore } from '../../state/use-lab';
import { readText } from '../cautions/note-text';
import { Details } from './Details';
import { Aliased, useFit } from './Device';
import { Drives } from './drives/Drives';
import { FormatDialog } from './format/Format';
import { Head } from './Head';
import { Next } from './Next';
import { Notes } from './notes/Notes';
import { Pace } from './notes/Pace';
import { Panels } from './Panels';
import { Portrait } from './Portrait';
import { Reading, Refused } from './Reading';
import { remember } from './recent';
import { Start } from './Start';
import { type Import, useImport } from './use-import';
import { useLocality } from './use-locality';
import '../page.css';
import './trace.css';
import './details.css';

const PAGE_BYTES = 4096;

export interface TracesProps {
  /** A file dropped on the page; once it is being read, `taken` is called. */
  file: File | null;
  taken: () => void;
  /** Shows the stage, on which the trace is then. */
  toStage: () => void;
  makeDrives: MakeDrives;
}

export function Traces({ file, taken, toStage, makeDrives }: TracesProps) {
  const imported = useImport(PAGE_BYTES);
  const { trace, read, progress, failure } = imported;
  /** Another one is to be chosen, while this one is still there. */
  const [choosing, setChoosing] = useState(false);
  const [formatting, setFormatting] = useState(false);
  const onFormat = () => setFormatting(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a dropped file is read once, with fresh options
  useEffect(() => {
    if (!file) return;
    read({ file, name: file.name }, DEFAULT_OPTIONS);
    taken();
  }, [file]);
  useEffect(() => {
    if (!trace) return;
    setChoosing(false);
    // One that the lab made cannot be chosen from disk.
    const { made } = madeTables.getState();
    if (!made?.tables.some(({ name }) => name === trace.name)) remember(trace.name);
  }, [trace]);

  return (
    <main className="page traces">
      <h1 className="visually-hidden">{m.trace_page()}</h1>
      {progress ? (
        <Reading imported={imported} />
      ) : failure ? (
        <>
          <Refused {...{ imported, onFormat }} />
          <Start imported={imported} />
        </>
      ) : trace && !choosing ? (
        <Shown {...{ imported, trace, toStage, makeDrives, onFormat }} another={() => setChoosing(true)} />
      ) : (
        <Start imported={imported} back={trace ? { name: trace.name, go: () => setChoosing(false) } : null} />
      )}
      {formatting && <FormatDialog imported={imported} close={() => setFormatting(false)} />}
    </main>
  );
}

interface ShownProps {
  imported: Import;
  trace: TraceSummary;
  toStage: () => void;
  makeDrives: MakeDrives;
  another: () => void;
  onFormat: () => void;
}

function Shown({ imported, trace, toStage, makeDrives, another, onFormat }: ShownProps) {
  const lab = useLabStore();
  const busy = useLab((state) => state.slots[0]?.busy ?? null);
  const [device, setDevice] = useState<TraceDevice>(() => proposedDevice(trace.statistics));
  const [opening, setOpening] = useState<FtlKind | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const fit = useFit(trace, device);
  const blocked = isRefused(fit, device);
  const search = useLocality(trace);
  const locality = 'found' in search ? search.found : null;

  useEffect(() => {
    setRefused(null);
    setDevice(proposedDevice(trace.statistics));
  }, [trace]);

  const read = { name: trace.name, options: imported.options };
  const drive = () => lastDrive.setState({ of: { name: trace.name, hash: trace.import.hash, device } });
  const step = async (ftl: FtlKind) => {
    if (opening || blocked) return;
    setOpening(ftl);
    drive();
    const state = lab.getState();
    if (state.comparing) await state.told(state.compare(null));
    const opened = await state.open(0, writeDocument(traceScenario(read, ftl, device)));
    setOpening(null);
    setRefused(shownOf(opened));
    // Otherwise the person stays here, with the trace.
    if (opened.is === 'done') toStage();
  };

  /** The page of comparisons begins at once. All on devices of one size. */
  const compareAll = () => {
    const scenario = { ...traceScenario(read, 'page', device, FTLS), name: trace.name };
    const base = withTrace(scenario, lab.getState());
    if (!base || opening || blocked) return;
    drive();
    prepare(base, 'ftls', true);
    location.assign('#/batch');
  };

  return (
    <>
      <Head {...{ imported, trace, another, onFormat }} />
      <Pace statistics={trace.statistics} onFormat={onFormat} />
      <Notes
        {...{ imported, onFormat }}
        notes={trace.import.notes}
        said={readText(trace.import, imported.options)}
      />
      <Aliased {...{ fit, device }} onDevice={setDevice} />
      <Portrait {...{ trace, locality }} />
      <div className="traces-body">
        <div className="traces-panels">
          <Panels {...{ trace, search }} first={imported.options.first_request ?? 1} />
          <Details {...{ trace, locality }} first={imported.options.first_request ?? 1} />
        </div>
        <Next
          {...{ trace, device, fit, blocked, opening, step, compareAll }}
          onDevice={setDevice}
          progress={busy}
          cancel={() => lab.getState().cancel()}
          trouble={
            refused && (
              <p className="trouble" role="alert">
                <FailureText text={refused.message} />. <FailureText text={refused.remedy} />
              </p>
            )
          }
        >
          <Drives {...{ imported, trace, makeDrives }} />
        </Next>
      </div>
    </>
  );
}
