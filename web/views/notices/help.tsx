import { m } from '../../i18n/compiled/messages.js';
import { Dialog } from '../../kit/Dialog';
import { shownChord, useKeyMap } from '../../state/keys/key-map';
import { ACTIONS, type KeyAction } from '../../state/keys/keys';
import { Glossed } from '../Glossed';
import { KEY_NAMES } from '../key-names';
import './notices.css';

/** A page of its own: the dialog closes behind the person who goes there. */
const VALIDATION = '#/validation';
const GLOSSARY = '#/glossary';
const SWEEP = '#/sweep';

export interface HelpProps {
  close: () => void;
  act: (action: KeyAction) => void;
}

export function HelpDialog({ close, act }: HelpProps) {
  const keys = useKeyMap();
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
          {ACTIONS.filter((action) => keys[action].length > 0).map((action) => (
            <tr key={action}>
              <th scope="row">
                {keys[action].map((chord) => (
                  <kbd key={chord}>{shownChord(chord)}</kbd>
                ))}
              </th>
              <td>{KEY_NAMES[action]()}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {m.app_help_settings()}{' '}
        <button type="button" onClick={() => act('settings')}>
          {m.keys_settings()}
        </button>
      </p>
      <div className="actions">
        <button type="button" onClick={() => act('model')}>
          {m.app_help_model()}
        </button>
      </div>
      <h3>{m.app_help_marks()}</h3>
      <Glossed texts={[m.app_help_marks_text()]} wrap={[(text) => <p key="marks">{text}</p>]} />
      <p>
        {m.app_help_glossary()}{' '}
        <a href={GLOSSARY} onClick={close}>
          {m.keys_glossary()}
        </a>
      </p>
      <p>
        {m.app_help_sweep()}{' '}
        <a href={SWEEP} onClick={close}>
          {m.sweep_title()}
        </a>
      </p>
      <p>
        {m.app_help_validation()}{' '}
        <a href={VALIDATION} onClick={close}>
          {m.validation_title()}
        </a>
      </p>
      <p className="quiet">{m.app_help_local()}</p>
      {/* A page in a notebook is one file, without others beside it. */}
      {location.protocol !== 'blob:' && (
        <p>
          {m.app_help_licences()}{' '}
          <a href="licences.txt" target="_blank" rel="noopener">
            {m.app_licences()}
          </a>
        </p>
      )}
    </Dialog>
  );
}
