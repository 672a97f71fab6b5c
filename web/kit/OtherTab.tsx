/** Two tabs have the same text open, and the other one has changed it: the person chooses. */
import { m } from '../i18n/compiled/messages.js';

export interface OtherTabProps {
  /** Puts the other tab's text in the place of this one's. */
  show(): void;
  /** Keeps this tab's text in the place of the other's. */
  keep(): void;
}

export function OtherTab({ show, keep }: OtherTabProps) {
  return (
    <div className="trouble" role="alert">
      <p>{m.app_other_tab()}</p>
      <div className="actions">
        <button type="button" onClick={show}>
          {m.app_other_tab_show()}
        </button>
        <button type="button" onClick={keep}>
          {m.app_other_tab_keep()}
        </button>
      </div>
    </div>
  );
}
