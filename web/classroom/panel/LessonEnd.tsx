/** The end of a lesson: how the questions were answered, and the lesson that comes next. */
import { useEffect, useId, useState } from 'react';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import { asks, type Lesson } from '../../lesson/language/lesson';
import { flat } from '../../lesson/language/prose';
import { titleOf } from '../../lesson/play/entries';
import { SLUGS } from '../../lesson/play/library';
import { stepsOf } from '../../lesson/play/minutes';
import { askedOf, MAX_SAID, type Play } from '../../lesson/play/play';
import { PATH } from '../../model/saved/lesson-link';

export interface LessonEndProps {
  lesson: Lesson;
  play: Play;
  /** `null` for a lesson from disk: nothing comes after it. */
  slug: string | null;
  coreOnly: boolean;
  /** Keeps the lesson in a sentence; `null` in a lecture. */
  say: ((text: string) => void) | null;
}

export function LessonEnd({ lesson, play, slug, coreOnly, say }: LessonEndProps) {
  const asked = stepsOf(lesson, coreOnly)
    .filter(asks)
    .map((step) => askedOf(play, step));
  const answered = asked.filter(({ known, shown }) => known && !shown).length;
  const first = asked.filter(({ known, shown, tries }) => known && !shown && tries === 1).length;
  const next = slug === null ? undefined : SLUGS[SLUGS.indexOf(slug) + 1];
  const title = useTitle(next);
  return (
    <section className="lesson-end" aria-labelledby="lesson-end">
      <h4 id="lesson-end">{m.lesson_finished()}</h4>
      {asked.length > 0 && <p>{m.lesson_end_answered({ answered, questions: asked.length, first })}</p>}
      {say && slug !== PATH && <Sentence {...{ lesson, say }} said={play.said ?? ''} />}
      {slug === PATH && <Known lesson={lesson} />}
      {next !== undefined && title !== null && (
        <a className={slug === PATH ? 'button' : 'button now'} href={`#/lesson/${next}`}>
          {m.lesson_end_next({ title: m.course_numbered({ number: SLUGS.indexOf(next) + 1, title }) })}
          <Icon name="right" />
        </a>
      )}
      {slug !== PATH && (
        <a className="button" href="#/learn">
          {m.lesson_all()}
        </a>
      )}
    </section>
  );
}

/** The lesson in the person's own words, and its goals to compare them with, once there is something to compare. */
function Sentence({ lesson, said, say }: { lesson: Lesson; said: string; say(text: string): void }) {
  const id = useId();
  // Compared once the person is through with it.
  const [written, setWritten] = useState(said);
  return (
    <div className="sentence">
      <label htmlFor={id}>{m.lesson_sentence({ title: lesson.title })}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={MAX_SAID}
        defaultValue={said}
        onChange={({ target }) => say(target.value)}
        onBlur={({ target }) => setWritten(target.value)}
      />
      {written.trim() !== '' && (
        <>
          <p className="quiet">{m.lesson_sentence_compare()}</p>
          <ul>
            {lesson.goals.map((goal) => (
              <li key={flat(goal)}>{flat(goal)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** After the 15-minute path: what it was for, and the course. */
function Known({ lesson }: { lesson: Lesson }) {
  return (
    <>
      <h5>{m.path_known()}</h5>
      <ul>
        {lesson.goals.map((goal) => (
          <li key={flat(goal)}>{flat(goal)}</li>
        ))}
      </ul>
      <a className="button now" href="#/learn">
        {m.path_to_course()}
        <Icon name="right" />
      </a>
    </>
  );
}

/** The title of a lesson of the course, in the page's language; `null` while it is read. */
function useTitle(slug: string | undefined): string | null {
  const [title, setTitle] = useState<string | null>(null);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: in the page's language
  useEffect(() => {
    let current = true;
    if (slug) void titleOf(slug).then((found) => current && setTitle(found));
    return () => {
      current = false;
    };
  }, [slug, language]);
  return title;
}
