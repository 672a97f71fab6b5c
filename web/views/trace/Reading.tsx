/** A trace on its way in, and one that was refused: what, where, and two ways on. */
import { useEffect, useState } from 'react';
import { bytes } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { Icon } from '../../kit/Icon';
import { linePlace } from '../failure-text';
import { lineOf } from './format/line-of';
import { usePreview } from './format/Preview';
import { answersOf, Question } from './format/Question';
import type { Import, Source } from './use-import';

export function Reading({ imported: { source, progress, cancel } }: { imported: Import }) {
  const { read, total } = progress ?? { read: 0, total: 0 };
  return (
    <section className="panel loading" role="status">
      <strong>{m.trace_reading_name({ name: source?.name ?? '' })}</strong>
      <span>{m.trace_progress({ read: bytes(read), total: bytes(total) })}</span>
      <progress aria-label={m.trace_reading()} value={read} max={Math.max(1, total)} />
      <button type="button" className="small" onClick={cancel}>
        {m.app_cancel()}
      </button>
    </section>
  );
}

export function Refused({ imported, onFormat }: { imported: Import; onFormat: () => void }) {
  const { source, failure, options, read } = imported;
  const line = useLine(source, failure?.line ?? null);
  const preview = usePreview(source, options);
  if (!failure) return null;
  const answers = answersOf(preview, failure, options);
  return (
    <section className="panel refused" role="alert">
      <h2>
        <Icon name="warning" />
        {m.trace_failed({ name: source?.name ?? '' })}{' '}
        {failure.line === null ? '' : linePlace(failure.line, failure.column)}
      </h2>
      <p>
        <FailureText text={failure.message} />
      </p>
      <p className="quiet">
        <FailureText text={failure.remedy} />
      </p>
      {line && <pre>{line}</pre>}
      {source && <Question answers={answers} answer={(change) => read(source, { ...options, ...change })} />}
      {source && (
        <div className="actions">
          {failure.line !== null && options.on_error === 'stop' && answers.length === 0 && (
            <button type="button" onClick={() => read(source, { ...options, on_error: 'skip' })}>
              {m.trace_skip_bad()}
            </button>
          )}
          <button type="button" className="quiet" onClick={onFormat}>
            {m.trace_choose_format()}
          </button>
        </div>
      )}
    </section>
  );
}

/** The line itself, once it has been found in the file. */
function useLine(source: Source | null, line: number | null): string | null {
  const [found, setFound] = useState<string | null>(null);
  useEffect(() => {
    setFound(null);
    if (!source || line === null) return;
    let current = true;
    // Without it there still is what is wrong with it.
    lineOf(source.file, line).then(
      (text) => current && setFound(text),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [source, line]);
  return found;
}
