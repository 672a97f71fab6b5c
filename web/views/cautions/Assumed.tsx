/** Assumptions about a trace, beside an answer about it. Nothing where the lab holds another trace by now. */
import { m } from '../../i18n/compiled/messages.js';
import type { TraceNamed } from '../../model/saved/share';
import type { ScenarioDocument } from '../../model/scenario/document';
import { useLab } from '../../state/use-lab';
import { assumedOf } from './assumed-words';
import './assumed.css';

interface AssumedProps {
  document: Readonly<ScenarioDocument>;
  /** The trace that it runs, and how that was read. */
  named: TraceNamed;
}

export default function Assumed({ document, named }: AssumedProps) {
  const trace = useLab((lab) => lab.trace);
  if (trace?.import.hash !== named.hash) return null;
  const said = assumedOf(trace, named.options ?? {}, document);
  if (said.length === 0) return null;
  return (
    <section className="assumed" aria-label={m.trace_assumed()}>
      <strong>{m.trace_assumed()}</strong>
      <ul>
        {said.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
