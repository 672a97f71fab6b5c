/** The pieces of a handout's step: its texts, its question with room to answer, its answer. */
import { costText } from '../../i18n/challenge-words';
import { m } from '../../i18n/compiled/messages.js';
import { settingsText } from '../../lesson/design/DesignForm';
import type { Design } from '../../lesson/design/design';
import { equal } from '../../lesson/language/evaluate';
import { asks, beforehand, type Lesson, type Predict, type Step } from '../../lesson/language/lesson';
import { choicesText } from '../../lesson/parts/ChallengeForm';
import { ChoiceText } from '../../lesson/parts/Question';
import { Blocks, Inlines } from '../../lesson/parts/Text';
import { keyOf, shown } from '../../lesson/play/grade';
import { BANKS } from '../../lesson/play/library';
import { type HandoutPictures, scopeOf } from './pictures';

interface PartProps {
  lesson: Lesson;
  sheet: HandoutPictures;
  step: Step;
  slug: string;
}

/** A prediction is read before its result is known, a task where its step's own run has ended. */
function openScope({ lesson, sheet, step }: PartProps) {
  return scopeOf(lesson, sheet, step, beforehand(step) ? 'begin' : 'end');
}

export function StepText({ part, ...props }: PartProps & { part: 'title' | 'prose' | 'reveal' }) {
  const { lesson, sheet, step, slug } = props;
  const scope = part === 'reveal' ? scopeOf(lesson, sheet, step, 'end') : openScope(props);
  if (part === 'title') return <Inlines inlines={step.title} scope={scope} slug={slug} />;
  return <Blocks blocks={step[part]} scope={scope} slug={slug} />;
}

export function Asking(props: PartProps) {
  const { lesson, sheet, step, slug } = props;
  const [before, after] = [openScope(props), scopeOf(lesson, sheet, step, 'end')];
  const { predict, task, policy, design } = step;
  const key = predict && after ? keyOf(predict, after) : null;
  return (
    <div className="asking">
      <Question {...props} />
      {policy && <Listing code={policy.start} />}
      {predict && predict.choices.length > 0 && (
        <ul className="choices">
          {choicesOn(sheet, predict).map(({ choice, index }) => (
            <li key={choice.value.text}>
              <ChoiceText
                text={choice.text}
                value={key && 'values' in key ? (key.values[index] ?? null) : null}
                scope={after}
                slug={slug}
              />
            </li>
          ))}
        </ul>
      )}
      {predict && predict.choices.length === 0 && (
        <p className="blank">
          {m.lesson_answer()} <span className="line" />{' '}
          {predict.unit && <Inlines inlines={predict.unit} scope={before} slug={slug} />}
        </p>
      )}
      {design && <Knobs design={design} />}
      <p className="quiet">
        {task
          ? m.lesson_requests()
          : policy
            ? m.course_code()
            : design
              ? m.lesson_design_lines()
              : predict
                ? m.course_why()
                : m.course_choices()}
      </p>
      <div className="lines">
        <span />
        <span />
      </div>
    </div>
  );
}

function Listing({ code }: { code: string }) {
  return (
    <pre className="listing">
      <code>{code}</code>
    </pre>
  );
}

/** On sheet B in the reverse order: a glance at the neighbour's mark does not help. */
function choicesOn({ is }: HandoutPictures, { choices }: Predict) {
  const listed = choices.map((choice, index) => ({ choice, index }));
  return is === 'B' ? listed.reverse() : listed;
}

/** The knobs, with the values they take. */
function Knobs({ design }: { design: Design }) {
  return (
    <ul>
      {design.knobs.map((knob) => (
        <li key={knob.path}>
          {knob.kind === 'number'
            ? m.lesson_design_range({ name: knob.name, from: shown(knob.from), to: shown(knob.to) })
            : m.lesson_design_setting({ name: knob.name, value: knob.of.map(({ name }) => name).join(', ') })}
        </li>
      ))}
    </ul>
  );
}

function Question(props: PartProps) {
  const { predict, task, policy, challenge, design } = props.step;
  const other = props.sheet.is === 'B';
  return (
    <p>
      <b>{predict ? m.lesson_predict() : design ? m.lesson_design() : m.lesson_task()}.</b>{' '}
      <Inlines
        inlines={
          (other ? predict?.again : null) ?? (predict ?? task ?? policy ?? challenge ?? design)?.ask ?? []
        }
        scope={openScope(props)}
        slug={props.slug}
      />
    </p>
  );
}

export function Answer(props: PartProps) {
  const { lesson, sheet, step, slug } = props;
  const after = scopeOf(lesson, sheet, step, 'end');
  const { predict, task, policy } = step;
  const key = predict && after ? keyOf(predict, after) : null;
  const right = key && 'answer' in key ? key : null;
  const chosen = right ? right.values.findIndex((value) => equal(value, right.answer)) : -1;
  const choice = predict && predict.choices.length > 0 ? predict.choices[chosen] : undefined;
  const best = sheet.best.get(step.id);
  // The lesson explains its own question, not a variant; a bank explains in general.
  const explained = !sheet.variants.has(step.id) || BANKS.includes(slug);
  if (!asks(step)) return null;
  return (
    <div className="answer">
      <Question {...props} />
      {right && (
        <p>
          <b>{m.course_answer()}:</b>{' '}
          {choice ? (
            <ChoiceText text={choice.text} value={right.answer} scope={after} slug={slug} />
          ) : (
            <>
              <span className="value">{shown(right.answer)}</span>{' '}
              {predict?.unit && <Inlines inlines={predict.unit} scope={after} slug={slug} />}
            </>
          )}
        </p>
      )}
      {task && (
        <p>
          <b>{m.course_solution()}:</b> {task.solutions.map(({ ops }) => ops).join(m.course_or())}
        </p>
      )}
      {policy && (
        <>
          <p>
            <b>{m.course_solution()}:</b>
          </p>
          <Listing code={policy.solution.text} />
        </>
      )}
      {step.design && (
        <p>
          <b>{m.course_solution()}:</b>{' '}
          {step.design.solutions
            .map(({ settings }) => step.design && settingsText(step.design, settings))
            .join(m.course_or())}
        </p>
      )}
      {step.challenge && best && (
        <p>
          {m.challenge_lesson_best({
            cost: costText(step.challenge.goal, best.total.person),
            choices: choicesText(best.choices),
          })}
        </p>
      )}
      {step.challenge?.hints.map((hint, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lesson's hints never change
        <p key={index}>
          <Inlines inlines={hint} scope={openScope(props)} slug={slug} />
        </p>
      ))}
      {predict && explained && <StepText {...props} part="reveal" />}
    </div>
  );
}
