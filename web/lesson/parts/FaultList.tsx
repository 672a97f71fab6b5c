/** The errors in a file: where, why, what to do. */
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { useFailureWords } from '../../i18n/failures';
import type { Fault } from '../language/fault';

export interface FaultListProps {
  faults: readonly Fault[];
  /** This many are listed: mostly the first few are the cause of the others. */
  most: number;
  label?: string;
  /** A press on a place leads there. */
  goTo?(fault: Fault): void;
}

export function FaultList({ faults, most, label, goTo }: FaultListProps) {
  const words = useFailureWords();
  return (
    <ol aria-label={label}>
      {faults.slice(0, most).map((fault) => {
        const { line, column, where, message, remedy } = fault;
        const place = m.lesson_fault_place({ line, column });
        return (
          <li key={`${line}:${column}:${where}:${message}`}>
            {goTo ? (
              <button type="button" onClick={() => goTo(fault)}>
                {place}
              </button>
            ) : (
              <b>{place}</b>
            )}{' '}
            <FailureText text={where} />: <FailureText text={message} />.{' '}
            {m.lesson_fault_remedy({ remedy: words(remedy) })}
          </li>
        );
      })}
    </ol>
  );
}
