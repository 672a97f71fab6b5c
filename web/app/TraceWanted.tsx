import { bytes } from '../base/format';
import { m } from '../i18n/compiled/messages.js';
import type { TraceNamed } from '../model/share';

export interface TraceWantedProps {
  trace: TraceNamed;
  offer: (file: File) => Promise<void>;
  forget: () => void;
}

/** A link that needs a trace says which, and waits for the file: the trace itself never travels in a link. */
export function TraceWanted({ trace, offer, forget }: TraceWantedProps) {
  return (
    <section className="page-message" aria-label={m.app_link_trace()}>
      <div>
        <p>
          <strong>{m.app_link_trace_wanted({ name: trace.name })}</strong>
        </p>
        <p className="quiet">{m.app_link_trace_facts({ size: bytes(trace.bytes), hash: trace.hash })}</p>
      </div>
      <span className="message-buttons">
        <label className="button file">
          {m.app_link_trace_choose()}
          <input
            type="file"
            className="visually-hidden"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void offer(file);
              target.value = '';
            }}
          />
        </label>
        <button type="button" onClick={forget}>
          {m.app_notice_dismiss()}
        </button>
      </span>
    </section>
  );
}
