/** The region "Lesson": a lesson of the course, one opened from disk or pasted, or the list of both. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { navigate } from 'wouter/use-hash-location';
import { useStore } from 'zustand';
import { currentLanguage, type Language, setLanguage } from '../../base/language';
import { CLASS_PACKAGE, packedLesson } from '../../base/packed';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { isOwn, ownLesson } from '../../lesson/address/own-link';
import type { StartChallenges } from '../../lesson/language/challenge';
import { checkParsed } from '../../lesson/language/check';
import type { Fault } from '../../lesson/language/fault';
import type { Lesson } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import { Failed } from '../../lesson/parts/Failed';
import { FaultList } from '../../lesson/parts/FaultList';
import type { StartEngine } from '../../lesson/parts/use-course';
import { loadLesson, SLUGS } from '../../lesson/play/library';
import { loadPath } from '../../lesson/play/path';
import { browserProgress, type ProgressStore } from '../../lesson/play/progress';
import { looksLikeClass } from '../../model/saved/lesson-file';
import { ASSIGNMENT, PATH, writeLessonLink } from '../../model/saved/lesson-link';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import { messageOf } from '../../state/lab/recovery';
import { lessonFile } from '../../state/lesson-file';
import { AssignmentPanel } from '../assignment/AssignmentPanel';
import { Closed } from '../assignment/Closed';
import { underWay } from '../assignment/under-way';
import { setClass } from '../lecture/class';
import { parseClass, readText } from '../lecture/class-file';
import { lectureChannel, lectureOf } from '../lecture/lecture-channel';
import { type LessonRef, sameLesson } from '../lecture/lecture-state';
import { LessonList, type Opened } from './LessonList';
import { LessonView } from './View';
import '../../lesson/parts/lesson.css';

export interface LessonPanelProps {
  /** A lesson of the course; unknown names show the list. */
  slug: string;
  /** The step to begin with, by id or number from 1; `null`: where the person was. */
  step?: string | null;
  /** Starts the engine on which lessons are computed: not the stage's. Must not change between renders. */
  engine: StartEngine;
  /** Starts the module of challenges, where a step is one. Must not change between renders. */
  challenges: StartChallenges;
  /** Runs code that a person wrote in a step. */
  policies: RunPolicy;
  progress?: ProgressStore;
  /** Called with whether the map of lessons is shown, which wants the whole page. */
  onMap?: (shown: boolean) => void;
}

/** The starter of the engine and the module of challenges. */
type Start = Pick<LessonPanelProps, 'engine' | 'challenges'>;

type Shown =
  | { what: 'list' }
  | { what: 'checking'; name: string }
  | { what: 'failed' | 'unread'; reason: string }
  /**
   * `step`: the one to begin with, where the address does not say it. `language`: of the text; `null` where it came from
   * disk and no one knows.
   */
  | {
      what: 'lesson';
      lesson: Lesson;
      self: LessonRef;
      step: string | null;
      serial: number;
      language: Language | null;
    }
  | { what: 'faults'; name: string; faults: readonly Fault[] };

let serial = 0;

function shownLesson(lesson: Lesson, self: LessonRef, step: string | null, language: Language | null): Shown {
  serial += 1;
  return { what: 'lesson', lesson, self, step, serial, language };
}

/** A lesson of the course was checked by the tests: it is read, and its engine does the rest. */
async function openOwn(slug: string, step: string | null = null): Promise<Shown> {
  if (slug === PATH) {
    const { lesson, language } = await loadPath(currentLanguage());
    return shownLesson(lesson, { slug }, step, language);
  }
  const found = await loadLesson(slug, currentLanguage());
  if (found === null) {
    // An address without a page becomes that of the list, where the page has a scenario of its own.
    if (slug !== '') navigate('/learn', { replace: true });
    return { what: 'list' };
  }
  const { lesson, faults } = parseLesson(found.text);
  return lesson
    ? shownLesson(lesson, { slug }, step, found.language)
    : { what: 'faults', name: slug, faults };
}

/** The same lesson in the page's language, at the same place: it stays the lesson that is shown. */
async function translated(shown: Shown): Promise<Shown> {
  if (shown.what !== 'lesson' || !('slug' in shown.self)) return shown;
  const other = await openOwn(shown.self.slug);
  return other.what === 'lesson' ? { ...other, self: shown.self, serial: shown.serial } : other;
}

/** A class goes to its first step; where that is a lesson of the course, by its class link. */
async function openClass(text: string, name: string, start: Start): Promise<Shown> {
  const { class: read, faults } = await parseClass(text);
  if (!read) return { what: 'faults', name, faults };
  setClass(read);
  const { step } = read.start;
  const first = read.lessons[read.start.lesson];
  if (!first) return { what: 'list' };
  if (read.lang) await setLanguage(read.lang, false);
  if (!('slug' in first)) return openForeign(first.text, first.name, start, step);
  // Not by the router, which puts what is behind `?` before the hash.
  location.hash = writeLessonLink({ slug: first.slug, step, theme: read.theme, lang: read.lang });
  return openOwn(first.slug, step);
}

/** A lesson from anywhere is checked whole before it may move the stage: a wrong expectation is reported, not taught. */
async function openForeign(
  text: string,
  name: string,
  start: Start,
  step: string | null = null,
): Promise<Shown> {
  const { lesson, faults: unread } = parseLesson(text);
  if (lesson === null) return { what: 'faults', name, faults: unread };
  try {
    const engine = await start.engine();
    try {
      const { faults } = await checkParsed(lesson, engine, start.challenges);
      return faults.length > 0
        ? { what: 'faults', name, faults }
        : shownLesson(lesson, { name, text }, step, null);
    } finally {
      engine.close();
    }
  } catch (error) {
    return { what: 'failed', reason: messageOf(error) };
  }
}

