import { useId, useState } from 'react';
import { FileButton } from '../../base/FileButton';
import { bytes } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { DEFAULT_OPTIONS } from '../../protocol/trace-options';
import { linePlace } from '../failure-text';
import { Bundled } from './Bundled';
import type { Import } from './use-import';

/** Where a trace comes from, and how far reading it has come. */
export function SourcePart({ imported }: { imported: Import }) {
  const { progress, failure, source, options, read, cancel } = imported;
  const [pasted, setPasted] = useState('');
  const paste = useId();
  return (
    <section aria-label={m.trace_source()} className="trace-part">
      <div className="actions">
        <FileButton
          label={m.trace_choose()}
          className={source ? '' : 'primary'}
          take={(file) => read({ file, name: file.name }, DEFAULT_OPTIONS)}
        />
        <span className="quiet">{m.trace_drop_note()}</span>
      </div>
      <Bundled read={read} />
      <details>
        <summary>{m.trace_paste()}</summary>
        <label htmlFor={paste}>{m.trace_paste_label()}</label>
        <textarea
          id={paste}
          rows={4}
          spellCheck={false}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <button
          type="button"
          disabled={pasted.trim() === ''}
          onClick={() => read({ file: pasted, name: m.trace_pasted_name() }, DEFAULT_OPTIONS)}
        >
          {m.trace_paste_read()}
        </button>
      </details>
      {progress && (
        <div className="actions" role="status">
          <progress aria-label={m.trace_reading()} value={progress.read} max={Math.max(1, progress.total)} />
          <span>{m.trace_progress({ read: bytes(progress.read), total: bytes(progress.total) })}</span>
          <button type="button" onClick={cancel}>
            {m.app_cancel()}
          </button>
        </div>
      )}
      {failure && (
        <div role="alert" className="trace-failure">
          <p>
            <strong className="trouble">
              {m.trace_failed({ name: source?.name ?? '' })}
              {failure.line === null ? '' : ` ${linePlace(failure.line, failure.column)}`}
            </strong>
          </p>
          <p>
            <FailureText text={failure.message} />
          </p>
          <p className="quiet">
            <FailureText text={failure.remedy} />
          </p>
          {failure.line !== null && source && options.on_error === 'stop' && (
            <button type="button" onClick={() => read(source, { ...options, on_error: 'skip' })}>
              {m.trace_skip_bad()}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
