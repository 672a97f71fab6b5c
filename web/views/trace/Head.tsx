/** Which trace it is, how it was read, and the way to read it otherwise or to open another one. */
import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { FORMATS } from './format/formats';
import type { Import } from './use-import';

interface HeadProps {
  imported: Import;
  trace: TraceSummary;
  another: () => void;
  onFormat: () => void;
}

export function Head({ imported, trace: { name, import: read }, another, onFormat }: HeadProps) {
  const lines = { n: integer(read.lines), read: integer(read.lines - read.skipped_lines) };
  const format = read.format ? FORMATS[read.format].name() : m.trace_format_none();
  return (
    <div className="traces-head">
      <Icon name="file" />
      <span className="file">{name}</span>
      <span className="chip" data-tone={read.skipped_lines > 0 ? undefined : 'good'}>
        {read.skipped_lines === 0 && <Icon name="check" size={14} />}
        {read.skipped_lines > 0
          ? m.trace_read_some({ format, ...lines })
          : m.trace_read_all({ format, ...lines })}
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
      <button type="button" className="small" onClick={another}>
        {m.trace_another()}
      </button>
    </div>
  );
}
