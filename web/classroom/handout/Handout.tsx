/**
 * A lesson on paper (`#/handout/bast`): its steps with pictures of the key ones, its questions with room to answer. The
 * answers are a paper of their own (`#/handout/bast?answers`), and so are sheets A and B of the questions
 * (`?questions&sheet=A&seed=autumn`). A bank of exam questions has only questions and answers.
 */
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-hash-location';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { isOwn, ownLesson } from '../../lesson/address/own-link';
import type { StartChallenges } from '../../lesson/language/challenge';
import { asks, type Lesson, type Step } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import Chart from '../../lesson/parts/Chart';
import { Inlines } from '../../lesson/parts/Text';
import type { StartEngine } from '../../lesson/parts/use-course';
import { BANKS, loadLesson } from '../../lesson/play/library';
import { minutesText } from '../minutes-text';
import { Answer, Asking, StepText } from './Parts';
import { type HandoutPictures, picturesOf, type Shot } from './pictures';
import { SHEETS, type Sheet } from './sheets';
import '../../lesson/parts/lesson.css';
import './handout.css';

/** The lesson with its questions; these alone, which gives no answer away; the answers. */
export const PAPERS = ['lesson', 'questions', 'answers'] as const;
type Paper = (typeof PAPERS)[number];

const PAPER_NAMES: Record<Paper, () => string> = {
  lesson: m.course_paper_lesson,
  questions: m.course_paper_questions,
  answers: m.course_answer_key,
};

export interface HandoutProps {
  /** A lesson of the course, a bank of questions, or the text of a lesson (`own-link.ts`). */
  slug: string;
  paper: Paper;
  /** `null`: every question, as the lesson asks it. */
  sheet: Sheet | null;
  /** Of the variants of sheets. */
  seed: string;
  engine: StartEngine;
  challenges: StartChallenges;
  /** Draws the stage; it is a view, and none of the lesson's. */
  Picture: ComponentType<{ shot: Shot }>;
}

type Made =
  | { state: 'computing' }
  | { state: 'unknown' }
  | { state: 'failed'; reason: string }
  | { state: 'ready'; lesson: Lesson; lang: string; sheet: HandoutPictures };

/** The address of a paper. */
export function paperLink(slug: string, paper: Paper, sheet: Sheet | null, seed: string): string {
  const asked = paper === 'lesson' ? '' : paper;
  const drawn = sheet ? `&sheet=${sheet}&seed=${encodeURIComponent(seed)}` : '';
  return `#/handout/${slug}${asked || drawn ? `?${asked}${drawn}` : ''}`;
}

export function Handout({ slug, paper, sheet, seed, engine, challenges, Picture }: HandoutProps) {
  const bank = BANKS.includes(slug);
  const made = useSheet(slug, engine, sheet, seed, paper === 'answers' ? challenges : null);
  const title = useRef<HTMLHeadingElement>(null);
  // A person who came by keyboard, or hears the page, learns where they are.
  useEffect(() => {
    title.current?.focus();
  }, []);
  const ready = made.state === 'ready' ? made : null;
  const name = ready?.lesson.title;
  useEffect(() => {
    if (!name) return;
    // The browser's proposal for the file's name.
    const before = document.title;
    document.title = paper === 'lesson' ? name : `${name}: ${PAPER_NAMES[paper]()}`;
    return () => {
      document.title = before;
    };
  }, [name, paper]);
  return (
    <main className="handout">
      <div className="tools">
        <header>
          <h2 ref={title} tabIndex={-1}>
            {m.course_handout()}
          </h2>
          <button type="button" className="primary" disabled={!ready} onClick={() => window.print()}>
            {m.course_print()}
          </button>
          <a className="button" href={bank ? '#/teach/exam' : `#/lesson/${slug}`}>
            {bank ? m.teach_title() : m.course_to_lesson()}
          </a>
        </header>
        <nav className="actions" aria-label={m.course_handout()}>
          {PAPERS.filter((each) => each !== 'lesson' || !bank).map((each) => (
            <a
              key={each}
              className="button"
              href={paperLink(slug, each, each === 'lesson' ? null : sheet, seed)}
              aria-current={each === paper ? 'page' : undefined}
            >
              {PAPER_NAMES[each]()}
            </a>
          ))}
        </nav>
        {paper !== 'lesson' && <Sheets {...{ slug, paper, sheet, seed }} />}
      </div>
      <div role="status">{made.state === 'computing' && <p className="quiet">{m.course_drawing()}</p>}</div>
      <div role="alert">
        {made.state === 'unknown' && (
          <p className="trouble">{isOwn(slug) ? m.app_link_altered() : m.lesson_missing({ slug })}</p>
        )}
        {made.state === 'failed' && <p className="trouble">{m.lesson_failed({ reason: made.reason })}</p>}
      </div>
      {ready && (
        // Paper is white, whatever the screen is.
        <article className="paper" data-theme="light" lang={ready.lang}>
          <h1>{ready.lesson.title}</h1>
          {sheet && <p className="quiet">{m.course_sheet_of({ sheet, seed })}</p>}
          {paper === 'answers' ? (
            <h2>{m.course_answer_key()}</h2>
          ) : (
            <Head lesson={ready.lesson} asking={paper === 'questions'} />
          )}
          {printed(ready, paper, bank || sheet !== null).map(({ step, number }) => (
            <StepOnPaper key={step.id} {...{ ...ready, step, number, paper, slug, Picture }} />
          ))}
        </article>
      )}
    </main>
  );
}

