/** Which trace it is, how it was read, and the way to read it otherwise or to open another one. */
import { useState } from 'react';
import { integer } from '../../base/format';
import { saveAs } from '../../base/save';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { Icon } from '../../kit/Icon';
import { endingOf, shownOf } from '../../protocol/engine/outcome';
import type { Failure } from '../../protocol/generated/Failure';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { useLabStore } from '../../state/use-lab';
import { FORMATS } from './format/formats';
import type { Import } from './use-import';

interface HeadProps {
  imported: Import;
  trace: TraceSummary;
  another: () => void;
  onFormat: () => void;
}

export function Head({ imported, trace: { name, import: read }, another, onFormat }: HeadProps) {
  const left = read.skipped_lines + read.passed_lines;
  const lines = { n: integer(read.lines), read: integer(read.lines - left) };
  const format = read.format ? FORMATS[read.format].name() : m.trace_format_none();
  const lab = useLabStore();
  const [refused, setRefused] = useState<Failure | null>(null);
  const save = async () => {
    const made = await import('../../state/fio').then(({ fioOf }) => fioOf(lab, 'trace')).catch(endingOf);
    if (made.is === 'done')
      saveAs(`${name.replace(/[^\p{L}\p{N}.-]+/gu, '-')}.fio.zip`, made.value, 'application/zip');
    setRefused(shownOf(made));
  };
  return (
    <div className="traces-head">
      <Icon name="file" />
      <span className="file">{name}</span>
      <span className="chip" data-tone={left > 0 ? undefined : 'good'}>
        {left === 0 && <Icon name="check" size={14} />}
        {left > 0 ? m.trace_read_some({ format, ...lines }) : m.trace_read_all({ format, ...lines })}
      </span>
      {imported.source && (
        <button type="button" className="quiet small" onClick={onFormat}>
          {m.trace_wrong_format()}
        </button>
      )}
      <span className="end quiet">
        <Icon name="lock" size={14} />
        {m.trace_stays()}
      </span>
      <button type="button" className="quiet small" onClick={() => void save()}>
        {m.trace_fio()}
      </button>
      <button type="button" className="small" onClick={another}>
        {m.trace_another()}
      </button>
      {refused && (
        <p className="trouble" role="alert">
          <FailureText text={m.trace_fio_failed({ reason: refused.message })} />
        </p>
      )}
    </div>
  );
}
