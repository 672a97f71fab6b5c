/** Time and steps, for the presenter. */
import { useEffect, useRef, useState } from 'react';
import { currentLanguage } from '../../base/language';
import { m } from '../../i18n/compiled/messages.js';
import { ariaLectureKeys, shownLectureKeys } from '../../state/lecture-keys';
import type { Lesson } from '../lesson';
import { askedOf, type Play } from '../play';
import { flat } from '../prose';
import { act } from './room';
import { elapsed, type Timer } from './talk';

/** The stopwatch of the lecture, beside what the lesson plans for, and the time of day. */
export function Clock({ timer, minutes }: { timer: Timer; minutes: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(tick);
  }, []);
  const ran = elapsed(timer, now);
  const running = timer.since !== null;
  const over = minutes > 0 && ran > minutes * 60_000;
  return (
    <div className="clock">
      <time className={over ? 'ran over' : 'ran'} role="timer" aria-label={m.lecture_timer()}>
        {minutesText(ran)}
      </time>
      {minutes > 0 && <span className="quiet">{m.lecture_timer_of({ minutes })}</span>}
      <button
        type="button"
        aria-keyshortcuts={ariaLectureKeys('timer')}
        onClick={() => act({ type: 'timer', do: running ? 'stop' : 'start', now: Date.now() })}
      >
        {running ? m.lecture_timer_stop() : m.lecture_timer_start()} <kbd>{shownLectureKeys('timer')}</kbd>
      </button>
      <button type="button" onClick={() => act({ type: 'timer', do: 'reset', now: Date.now() })}>
        {m.lecture_timer_reset()}
      </button>
      <time className="day">
        {new Date(now).toLocaleTimeString(currentLanguage(), { hour: '2-digit', minute: '2-digit' })}
      </time>
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
    if (!current.current || !list) return;
    const [step, seen] = [current.current.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollTop += Math.min(0, step.top - seen.top) + Math.max(0, step.bottom - seen.bottom);
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
              {askedOf(play, step).known && ' ✓'}
              {index === there && <span className="there"> {m.lecture_on_projector()}</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