/** The steps on a paper, with their numbers: those of the lesson, so that its key fits, or of the sheet. */
function printed(
  { lesson, sheet: { asked } }: Made & { state: 'ready' },
  paper: Paper,
  counted: boolean,
): { step: Step; number: number }[] {
  return lesson.steps
    .map((step, index) => ({ step, number: index + 1 }))
    .filter(({ step }) => paper === 'lesson' || (asks(step) && (asked?.includes(step.id) ?? true)))
    .map(({ step, number }, index) => ({ step, number: counted ? index + 1 : number }));
}

/** Which sheet, and the seed that its variants are drawn from. */
function Sheets({ slug, paper, sheet, seed }: Pick<HandoutProps, 'slug' | 'paper' | 'sheet' | 'seed'>) {
  return (
    <>
      <nav className="actions" aria-label={m.course_sheets()}>
        {[null, ...SHEETS].map((each) => (
          <a
            key={each}
            className="button"
            href={paperLink(slug, paper, each, seed)}
            aria-current={each === sheet ? 'page' : undefined}
          >
            {each === null ? m.course_sheet_all() : m.course_sheet({ sheet: each })}
          </a>
        ))}
      </nav>
      {sheet && (
        <label>
          {m.course_sheet_seed()}{' '}
          <input
            type="text"
            size={10}
            maxLength={60}
            autoComplete="off"
            defaultValue={seed}
            onBlur={({ target }) =>
              target.value !== seed && navigate(paperLink(slug, paper, sheet, target.value).slice(1))
            }
          />
        </label>
      )}
    </>
  );
}

/** The lesson in the page's language, walked on an engine of its own. */
function useSheet(
  slug: string,
  engine: StartEngine,
  sheet: Sheet | null,
  seed: string,
  challenges: StartChallenges | null,
): Made {
  const language = useLanguage();
  // A paper is shown only under the address that it was made for: never the questions of sheet A under “Sheet B”.
  const address = JSON.stringify([slug, language, sheet, seed, challenges !== null]);
  const [made, setMade] = useState<{ address: string; found: Made } | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    const make = async (): Promise<Made> => {
      const own = ownLesson(slug);
      const found = own ? { ...own, language } : await loadLesson(slug, language);
      const lesson = found && parseLesson(found.text).lesson;
      if (!lesson) return { state: 'unknown' };
      const client = await engine();
      try {
        return {
          state: 'ready',
          lesson,
          lang: found.language,
          sheet: await picturesOf(lesson, client, ended.signal, {
            sheet: sheet && { is: sheet, seed },
            challenges,
          }),
        };
      } finally {
        client.close();
      }
    };
    make()
      .catch((error: unknown): Made => {
        return { state: 'failed', reason: error instanceof Error ? error.message : String(error) };
      })
      .then((found) => {
        if (!ended.signal.aborted) setMade({ address, found });
      });
    return () => ended.abort();
  }, [address, slug, engine, language, sheet, seed, challenges]);
  return made?.address === address ? made.found : { state: 'computing' };
}

/** `asking`: a paper of questions, which says nothing of what is to be learned. */
function Head({ lesson, asking }: { lesson: Lesson; asking: boolean }) {
  const who = (
    <p className="who">
      <span>{m.course_name()}</span>
      <span>{m.course_date()}</span>
    </p>
  );
  if (asking) return who;
  return (
    <>
      {who}
      <p>{minutesText(lesson)}</p>
      <h2>{m.lesson_goals()}</h2>
      <ul>
        {lesson.goals.map((goal, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lesson's goals never change
          <li key={index}>
            <Inlines inlines={goal} scope={null} slug={null} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface StepProps extends Pick<HandoutProps, 'slug' | 'paper' | 'Picture'> {
  lesson: Lesson;
  sheet: HandoutPictures;
  step: Step;
  number: number;
}

function StepOnPaper({ lesson, sheet, step, number, paper, slug, Picture }: StepProps) {
  const answers = paper === 'answers';
  const points = sheet.points.get(step.id);
  const shot = (answers ? sheet.after : sheet.before).get(step.id);
  const common = { lesson, sheet, step, slug };
  return (
    <section className="step">
      <h3>
        {number}. <StepText {...common} part="title" />
        {step.more && <small className="more"> {m.lesson_more()}</small>}
      </h3>
      {!answers && <StepText {...common} part="prose" />}
      {!answers && shot && <Picture shot={shot} />}
      {answers ? <Answer {...common} /> : asks(step) && <Asking {...common} />}
      {answers && shot && <Picture shot={shot} />}
      {step.chart && points && answers === asks(step) && <Chart chart={step.chart} points={points} />}
      {!answers && !asks(step) && <StepText {...common} part="reveal" />}
    </section>
  );
}
