/** Progress and answers: out as a file, in from one, and away. The text before can be restored. */
import { useState } from 'react';
import { saveAs } from '../../base/save';
import { m } from '../../i18n/compiled/messages.js';
import { fileText } from '../../i18n/file-text';
import { FileButton } from '../../kit/FileButton';
import type { Fault } from '../../lesson/language/fault';
import { FaultList } from '../../lesson/parts/FaultList';
import type { Progress } from '../../lesson/play/play';
import { type ProgressStore, replaceAll } from '../../lesson/play/progress';
import { MAX_PROGRESS_BYTES, readProgress, writeProgress } from './progress-file';

type Done =
  | { what: 'reset' | 'taken'; lessons: number; before: Map<string, Progress> }
  | { what: 'unread'; reason: string }
  | { what: 'faults'; name: string; faults: readonly Fault[] };

/** `changed`: something else is kept now. */
export function ProgressTools({ progress, changed }: { progress: ProgressStore; changed(): void }) {
  const [done, setDone] = useState<Done | null>(null);
  const kept = progress.all();
  const put = (what: 'reset' | 'taken', after: ReadonlyMap<string, Progress>, lessons: number) => {
    setDone({ what, lessons, before: progress.all() });
    replaceAll(progress, after);
    changed();
  };
  const take = async (file: File) => {
    // Anything much larger is no progress; the reader says so without the rest being read.
    const read = readProgress(await fileText(file, MAX_PROGRESS_BYTES + 1));
    if (read.progress === null) setDone({ what: 'faults', name: file.name, faults: read.faults });
    // Lessons that the file does not name keep what they have.
    else put('taken', new Map([...progress.all(), ...read.progress]), read.progress.size);
  };
  const back = (before: ReadonlyMap<string, Progress>) => {
    replaceAll(progress, before);
    setDone(null);
    changed();
  };
  return (
    <section className="progress-tools" aria-labelledby="progress-title">
      <h3 id="progress-title">{m.course_progress()}</h3>
      <p className="quiet">{m.course_progress_where()}</p>
      <div className="actions">
        <button
          type="button"
          disabled={kept.size === 0}
          onClick={() => saveAs('ftl-lab-progress.json', writeProgress(kept), 'application/json')}
        >
          {m.course_save()}
        </button>
        <FileButton
          label={m.course_take()}
          accept=".json,application/json"
          take={take}
          failed={(reason) => setDone({ what: 'unread', reason })}
        />
        <button type="button" disabled={kept.size === 0} onClick={() => put('reset', new Map(), kept.size)}>
          {m.course_reset()}
        </button>
      </div>
      <div role="status">
        {done && 'before' in done && (
          <p>
            {done.what === 'reset' ? m.course_was_reset() : m.course_was_taken({ lessons: done.lessons })}{' '}
            <button type="button" onClick={() => back(done.before)}>
              {m.course_undo()}
            </button>
          </p>
        )}
      </div>
      {done?.what === 'unread' && (
        <p role="alert" className="trouble">
          {done.reason}
        </p>
      )}
      {done?.what === 'faults' && (
        <div role="alert" className="faults">
          <p className="trouble">{m.course_not_taken({ name: done.name })}</p>
          <FaultList faults={done.faults} most={8} />
        </div>
      )}
    </section>
  );
}
