/** The course: its lessons by parts, what to continue with, and what one does with lessons beside taking them. */
import { type DragEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { packedLesson } from '../../base/packed';
import { useTyped } from '../../base/typed/use-typed';
import { m } from '../../i18n/compiled/messages.js';
import { FileButton } from '../../kit/FileButton';
import { currentOf, standingOf } from '../../lesson/play/course';
import type { LessonEntry } from '../../lesson/play/entries';
import { minutesLeft, minutesOf, stepsOf } from '../../lesson/play/minutes';
import type { ProgressStore } from '../../lesson/play/progress';
import { useLessonEntries } from '../../lesson/play/use-entries';
import { messageOf } from '../../state/lab/recovery';
import { preferences } from '../../state/preferences';
import { CourseMap, type Stop } from '../course/CourseMap';
import { ProgressTools } from '../course/ProgressTools';
import { TeachTools } from '../course/TeachTools';
import { classStore, setClass } from '../lecture/class';
import { nameOf, readText } from '../lecture/class-file';
import { ExportButton } from '../scorm/ExportButton';
import { Segments } from './Parts';

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
  const [stops, current] = useMemo(() => {
    const made = entries.map((entry, index) => stopOf(entry, index, progress));
    return [made, currentOf(made, progress.last?.() ?? null)];
  }, [entries, kept, progress]);

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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the file button below
    <div className="lesson-list" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <div className="course-head">
        <div>
          <h2>{m.course_title()}</h2>
          {stops.length > 0 && <p>{summaryOf(stops)}</p>}
        </div>
        {current && <Resume stop={current} open={open} />}
      </div>
      <OpenClass entries={entries} open={open} />
      <CourseMap {...{ stops, current }} open={(slug) => void open({ slug })} />
      <div className="course-tools">
        <ProgressTools progress={progress} changed={changed} />
        <TeachTools {...{ stops, current, progress }} />
        <section aria-labelledby="own-title">
          <h3 id="own-title">{m.course_own()}</h3>
          <p className="quiet">{m.lesson_drop()}</p>
          <div className="actions">
            <a className="button" href="#/edit">
              {m.lesson_write()}
            </a>
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
    standing: lesson && standingOf(lesson, progress.load(slug), preferences.getState().coreOnly),
  };
}

/** How many lessons there are, and how long they take: the core steps of the core course, and all. */
function summaryOf(stops: readonly Stop[]): string {
  const core = stops.filter(({ lesson }) => lesson?.core);
  const hoursOf = (some: readonly Stop[], coreOnly: boolean) =>
    Math.round(minutesOf(some.flatMap(({ lesson }) => (lesson ? stepsOf(lesson, coreOnly) : []))) / 60);
  return m.course_all({
    lessons: stops.length,
    hours: hoursOf(stops, false),
    core: core.length,
    coreHours: hoursOf(core, true),
  });
}

/** The lesson to continue with, or to begin with, and how far one is in it. */
function Resume({ stop, open }: Pick<LessonListProps, 'open'> & { stop: Stop }) {
  const { slug, number, title, lesson, standing, language } = stop;
  if (!standing || !lesson) return null;
  const { step, steps } = standing;
  const begun = standing.is === 'begun';
  return (
    <section className="course-resume" aria-labelledby="resume-title">
      <div>
        <h3 id="resume-title" lang={language}>
          {m.course_numbered({ number, title })}
        </h3>
        <p className="quiet">
          {[
            begun && m.course_at({ step, steps }),
            m.course_left({ minutes: minutesLeft(lesson, step - 1, preferences.getState().coreOnly) }),
          ]
            .filter(Boolean)
            .join(m.course_comma())}
        </p>
      </div>
      <a className="button now" href={`#/lesson/${slug}`} onClick={() => void open({ slug })}>
        {begun ? m.course_continue() : m.course_start({ number })}
      </a>
      <Segments of={steps} at={begun ? step - 1 : null} done={begun ? step - 1 : 0} />
    </section>
  );
}

/** The lessons of a class that was opened from a file. */
function OpenClass({ entries, open }: Pick<LessonListProps, 'open'> & { entries: readonly LessonEntry[] }) {
  const opened = useStore(classStore, (state) => state.opened);
  if (!opened) return null;
  return (
    <section className="class">
      <h3>{opened.title || m.lecture_class()}</h3>
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
      {packedLesson() === null && (
        <div className="actions">
          <button type="button" onClick={() => setClass(null)}>
            {m.lecture_class_close()}
          </button>
          <ExportButton of={opened} />
        </div>
      )}
    </section>
  );
}

function Paste({ open }: Pick<LessonListProps, 'open'>) {
  const [pasted, setPasted] = useTyped('lesson', '');
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
