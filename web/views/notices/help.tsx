import { Dialog } from '../../base/Dialog';
import { m } from '../../i18n/compiled/messages.js';
import { KEYS, type KeyAction } from '../../state/keys';
import './notices.css';

const ACTIONS: Record<KeyAction, () => string> = {
  play: m.app_key_play,
  step: m.app_key_step,
  step_back: m.app_key_step_back,
  next_request: m.app_key_next_request,
  previous_request: m.app_key_previous_request,
  start: m.app_key_start,
  end: m.app_key_end,
  run_to: m.app_key_run_to,
  breakpoints: m.app_key_breakpoints,
  next_hit: m.app_key_next_hit,
  previous_hit: m.app_key_previous_hit,
  next_gc: m.app_key_next_gc,
  next_full_merge: m.app_key_next_full_merge,
  next_erase: m.app_key_next_erase,
  next_cmt_miss: m.app_key_next_cmt_miss,
  faster: m.app_key_faster,
  slower: m.app_key_slower,
  grain: m.app_key_grain,
  theme: m.app_key_theme,
  help: m.app_key_help,
};

/** A page of its own: the dialog closes behind whoever goes there. */
const VALIDATION = '#/validation';

export function HelpDialog({ close }: { close: () => void }) {
  return (
    <Dialog title={m.app_help()} closeLabel={m.app_close()} close={close} width="narrow" text>
      <h3>{m.app_help_keys()}</h3>
      <p className="quiet">{m.app_help_keys_note()}</p>
      <table className="keys">
        <thead className="visually-hidden">
          <tr>
            <th>{m.app_help_key()}</th>
            <th>{m.app_help_does()}</th>
          </tr>
        </thead>
        <tbody>
          {KEYS.map(({ action, shown }) => (
            <tr key={action}>
              <th scope="row">
                <kbd>{shown}</kbd>
              </th>
              <td>{ACTIONS[action]()}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{m.app_help_marks()}</h3>
      <p>{m.app_help_marks_text()}</p>
      <p>
        {m.app_help_validation()}{' '}
        <a href={VALIDATION} onClick={close}>
          {m.validation_title()}
        </a>
      </p>
      <p className="quiet">{m.app_help_local()}</p>
    </Dialog>
  );
}
