/** The question and its options for the keyboard and for screen readers; others choose on the stage. */
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { integer } from '../../base/format';
import { optionName } from '../../i18n/challenge-words';
import { m } from '../../i18n/compiled/messages.js';
import type { PointShown } from '../../protocol/generated/PointShown';
import type { ChallengeState } from '../../state/challenge';
import { factsOf, QUESTIONS } from './words';

export interface OptionsProps {
  at: PointShown;
  until: number;
  state: ChallengeState;
  disabled: boolean;
  /** The stage is too large to choose on it: the list is seen. */
  seen: boolean;
}

export function Options({ at, until, state, disabled, seen }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { pointed } = state;
  const latest = useRef(state);
  latest.current = state;
  const count = at.options.length;
  // The keyboard is where the question is, and what is pointed at is marked on the stage.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question
  useEffect(() => {
    list.current?.focus({ preventScroll: true });
    state.point(pointed);
  }, []);
  useEffect(() => {
    if (seen) list.current?.children[pointed]?.scrollIntoView({ block: 'nearest' });
  }, [pointed, seen]);
  // The numbers choose wherever the focus is, but where something is typed.
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const taken =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]');
      if (taken || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const option = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : count;
      if (option >= count) return;
      event.preventDefault();
      void latest.current.choose(option);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [count]);
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') void state.choose(pointed);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowRight') state.point(pointed + 1);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') state.point(pointed - 1);
    else if (event.key === 'Home') state.point(0);
    else if (event.key === 'End') state.point(count - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const question = m.challenge_ask({
    request: integer(at.request + 1),
    until: integer(until),
    question: QUESTIONS[at.kind](),
  });
  return (
    <div
      ref={list}
      className={seen ? 'options' : 'visually-hidden'}
      role="listbox"
      tabIndex={0}
      aria-label={question}
      aria-activedescendant={`${id}-${pointed}`}
      aria-disabled={disabled}
      onKeyDown={key}
    >
      {at.options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the list
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
        <div
          key={option.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === pointed}
          onPointerEnter={() => state.point(index)}
          onClick={() => void state.choose(index)}
        >
          <span className="number" aria-hidden="true">
            {index < 9 ? index + 1 : ''}
          </span>
          <b>{optionName(at.kind, option.id)}</b>{' '}
          <span className="facts">{factsOf(at.kind, option).join(' · ')}</span>
        </div>
      ))}
    </div>
  );
}
