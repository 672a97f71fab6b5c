/** The smaller pieces of the lesson's view. */
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { packedLesson } from '../../base/packed';
import { m } from '../../i18n/compiled/messages.js';
import { ownSlug } from '../../lesson/address/own-link';
import type { Lesson, Region } from '../../lesson/language/lesson';
import { flat } from '../../lesson/language/prose';
import { Inlines } from '../../lesson/parts/Text';
import { stepsOf } from '../../lesson/play/minutes';
import { type Asked, askedOf, type Play, type PlayAction } from '../../lesson/play/play';
import { inspector, turnTo } from '../../state/inspector';
import type { LessonRef } from '../lecture/lecture-state';
import { minutesText } from '../minutes-text';
import { ExportButton } from '../scorm/ExportButton';

const REGION_NAMES: Record<Region, () => string> = {
  stage: m.app_region_stage,
  tables: m.app_region_tables,
  timeline: m.app_region_timeline,
  why: m.app_region_why,
  metrics: m.app_region_metrics,
  scenario: m.app_scenario,
};

/** Next and previous step: Alt and the arrows, and what a presenter's clicker sends. In a lecture it has keys of its own. */
export function useStepKeys(act: (action: PlayAction) => void, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => {
      const inDialog =
        event.target instanceof Element &&
        event.target.closest('[role=dialog], textarea, [contenteditable]') !== null;
      if (event.defaultPrevented || inDialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const next = event.altKey ? event.key === 'ArrowRight' : event.key === 'PageDown';
      const previous = event.altKey ? event.key === 'ArrowLeft' : event.key === 'PageUp';
      if (!next && !previous) return;
      event.preventDefault();
      act({ type: next ? 'next' : 'previous' });
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [act, on]);
}

export interface StepPickerProps {
  lesson: Lesson;
  play: Play;
  /** Counts the core steps alone, where one is at one of them. */
  coreOnly: boolean;
  go(step: number): void;
}

export function StepPicker({ lesson, play, coreOnly, go }: StepPickerProps) {
  const { at, of } = placeIn(lesson, play.step, coreOnly);
  return (
    <label className="picker">
      <span>
        {lesson.rules
          ? m.lesson_step({ step: (at ?? 0) + 1, steps: of })
          : coreOnly && at !== null
            ? m.lesson_core_step({ step: at + 1, steps: of })
            : m.lesson_step({ step: play.step + 1, steps: lesson.steps.length })}
      </span>
      <select
        aria-label={m.lesson_steps()}
        value={play.step}
        onChange={(event) => go(Number(event.target.value))}
      >
        {lesson.steps.map(
          (step, index) =>
            !(lesson.rules && step.more) && (
              <option key={step.id} value={index}>
                {`${index + 1}. ${flat(step.title)}${step.more ? ` · ${m.lesson_more()}` : ''}${isRight(lesson, askedOf(play, step)) ? ' ✓' : ''}`}
              </option>
            ),
        )}
      </select>
    </label>
  );
}

/** In an assignment a result is known after the last attempt, too. */
function isRight({ rules }: Lesson, { known, verdict }: Asked): boolean {
  return rules ? verdict === 'right' : known;
}

/** Where one is among the steps one goes through, as `Segments` has it; `at` is `null` at a step that is left out. */
export function placeIn(lesson: Lesson, step: number, coreOnly: boolean) {
  const done = stepsOf({ steps: lesson.steps.slice(0, step) }, coreOnly).length;
  const out = coreOnly && (lesson.steps[step]?.more ?? false);
  return { of: stepsOf(lesson, coreOnly).length, at: out ? null : done, done };
}

/** How far one is in a lesson: a segment for each of its steps. Said in words beside it. `at`: counted from 0, where one is. */
export function Segments({ of, at, done }: { of: number; at: number | null; done: number }) {
  return (
    <div className="progress-segments" aria-hidden="true">
      {Array.from({ length: of }, (_, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
        <i key={step} data-is={step === at ? 'now' : step < done ? 'done' : undefined} />
      ))}
    </div>
  );
}

/** Brings the part of the page into view, gives it the focus if it can take it, and marks it for a moment. */
export function LookButton({ region }: { region: Region }) {
  const name = REGION_NAMES[region]();
  const look = () => {
    flushSync(() => {
      turnTo(region);
      if (region === 'why' || region === 'metrics' || region === 'tables') inspector.setState({ open: true });
      if (region === 'timeline') inspector.setState({ whole: true });
    });
    const part = document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`);
    part?.scrollIntoView({ block: 'nearest' });
    part?.focus({ preventScroll: true });
    const outline = '3px solid var(--now)';
    part?.animate?.([{ outline }, { outline }, { outline: '3px solid transparent' }], 1600);
  };
  return (
    <button type="button" className="quiet small" onClick={look}>
      {m.lesson_look({ region: name })}
    </button>
  );
}

export interface AboutProps {
  lesson: Lesson;
  /** `null` for a lesson from disk. */
  slug: string | null;
  /** A lesson that can be packed. */
  self: LessonRef | null;
  open: boolean;
  reset(): void;
}

export function About({ lesson, slug, self, open, reset }: AboutProps) {
  const [told, setTold] = useState<string | null>(null);
  const own = self && 'text' in self ? self : null;
  // Deflating a text takes some milliseconds: once for each.
  const linked = useMemo(() => own && ownSlug(own), [own]);
  const paper = slug ?? linked;
  const copyLink = async (linked: string) => {
    const text = `${location.origin}${location.pathname}#/lesson/${linked}`;
    // In some frames there is no clipboard.
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setTold(copied ? m.course_class_link_copied() : m.app_copy_by_hand({ text }));
  };
  return (
    <details className="about" open={open}>
      <summary>{m.lesson_about()}</summary>
      <p>
        <b>{lesson.title}</b>
        {` · ${minutesText(lesson)}`}
      </p>
      {(
        [
          [m.lesson_goals(), lesson.goals],
          [m.lesson_prerequisites(), lesson.prerequisites],
        ] as const
      ).map(
        ([heading, items]) =>
          items.length > 0 && (
            <div key={heading}>
              <h4>{heading}</h4>
              <ul>
                {items.map((item) => (
                  <li key={flat(item)}>
                    <Inlines inlines={item} scope={null} slug={null} />
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      {lesson.sources.length > 0 && (
        <div>
          <h4>{m.lesson_sources()}</h4>
          <ul>
            {lesson.sources.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="actions">
        <button type="button" onClick={reset}>
          {m.lesson_reset()}
        </button>
        {paper !== null && (
          <a className="button" href={`#/handout/${paper}`}>
            {m.course_handout()}
          </a>
        )}
        {linked !== null && (
          <button type="button" onClick={() => void copyLink(linked)}>
            {m.course_class_link()}
          </button>
        )}
        {self && packedLesson() === null && <ExportButton of={self} />}
      </div>
      {own && linked === null && <p className="quiet">{m.lesson_link_long()}</p>}
      <p role="status">{told}</p>
    </details>
  );
}
