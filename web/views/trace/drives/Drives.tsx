/** The requests of the trace on other drives: together with those of a second trace, or split over several. */
import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { integer, percent } from '../../../base/format';
import { saveAs } from '../../../base/save';
import { m } from '../../../i18n/compiled/messages.js';
import { FailureText } from '../../../i18n/FailureText';
import { FileButton } from '../../../kit/FileButton';
import { Icon } from '../../../kit/Icon';
import { endingOf, shownOf } from '../../../protocol/engine/outcome';
import type { Failure } from '../../../protocol/generated/Failure';
import type { TraceSummary } from '../../../protocol/generated/TraceSummary';
import type { DrivesAsked, MakeDrives, TraceSource } from '../../../protocol/traces/drives';
import { DEFAULT_OPTIONS } from '../../../protocol/traces/trace-options';
import { type MadeTable, type MadeTables, madeTables } from '../../../state/drive';
import { NumberInput } from '../Device';
import type { Import, Source } from '../use-import';

const KIB = 1024;
/** More would be a long list. */
const MOST_DRIVES = 64;

interface DrivesProps {
  imported: Import;
  trace: TraceSummary;
  makeDrives: MakeDrives;
}

export function Drives({ imported, trace, makeDrives }: DrivesProps) {
  const { source, options, read } = imported;
  const { made } = useStore(madeTables);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const job = useRef<AbortController | null>(null);
  const title = useId();
  useEffect(() => () => job.current?.abort(), []);
  if (!source) return null;

  /** The first of the tables that has requests is opened as any other trace is. */
  const make = async (asked: DrivesAsked, namesOf: (at: number) => string, second: string | null) => {
    const mine = new AbortController();
    job.current = mine;
    setFailure(null);
    setShare(0);
    const tables = await makeDrives(asked, { signal: mine.signal, onShare: setShare }).catch(endingOf);
    if (mine.signal.aborted) return;
    setShare(null);
    if (!Array.isArray(tables)) return setFailure(shownOf(tables));
    const named = tables.map((each, at) => ({ ...each, name: namesOf(at) }));
    madeTables.setState({ made: { tables: named, with: second, of: { ...source, options } } });
    const first = named.find(({ requests }) => requests > 0);
    if (first) read({ file: first.table, name: first.name }, DEFAULT_OPTIONS);
  };
  const cancel = () => {
    job.current?.abort();
    setShare(null);
  };
  const own = sourceOf(source, options);
  const stem = stemOf(source.name);
  const together = (file: File) => {
    const second = sourceOf({ file, name: file.name }, DEFAULT_OPTIONS);
    return make({ together: [own, second] }, () => `${stem}+${stemOf(file.name)}.csv`, file.name);
  };
  const split = (drives: number, length: number) =>
    make({ split: own, stripes: { drives, length } }, (at) => `${stem}-${at + 1}.csv`, null);

  const shown = made?.tables.find(({ table }) => table === source.file);
  return (
    <section className="drives" aria-labelledby={title}>
      <h4 id={title}>{m.trace_drives()}</h4>
      {made && shown && <Made {...{ made, shown, read }} />}
      {share === null ? (
        <>
          <FileButton label={m.trace_drives_add()} className="small" take={together} />
          <p className="quiet">{m.trace_drives_add_what()}</p>
          <Split pages={trace.import.unit === 'pages'} split={split} />
        </>
      ) : (
        <div className="actions">
          <span role="status">{m.trace_drives_working({ share: percent(share) })}</span>
          <button type="button" className="small" onClick={cancel}>
            {m.app_cancel()}
          </button>
        </div>
      )}
      {failure && (
        <p className="trouble" role="alert">
          <FailureText text={failure.message} />. <FailureText text={failure.remedy} />
        </p>
      )}
    </section>
  );
}

interface SplitProps {
  /** The trace counts pages, not bytes. */
  pages: boolean;
  /** A stripe is in the trace's unit. */
  split: (drives: number, length: number) => void;
}

function Split({ pages, split }: SplitProps) {
  const [drives, setDrives] = useState(2);
  const [stripe, setStripe] = useState(pages ? 16 : 64);
  const within = drives >= 2 && drives <= MOST_DRIVES;
  return (
    <>
      <div className="split">
        <NumberInput label={m.trace_drives_n()} value={drives} onValue={setDrives} />
        <NumberInput
          label={pages ? m.trace_drives_stripe_pages() : m.trace_drives_stripe()}
          value={stripe}
          onValue={setStripe}
        />
        <button
          type="button"
          className="small"
          disabled={!within}
          onClick={() => split(drives, pages ? stripe : stripe * KIB)}
        >
          {m.trace_drives_split()}
        </button>
      </div>
      {within ? (
        <p className="quiet">{m.trace_drives_split_what()}</p>
      ) : (
        <p className="trouble" role="alert">
          {m.trace_drives_between({ most: integer(MOST_DRIVES) })}
        </p>
      )}
    </>
  );
}

interface MadeProps {
  made: MadeTables;
  shown: MadeTable;
  read: Import['read'];
}

/** Of which traces this one was made, and the ways to the other drives and back. */
function Made({ made, shown, read }: MadeProps) {
  const { tables, with: second, of } = made;
  return (
    <>
      <p>
        {second === null
          ? m.trace_drives_is_split({ name: of.name, n: integer(tables.length) })
          : m.trace_drives_is_both({ first: of.name, second })}
      </p>
      {second === null && (
        <ul className="of-drives">
          {tables.map((each, at) => (
            <li key={each.name}>
              <button
                type="button"
                className="small"
                aria-pressed={each === shown}
                disabled={each.requests === 0}
                onClick={() => read({ file: each.table, name: each.name }, DEFAULT_OPTIONS)}
              >
                {m.trace_drives_drive({ n: integer(at + 1), requests: integer(each.requests) })}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        <button type="button" className="small" onClick={() => saveAs(shown.name, shown.table, 'text/csv')}>
          <Icon name="file" size={14} />
          {m.trace_drives_save()}
        </button>
        <button
          type="button"
          className="quiet small"
          onClick={() => read({ file: of.file, name: of.name }, of.options)}
        >
          {m.trace_back({ name: of.name })}
        </button>
      </div>
    </>
  );
}

function sourceOf({ file, name }: Source, options: Import['options']): TraceSource {
  return { source: typeof file === 'string' ? new Blob([file]) : file, open: { name, options } };
}

/** A file's name without its ending. */
function stemOf(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, '');
}
