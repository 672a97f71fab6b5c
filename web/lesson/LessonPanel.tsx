/** The region "Lesson": a lesson of the course, one opened from disk or pasted, or the list of both. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-hash-location';
import { m } from '../i18n/compiled/messages.js';
import { checkLesson } from './check';
import type { Fault } from './fault';
import { LessonList, type Opened } from './LessonList';
import type { Lesson } from './lesson';
import { loadLesson, SLUGS } from './library';
import { parseLesson } from './parse';
import { browserProgress, type ProgressStore } from './progress';
import type { StartEngine } from './use-course';
import { LessonView } from './View';
import './lesson.css';

export interface LessonPanelProps {
  /** A lesson of the course; unknown names show the list. */
  slug: string;
  /** The step to begin with, by id or number from 1; `null`: where the person was. */
  step?: string | null;
  /** Starts the engine on which lessons are computed: not the stage's. Must not change between renders. */
  engine: StartEngine;
  progress?: ProgressStore;
}

type Shown =
  | { what: 'list' }
  | { what: 'checking'; name: string }
  | { what: 'failed'; reason: string }
  | { what: 'lesson'; lesson: Lesson; slug: string | null; serial: number }
  | { what: 'faults'; name: string; faults: readonly Fault[] };

let serial = 0;

function shownLesson(lesson: Lesson, slug: string | null): Shown {
  serial += 1;
  return { what: 'lesson', lesson, slug, serial };
}

/** A lesson of the course was checked by the tests: it is read, and its engine does the rest. */
async function openOwn(slug: string): Promise<Shown> {
  const text = await loadLesson(slug);
  if (text === null) {
    // An address that leads nowhere becomes that of the list, where the page has a scenario of its own.
    if (slug !== '') navigate('/lesson', { replace: true });
    return { what: 'list' };
  }
  const { lesson, faults } = parseLesson(text);
  return lesson ? shownLesson(lesson, slug) : { what: 'faults', name: slug, faults };
}

/** A lesson from anywhere is checked whole before it may move the stage: a wrong expectation is told, not taught. */
async function openForeign(text: string, name: string, start: StartEngine): Promise<Shown> {
  const parsed = parseLesson(text);
  if (parsed.lesson === null) return { what: 'faults', name, faults: parsed.faults };
  try {
    const engine = await start();
    try {
      const { faults } = await checkLesson(text, engine);
      return faults.length > 0 ? { what: 'faults', name, faults } : shownLesson(parsed.lesson, null);
    } finally {
      engine.close();
    }
  } catch (error) {
    return { what: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

export function LessonPanel({ slug, step = null, engine, progress = browserProgress }: LessonPanelProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  /** A lesson that was asked for and is not there. */
  const [unknown, setUnknown] = useState<string | null>(null);
  /** The youngest wish: what an older one comes to is not shown. */
  const wish = useRef(0);
  const follow = useCallback(async (work: Promise<Shown>) => {
    wish.current += 1;
    const mine = wish.current;
    const found = await work;
    if (mine === wish.current) setShown(found);
  }, []);
  useEffect(() => {
    if (slug !== '') setUnknown(SLUGS.includes(slug) ? null : slug);
    void follow(openOwn(slug));
    return () => {
      wish.current += 1;
    };
  }, [slug, follow]);

  const open = (opened: Opened) => {
    setUnknown(null);
    if ('slug' in opened) return follow(openOwn(opened.slug));
    setShown({ what: 'checking', name: opened.name });
    return follow(openForeign(opened.text, opened.name, engine));
  };
  if (shown === null) return null;
  if (shown.what === 'lesson') {
    const { lesson } = shown;
    const close = () => void follow(Promise.resolve({ what: 'list' }));
    return (
      <LessonView
        key={shown.serial}
        lesson={lesson}
        slug={shown.slug}
        wanted={shown.slug === slug ? step : null}
        start={engine}
        {...{ progress, close }}
      />
    );
  }
  return (
    <>
      {unknown !== null && shown.what === 'list' && (
        <p className="trouble" role="status">
          {m.lesson_unknown({ name: unknown })}
        </p>
      )}
      {shown.what === 'checking' && <p role="status">{m.lesson_checking_lesson({ name: shown.name })}</p>}
      {shown.what === 'failed' && (
        <p className="trouble" role="alert">
          {m.lesson_failed({ reason: shown.reason })}
        </p>
      )}
      {shown.what === 'faults' && <Faults name={shown.name} faults={shown.faults} />}
      <LessonList open={open} />
    </>
  );
}

/** What is wrong with a lesson that was opened: where, why, what to do. */
function Faults({ name, faults }: { name: string; faults: readonly Fault[] }) {
  return (
    <div role="alert" className="faults">
      <h2>{m.lesson_faults()}</h2>
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
