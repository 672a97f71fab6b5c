/** An assignment as a student takes it: its cover, then its parts one after another, then the file that is handed in. */
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { useRoute } from 'wouter';
import { navigate } from 'wouter/use-hash-location';
import { useStore } from 'zustand';
import { currentLanguage, type Language } from '../../base/language';
import { ownOf } from '../../base/own';
import { saveAs } from '../../base/save';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import { unpack } from '../../lesson/address/packed';
import { assigned } from '../../lesson/assignment/assigned';
import { type Assignment, type Part, readAssignment } from '../../lesson/assignment/assignment';
import { writeResult } from '../../lesson/assignment/result';
import type { StartChallenges } from '../../lesson/language/challenge';
import { checkParsed } from '../../lesson/language/check';
import type { Fault } from '../../lesson/language/fault';
import { asks, type Lesson } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import { Failed } from '../../lesson/parts/Failed';
import { FaultList } from '../../lesson/parts/FaultList';
import type { StartEngine } from '../../lesson/parts/use-course';
import { loadLesson } from '../../lesson/play/library';
import { minutesOf } from '../../lesson/play/minutes';
import { useLessonEntries } from '../../lesson/play/use-entries';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import { messageOf } from '../../state/lab/recovery';
import { LessonView } from '../panel/View';
import {
  begin,
  begunBy,
  changes,
  fileName,
  type Kept,
  keyOf,
  put,
  rescueWith,
  resultOf,
  storeOf,
} from './kept';
import { setUnderWay, underWay } from './under-way';
import { useWholePage } from './use-whole-page';
import './assignment.css';

export interface AssignmentPanelProps {
  engine: StartEngine;
  challenges: StartChallenges;
  policies: RunPolicy;
  /** Called with whether the cover is shown, which wants the whole page. */
  onMap?: ((shown: boolean) => void) | undefined;
}

type Read =
  | { assignment: Assignment /** In English, by part. */; lessons: ReadonlyMap<string, Lesson> }
  | { faults: readonly Fault[] }
  | { refused: string };

