/** Time and steps, for the presenter. */
import { useEffect, useRef, useState } from 'react';
import { currentLanguage } from '../../../base/language';
import { m } from '../../../i18n/compiled/messages.js';
import type { Lesson } from '../../../lesson/language/lesson';
import { flat } from '../../../lesson/language/prose';
import { askedOf, type Play } from '../../../lesson/play/play';
import { act } from '../lecture-channel';
import { behind, elapsed, type Timer } from '../lecture-state';

interface ClockProps {
  timer: Timer;
  minutes: number;
  step: number;
  steps: number;
}

/** The time of day, and the stopwatch of the lecture beside what the lesson plans for. */
export function Clock({ timer, minutes, step, steps }: ClockProps) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(tick);
  }, []);
  const ran = elapsed(timer, now);
  const late = minutes > 0 ? behind(ran, minutes, step, steps) : null;
  return (
    <div className="clock">
      <time className="day">
        {new Date(now).toLocaleTimeString(currentLanguage(), { hour: '2-digit', minute: '2-digit' })}
      </time>
      {late !== null && (
        <span className={late > 0 ? 'late' : 'on-time'}>
          {late === 0
            ? m.lecture_on_time()
            : late > 0
              ? m.lecture_late({ minutes: late })
              : m.lecture_early({ minutes: -late })}
        </span>
      )}
      <time className="ran" role="timer" aria-label={m.lecture_timer()}>
        {minutesText(ran)}
      </time>
      {minutes > 0 && <span>{m.lecture_timer_of({ minutes })}</span>}
    </div>
  );
}

/** `7:05`, `1:02:30`. */
function minutesText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [h, min, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(min)}:${two(s)}` : `${min}:${two(s)}`;
}

interface StepsProps {
  lesson: Lesson;
  play: Play;
  /** With sync off, the step the projector shows. */
  there: number | null;
}

export function Steps({ lesson, play, there }: StepsProps) {
  const current = useRef<HTMLButtonElement>(null);
  // The list follows, the list alone: on a phone the notes stay where they are. So does the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every step
  useEffect(() => {
    const list = current.current?.closest('nav');
    if (!list) return;
    const follow = () => {
      if (!current.current) return;
      const [step, seen] = [current.current.getBoundingClientRect(), list.getBoundingClientRect()];
      // In the middle: what comes is seen as well as what was.
      list.scrollTop += step.top - seen.top - (seen.height - step.height) / 2;
    };
    follow();
    // The content above it comes and goes, and leaves it more or less room.
    const resized = globalThis.ResizeObserver && new ResizeObserver(follow);
    resized?.observe(list);
    return () => resized?.disconnect();
  }, [play.step]);
  return (
    <nav className="steps-list" aria-label={m.lesson_steps()}>
      <ol>
        {lesson.steps.map((step, index) => (
          <li key={step.id}>
            <button
              ref={index === play.step ? current : null}
              type="button"
              aria-current={index === play.step ? 'step' : undefined}
              onClick={() => act({ type: 'go', step: index })}
            >
              {`${index + 1}. ${flat(step.title)}`}
              {step.more && <span className="quiet"> {m.lesson_more()}</span>}
              {askedOf(play, step).known && ' ✓'}
              {index === there && <span className="there"> {m.lecture_on_projector()}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
