/** The settings: the keys of every action, and all preferences as a file. */
import { useState } from 'react';
import { useStore } from 'zustand';
import { saveAs } from '../../base/save';
import { m } from '../../i18n/compiled/messages.js';
import { fileText } from '../../i18n/file-text';
import { Dialog } from '../../kit/Dialog';
import { FileButton } from '../../kit/FileButton';
import { shownChord } from '../../state/keys/key-map';
import { ACTIONS } from '../../state/keys/keys';
import { preferences } from '../../state/preferences';
import { KEY_NAMES } from '../key-names';
import { type PreferencesFault, readPreferences, writePreferences } from './change';
import { KeyRow } from './KeyRow';
import './settings.css';

export function SettingsDialog({ close }: { close: () => void }) {
  const chosen = useStore(preferences);
  return (
    <Dialog title={m.keys_settings()} closeLabel={m.app_close()} close={close} width="narrow">
      <h3>{m.settings_keys()}</h3>
      <label>
        <input
          type="checkbox"
          checked={chosen.characterKeys}
          onChange={({ target }) => chosen.set({ characterKeys: target.checked })}
        />{' '}
        {m.settings_characters()}
      </label>
      <p className="quiet">{m.settings_characters_note()}</p>
      <table className="key-map">
        <thead className="visually-hidden">
          <tr>
            <th>{m.app_help_does()}</th>
            <th>{m.app_help_keys()}</th>
          </tr>
        </thead>
        <tbody>
          {ACTIONS.map((action) => (
            <KeyRow key={action} action={action} keys={chosen.keys} change={(keys) => chosen.set({ keys })} />
          ))}
        </tbody>
      </table>
      <div className="actions">
        <button
          type="button"
          disabled={Object.keys(chosen.keys).length === 0}
          onClick={() => chosen.set({ keys: {} })}
        >
          {m.settings_reset_all()}
        </button>
      </div>
      <AsFile />
    </Dialog>
  );
}

function AsFile() {
  const [said, setSaid] = useState<{ text: string; trouble: boolean } | null>(null);
  const take = async (file: File) => {
    const read = readPreferences(await fileText(file));
    if ('kind' in read) {
      setSaid({ text: m.settings_refused({ file: file.name, reason: reasonOf(read) }), trouble: true });
      return;
    }
    preferences.getState().set(read);
    setSaid({ text: m.settings_taken_over({ file: file.name }), trouble: false });
  };
  const save = () =>
    saveAs('ftl-lab-preferences.json', writePreferences(preferences.getState()), 'application/json');
  return (
    <>
      <h3>{m.settings_file()}</h3>
      <p className="quiet">{m.settings_file_note()}</p>
      <div className="actions">
        <button type="button" onClick={save}>
          {m.settings_export()}
        </button>
        <FileButton
          label={m.settings_import()}
          accept=".json,application/json"
          take={take}
          failed={(text) => setSaid({ text, trouble: true })}
        />
      </div>
      <div role="status">{said && <p className={said.trouble ? 'trouble' : 'quiet'}>{said.text}</p>}</div>
    </>
  );
}

function reasonOf(fault: PreferencesFault): string {
  switch (fault.kind) {
    case 'not_json':
      return m.settings_fault_json({ detail: fault.detail });
    case 'field':
      return m.settings_fault_field({ at: fault.at, detail: fault.detail });
    case 'twice': {
      const [one, other] = fault.actions;
      return m.settings_fault_twice({
        key: shownChord(fault.chord),
        one: KEY_NAMES[one](),
        other: KEY_NAMES[other](),
      });
    }
  }
}
