import { m } from '../../i18n/compiled/messages.js';
import { useFailureWords } from '../../i18n/failures';

/** Why a lesson cannot be shown. */
export function Failed({ reason }: { reason: string }) {
  const words = useFailureWords();
  return (
    <p className="trouble" role="alert">
      {m.lesson_failed({ reason: words(reason) })}
    </p>
  );
}
