/** The region "Lesson": a lesson of the course, one opened from disk or pasted, or the list of both. */
import { useEffect, useState } from 'react';
import { m } from '../i18n/compiled/messages.js';
import type { Fault } from './fault';
import { LessonList, type Opened } from './LessonList';
import type { Lesson } from './lesson';
import { loadLesson } from './library';
import { parseLesson } from './parse';
import { browserProgress, type ProgressStore } from './progress';
import type { StartEngine } from './use-course';
import { LessonView } from './View';
import './lesson.css';

export interface LessonPanelProps {
  /** A lesson of the course; unknown names show the list. */
  slug: string;
  /** Starts the engine on which lessons are computed: not the stage's. Must not change between renders. */
  engine: StartEngine;
  progress?: ProgressStore;
}

type Shown =
  | { what: 'list' }
  | { what: 'lesson'; lesson: Lesson; slug: string | null; serial: number }
  | { what: 'faults'; name: string; faults: readonly Fault[] };

let serial = 0;

/** Reads a text: the lesson, or what is wrong with it. */
function read(text: string, name: string, slug: string | null): Shown {
  const { lesson, faults } = parseLesson(text);
  if (lesson === null) return { what: 'faults', name, faults };
  serial += 1;
  return { what: 'lesson', lesson, slug, serial };
}

export function LessonPanel({ slug, engine, progress = browserProgress }: LessonPanelProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let current = true;
    void loadLesson(slug).then((text) => {
      if (current) setShown(text === null ? { what: 'list' } : read(text, slug, slug));
    });
    return () => {
      current = false;
    };
  }, [slug]);

  const open = async (opened: Opened) => {
    const text = 'text' in opened ? opened.text : await loadLesson(opened.slug);
    if (text === null) return;
    setShown('text' in opened ? read(text, opened.name, null) : read(text, opened.slug, opened.slug));
  };
  if (shown === null) return null;
  if (shown.what === 'lesson') {
    const { lesson } = shown;
    const close = () => setShown({ what: 'list' });
    return (
      <LessonView
        key={shown.serial}
        lesson={lesson}
        slug={shown.slug}
        start={engine}
        {...{ progress, close }}
      />
    );
  }
  return (
    <>
      {shown.what === 'faults' && <Faults name={shown.name} faults={shown.faults} />}
      <LessonList open={open} />
    </>
  );
}

/** What is wrong with a lesson that was opened: where, why, what to do. */
function Faults({ name, faults }: { name: string; faults: readonly Fault[] }) {
  return (
    <div role="alert" className="faults">
      <h3>{m.lesson_faults()}</h3>
      <p className="quiet">{name}</p>
      <ol>
        {faults.slice(0, 20).map((fault) => (
          <li key={`${fault.line}:${fault.column}:${fault.message}`}>
            <b>{m.lesson_fault_place({ line: fault.line, column: fault.column })}</b> {fault.where}:{' '}
            {fault.message}. {m.lesson_fault_remedy({ remedy: fault.remedy })}
          </li>
        ))}
      </ol>
    </div>
  );
}
