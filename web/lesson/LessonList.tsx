/** The lessons to choose from: those of the course on a map, and any from disk or the clipboard. */
import { type DragEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { FileButton } from '../base/FileButton';
import { m } from '../i18n/compiled/messages.js';
import { messageOf } from '../state/recovery';
import { CourseMap, type Stop } from './course/CourseMap';
import { standingOf } from './course/course';
import { ProgressTools } from './course/ProgressTools';
import type { LessonEntry } from './entries';
import { classStore, setClass } from './lecture/class';
import { nameOf, readText } from './lecture/class-file';
import type { ProgressStore } from './progress';
import { useLessonEntries } from './use-entries';

export type Opened = { slug: string } | { name: string; text: string };

export interface LessonListProps {
  progress: ProgressStore;
  open(opened: Opened): Promise<void>;
  /** Called with true when it is shown, with false when it goes: it wants the whole page. */
  onShown?: ((shown: boolean) => void) | undefined;
}

export function LessonList({ progress, open, onShown }: LessonListProps) {
  const entries = useLessonEntries();
  useEffect(() => {
    onShown?.(true);
    return () => onShown?.(false);
  }, [onShown]);
  /** Grows when something else is kept. */
  const [kept, setKept] = useState(0);
  const changed = useCallback(() => setKept((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store does not say that it has changed
  const stops = useMemo(
    () => entries.map((entry, index) => stopOf(entry, index, progress)),
    [entries, kept, progress],
  );

  /** Why the file chosen last was not read. */
  const [unread, setUnread] = useState<string | null>(null);
  const openFile = async (file: File) => {
    setUnread(null);
    await open({ name: file.name, text: await readText(file) });
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    // The page takes other files for traces.
    event.stopPropagation();
    const [file] = event.dataTransfer.files;
    if (file) openFile(file).catch((error) => setUnread(messageOf(error)));
  };
  const done = stops.filter(({ standing }) => standing?.is === 'done').length;
  const minutes = stops.reduce((sum, stop) => sum + stop.minutes, 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the file button below
    <div className="lesson-list" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <div className="head">
        <h2>{m.lesson_choose()}</h2>
        {stops.length > 0 && (
          <p className="quiet">
            {m.course_all({ lessons: stops.length, hours: Math.round(minutes / 60) })}{' '}
            {done > 0 && m.course_all_done({ done })} {m.course_way()}{' '}
            <span className="of-lines">{m.course_lines()}</span>
          </p>
        )}
      </div>
      <OpenClass entries={entries} open={open} />
      <CourseMap stops={stops} open={(slug) => void open({ slug })} />
      <div className="course-tools">
        <ProgressTools progress={progress} changed={changed} />
        <section>
          <h3>{m.course_others()}</h3>
          <p className="quiet">{m.lesson_drop()}</p>
          <div className="actions">
            <FileButton
              label={m.lesson_open_file()}
              accept=".md,.markdown,text/markdown,.yaml,.yml,.ftlclass"
              take={openFile}
              failed={setUnread}
            />
          </div>
          {unread !== null && (
            <p role="alert" className="trouble">
              {unread}
            </p>
          )}
          <Paste open={open} />
          <p>
            <a href="#/edit">{m.lesson_write()}</a>
          </p>
        </section>
      </div>
    </div>
  );
}

function stopOf(entry: LessonEntry, index: number, progress: ProgressStore): Stop {
  const { slug, lesson } = entry;
  return {
    ...entry,
    number: index + 1,
    after: lesson?.after.map((earlier) => earlier.lesson) ?? [],
    standing: lesson && standingOf(lesson, progress.load(slug)),
  };
}

/** The lessons of a class that was opened from a file. */
function OpenClass({ entries, open }: Pick<LessonListProps, 'open'> & { entries: readonly LessonEntry[] }) {
  const opened = useStore(classStore, (state) => state.opened);
  if (!opened) return null;
  return (
    <section className="class">
      <h2>{opened.title || m.lecture_class()}</h2>
      <ol className="class-lessons">
        {opened.lessons.map((ref) => (
          <li key={nameOf(ref)}>
            {'slug' in ref ? (
              <a href={`#/lesson/${ref.slug}`} onClick={() => void open(ref)}>
                {entries.find(({ slug }) => slug === ref.slug)?.title ?? ref.slug}
              </a>
            ) : (
              <button type="button" className="plain" onClick={() => void open(ref)}>
                {ref.name}
              </button>
            )}
          </li>
        ))}
      </ol>
      <button type="button" onClick={() => setClass(null)}>
        {m.lecture_class_close()}
      </button>
    </section>
  );
}

function Paste({ open }: Pick<LessonListProps, 'open'>) {
  const [pasted, setPasted] = useState('');
  return (
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
  );
}
