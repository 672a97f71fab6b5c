import { bytes } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FileButton } from '../../kit/FileButton';
import type { TraceNamed } from '../../model/saved/share';
import { say } from '../page-messages';

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
        <FileButton
          label={m.app_link_trace_choose()}
          take={offer}
          failed={(reason) => say(reason, { trouble: true })}
        />
        <button type="button" onClick={forget}>
          {m.app_notice_dismiss()}
        </button>
      </span>
    </section>
  );
}
