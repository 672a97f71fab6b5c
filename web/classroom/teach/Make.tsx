/** An assignment in the making: what is asked of which lessons, and how. */
import { useEffect, useId, useMemo, useState } from 'react';
import { saveAs } from '../../base/save';
import { useTyped } from '../../base/typed/use-typed';
import { m } from '../../i18n/compiled/messages.js';
import { fileText } from '../../i18n/file-text';
import { FileButton } from '../../kit/FileButton';
import { MAX_LINK } from '../../lesson/address/packed';
import {
  type Assignment,
  type Part,
  packAssignment,
  readAssignment,
  writeAssignment,
} from '../../lesson/assignment/assignment';
import type { Fault } from '../../lesson/language/fault';
import { asks, type Lesson } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import { flat } from '../../lesson/language/prose';
import { FaultList } from '../../lesson/parts/FaultList';
import { BANKS, SLUGS } from '../../lesson/play/library';
import { minutesOf } from '../../lesson/play/minutes';
import { useLessonEntries } from '../../lesson/play/use-entries';
import { fileName } from '../assignment/kept';
import { type Choosable, withQuestions } from './chosen';

/** Anything longer is no assignment; the reader says so without the rest being read. */
const MOST = 600 * 1024;

/** The lessons and banks on offer, in the order shown. */
const COURSE = [...SLUGS, ...BANKS];

const FRESH: Assignment = { title: '', parts: [], attempts: null, hints: true, due: '', seed: '' };

/** The assignment that was typed before, in this tab. */
function draftIn(text: string): Assignment | null {
  try {
    const { title, parts, attempts, hints, due, seed } = JSON.parse(text) as Assignment;
    const sound =
      [title, due, seed].every((each) => typeof each === 'string') &&
      (attempts === null || Number.isInteger(attempts)) &&
      typeof hints === 'boolean' &&
      parts.every(
        ({ name, text, steps }) =>
          typeof name === 'string' &&
          (text === null || typeof text === 'string') &&
          steps.every((step) => typeof step === 'string'),
      );
    return sound ? { title, parts, attempts, hints, due, seed } : null;
  } catch {
    return null;
  }
}

