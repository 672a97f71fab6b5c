/** The lessons to choose from: those of the course, and any from disk or the clipboard. */
import { type ChangeEvent, type DragEvent, useEffect, useState } from 'react';
import { m } from '../i18n/compiled/messages.js';
import { MAX_BYTES } from './lesson';
import { loadLesson, SLUGS } from './library';
import { parseLesson } from './parse';

export type Opened = { slug: string } | { name: string; text: string };

interface Entry {
  slug: string;
  title: string;
  minutes: number;
}

export function LessonList({ open }: { open(opened: Opened): Promise<void> }) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [pasted, setPasted] = useState('');
  useEffect(() => {
    let current = true;
    void Promise.all(SLUGS.map(entryOf)).then((found) => current && setEntries(found));
    return () => {
      current = false;
    };
  }, []);

  const openFile = async (file: File | undefined) => {
    // Anything much larger is no lesson; the parser says so without the rest being read.
    if (file) await open({ name: file.name, text: await file.slice(0, MAX_BYTES + 1).text() });
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    // The page takes other files for traces.
    event.stopPropagation();
    void openFile(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the file button below
    <div className="lesson-list" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <h2>{m.lesson_choose()}</h2>
      <ul>
        {entries.map(({ slug, title, minutes }) => (
          <li key={slug}>
            <a href={`#/lesson/${slug}`} onClick={() => void open({ slug })}>
              {title}
            </a>
            {minutes > 0 && <span className="quiet"> {m.lesson_minutes({ minutes })}</span>}
          </li>
        ))}
      </ul>
      <label className="file">
        <span>{m.lesson_open_file()}</span>
        <input
          type="file"
          accept=".md,.markdown,text/markdown"
          onChange={(event: ChangeEvent<HTMLInputElement>) => void openFile(event.target.files?.[0])}
        />
      </label>
      <p className="quiet">{m.lesson_drop()}</p>
      <details>
        <summary>{m.lesson_paste()}</summary>
        <textarea
          aria-label={m.lesson_paste_text()}
          rows={8}
          spellCheck={false}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <button
          type="button"
          disabled={pasted.trim() === ''}
          onClick={() => void open({ name: m.lesson_paste(), text: pasted })}
        >
          {m.lesson_paste_open()}
        </button>
      </details>
    </div>
  );
}

async function entryOf(slug: string): Promise<Entry> {
  const { lesson } = parseLesson((await loadLesson(slug)) ?? '');
  return { slug, title: lesson?.title ?? slug, minutes: lesson?.minutes ?? 0 };
}
