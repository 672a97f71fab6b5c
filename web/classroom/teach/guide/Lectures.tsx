/** Lecture plans, and the homework after each with its key and rubric (`#/teach/lectures`). */
import { useId } from 'react';
import { saveAs } from '../../../base/save';
import { useTyped } from '../../../base/typed/use-typed';
import { m } from '../../../i18n/compiled/messages.js';
import { packAssignment, writeAssignment } from '../../../lesson/assignment/assignment';
import { flat } from '../../../lesson/language/prose';
import type { LessonEntry } from '../../../lesson/play/entries';
import { BANKS } from '../../../lesson/play/library';
import { useLessonEntries } from '../../../lesson/play/use-entries';
import { fileName } from '../../assignment/kept';
import { paperLink } from '../../handout/Handout';
import { homeworkOf, type Item, PLANS, type Plan, RUBRIC } from './plan';

export function Lectures() {
  const entries = useLessonEntries();
  return (
    <>
      {PLANS.map((plan) => (
        <Lecture key={plan.id} plan={plan} entries={entries} />
      ))}
      <Rubric />
    </>
  );
}

function Lecture({ plan, entries }: { plan: Plan; entries: readonly LessonEntry[] }) {
  const id = useId();
  let at = 0;
  return (
    <section className="panel" aria-labelledby={id}>
      <h3 id={id}>{plan.title()}</h3>
      <ol className="plan">
        {plan.items.map((item) => {
          const from = at;
          at += item.minutes;
          return <Minutes key={from} {...{ item, from, entries }} />;
        })}
      </ol>
      <Homework plan={plan} entries={entries} />
    </section>
  );
}

function Minutes({ item, from, entries }: { item: Item; from: number; entries: readonly LessonEntry[] }) {
  const { lesson, steps = [], minutes, about } = item;
  const bank = lesson !== undefined && BANKS.includes(lesson);
  return (
    <li>
      <span className="at">{m.guide_minutes({ from, to: from + minutes })}</span>
      <div>
        {about()}
        {lesson && (
          <span className="steps">
            {steps.map((step) => (
              <a
                key={step}
                href={bank ? paperLink(lesson, 'questions', null, '') : `#/lesson/${lesson}?step=${step}`}
              >
                {titleOf(entries, lesson, step)}
              </a>
            ))}
          </span>
        )}
      </div>
    </li>
  );
}

/** The title of a step, or its id while lessons are loaded and for a bank. */
function titleOf(entries: readonly LessonEntry[], slug: string, id: string): string {
  const step = entries.find((entry) => entry.slug === slug)?.lesson?.steps.find((each) => each.id === id);
  return step ? flat(step.title) : m.guide_question({ id: id.replaceAll('_', ' ') });
}

function Homework({ plan, entries }: { plan: Plan; entries: readonly LessonEntry[] }) {
  const [seed, setSeed] = useTyped(`homework seed ${plan.id}`, '');
  const assignment = homeworkOf(plan, seed);
  return (
    <div className="homework">
      <h4>{assignment.title}</h4>
      <p className="quiet">{m.guide_homework_how({ attempts: assignment.attempts ?? 0 })}</p>
      <ul>
        {plan.homework.parts.map(({ lesson, steps }) => (
          <li key={lesson}>
            {entries.find(({ slug }) => slug === lesson)?.title ?? m.guide_exam()}:{' '}
            {m.guide_questions({ count: steps.length })}{' '}
            <a href={paperLink(lesson, 'answers', null, '')}>{m.course_answer_key()}</a>
          </li>
        ))}
      </ul>
      <p>{plan.id === 'one' ? m.guide_write_one() : m.guide_write_two()}</p>
      <div className="actions">
        <label>
          {m.teach_seed()}{' '}
          <input
            type="text"
            autoComplete="off"
            size={10}
            maxLength={60}
            value={seed}
            onChange={({ target }) => setSeed(target.value)}
          />
        </label>
        <button
          type="button"
          onClick={() => saveAs(fileName(assignment.title), writeAssignment(assignment), 'application/json')}
        >
          {m.teach_save()}
        </button>
        <a className="button" href={`#/assignment/${packAssignment(assignment)}`}>
          {m.teach_try()}
        </a>
      </div>
    </div>
  );
}

function Rubric() {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h3 id={id}>{m.guide_rubric()}</h3>
      <p className="quiet">{m.guide_rubric_how()}</p>
      <table className="rubric">
        <thead>
          <tr>
            <th scope="col">{m.guide_rubric_of()}</th>
            {[2, 1, 0].map((points) => (
              <th key={points} scope="col">
                {m.guide_points({ points })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RUBRIC.map(({ name, points }) => (
            <tr key={name()}>
              <th scope="row">{name()}</th>
              {points.map((said) => (
                <td key={said()}>{said()}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