/** `changed`: the assignment as it is now; `null` while it asks nothing. */
export function Make({ changed }: { changed(assignment: Assignment | null): void }) {
  const [typed, type] = useTyped('assignment', '');
  const [draft, setDraft] = useState<Assignment>(() => draftIn(typed) ?? FRESH);
  useEffect(() => {
    type(draft === FRESH ? '' : JSON.stringify(draft));
  }, [draft, type]);
  const [opened, setOpened] = useState<{ times: number; parts: readonly Part[] }>({
    times: 0,
    parts: draft.parts,
  });
  const [faults, setFaults] = useState<{ name: string; faults: readonly Fault[] } | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const id = useId();
  const choices = useChoices(opened.parts);
  const ready = useMemo(() => (draft.parts.length > 0 ? draft : null), [draft]);
  useEffect(() => {
    changed(ready);
  }, [ready, changed]);
  const change = (more: Partial<Assignment>) => {
    setSaid(null);
    setDraft((before) => ({ ...before, ...more }));
  };
  const choose = (choice: Choosable, steps: readonly string[]) =>
    change({ parts: withQuestions(draft.parts, choice, steps, choices) });
  const open = async (file: File) => {
    setFaults(null);
    const read = await readAssignment(await fileText(file, MOST));
    if (!read.assignment) return setFaults({ name: file.name, faults: read.faults });
    const { assignment } = read;
    setDraft(assignment);
    // Lessons with chosen questions are shown open.
    setOpened(({ times }) => ({ times: times + 1, parts: assignment.parts }));
  };
  const copyLink = async (assignment: Assignment) => {
    const packed = packAssignment(assignment);
    if (packed.length > MAX_LINK) return setSaid(m.teach_link_long());
    const text = `${location.origin}${location.pathname}#/assignment/${packed}`;
    // In some frames there is no clipboard.
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(copied ? m.teach_link_copied() : m.app_copy_by_hand({ text }));
  };
  const steps = choices.flatMap(({ name, lesson }) => {
    const part = draft.parts.find((each) => each.name === name);
    return lesson.steps.filter((step) => part?.steps.includes(step.id));
  });
  return (
    <section className="panel make" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{m.teach_make()}</h3>
      <p className="quiet">{m.teach_make_how()}</p>
      <div className="fields">
        <Text label={m.teach_name()} value={draft.title} set={(title) => change({ title })} />
        <Text label={m.teach_due()} value={draft.due} set={(due) => change({ due })} />
        <Text
          label={m.teach_seed()}
          value={draft.seed}
          set={(seed) => change({ seed })}
          about={m.teach_seed_why()}
        />
        <label>
          {m.teach_attempts()}
          <select
            value={draft.attempts ?? ''}
            onChange={({ target }) => change({ attempts: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">{m.teach_attempts_any()}</option>
            {attemptsOffered(draft.attempts).map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={draft.hints}
            onChange={({ target }) => change({ hints: target.checked })}
          />
          {m.teach_hints()}
        </label>
      </div>
      <fieldset>
        <legend>{m.teach_lessons()}</legend>
        {choices.map((choice) => (
          <Choose
            key={`${choice.name} ${opened.times}`}
            choice={choice}
            chosen={draft.parts.find(({ name }) => name === choice.name)?.steps ?? []}
            set={(chosen) => choose(choice, chosen)}
          />
        ))}
      </fieldset>
      <p role="status">
        {steps.length > 0
          ? m.teach_chosen({ questions: steps.filter(asks).length, minutes: minutesOf(steps) })
          : m.teach_nothing()}
      </p>
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={!ready}
          onClick={() =>
            ready && saveAs(fileName(ready.title || 'assignment'), writeAssignment(ready), 'application/json')
          }
        >
          {m.teach_save()}
        </button>
        <button type="button" disabled={!ready} onClick={() => ready && void copyLink(ready)}>
          {m.teach_link()}
        </button>
        {ready && (
          <a className="button" href={`#/assignment/${packAssignment(ready)}`}>
            {m.teach_try()}
          </a>
        )}
        <FileButton
          label={m.teach_open()}
          accept=".json,.yaml,.yml"
          take={open}
          failed={(reason) => setSaid(reason)}
        />
      </div>
      <p role="status">{said}</p>
      {faults && (
        <div role="alert" className="faults">
          <p className="trouble">{`${faults.name}: ${m.assignment_faults()}`}</p>
          <FaultList faults={faults.faults} most={8} />
        </div>
      )}
    </section>
  );
}

/** `parts`: of the assignment that was opened. Lessons of the course, the banks of exam questions, and lessons of one's own that an opened assignment brought. */
function useChoices(parts: readonly Part[]): readonly Choosable[] {
  const entries = useLessonEntries(COURSE);
  return useMemo(() => {
    const course = entries.flatMap(({ slug, title, lesson }): Choosable[] =>
      lesson ? [{ name: slug, title, lesson, text: null, told: toldIn(parts, slug, lesson) }] : [],
    );
    const own = parts.flatMap(({ name, text }): Choosable[] => {
      const { lesson } = parseLesson(text ?? '');
      return text !== null && lesson
        ? [{ name, title: lesson.title, lesson, text, told: toldIn(parts, name, lesson) }]
        : [];
    });
    return [...course, ...own].filter(({ lesson }) => lesson.steps.some(asks));
  }, [entries, parts]);
}

function toldIn(parts: readonly Part[], name: string, lesson: Lesson): readonly string[] {
  const there = parts.find((part) => part.name === name)?.steps ?? [];
  return lesson.steps.filter((step) => !asks(step) && there.includes(step.id)).map(({ id }) => id);
}

function attemptsOffered(chosen: number | null): number[] {
  const offered = [1, 2, 3, 5];
  return chosen === null || offered.includes(chosen) ? offered : [...offered, chosen];
}

interface ChooseProps {
  choice: Choosable;
  chosen: readonly string[];
  set(chosen: readonly string[]): void;
}

function Choose({ choice: { title, lesson }, chosen, set }: ChooseProps) {
  const asking = lesson.steps.filter(asks);
  const ids = asking.map(({ id }) => id);
  const all = ids.every((id) => chosen.includes(id));
  return (
    <details open={chosen.length > 0 && !all}>
      <summary>
        {title}
        {chosen.length > 0 && <span className="quiet"> {`${chosen.length}/${ids.length}`}</span>}
      </summary>
      <label className="check">
        <input type="checkbox" checked={all} onChange={() => set(all ? [] : ids)} />
        {m.teach_all({ lesson: title })}
      </label>
      <ul>
        {asking.map(({ id, title: name }) => (
          <li key={id}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  set(ids.filter((each) => (each === id ? target.checked : chosen.includes(each))))
                }
              />
              {flat(name)}
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface TextProps {
  label: string;
  value: string;
  set(value: string): void;
  about?: string;
}

function Text({ label, value, set, about }: TextProps) {
  const id = useId();
  return (
    <label>
      {label}
      <input
        type="text"
        autoComplete="off"
        maxLength={300}
        value={value}
        aria-describedby={about && id}
        onChange={({ target }) => set(target.value)}
      />
      {about && (
        <span id={id} className="quiet">
          {about}
        </span>
      )}
    </label>
  );
}
