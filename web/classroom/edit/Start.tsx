/** Where to begin: what is being written already, a template, a copy of a lesson, a file. */
import { useState } from 'react';
import { navigate } from 'wouter/use-hash-location';
import { currentLanguage } from '../../base/language';
import { m } from '../../i18n/compiled/messages.js';
import { FileButton } from '../../kit/FileButton';
import { useLessonEntries } from '../../lesson/play/use-entries';
import { type Draft, drafts } from './drafts';
import { keepFile } from './files';
import { titleOf } from './outline';

export interface StartProps {
  /** A name in the address that means nothing. */
  unknown: string | null;
  discarded: Draft | null;
  discard(id: string): void;
  recover(): void;
}

export function Start({ unknown, discarded, discard, recover }: StartProps) {
  const entries = useLessonEntries();
  const [refused, setRefused] = useState<string | null>(null);
  const open = async (file: File) => {
    setRefused(null);
    navigate(`/edit/${(await keepFile(file)).id}`);
  };
  const kept = drafts();
  return (
    <main className="edit-place">
      <section className="edit start" aria-label={m.edit_region()}>
        <div className="begin">
          <h2>{m.edit_region()}</h2>
          {unknown !== null && (
            <p className="trouble" role="alert">
              {m.edit_unknown({ name: unknown })}
            </p>
          )}
          {refused !== null && (
            <p className="trouble" role="alert">
              {refused}
            </p>
          )}
          {discarded && (
            <p role="status" className="actions">
              {m.edit_discarded({ name: titleOf(discarded.text) ?? discarded.file })}
              <button type="button" onClick={recover}>
                {m.edit_undo()}
              </button>
            </p>
          )}
          <p>{m.edit_what()}</p>
          {kept.length > 0 && (
            <>
              <h3>{m.edit_drafts()}</h3>
              <ul>
                {kept.map(({ id, file, text, changed }) => (
                  <li key={id} className="actions">
                    <a href={`#/edit/${id}`}>{titleOf(text) ?? file}</a>
                    <span className="quiet">{dateOf(changed)}</span>
                    <button
                      type="button"
                      aria-label={m.edit_discard_one({ name: titleOf(text) ?? file })}
                      onClick={() => discard(id)}
                    >
                      {m.edit_discard()}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3>{m.edit_begin()}</h3>
          <p className="actions">
            <a className="button" href="#/edit/new">
              {m.edit_from_template()}
            </a>
            <a className="button" href="#/edit/empty">
              {m.edit_from_nothing()}
            </a>
          </p>
          <label>
            <span>{m.edit_copy_of()}</span>
            <select value="" onChange={(event) => navigate(`/edit/${event.target.value}`)}>
              <option value="" disabled>
                {m.edit_choose()}
              </option>
              {entries.map(({ slug, title, language }) => (
                <option key={slug} value={slug} lang={language}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <div className="actions">
            <FileButton
              label={m.edit_open_file()}
              accept=".md,.markdown,text/markdown"
              take={open}
              failed={setRefused}
            />
          </div>
          <p>
            <a href="#/learn">{m.lesson_all()}</a>
          </p>
        </div>
      </section>
    </main>
  );
}

function dateOf(changed: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    changed,
  );
}
