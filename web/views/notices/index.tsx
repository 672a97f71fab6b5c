/** Troubles, until dismissed. The state before each is untouched, and says so by still being there. */
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import type { Failure } from '../../protocol/generated/Failure';
import { useLab } from '../../state/use-lab';
import { placeOf } from '../failure-text';
import { Crash } from './Crash';
import './notices.css';

export function Notices() {
  const notices = useLab((lab) => lab.notices);
  const dismiss = useLab((lab) => lab.dismiss);
  return (
    <div className="notices" role="alert">
      {notices.map(({ id, failure, report }) => (
        <div key={id} className="notice">
          {report ? <Crash report={report} /> : <Text failure={failure} />}
          <button type="button" onClick={() => dismiss(id)}>
            {m.app_notice_dismiss()}
          </button>
        </div>
      ))}
    </div>
  );
}

function Text({ failure }: { failure: Failure }) {
  return (
    <div>
      <strong>{placeOf(failure) ?? m.app_notice_title()}</strong>
      <p>
        <FailureText text={failure.message} />
      </p>
      <p className="quiet">
        <FailureText text={failure.remedy} />
      </p>
    </div>
  );
}
