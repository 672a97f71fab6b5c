/** Troubles, until dismissed. The state before each is untouched, and says so by still being there. */
import { m } from '../../i18n/compiled/messages.js';
import type { Failure } from '../../protocol/generated/Failure';
import { useLab } from '../../state/use-lab';
import { placeOf } from '../failure-text';
import './notices.css';

export function Notices() {
  const notices = useLab((lab) => lab.notices);
  const dismiss = useLab((lab) => lab.dismiss);
  return (
    <div className="notices" role="alert">
      {notices.map(({ id, failure }) => (
        <div key={id} className="notice">
          <Text failure={failure} />
          <button type="button" onClick={() => dismiss(id)}>
            {m.app_notice_dismiss()}
          </button>
        </div>
      ))}
    </div>
  );
}

function Text({ failure }: { failure: Failure }) {
  const crash = failure.kind === 'crash';
  const place = placeOf(failure);
  return (
    <div>
      <strong>{place ?? m.app_notice_title()}</strong>
      <p>{crash ? m.app_notice_crash({ reason: failure.message }) : failure.message}</p>
      <p className="quiet">
        {crash ? m.app_notice_crash_remedy({ details: failure.remedy }) : failure.remedy}
      </p>
    </div>
  );
}