/** A lesson of one's own, whose text is in the address. */
async function openLinked(
  slug: string,
  step: string | null,
  start: Start,
  checking: (name: string) => void,
): Promise<Shown> {
  const linked = ownLesson(slug);
  if (!linked) return { what: 'unread', reason: m.app_link_altered() };
  checking(linked.name);
  return openForeign(linked.text, linked.name, start, step);
}

export function LessonPanel(props: LessonPanelProps) {
  const { slug, step = null, engine, challenges, policies, progress = browserProgress, onMap } = props;
  const start = useMemo(() => ({ engine, challenges }), [engine, challenges]);
  const [shown, setShown] = useState<Shown | null>(null);
  /** A lesson that was asked for and is not there. */
  const [unknown, setUnknown] = useState<string | null>(null);
  /** The youngest wish: what an older one comes to is not shown. */
  const wish = useRef(0);
  const follow = useCallback(async (work: Promise<Shown>) => {
    wish.current += 1;
    const mine = wish.current;
    // A lesson that does not load (the network is down, the site has a newer version) says so.
    const found = await work.catch(
      (error: unknown): Shown => ({ what: 'unread', reason: m.app_not_loaded({ reason: messageOf(error) }) }),
    );
    if (mine === wish.current) setShown(found);
  }, []);
  const first = useRef(step);
  first.current = step;
  useEffect(() => {
    if (slug === ASSIGNMENT) return;
    if (isOwn(slug)) {
      setUnknown(null);
      void follow(openLinked(slug, first.current, start, (name) => setShown({ what: 'checking', name })));
    } else {
      if (slug !== '') setUnknown([...SLUGS, PATH].includes(slug) ? null : slug);
      void follow(openOwn(slug));
    }
    return () => {
      wish.current += 1;
    };
  }, [slug, start, follow]);

  const closed = useStore(underWay, ({ at }) => at);
  const language = useLanguage();
  const spoken = useRef(language);
  useEffect(() => {
    if (spoken.current === language || shown === null) return;
    spoken.current = language;
    void follow(translated(shown));
  }, [language, shown, follow]);
  // A lecture on a lesson from disk brings its text along.
  const lesson = useStore(lectureChannel, (state) => lectureOf(state)?.lesson ?? null);
  const self = shown?.what === 'lesson' ? shown.self : null;
  useEffect(() => {
    if (!lesson || (self && sameLesson(self, lesson))) return;
    if (!('slug' in lesson)) void follow(openForeign(lesson.text, lesson.name, start));
    // Back to one that the address has named all along.
    else if (self && lesson.slug === slug) void follow(openOwn(slug));
  }, [lesson, self, slug, start, follow]);

  const open = useCallback(
    (opened: Opened) => {
      setUnknown(null);
      if ('slug' in opened) return follow(openOwn(opened.slug));
      if (looksLikeClass(opened.text)) return follow(openClass(opened.text, opened.name, start));
      setShown({ what: 'checking', name: opened.name });
      return follow(openForeign(opened.text, opened.name, start));
    },
    [start, follow],
  );
  // After the lesson that the address names.
  const handed = useStore(lessonFile, (state) => state.file);
  useEffect(() => {
    if (!handed || shown === null) return;
    lessonFile.setState({ file: null });
    readText(handed).then(
      (text) => open({ name: handed.name, text }),
      (error) => setShown({ what: 'unread', reason: messageOf(error) }),
    );
  }, [handed, shown, open]);
  if (slug === ASSIGNMENT) return <AssignmentPanel {...{ engine, challenges, policies, onMap }} />;
  if (closed) return <Closed at={closed} onMap={onMap} />;
  if (shown === null) return null;
  if (shown.what === 'lesson') {
    const close = () => {
      void follow(Promise.resolve({ what: 'list' }));
      navigate('/learn');
    };
    return (
      <LessonView
        key={shown.serial}
        lesson={shown.lesson}
        self={shown.self}
        language={shown.language}
        wanted={'slug' in shown.self && shown.self.slug === slug ? (step ?? shown.step) : shown.step}
        start={engine}
        {...{ challenges, policies }}
        {...{ progress, close }}
        // A class in a learning platform: without the head, whose title leads to the other lessons.
        {...(packedLesson() === CLASS_PACKAGE && { closeText: m.lesson_all() })}
      />
    );
  }
  return (
    <>
      {unknown !== null && shown.what === 'list' && (
        <p className="trouble" role="alert">
          {m.lesson_unknown({ name: unknown })}
        </p>
      )}
      {shown.what === 'checking' && <p role="status">{m.lesson_checking_lesson({ name: shown.name })}</p>}
      {shown.what === 'failed' && <Failed reason={shown.reason} />}
      {shown.what === 'unread' && (
        <p className="trouble" role="alert">
          {shown.reason}
        </p>
      )}
      {shown.what === 'faults' && <Faults name={shown.name} faults={shown.faults} />}
      <LessonList open={open} progress={progress} onShown={onMap} />
    </>
  );
}

/** The error in a lesson that was opened: where, why, what to do. */
function Faults({ name, faults }: { name: string; faults: readonly Fault[] }) {
  return (
    <div role="alert" className="faults">
      <h2>{m.lesson_faults()}</h2>
      <p className="quiet">{name}</p>
      <FaultList faults={faults} most={20} />
    </div>
  );
}
