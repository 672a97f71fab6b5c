/** At the start of a lesson: two questions from earlier ones, from memory. They are computed once they are opened. */
import { useEffect, useMemo, useState } from 'react';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import type { Value } from '../../lesson/language/evaluate';
import type { Lesson, Predict, Step } from '../../lesson/language/lesson';
import { Failed } from '../../lesson/parts/Failed';
import { Question } from '../../lesson/parts/Question';
import { Blocks } from '../../lesson/parts/Text';
import { type Course, type StartEngine, useCourse } from '../../lesson/parts/use-course';
import { freshVariant } from '../../lesson/play/grade';
import { type Asked, askedOf, type Play, reduce } from '../../lesson/play/play';
import { scopeAt, type Variant } from '../../lesson/play/walk';
import { loadRecall, RECALL } from '../../lesson/recall/recall';
import { EngineCrash } from '../../protocol/engine/engine-client';

export interface RecallProps {
  slug: string;
  asked: Play['recalled'];
  start: StartEngine;
  act(asked: { readonly [question: string]: Asked }): void;
}

export function Recall(props: RecallProps) {
  const [opened, setOpened] = useState(false);
  if (!RECALL[props.slug]) return null;
  const known = Object.values(props.asked ?? {}).filter((asked) => asked.known).length;
  return (
    <details className="recall" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>
        {m.lesson_recall()} {known > 0 && <span className="quiet">{m.lesson_recalled({ known })}</span>}
      </summary>
      {opened && <Loaded {...props} />}
    </details>
  );
}

function Loaded(props: RecallProps) {
  const { slug } = props;
  const language = useLanguage();
  const [lesson, setLesson] = useState<Lesson | null>(null);
  useEffect(() => {
    let current = true;
    void loadRecall(slug, language).then((found) => current && setLesson(found));
    return () => {
      current = false;
    };
  }, [slug, language]);
  return lesson && <Questions {...props} lesson={lesson} />;
}

function Questions({ lesson, start, ...props }: RecallProps & { lesson: Lesson }) {
  const course = useCourse(lesson, start);
  // With fresh figures from the first time on.
  const asked = useMemo(() => {
    const fresh = lesson.steps.map((step) => [step.id, { ...askedOf(UNASKED, step), variant: 1 }] as const);
    return { ...Object.fromEntries(fresh), ...props.asked };
  }, [lesson, props.asked]);
  if (course.state === 'failed') return <Failed reason={course.reason} />;
  return lesson.steps.map(
    (step, index) =>
      step.predict && (
        <One
          key={`${step.id} ${asked[step.id]?.variant}`}
          {...{ lesson, course, asked, index, act: props.act }}
          step={{ ...step, predict: step.predict }}
        />
      ),
  );
}

const UNASKED: Play = { step: 0, asked: {}, nudged: 0 };

interface OneProps extends Pick<RecallProps, 'act'> {
  lesson: Lesson;
  course: Course;
  step: Step & { predict: Predict };
  index: number;
  asked: { readonly [question: string]: Asked };
}

function One({ lesson, course, step, index, asked, act }: OneProps) {
  const play: Play = { step: index, asked, nudged: 0 };
  const own = askedOf(play, step);
  const [variant, setVariant] = useState<Variant | null>(null);
  const number = own.variant;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is a new object each time, and the same question
  useEffect(() => {
    if (course.state !== 'ready' || number === 0) return;
    const ended = new AbortController();
    freshVariant(lesson, course.stations, step, number, course.client, ended.signal)
      .then((made) => !ended.signal.aborted && setVariant(made))
      // An engine that died is no question without another: the boundary around this part says so.
      .catch((error) => {
        if (ended.signal.aborted) return;
        setVariant((before) => {
          if (error instanceof EngineCrash) throw error;
          return before;
        });
      });
    return () => ended.abort();
  }, [lesson, course, number]);
  const scopes = useMemo(() => {
    if (course.state !== 'ready') return { before: null, after: null };
    const station = number > 0 ? variant?.station : course.stations.get(step.id);
    const drawn: { [name: string]: Value } = variant && number > 0 ? { draw: variant.drawn } : {};
    const at = (when: 'begin' | 'end') =>
      station ? scopeAt(lesson, course.stations, step, station, when, drawn) : null;
    return { before: at('begin'), after: at('end') };
  }, [lesson, course, step, variant, number]);
  const does = (action: Parameters<typeof reduce>[2]) => act(reduce(lesson, play, action).asked);
  return (
    <>
      <div className="prose">
        <Blocks blocks={step.prose} scope={scopes.before} slug={null} />
      </div>
      <Question
        predict={step.predict}
        asked={own}
        rules={null}
        {...scopes}
        slug={null}
        fromMemory
        exhausted={false}
        nudged={0}
        answered={(given, right) => does({ type: 'answered', given, right })}
        typed={(text) => does({ type: 'typed', text })}
        reasoned={(text) => does({ type: 'reason', text })}
        fresh={() => does({ type: 'fresh' })}
        own={() => does({ type: 'own' })}
        show={() => does({ type: 'show' })}
      />
      {own.known && (
        <div className="reveal">
          <Blocks blocks={step.reveal} scope={scopes.after} slug={null} />
        </div>
      )}
    </>
  );
}