export function AssignmentPanel(props: AssignmentPanelProps) {
  const [, params] = useRoute('/assignment/:packed?/:part?');
  const packed = params?.packed ?? '';
  const [read, setRead] = useState<Read | null>(null);
  const { engine, challenges } = props;
  useEffect(() => {
    let current = true;
    setRead(null);
    open(packed, engine, challenges).then(
      (found) => current && setRead(found),
      (error) => current && setRead({ refused: messageOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [packed, engine, challenges]);
  useWholePage(props.onMap, read === null || !('assignment' in read));
  if (read === null) return null;
  if ('refused' in read)
    return (
      <div className="assignment-cover">
        <p className="trouble" role="alert">
          {read.refused}
        </p>
      </div>
    );
  if ('faults' in read)
    return (
      <div className="assignment-cover">
        <div role="alert" className="faults">
          <h2>{m.assignment_faults()}</h2>
          <FaultList faults={read.faults} most={20} />
        </div>
      </div>
    );
  return <Taken key={packed} {...props} {...read} packed={packed} part={params?.part ?? null} />;
}

/** A lesson of one's own is checked whole before it may move the stage, as any from elsewhere. */
async function open(packed: string, engine: StartEngine, challenges: StartChallenges): Promise<Read> {
  if (packed === '') return { refused: m.assignment_none() };
  const text = unpack(packed);
  if (text === null) return { refused: m.assignment_cut() };
  const read = await readAssignment(text);
  if (!read.assignment) return { faults: read.faults };
  const { assignment, lessons } = read;
  const own = assignment.parts.filter((part) => part.text !== null);
  if (own.length === 0) return { assignment, lessons };
  const client = await engine();
  try {
    for (const { name } of own) {
      const lesson = lessons.get(name);
      const { faults } = lesson ? await checkParsed(lesson, client, challenges) : { faults: [] };
      if (faults.length > 0) return { faults };
    }
    return { assignment, lessons };
  } finally {
    client.close();
  }
}

interface TakenProps extends AssignmentPanelProps {
  assignment: Assignment;
  lessons: ReadonlyMap<string, Lesson>;
  packed: string;
  part: string | null;
}

function Taken({ assignment, lessons, packed, part: named, onMap, ...starts }: TakenProps) {
  // After a reload the one who was at it goes on.
  const [state, setState] = useState<Kept | null>(() => {
    const { at } = underWay.getState();
    return at?.packed === packed ? begin(assignment, at.student, Date.now()) : null;
  });
  // By its number, from 1: a lesson of one's own may have any name.
  const part = state ? (assignment.parts[Number(named ?? 0) - 1] ?? null) : null;
  useWholePage(onMap, part === null);
  const titleOf = useTitles(lessons);
  const go = useCallback(
    (part: Part | null) =>
      navigate(`/assignment/${packed}${part === null ? '' : `/${assignment.parts.indexOf(part) + 1}`}`),
    [packed, assignment],
  );
  const start = (student: string, first: Part | null) => {
    const begun = begin(assignment, student, Date.now());
    setState(begun);
    const title = assignment.title || m.assignment_title();
    const key = keyOf(assignment, begun.student);
    setUnderWay({ title, packed, student: begun.student, key }, Date.now());
    go(first ?? assignment.parts[0] ?? null);
  };
  const now = () => (state ? begin(assignment, state.student, Date.now()) : null);
  const student = state?.student;
  useEffect(() => {
    if (student === undefined) return;
    rescueWith(assignment, student, () => {
      const kept = begin(assignment, student, Date.now());
      const result = resultOf(assignment, lessons, kept, __ENGINE_VERSION__, Date.now());
      saveAs(fileNameOf(assignment, student), writeResult(result), 'application/json');
    });
  }, [assignment, lessons, student]);
  const handIn = () => {
    const before = now();
    if (!before) return null;
    const name = fileNameOf(assignment, before.student);
    const result = resultOf(assignment, lessons, before, __ENGINE_VERSION__, Date.now());
    saveAs(name, writeResult(result), 'application/json');
    const after = { ...before, saved: result.saved };
    put(assignment, after);
    setState(after);
    setUnderWay(null, Date.now());
    return name;
  };
  if (part === null || state === null)
    return <Cover {...{ assignment, lessons, state: now(), start, handIn, leave: () => setState(null) }} />;
  const next = assignment.parts[assignment.parts.indexOf(part) + 1] ?? null;
  return (
    <PartView
      key={`${part.name} ${state.student}`}
      {...{ assignment, part, state, ...starts }}
      overview={() => go(null)}
      end={
        <>
          {next && (
            <button type="button" className="now" onClick={() => go(next)}>
              {m.assignment_next_part({ lesson: titleOf(next.name) })}
              <Icon name="right" />
            </button>
          )}
          <HandIn {...{ assignment, lessons, now, handIn }} />
        </>
      }
    />
  );
}

function fileNameOf({ title }: Assignment, student: string): string {
  return fileName(title || m.assignment_title(), student);
}

interface CoverProps {
  assignment: Assignment;
  lessons: ReadonlyMap<string, Lesson>;
  /** Of who is at it. */
  state: Kept | null;
  start(student: string, part: Part | null): void;
  handIn(): string | null;
  leave(): void;
}

function Cover({ assignment, lessons, state, start, handIn, leave }: CoverProps) {
  const { title, due, attempts, hints, parts } = assignment;
  const [draft, setDraft] = useState('');
  const [missing, setMissing] = useState(false);
  const others = useMemo(() => begunBy(assignment), [assignment]);
  const titleOf = useTitles(lessons);
  const id = useId();
  return (
    <div className="assignment-cover">
      {title !== '' && <p className="eyebrow">{m.assignment_title()}</p>}
      <h2>{title || m.assignment_title()}</h2>
      {due !== '' && <p>{m.assignment_due({ due })}</p>}
      <p className="quiet">
        {attempts === null ? m.assignment_rules_any() : m.assignment_rules_some({ attempts })}{' '}
        {hints ? m.assignment_rules_hints() : m.assignment_rules_no_hints()}
      </p>
      <h3>{m.assignment_parts()}</h3>
      <ol>
        {parts.map((part) => {
          const lesson = lessons.get(part.name);
          const steps = lesson ? chosenOf(lesson, part) : [];
          const text = m.assignment_part({
            lesson: titleOf(part.name),
            questions: steps.filter(asks).length,
            minutes: minutesOf(steps),
          });
          return (
            <li key={part.name}>
              {state ? (
                <button type="button" onClick={() => start(state.student, part)}>
                  {text}
                </button>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ol>
      {state ? (
        <>
          <HandIn {...{ assignment, lessons, handIn }} now={() => state} />
          <div className="actions">
            <button type="button" className="quiet" onClick={leave}>
              {m.assignment_other()}
            </button>
          </div>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setMissing(draft.trim() === '');
            if (draft.trim() !== '') start(draft, null);
          }}
        >
          {others.map(({ student }) => (
            <button key={student} type="button" onClick={() => start(student, null)}>
              {m.assignment_go_on({ student })}
            </button>
          ))}
          <label htmlFor={id}>{m.assignment_id()}</label>
          <div className="actions">
            <input
              id={id}
              type="text"
              autoComplete="off"
              maxLength={200}
              value={draft}
              aria-invalid={missing}
              onChange={(event) => setDraft(event.target.value)}
            />
            <button type="submit" className="primary">
              {m.assignment_begin()}
            </button>
          </div>
          {missing && (
            <p className="trouble" role="alert">
              {m.assignment_id_missing()}
            </p>
          )}
          <p className="quiet">{m.assignment_id_why()}</p>
        </form>
      )}
    </div>
  );
}

/** The titles of its lessons, in the page's language where the course has it. */
function useTitles(lessons: ReadonlyMap<string, Lesson>): (part: string) => string {
  const entries = useLessonEntries();
  return (part) => entries.find(({ slug }) => slug === part)?.title ?? lessons.get(part)?.title ?? part;
}

/** The steps of a lesson that the assignment asks. */
function chosenOf(lesson: Lesson, { steps }: Part) {
  return lesson.steps.filter(({ id }) => steps.includes(id));
}

interface HandInProps {
  assignment: Assignment;
  lessons: ReadonlyMap<string, Lesson>;
  now(): Kept | null;
  /** The name of the file. */
  handIn(): string | null;
}

function HandIn({ assignment, lessons, now, handIn }: HandInProps) {
  const [file, setFile] = useState<string | null>(null);
  // Drawn again with each answer that is kept.
  useStore(changes);
  const state = now();
  const questions = assignment.parts.flatMap((part) => {
    const lesson = lessons.get(part.name);
    return lesson
      ? chosenOf(lesson, part)
          .filter(asks)
          .map(({ id }) => ownOf(state?.parts, part.name)?.asked[id])
      : [];
  });
  const answered = questions.filter((asked) => (asked?.tries ?? 0) > 0).length;
  return (
    <section className="hand-in">
      <p>{m.assignment_answered({ answered, questions: questions.length })}</p>
      <button type="button" className="primary" onClick={() => setFile(handIn())}>
        {m.assignment_hand_in()}
      </button>
      <p role="status">{file !== null && m.assignment_handed_in({ file })}</p>
    </section>
  );
}

interface PartViewProps {
  assignment: Assignment;
  part: Part;
  state: Kept;
  engine: StartEngine;
  challenges: StartChallenges;
  policies: RunPolicy;
  overview(): void;
  end: React.ReactNode;
}

function PartView({ assignment, part, state, overview, end, ...starts }: PartViewProps) {
  const { student, begun } = state;
  const language = useLanguage();
  const [found, setFound] = useState<{ lesson: Lesson; language: Language | null } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in the page's language
  useEffect(() => {
    let current = true;
    const load = async () => {
      const course = part.text === null ? await loadLesson(part.name, currentLanguage()) : null;
      const { lesson } = parseLesson(part.text ?? course?.text ?? '');
      if (!current || !lesson) return;
      setFound({ lesson: assigned(lesson, assignment, part, student), language: course?.language ?? null });
    };
    load().catch((error) => current && setFailed(messageOf(error)));
    return () => {
      current = false;
    };
  }, [assignment, part, student, language]);
  const self = useMemo(
    () => (part.text === null ? { slug: part.name } : { name: part.name, text: part.text }),
    [part],
  );
  const progress = useMemo(
    () => storeOf(assignment, student, part.name, begun),
    [assignment, student, part, begun],
  );
  if (failed !== null) return <Failed reason={failed} />;
  if (!found) return null;
  return (
    <LessonView
      key={found.lesson.title}
      lesson={found.lesson}
      self={self}
      language={found.language}
      wanted={null}
      start={starts.engine}
      challenges={starts.challenges}
      policies={starts.policies}
      progress={progress}
      assignment={{ title: assignment.title || m.assignment_title(), begun, end }}
      close={overview}
    />
  );
}
